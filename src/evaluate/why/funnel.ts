/** Where relevant documents got lost between the stages of a retriever. */
import { ProblemLog } from "../../core/problem-log.ts";
import { readGold } from "../input/read-gold.ts";
import { Planner } from "../plan/plan.ts";
import { type ItemRanks, itemKey, type StageRanks, stageRanks } from "./_stages.ts";
import type { AnswerLook } from "./answer-misses.ts";
import { MissFinder } from "./missed.ts";

/** One stage: its list against what it was made from. Things to find are documents, groups, passages or spans. */
export interface FunnelStage {
  readonly name: string;
  /** It brings documents of its own; other stages work on what the stages before them found. */
  readonly source: boolean;
  /** Queries whose answers have it; a stage may be skipped for some. Its figures are of these alone. */
  readonly queries: number;
  /** Mean length of its lists. */
  readonly hits: number;
  /** Things to find that are anywhere in its lists, and among their first k hits. */
  readonly found: number;
  readonly foundAtK: number;
  /** Mean share of the things to find, over its queries. */
  readonly recall: number;
  readonly recallAtK: number;
  /** In what it was made from, but not in its list; 0 for a source. */
  readonly lost: number;
  /** Among the first k of the list before, but not here; the other way round. A source has neither. */
  readonly lostAtK: number;
  readonly gainedAtK: number;
}

export interface Funnel {
  readonly k: number;
  /** Queries with stages and something to find. */
  readonly queries: number;
  readonly wanted: number;
  readonly stages: readonly FunnelStage[];
  /** What a perfect reranker would find in its first k, if it were given what the last stage was given. */
  readonly ceiling: {
    /** The stages that the last one works on. */
    readonly of: readonly string[];
    readonly found: number;
    readonly recall: number;
  };
}

interface StageSums {
  source: number;
  lists: number;
  hits: number;
  found: number;
  foundAtK: number;
  recall: number;
  recallAtK: number;
  lost: number;
  lostAtK: number;
  gainedAtK: number;
}

/** Undefined where no answer has stages, or nothing is to be found. */
export function funnelOf({ gold, asked, answers, k }: AnswerLook): Funnel | undefined {
  const staged = [...answers].flatMap(([query, answer]) =>
    answer.status === "answered" && answer.stages !== undefined && answer.stages.length > 0
      ? [{ query, stages: answer.stages }]
      : [],
  );
  if (staged.length === 0) return undefined;
  const { join } = new Planner(asked).plans()[0]!;
  const finder = new MissFinder(join);
  const log = new ProblemLog();
  const cases = staged.flatMap(({ query, stages }) => {
    const read = readGold(query, gold.get(query)!, log);
    const items = finder.items({ gold: read, hits: [] }).map(itemKey);
    return items.length === 0 ? [] : [{ items, ways: stageRanks(finder, query, read, stages, join) }];
  });
  if (cases.length === 0) return undefined;
  const sources = sourceNames(cases.map(({ ways }) => ways));
  const sums = new Map<string, StageSums>();
  const of = new Set<string>();
  let [wanted, found, recall] = [0, 0, 0];
  for (const { items, ways } of cases) {
    wanted += items.length;
    ways.forEach((way, i) => {
      addStage(sums, way, inputsOf(ways, i, sources), items.length, k, sources.has(way.name));
    });
    const last = inputsOf(ways, ways.length - 1, sources);
    const inputs = last.length === 0 ? [ways.at(-1)!] : last;
    for (const { name } of inputs) of.add(name);
    const best = Math.min(k, union(inputs).size);
    found += best;
    recall += best / items.length;
  }
  const queries = cases.length;
  return {
    k,
    queries,
    wanted,
    stages: [...sums].map(([name, sum]) => ({
      name,
      source: sum.source > 0,
      queries: sum.lists,
      hits: sum.hits / sum.lists,
      found: sum.found,
      foundAtK: sum.foundAtK,
      recall: sum.recall / sum.lists,
      recallAtK: sum.recallAtK / sum.lists,
      lost: sum.lost,
      lostAtK: sum.lostAtK,
      gainedAtK: sum.gainedAtK,
    })),
    ceiling: { of: [...of], found, recall: recall / queries },
  };
}

/** A stage is a source if it brings documents of its own for more than half of the queries. */
function sourceNames(all: readonly (readonly StageRanks[])[]): ReadonlySet<string> {
  const seen = new Map<string, { source: number; all: number }>();
  for (const ways of all)
    for (const { name, source } of ways) {
      const count = seen.get(name) ?? { source: 0, all: 0 };
      seen.set(name, { source: count.source + (source ? 1 : 0), all: count.all + 1 });
    }
  return new Set([...seen].flatMap(([name, { source, all }]) => (2 * source > all ? [name] : [])));
}

/** What a stage works on: the list before it, or all before it where it holds documents of several. Nothing for a source. */
function inputsOf(
  ways: readonly StageRanks[],
  i: number,
  sources: ReadonlySet<string>,
): readonly StageRanks[] {
  const before = ways.slice(0, i);
  const { name, hits } = ways[i]!;
  if (before.length === 0 || sources.has(name)) return [];
  const previous = before.at(-1)!;
  const ids = new Set(previous.hits.map(({ id, text }) => id ?? text));
  return hits.every(({ id, text }) => ids.has(id ?? text)) && !isOneOfMany(before, sources)
    ? [previous]
    : before;
}

/** The list before is one of several sources, which this stage puts together even where it keeps only one's hits. */
const isOneOfMany = (before: readonly StageRanks[], sources: ReadonlySet<string>): boolean =>
  before.length > 1 && sources.has(before.at(-1)!.name);

const union = (stages: readonly StageRanks[]): ReadonlySet<string> =>
  new Set(stages.flatMap(({ ranks }) => [...ranks.keys()]));

const within = (ranks: ItemRanks, k: number): string[] =>
  [...ranks].flatMap(([key, rank]) => (rank <= k ? [key] : []));

function addStage(
  sums: Map<string, StageSums>,
  { name, hits, ranks }: StageRanks,
  inputs: readonly StageRanks[],
  wanted: number,
  k: number,
  source: boolean,
): void {
  const sum = sums.get(name) ?? {
    source: 0,
    lists: 0,
    hits: 0,
    found: 0,
    foundAtK: 0,
    recall: 0,
    recallAtK: 0,
    lost: 0,
    lostAtK: 0,
    gainedAtK: 0,
  };
  sums.set(name, sum);
  if (source || inputs.length === 0) sum.source = 1;
  const atK = within(ranks, k);
  sum.lists++;
  sum.hits += hits.length;
  sum.found += ranks.size;
  sum.foundAtK += atK.length;
  sum.recall += ranks.size / wanted;
  sum.recallAtK += atK.length / wanted;
  if (inputs.length === 0) return;
  const own = new Set(atK);
  const before = new Set(inputs.flatMap((input) => within(input.ranks, k)));
  sum.lost += [...union(inputs)].filter((key) => !ranks.has(key)).length;
  sum.lostAtK += [...before].filter((key) => !own.has(key)).length;
  sum.gainedAtK += atK.filter((key) => !before.has(key)).length;
}
