/** Loads gold and runs into memory, for commands that need everything at once. */

import type { Problem } from "../../core/problem.ts";
import { GoldieError } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import { refuseErrors } from "../../core/refuse-errors.ts";
import { amongHitsOf } from "../../engine/list-cells.ts";
import {
  type LoadedCorpus,
  type LoadedGold,
  type LoadedRun,
  loadCorpus,
  loadGold,
  loadRun,
} from "../../engine/load.ts";
import { withRefusals } from "../../engine/qrels-rule.ts";
import { asListed } from "../../evaluate/answers/as-listed.ts";
import { ofGoldFile, ofRunFile } from "../../evaluate/input/problems.ts";
import { RankingColumns, type RankingInput } from "../../evaluate/input/read-run.ts";
import type { AskedMetrics } from "../../evaluate/plan/plan.ts";
import type { Rules } from "../../evaluate/plan/rules.ts";
import type { Source } from "../../files/source.ts";
import { refuseAbsentColumns } from "./asked-columns.ts";
import { isReadAgain, noRun, type Request, runNames, runPaths } from "./request.ts";
import type { Inputs } from "./sources.ts";
import type { StoredOperand } from "./stored-runs.ts";

export interface NamedRun extends LoadedRun {
  readonly path: string;
  readonly name: string;
  /** If the run is a stored one. */
  readonly stored?: StoredOperand;
}
export interface Loaded {
  readonly gold: LoadedGold;
  readonly runs: readonly NamedRun[];
  readonly corpus?: LoadedCorpus;
  /** Warnings about the files; errors were thrown. */
  readonly problems: readonly Problem[];
}

/** `texts`: are the texts of hits needed? May depend on the gold. */
export async function loadFiles(
  request: Request,
  inputs: Inputs,
  texts: boolean | ((gold: LoadedGold) => boolean),
): Promise<Loaded> {
  const { columns, table, goldFormat, runFormat, queryIds } = request;
  const log = new ProblemLog();
  const options = { log, columns, table, texts: true };
  const open = async (path: string): Promise<Source> =>
    inputs.open(path, await isReadAgain(request, path, inputs));
  const gold = await loadGold(
    await open(request.gold),
    {
      ...options,
      as: request.asked.as,
      ...(goldFormat === undefined ? {} : { format: goldFormat }),
      ...(queryIds?.on === "both" ? { queryIds: queryIds.ids } : {}),
    },
    async (ids) => {
      const runs: Source[] = [];
      for (const path of runPaths(request)) runs.push(await inputs.open(path, true));
      return amongHitsOf(runs, runFormat, columns)(ids);
    },
  );
  refuseErrors(withRefusals(log, request.asked.as));
  const corpus =
    request.corpus === undefined ? undefined : await loadCorpus(await inputs.open(request.corpus), options);
  refuseErrors(log);
  const paths = runPaths(request);
  const read: LoadedRun[] = [];
  for (const path of paths) {
    const run = await loadRun(
      await open(path),
      {
        ...options,
        texts: corpus !== undefined || (typeof texts === "boolean" ? texts : texts(gold)),
        ...(runFormat === undefined ? {} : { format: runFormat }),
        ...(queryIds === undefined ? {} : { queryIds: queryIds.ids }),
      },
      gold.gold,
    ).catch((error: unknown) => {
      throw request.runs.length === 0 ? noRun(request.gold, error) : error;
    });
    refuseErrors(log);
    if (corpus !== undefined) addTexts(run, corpus);
    read.push(run);
  }
  const names = runNames(
    paths,
    request.names,
    read.map(({ format, tag }) => (format === "trec-run" ? tag : undefined)),
  );
  const runs: NamedRun[] = [];
  for (const [i, run] of read.entries()) {
    const stored = await inputs.stored(paths[i]!);
    runs.push({ ...run, path: paths[i]!, name: names[i]!, ...(stored === undefined ? {} : { stored }) });
  }
  const problems = log.list();
  refuseAbsentColumns(
    columns,
    [
      { path: request.gold, kind: "gold", format: gold.format },
      ...runs.map(({ path, format }) => ({ path, kind: "run" as const, format })),
      ...(corpus === undefined
        ? []
        : [{ path: request.corpus!, kind: "corpus" as const, format: corpus.format }]),
    ],
    problems,
  );
  return { gold, runs, problems, ...(corpus === undefined ? {} : { corpus }) };
}

/** Stored answers keep the order in which they were returned. */
export const rulesFor = <T extends AskedMetrics & Rules>({ stored }: NamedRun, asked: T): T =>
  stored === undefined ? asked : asListed(asked);

/** Runs `make`; errors about a query get its line. */
export function locating<T>({ path, lines }: NamedRun, gold: LoadedGold, goldPath: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof GoldieError) || error.problem.at?.query === undefined) throw error;
    const { problem } = error;
    const { query } = problem.at!;
    const ofRun = problem.at?.side === "run";
    const line = (ofRun ? lines : gold.lines).get(query!);
    const place = { file: ofRun ? path : goldPath, ...(line === undefined ? {} : { line }) };
    throw new GoldieError({ ...problem, at: { ...place, ...problem.at } });
  }
}

/** Adds the file, and the line of the query, to Problems of a run and its gold. */
export const locatedIn =
  ({ path, lines }: NamedRun, gold: LoadedGold, goldPath: string) =>
  (given: Problem): Problem => {
    const problem = ofGoldFile(given, goldPath, gold.lines);
    const { at } = problem;
    if (at?.query === undefined || at.side !== "run" || at.file !== undefined)
      return ofRunFile(problem, path);
    const line = lines.get(at.query);
    return { ...problem, at: { ...at, file: path, ...(line === undefined ? {} : { line }) } };
  };

/** Hits without a text get the text of their document in the corpus. */
function addTexts({ run }: LoadedRun, { docs }: LoadedCorpus): void {
  for (const [query, ranking] of run) run.set(query, withTexts(ranking, docs));
}

function withTexts(ranking: RankingInput, docs: LoadedCorpus["docs"]): RankingInput {
  const textOf = (id: string | null): string | undefined => (id === null ? undefined : docs.get(id)?.text);
  if (ranking instanceof RankingColumns)
    return new RankingColumns({
      ...ranking,
      texts: ranking.ids.map((id, i) => ranking.texts?.[i] ?? textOf(id)),
    });
  if (!Array.isArray(ranking)) return mappingWithTexts(ranking, textOf);
  return ranking.map((hit: unknown) => {
    if (typeof hit === "string") return { id: hit, ...present(textOf(hit)) };
    if (typeof hit !== "object" || hit === null || (hit as { text?: unknown }).text !== undefined) return hit;
    return { ...hit, ...present(textOf((hit as { id: string | null }).id)) };
  }) as RankingInput;
}
const present = (text: string | undefined) => (text === undefined ? {} : { text });

/** id → score stays ordered by score. */
function mappingWithTexts(ranking: RankingInput, textOf: (id: string) => string | undefined): RankingInput {
  if (ranking instanceof Error || ranking instanceof Set) return ranking;
  const entries = ranking instanceof Map ? [...ranking] : Object.entries(ranking);
  // The ranking reader reports invalid scores.
  if (!entries.every(([id, score]) => typeof id === "string" && Number.isFinite(score))) return ranking;
  return new RankingColumns({
    ids: entries.map(([id]) => id as string),
    scores: entries.map(([, score]) => score as number),
    texts: entries.map(([id]) => textOf(id as string)),
    mapping: true,
    distinct: true,
    nulls: false,
  });
}
