/** Scores computed earlier: Goldie's results and baselines, and score files of other tools. */
import type { QueryId } from "../../core/ids.ts";
import type { Metric } from "../../core/metric.ts";
import { GoldieError } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import { refuseErrors } from "../../core/refuse-errors.ts";
import { VERSION } from "../../core/version.ts";
import { loadScores } from "../../engine/load.ts";
import { baselineOf, isBaseline } from "../../evaluate/gate/baseline.ts";
import { Planner } from "../../evaluate/plan/plan.ts";
import { readResults } from "../../evaluate/score/read-result.ts";
import type { Result } from "../../evaluate/score/result.ts";
import { byKey, rangeJson, SCHEMA } from "../../evaluate/score/result-json.ts";
import type { Source } from "../../files/source.ts";
import { detectFormat } from "../../formats/detect.ts";
import { wrongUse } from "./_problems.ts";
import type { Args } from "./args.ts";
import { columnsBy, tableBy } from "./asked.ts";
import { runNames } from "./request.ts";
import type { Inputs } from "./sources.ts";

export interface StoredScores {
  readonly path: string;
  readonly results: readonly Result[];
}

/** Goldie's JSON starts with one of these. */
const OURS = /^\s*\{\s*("goldie"\s*:\s*"\d|"kind"\s*:\s*"goldie-)/;

/** The scores in a file; undefined if it is gold or a run. */
export async function storedIn(path: string, inputs: Inputs, args: Args): Promise<StoredScores | undefined> {
  const source = await inputs.open(path, true);
  if (source.folder !== undefined) return undefined;
  const head = new TextDecoder().decode((await source.head()).subarray(0, 4096));
  if (OURS.test(head)) {
    const results = await resultsIn(source);
    if (!results.every(hasRows)) throw wrongUse("scores-without-queries", { path });
    return { path, results };
  }
  if (!(await isScores(source))) return undefined;
  const log = new ProblemLog();
  const { scores, format } = await loadScores(source, {
    log,
    columns: columnsBy(args),
    table: tableBy(args),
    texts: false,
  });
  refuseErrors(log);
  return {
    path,
    results: [resultOfScores(scores, format === "trec-eval-output" ? "trec_eval" : undefined, path)],
  };
}

const hasRows = (result: Result): boolean => {
  try {
    return Array.isArray(result.queries);
  } catch {
    return false;
  }
};

/** The results in Goldie's JSON, or the one in a baseline. */
const resultsIn = (source: Source): Promise<readonly Result[]> => readJsonIn(source, resultsOf);

export const resultsOf = (json: unknown): readonly Result[] =>
  isBaseline(json) ? [baselineOf(json)] : readResults(json);

/** Errors about it name this file. */
export async function readJsonIn<T>(source: Source, read: (json: unknown) => T): Promise<T> {
  const text = new TextDecoder().decode(await source.bytes());
  try {
    return read(JSON.parse(text));
  } catch (error) {
    if (error instanceof GoldieError)
      throw new GoldieError({ ...error.problem, at: { ...error.problem.at, file: source.name } });
    throw wrongUse("broken-result", { path: source.name, message: (error as Error).message });
  }
}

/** A table of scores, and nothing that could be a run. */
async function isScores(source: Source): Promise<boolean> {
  const can = (kind: "scores" | "run"): Promise<boolean> =>
    detectFormat(source, kind).then(
      () => true,
      () => false,
    );
  return (await can("scores")) && !(await can("run"));
}

/** Another tool's scores as a result. Queries without a value are not in the file. */
function resultOfScores(
  scores: ReadonlyMap<string, ReadonlyMap<QueryId | undefined, number>>,
  as: string | undefined,
  path: string,
): Result {
  const rows = [...scores].filter(
    ([metric, byQuery]) => isMean(metric, as) && [...byQuery.keys()].some((query) => query !== undefined),
  );
  if (rows.length === 0) throw wrongUse("scores-without-queries", { path });
  const queries = [...new Set(rows.flatMap(([, byQuery]) => [...byQuery.keys()]))].filter(
    (query) => query !== undefined,
  );
  const dataOf = (metric: string): object => {
    const known = knownMetric(metric, as);
    return {
      ...(known?.direction === "lower" ? { direction: "lower" } : {}),
      ...(known?.values === undefined ? {} : { values: known.values }),
      ...rangeJson(known?.range),
    };
  };
  const none = { status: "undefined", because: "tool-absent" } as const;
  const json = {
    goldie: VERSION,
    schema: SCHEMA,
    rules: { ...(as === undefined ? {} : { as }), metrics: byKey(rows.map(([metric]) => [metric, metric])) },
    reading: { metrics: byKey(rows.map(([metric]) => [metric, dataOf(metric)])) },
    runs: [
      {
        name: runNames([path], [])[0]!,
        summary: {},
        queries: byKey(
          queries.map((query) => [
            query,
            byKey(rows.map(([metric, byQuery]) => [metric, byQuery.get(query) ?? none])),
          ]),
        ),
        order: queries,
        problems: [],
      },
    ],
  };
  return readResults(json)[0]!;
}

/** Counts and logarithms are not compared query by query. */
const isMean = (metric: string, as: string | undefined): boolean =>
  (knownMetric(metric, as)?.aggregate ?? "mean") === "mean";

/** What is known about a metric by its name; for unknown ones, higher is better. */
function knownMetric(metric: string, as: string | undefined): Metric | undefined {
  try {
    return new Planner(as === undefined ? {} : { as }).parse(metric)[0]?.metric;
  } catch {
    return undefined;
  }
}
