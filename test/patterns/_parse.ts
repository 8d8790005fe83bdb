/** Reads regular expressions, as much of their syntax as the project writes. */

export type Node =
  /** One character of a set, as it is written: `a`, `\d`, `[^x]`, `.`. */
  | { readonly kind: "one"; readonly text: string }
  | { readonly kind: "row"; readonly parts: readonly Node[] }
  | { readonly kind: "either"; readonly parts: readonly Node[] }
  | { readonly kind: "many"; readonly of: Node; readonly min: number; readonly max: number }
  | { readonly kind: "group"; readonly of: Node; readonly index: number }
  | { readonly kind: "again"; readonly index: number }
  | { readonly kind: "start" | "end" }
  | { readonly kind: "edge"; readonly not: boolean }
  | { readonly kind: "ahead" | "behind"; readonly of: Node; readonly not: boolean };

export function parsePattern(source: string): Node {
  let at = 0;
  let groups = 0;
  const names: string[] = [];

  const eat = (text: string): boolean => {
    if (!source.startsWith(text, at)) return false;
    at += text.length;
    return true;
  };
  const taken = (pattern: RegExp): string | undefined => {
    const found = new RegExp(pattern, "sy");
    found.lastIndex = at;
    const text = found.exec(source)?.[0];
    at += text?.length ?? 0;
    return text;
  };

  const either = (): Node => {
    const parts = [row()];
    while (eat("|")) parts.push(row());
    return parts.length === 1 ? parts[0]! : { kind: "either", parts };
  };
  const row = (): Node => {
    const parts: Node[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") parts.push(repeated(item()));
    return parts.length === 1 ? parts[0]! : { kind: "row", parts };
  };
  const repeated = (of: Node): Node => {
    const mark = taken(/[*+?]|\{\d+(?:,\d*)?\}/);
    if (mark === undefined) return of;
    eat("?");
    const [min, max = min] =
      mark === "*"
        ? ["0", ""]
        : mark === "+"
          ? ["1", ""]
          : mark === "?"
            ? ["0", "1"]
            : mark.slice(1, -1).split(",");
    return { kind: "many", of, min: Number(min), max: max === "" ? Number.POSITIVE_INFINITY : Number(max) };
  };
  const closed = (): Node => {
    const inner = either();
    if (!eat(")")) throw new Error(`no ) at ${at} of ${source}`);
    return inner;
  };
  const item = (): Node => {
    if (eat("^")) return { kind: "start" };
    if (eat("$")) return { kind: "end" };
    const edge = taken(/\\[bB]/);
    if (edge !== undefined) return { kind: "edge", not: edge === "\\B" };
    if (eat("(?:")) return closed();
    for (const [mark, kind, not] of [
      ["(?=", "ahead", false],
      ["(?!", "ahead", true],
      ["(?<=", "behind", false],
      ["(?<!", "behind", true],
    ] as const)
      if (eat(mark)) return { kind, of: closed(), not };
    if (eat("(")) {
      const name = taken(/\?<\w+>/);
      const index = ++groups;
      if (name !== undefined) names[index] = name.slice(2, -1);
      return { kind: "group", of: closed(), index };
    }
    const back = taken(/\\(?:[1-9]|k<\w+>)/);
    if (back !== undefined)
      return { kind: "again", index: back[1] === "k" ? names.indexOf(back.slice(3, -1)) : Number(back[1]) };
    const text = taken(
      /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)|[\ud800-\udbff][\udc00-\udfff]|[^()*+?|]/,
    );
    if (text === undefined) throw new Error(`cannot read ${source.slice(at, at + 10)} in ${source}`);
    return { kind: "one", text };
  };

  const whole = either();
  if (at < source.length) throw new Error(`cannot read ${source.slice(at)} in ${source}`);
  return whole;
}
