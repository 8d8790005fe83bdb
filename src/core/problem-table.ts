/** Message tables: one per part of the package, with the text of each Problem. */
import type { Problem, ProblemFields, ProblemPlace, ProblemWords } from "./problem.ts";
import { GoldieError } from "./problem.ts";

/** The audience: users of the library or of the command line. */
export type Voice = "library" | "command";

/** Makes the message of one kind of Problem. Most ignore `at`, since the place is shown beside the message. */
// biome-ignore lint/suspicious/noExplicitAny: each kind has fields of its own.
type Wording<F = any> = (fields: F, at: ProblemPlace, voice: Voice) => ProblemWords;

/** Keyed by "code", or "code/reason" if a code has several cases. */
export type ProblemTable = Readonly<Record<string, Wording>>;

type FieldsOf<W> = W extends (fields: infer F, ...rest: never[]) => ProblemWords ? F : never;

/** The rest of a Problem, besides kind and fields. */
type ProblemMore = Pick<Problem, "at" | "level" | "count">;

/** Makes the Problems of a table. */
export interface ProblemMaker<T extends ProblemTable> {
  <K extends keyof T & string>(key: K, fields: FieldsOf<T[K]>, more?: ProblemMore): Problem;
  /** The same, to be thrown. */
  error<K extends keyof T & string>(key: K, fields: FieldsOf<T[K]>, more?: ProblemMore): GoldieError;
  readonly table: T;
}

/**
 * The Problems of one part of the package.
 * @example
 * const fileProblem = defineProblems({
 *   "no-file": ({ path }: { path: string }) => ({ what: `there is no file ${path}`, fix: "check the path" }),
 * });
 * fileProblem("no-file", { path: "a.trec" }) // { code: "no-file", fields: { path: "a.trec" }, what: …, fix: … }
 */
export function defineProblems<const T extends ProblemTable>(table: T): ProblemMaker<T> {
  const make = (key: string, fields: ProblemFields, more: ProblemMore = {}): Problem => {
    const slash = key.indexOf("/");
    return {
      code: slash < 0 ? key : key.slice(0, slash),
      ...(slash < 0 ? {} : { reason: key.slice(slash + 1) }),
      ...wordsIn(table, key, fields, more.at ?? {}, "library")!,
      fields,
      ...more,
    };
  };
  const error = (key: string, fields: ProblemFields, more?: ProblemMore): GoldieError =>
    new GoldieError(make(key, fields, more));
  return Object.assign(make, { error, table }) as unknown as ProblemMaker<T>;
}

function wordsIn(
  table: ProblemTable,
  key: string,
  fields: ProblemFields,
  at: ProblemPlace,
  voice: Voice,
): ProblemWords | undefined {
  if (!Object.hasOwn(table, key)) return undefined;
  const { what, why, fix, run } = table[key]!(fields, at, voice);
  return { what, ...(why === undefined ? {} : { why }), fix, ...(run === undefined ? {} : { run }) };
}

/** The same Problem with its message made again, for another voice or place. Unknown Problems keep their message. */
export function reworded(problem: Problem, tables: readonly ProblemTable[], voice: Voice): Problem {
  const { code, reason, fields, at = {} } = problem;
  if (fields === undefined) return problem;
  const key = reason === undefined ? code : `${code}/${reason}`;
  for (const table of tables) {
    const words = wordsIn(table, key, fields, at, voice);
    if (words === undefined) continue;
    // Keep the field order: it is visible in JSON.
    const { code: _c, reason: _r, fields: _f, what: _w, why: _y, fix: _x, run: _u, ...more } = problem;
    return { code, ...(reason === undefined ? {} : { reason }), ...words, fields, ...more };
  }
  return problem;
}

/**
 * What the words of a Problem are made from: its code and fields, and of its place what they mention. Those of two
 * Problems with the same are the same. Undefined where no table knows it.
 */
export function contentOf(
  { code, reason, fields, at = {} }: Problem,
  tables: readonly ProblemTable[],
  voice: Voice,
): string | undefined {
  const key = reason === undefined ? code : `${code}/${reason}`;
  const table = tables.find((one) => Object.hasOwn(one, key));
  if (fields === undefined || table === undefined) return undefined;
  const mentioned: Record<string, unknown> = {};
  const watched = new Proxy(at, {
    get: (place, name: keyof ProblemPlace) => {
      mentioned[name] = place[name];
      return place[name];
    },
  });
  table[key]!(fields, watched, voice);
  return JSON.stringify([key, fields, mentioned]);
}

/** An option as written in the library, or its command-line flag: `duplicates: "keep" or "error"`, `--duplicates keep or error`. */
export function optionWords(voice: Voice, name: string, ...values: readonly string[]): string {
  const written = values.map((value) => (voice === "library" ? JSON.stringify(value) : value));
  const [last, ...before] = written.reverse();
  const list = before.length === 0 ? last : `${before.reverse().join(", ")} or ${last}`;
  return voice === "library" ? `${name}: ${list}` : `--${name} ${list}`;
}
