import { expect, test } from "vitest";
import type { NamedMean, RunsView, StoredRunView } from "./data.ts";
import { trendsOf } from "./trends.ts";

const counts = { scored: 10, undefined: 0, skipped: 0, failed: 0, missing: 0, unknown: 0 };
const mean = (value: number | null, rules = "r", metric = "rr"): NamedMean => ({
  metric,
  mean: value,
  counts,
  direction: "higher",
  rules,
});
interface Made {
  readonly gold?: string;
  readonly file?: string;
  readonly means?: readonly NamedMean[];
  readonly name?: string;
}
/** Newest first, as the store lists them. */
const made = (...runs: Made[]): StoredRunView[] =>
  runs
    .map(({ gold = "g", file = "f", means = [mean(0.5)], name = "bm25" }, i) => ({
      id: `run${i}`,
      created: `2026-05-0${i + 1}T00:00:00.000Z`,
      commit: `c${i}`,
      state: "complete" as const,
      gold: { hash: file, queries: 10, partial: false },
      retrievers: [{ ref: `run${i}/${name}`, name, queries: 10, gold, means }],
    }))
    .reverse();
const breaksOf = (runs: StoredRunView[], more: Partial<RunsView> = {}) =>
  trendsOf({ runs, files: [], problems: [], ...more })[0]!.series[0]!.points.map((point) => point.break);

test("points are oldest first, with run, time and commit", () => {
  const [trend] = trendsOf({ runs: made({}, {}), files: [], problems: [] });
  expect(
    trend!.series[0]!.points.map(({ run, created, commit, ref }) => [run, created.slice(0, 10), commit, ref]),
  ).toEqual([
    ["run0", "2026-05-01", "c0", "run0/bm25"],
    ["run1", "2026-05-02", "c1", "run1/bm25"],
  ]);
});

test("no line between edited gold, other queries of the same gold, other rules, or where a mean is missing", () => {
  expect(breaksOf(made({}, {}))).toEqual([undefined, undefined]);
  expect(breaksOf(made({}, { gold: "h", file: "other" }))).toEqual([undefined, "gold"]);
  expect(breaksOf(made({}, { gold: "h" }))).toEqual([undefined, "queries"]);
  // Another file that says the same.
  expect(breaksOf(made({}, { file: "other" }))).toEqual([undefined, undefined]);
  expect(breaksOf(made({}, { means: [mean(0.4, "s")] }))).toEqual([undefined, "rules"]);
  expect(breaksOf(made({}, { means: [mean(null)] }, {}))).toEqual([undefined, "mean", "mean"]);
});

test("a retriever that was left out for a while is one series, and every metric has its own", () => {
  const trends = trendsOf({
    runs: made({}, { name: "dense" }, { means: [mean(0.5), mean(0.1, "r", "ndcg@10")] }),
    files: [],
    problems: [],
  });
  expect(
    trends.map(({ metric, series }) => [metric, series.map((one) => [one.retriever, one.points.length])]),
  ).toEqual([
    [
      "rr",
      [
        ["bm25", 2],
        ["dense", 1],
      ],
    ],
    ["ndcg@10", [["bm25", 1]]],
  ]);
});

test("the baseline is a line only beside points of its gold and rules", () => {
  const of = (gold: string, blessed: NamedMean) =>
    trendsOf({
      runs: made({}, { gold: "h" }),
      files: [],
      problems: [],
      baseline: { name: "main", gold, means: [blessed] },
    })[0]!;
  const trend = of("g", mean(0.6));
  expect(trend.baseline).toEqual({ name: "main", mean: mean(0.6) });
  expect(trend.series[0]!.points.map((point) => point.likeBaseline)).toEqual([true, undefined]);
  expect(of("other", mean(0.6)).baseline).toBeUndefined();
  expect(of("g", mean(0.6, "s")).baseline).toBeUndefined();
  expect(of("g", mean(null)).baseline).toBeUndefined();
});

test("runs without a time or scores have no point", () => {
  const runs = made({ means: [] });
  expect(
    trendsOf({ runs: [...runs, { id: "x", state: "damaged", retrievers: [] }], files: [], problems: [] }),
  ).toEqual([]);
});
