/** A command line as a shell would take it apart: white space, quotes, and variables before the command. */
export interface CommandLine {
  readonly env: Readonly<Record<string, string>>;
  /** Without the program's name. */
  readonly argv: readonly string[];
}

export function readCommandLine(line: string): CommandLine {
  const words = [...line.trim().matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ""),
  );
  const at = words.indexOf("goldie");
  if (at < 0) throw new Error(`not a call of goldie: ${line}`);
  const env = Object.fromEntries(words.slice(0, at).map((word) => word.split(/=(.*)/s).slice(0, 2)));
  return { env, argv: words.slice(at + 1) };
}
