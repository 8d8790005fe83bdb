import { nearest } from "./problem.ts";
import { coreProblem } from "./problems.ts";

/** An entry of a table by its name, or a Problem that names the nearest one. */
export function named<T>(table: Readonly<Record<string, T>>, name: string, kind: string): T {
  if (Object.hasOwn(table, name)) return table[name]!;
  const names = Object.keys(table);
  throw coreProblem.error("unknown-name/no-such", { kind, name, nearest: nearest(name, names, 1), names });
}
