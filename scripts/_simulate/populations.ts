/** Real pairs of systems, query by query: what the simulation draws its samples from. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { evaluateFiles } from "../../src/engine/index.ts";
import type { PairedScores } from "../../src/evaluate/compare/comparison.ts";
import { pairScores } from "../../src/evaluate/compare/paired.ts";
import type { Result } from "../../src/evaluate/score/result.ts";

/** The first one stands for all metrics that are not yes or no. */
export const METRICS = ["ndcg@10", "ap", "rr", "recall@100", "p@10"] as const;
export const YES_NO = "hit@1";
const RATES = [YES_NO, "hit@5"] as const;

/** Two systems on the same queries; every column is over the same queries in the same order. */
export interface Population {
  readonly name: string;
  readonly columns: ReadonlyMap<string, PairedScores>;
}

/** The scores of one system. */
export interface ScorePool {
  readonly name: string;
  readonly values: Float64Array;
}

export interface SimulationData {
  readonly source: string;
  readonly populations: readonly Population[];
  /** Each system, by the first of METRICS. */
  readonly scores: readonly ScorePool[];
  /** Each system, by metrics that are yes or no. */
  readonly rates: readonly ScorePool[];
}

interface Files {
  readonly gold: string;
  readonly runs: readonly string[];
}

const ROUNDS: readonly (readonly [round: number, runs: readonly string[]])[] = [
  [1, ["BERT", "BITEM_stem", "Technion-MEDMM", "lda400s2000", "run1", "sheikh_bm25_manual"]],
  [3, ["UIowaS_Rd3MLReRank", "UIowaS_Run2", "jlbase-QE-rnd3"]],
];

/** All pairs of TREC-COVID runs of the same round; undefined where the runs are not there. */
export async function trecCovid(folder: string): Promise<SimulationData | undefined> {
  const files = ROUNDS.map(([round, runs]) => ({
    gold: join(folder, `qrels.covid-round${round}.txt.gz`),
    runs: runs.map((run) => join(folder, "runs", `round${round}.${run}.gz`)),
  }));
  if (!files.flatMap(({ gold, runs }) => [gold, ...runs]).every((path) => existsSync(path))) return undefined;
  return await dataOf("TREC-COVID", files);
}

/** The two bundled runs. */
export const harbour = (folder: string): Promise<SimulationData> =>
  dataOf("the bundled example", [
    {
      gold: join(folder, "gold.jsonl"),
      runs: ["overlap", "prefix"].map((run) => join(folder, `${run}.jsonl`)),
    },
  ]);

async function dataOf(source: string, files: readonly Files[]): Promise<SimulationData> {
  const groups: Result[][] = [];
  for (const { gold, runs } of files) {
    const { runs: scored } = await evaluateFiles({ gold, runs: [...runs], metrics: [...METRICS, ...RATES] });
    groups.push(scored.map(({ result }) => result));
  }
  const populations = groups.flatMap((results) =>
    results.flatMap((a, i) => results.slice(i + 1).map((b) => populationOf(a, b))),
  );
  const poolsOf = (metrics: readonly string[]): ScorePool[] =>
    groups.flat().flatMap((result) =>
      metrics.map((metric) => ({
        name: `${result.name} ${metric}`,
        values: pairScores(metric, result, result).a,
      })),
    );
  return { source, populations, scores: poolsOf([METRICS[0]]), rates: poolsOf(RATES) };
}

const populationOf = (a: Result, b: Result): Population => ({
  name: `${a.name} and ${b.name}`,
  columns: new Map([...METRICS, YES_NO].map((metric) => [metric, pairScores(metric, a, b)])),
});
