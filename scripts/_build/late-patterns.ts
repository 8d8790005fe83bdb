/**
 * Regular expressions with \p{…} are made when they are first used. V8 checks every literal when it reads a file, also in
 * functions that nobody calls, and the tables of Unicode behind such a class are a quarter of the import.
 */
import { parseSync } from "rolldown/experimental";
import { applyEdits, type Edit, isFieldName, type Node, type Place, walk } from "./_syntax.ts";

const regexOf = (node: Node) =>
  node.type === "Literal" ? (node.regex as { pattern: string; flags: string } | undefined) : undefined;

/** A place where a variable is read, and a call can stand instead. */
const isRead = ({ parent, field }: Place): boolean =>
  (field === "object" && parent.type === "MemberExpression") ||
  (field === "arguments" && (parent.type === "CallExpression" || parent.type === "NewExpression"));

/** The same program, whose expressions of this kind are made by functions. What cannot be told from its text stays. */
export function latePatterns(code: string): string {
  const { program } = parseSync("chunk.js", code);
  const literals: Place[] = [];
  const names = new Map<string, Place[]>();
  walk(program as unknown as Node, false, (place) => {
    const { node } = place;
    if (/\\p\{/i.test(regexOf(node)?.pattern ?? "")) literals.push(place);
    if (node.type !== "Identifier") return;
    const name = node.name as string;
    if (!names.has(name)) names.set(name, []);
    names.get(name)!.push(place);
  });
  const edits: Edit[] = [];
  const makers: string[] = [];
  let free = 0;
  const freeName = (): string => {
    let name: string;
    do name = `pattern$${free++}`;
    while (names.has(name));
    return name;
  };
  /** A function that makes it once. */
  const maker = (made: string): string => {
    const [kept, make] = [freeName(), freeName()];
    makers.push(`let ${kept};\nconst ${make} = () => (${kept} ??= ${made});\n`);
    return make;
  };
  for (const { node, parent, field, inFunction } of literals) {
    const { pattern, flags } = regexOf(node)!;
    const made = `new RegExp(${JSON.stringify(pattern)}, ${JSON.stringify(flags)})`;
    const put = (at: Node, text: string): void => void edits.push({ start: at.start, end: at.end, text });
    if (inFunction) {
      // Those that keep a place in the text are new with every evaluation, as the literal is.
      put(node, /[gy]/.test(flags) ? made : `${maker(made)}()`);
      continue;
    }
    const id = parent.id as Node | undefined;
    if (parent.type !== "VariableDeclarator" || field !== "init" || id?.type !== "Identifier") continue;
    const uses = names.get(id.name as string)!.filter((place) => place.node !== id && !isFieldName(place));
    // Another variable of this name, an export, a place where a call cannot stand: it stays a literal.
    if (!uses.every(isRead)) continue;
    const make = maker(made);
    for (const use of uses) put(use.node, `${make}()`);
    put(node, "undefined");
  }
  if (edits.length === 0) return code;
  // Before all that may need them; a first line that names the program stays the first.
  const first = (program.body[0] as { start: number }).start;
  edits.push({ start: first, end: first, text: makers.join("") });
  return applyEdits(code, edits);
}
