/** How live retrievers answered: columns beside their scores, and what stages lost. */
import type { LiveFacts } from "../evaluate/answers/facts.ts";
import type { Selection } from "../evaluate/select/selection.ts";
import { numberText } from "./_number-text.ts";
import type { Report } from "./model.ts";

/** Three figures are as many as a latency has; counts are whole. */
const msText = (ms: number): string => (ms >= 100 ? ms.toFixed(0) : ms >= 10 ? ms.toFixed(1) : ms.toFixed(2));

type LiveColumn = readonly [head: string, cell: (facts: LiveFacts) => string | undefined];

const COLUMNS: readonly LiveColumn[] = [
  ["answered", ({ answered }) => String(answered)],
  ["empty", ({ empty }) => String(empty)],
  ["failed", ({ failed }) => String(failed)],
  ["not asked", ({ unasked }) => (unasked === 0 ? undefined : String(unasked))],
  ["from cache", ({ cached }) => (cached === 0 ? undefined : String(cached))],
  ["unjudged@10", ({ unjudged }) => (unjudged === undefined ? undefined : numberText(unjudged))],
  ["p50 ms", ({ timing }) => timing && msText(timing.p50)],
  ["p95 ms", ({ timing }) => timing && msText(timing.p95)],
  ["queries/s", ({ timing }) => (timing?.throughput === undefined ? undefined : msText(timing.throughput))],
  ["cost/query", ({ cost }) => cost && numberText(cost.total / cost.queries)],
];

/** A head and a cell per run; columns that no run fills are left out. Empty where no run is live. */
export function liveColumns({ runs }: Report): readonly (readonly string[])[] {
  if (runs.every(({ live }) => live === undefined)) return [];
  return COLUMNS.flatMap(([head, cellOf]) => {
    const cells = runs.map(({ live }) => (live === undefined ? undefined : cellOf(live)));
    return cells.every((cell) => cell === undefined) ? [] : [[head, ...cells.map((cell) => cell ?? "–")]];
  });
}

export interface FunnelTable {
  readonly run: string;
  readonly rows: readonly (readonly string[])[];
  /** One sentence each. */
  readonly notes: readonly string[];
}

/** The stages of each run that reports them. */
export const funnelTables = ({ runs }: Report): readonly FunnelTable[] =>
  runs.flatMap(({ result: { name }, live }): FunnelTable[] => {
    const funnel = live?.funnel;
    if (funnel === undefined) return [];
    const { k, stages, ceiling, queries, wanted } = funnel;
    const head = ["stage", "hits", "recall", `recall@${k}`, "lost", `lost@${k}`, `gained@${k}`];
    const count = (n: number, source: boolean): string => (source ? "" : String(n));
    const rows = stages.map((one) => [
      one.queries === queries ? one.name : `${one.name} (${one.queries} of ${queries} queries)`,
      Number.isInteger(one.hits) ? String(one.hits) : one.hits.toFixed(1),
      numberText(one.recall),
      numberText(one.recallAtK),
      count(one.lost, one.source),
      count(one.lostAtK, one.source),
      count(one.gainedAtK, one.source),
    ]);
    const notes = [
      `${wanted} relevant in ${queries === 1 ? "one query" : `${queries} queries`}; a perfect reranker of ${ceiling.of.join(" and ")} would reach recall@${k} ${numberText(ceiling.recall)}`,
      ...(live!.whatIf ?? []).map(({ kind, stage, means }) => {
        const words = Object.entries(means).map(([metric, mean]) => `${metric} ${numberText(mean)}`);
        const what = kind === "perfect" ? "in the best possible order" : `without ${stage}`;
        return `${what}: ${words.join(", ")}`;
      }),
    ];
    return [{ run: name, rows: [head, ...rows], notes }];
  });

/** With those that are as good. */
export function bestText({ metric, best: { name, mean }, frontier }: Selection): string {
  const equals = frontier.filter(({ quality }) => quality === mean).map((one) => one.name);
  const score = numberText(mean);
  return equals.length < 2
    ? `best by ${metric}: ${name} (${score})`
    : `best by ${metric}: ${equals.join(", ")} (each ${score})`;
}

/** What AutoRAG's strategies choose, in one sentence; empty where they agree. */
export function strategiesText({ best, frontier, rules, slowestMs }: Selection): string {
  const { mean } = best;
  const equals = new Set(frontier.filter(({ quality }) => quality === mean).map(({ name }) => name));
  const chosen = Object.entries(rules);
  if (slowestMs === undefined && chosen.every(([, name]) => equals.has(name))) return "";
  const limit = slowestMs === undefined ? "" : ` among those that take at most ${slowestMs} ms on average`;
  return `AutoRAG's strategies${limit}: ${chosen.map(([rule, name]) => `${rule} chooses ${name}`).join(", ")}`;
}

/** Settings that no other beats, in one sentence; empty where latency and cost are not known. */
export function frontierText({ frontier, metric }: Selection): string {
  const axes = (["latency", "cost"] as const).filter((axis) =>
    frontier.every((one) => one[axis] !== undefined),
  );
  if (axes.length === 0) return "";
  const best = frontier.filter(({ beatenBy }) => beatenBy === undefined);
  const names = best.map(({ name, quality, latency, cost }) => {
    const figures = [
      numberText(quality),
      ...(latency === undefined || !axes.includes("latency") ? [] : [`${msText(latency)} ms`]),
      ...(cost === undefined || !axes.includes("cost") ? [] : [`cost ${numberText(cost)}`]),
    ];
    return `${name} (${figures.join(", ")})`;
  });
  const words = axes.map((axis) => (axis === "latency" ? "median latency" : axis));
  return `${metric} against ${words.join(" and ")}: no other setting beats ${names.join(", ")}`;
}
