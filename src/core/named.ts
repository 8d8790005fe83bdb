import { GoldieError, nearest } from "./problem.ts";

/** An entry of a table by its name, or a Problem that names the nearest one. */
export function named<T>(table: Readonly<Record<string, T>>, name: string, what: string): T {
  if (Object.hasOwn(table, name)) return table[name]!;
  const names = Object.keys(table);
  const close = nearest(name, names, 1);
  throw new GoldieError({
    code: "unknown-name",
    what: `there is no ${what} ${JSON.stringify(name)}`,
    fix: close.length > 0 ? `did you mean ${close[0]}?` : `choose one of ${names.join(", ")}`,
  });
}
