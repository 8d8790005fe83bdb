/** Colour on a terminal, unless the user turns it off. */
import type { Effects, Out } from "../effects.ts";

export interface Style {
  readonly on: boolean;
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
}

/** NO_COLOR and FORCE_COLOR as in other tools; FORCE_COLOR wins. */
export function styleOf(out: Out, env: Effects["env"]): Style {
  const force = env.FORCE_COLOR;
  const on =
    force !== undefined && force !== ""
      ? force !== "0" && force !== "false"
      : out.isTTY && (env.NO_COLOR ?? "") === "" && env.TERM !== "dumb";
  const code = (start: number, end: number) => (text: string) =>
    on ? `\u001b[${start}m${text}\u001b[${end}m` : text;
  return { on, bold: code(1, 22), dim: code(2, 22), red: code(31, 39), yellow: code(33, 39) };
}
