/** Where in the user's code an error arose. */
import { isAbsolute, sep } from "node:path";
import { fileURLToPath } from "node:url";

export interface SourcePlace {
  /** Full path. */
  readonly file: string;
  readonly line: number;
  /** From 1. Absent for calls: types are taken out of a line before it runs. */
  readonly column?: number;
}

/**
 * Syntax errors name their place below the message; others by the first call in a file of the project.
 * `folder`: that of the project. undefined where no file of it is named.
 */
export function placeOf(error: unknown, folder: string): SourcePlace | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, ...below] = error.message.split("\n");
  const calls = (error.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at "));
  const isOfProject = (place: SourcePlace): boolean =>
    place.file.startsWith(`${folder}${sep}`) && !place.file.includes(`${sep}node_modules${sep}`);
  const found = below.flatMap(placesIn).find(isOfProject);
  // The parser counts columns from 0.
  if (found !== undefined) return { ...found, column: found.column + 1 };
  const called = calls.flatMap(placesIn).find(isOfProject);
  return called === undefined ? undefined : { file: called.file, line: called.line };
}

/** Of "/a/b.ts:3:13", "at f (/a/b.ts:3:13)" or "at async file:///a/b.ts:3:13". */
function placesIn(text: string): Required<SourcePlace>[] {
  const line = text.trim();
  const inner = line.endsWith(")") ? line.slice(line.lastIndexOf("(") + 1, -1) : line;
  const bare = inner.startsWith("at ") ? inner.slice(inner.startsWith("at async ") ? 9 : 3) : inner;
  const [y, x, ...rest] = bare.split(":").reverse();
  const named = rest.reverse().join(":");
  const file = named.startsWith("file:") ? fileURLToPath(named) : named;
  const numbers = [Number(x), Number(y)] as const;
  return isAbsolute(file) && numbers.every(Number.isInteger)
    ? [{ file, line: numbers[0], column: numbers[1] }]
    : [];
}
