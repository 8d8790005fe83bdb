import type { Retriever, RetrieverInput, RetrieverParams } from "../core/retriever.ts";
import { kindOf } from "./_kind.ts";
import { retrieverProblem } from "./problems.ts";

type SweepValue = string | number | boolean;
/** Values by parameter: every combination is tried. */
export type SweepGrid = Readonly<Record<string, readonly SweepValue[]>>;
/** The settings that a grid or a list gives to the function. */
export type SweepParams<S> = S extends readonly (infer P)[]
  ? P
  : { readonly [name in keyof S]: S[name] extends readonly (infer V)[] ? V : never };

const MOST = 1000;

/**
 * A retriever for each combination of a grid, or for each setting of a list, by names such as "k1=0.9 chunk=200".
 * @example
 * sweep({ k1: [0.9, 1.2], chunk: [200, 400] }, (params) => bm25({ corpus: "docs", ...params }))
 */
export function sweep<const S extends SweepGrid | readonly RetrieverParams[]>(
  settings: S,
  make: (params: SweepParams<S>) => RetrieverInput,
): Record<string, Retriever> {
  const all = Array.isArray(settings) ? checkedList(settings) : combinations(settings as SweepGrid);
  if (all.length === 0) throw retrieverProblem.error("bad-sweep/empty", {});
  if (typeof make !== "function")
    throw retrieverProblem.error("bad-sweep/no-retriever", { name: "its settings", found: kindOf(make) });
  const made: Record<string, Retriever> = {};
  for (const params of all) {
    const name = nameOf(params);
    if (Object.hasOwn(made, name)) throw retrieverProblem.error("bad-sweep/twice", { name });
    const retriever = retrieverOf(make(params as SweepParams<S>), name);
    // A copy with the same methods, whatever `this` they use.
    made[name] = {
      retrieve: (query, context) => retriever.retrieve(query, context),
      ...(retriever.about === undefined ? {} : { about: retriever.about }),
      ...(retriever.open === undefined ? {} : { open: (signal) => retriever.open!(signal) }),
      ...(retriever.close === undefined ? {} : { close: () => retriever.close!() }),
      ...(retriever.isCold === undefined ? {} : { isCold: () => retriever.isCold!() }),
      ...(retriever.documents === undefined ? {} : { documents: () => retriever.documents!() }),
      params: { ...retriever.params, ...params },
    };
  }
  return made;
}

function combinations(grid: SweepGrid): RetrieverParams[] {
  if (typeof grid !== "object" || grid === null) throw retrieverProblem.error("bad-sweep/empty", {});
  const lists = Object.entries(grid);
  if (lists.length === 0) throw retrieverProblem.error("bad-sweep/empty", {});
  let count = 1;
  for (const [parameter, values] of lists) {
    if (!Array.isArray(values) || values.length === 0)
      throw retrieverProblem.error("bad-sweep/not-a-list", { parameter, found: kindOf(values) });
    for (const value of values) checkValue(parameter, value);
    count *= values.length;
  }
  if (count > MOST) throw retrieverProblem.error("bad-sweep/too-many", { settings: count, most: MOST });
  return lists.reduce<RetrieverParams[]>(
    (before, [name, values]) =>
      before.flatMap((params) => values.map((value) => ({ ...params, [name]: value }))),
    [{}],
  );
}

/** A parameter that only some settings have is a slip of the pen more often than not. */
function checkedList(list: readonly RetrieverParams[]): readonly RetrieverParams[] {
  if (list.length > MOST)
    throw retrieverProblem.error("bad-sweep/too-many", { settings: list.length, most: MOST });
  const names = Object.keys(list[0] ?? {});
  for (const [i, params] of list.entries()) {
    if (typeof params !== "object" || params === null || Object.keys(params).length === 0)
      throw retrieverProblem.error("bad-sweep/value", {
        parameter: `setting ${i + 1}`,
        found: kindOf(params),
      });
    for (const [name, value] of Object.entries(params)) {
      if (!names.includes(name))
        throw retrieverProblem.error("bad-sweep/parameters", { name, others: names.join(", ") });
      checkValue(name, value);
    }
  }
  return list;
}

function checkValue(parameter: string, value: unknown): void {
  const isPlain = typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
  if (!isPlain) throw retrieverProblem.error("bad-sweep/value", { parameter, found: kindOf(value) });
}

const nameOf = (params: RetrieverParams): string =>
  Object.entries(params)
    .map(([name, value]) => `${plain(name)}=${plain(value)}`)
    .join(" ")
    // Names of runs become names of files: "BAAI/bge-small" is called BAAI-bge-small.
    .replace(/[/\\]/g, "-");
/** Quoted where it would be read as something else. */
const plain = (value: SweepValue): string =>
  typeof value === "string" && !/^[^\s="]+$/.test(value) ? JSON.stringify(value) : String(value);

function retrieverOf(made: RetrieverInput, name: string): Retriever {
  if (typeof made === "function") return { retrieve: made };
  if (typeof made?.retrieve === "function") return made;
  throw retrieverProblem.error("bad-sweep/no-retriever", { name, found: kindOf(made) });
}
