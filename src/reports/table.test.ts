import { describe, expect, test } from "vitest";
import type { Metric } from "../core/metric.ts";
import { type EvaluateOptions, evaluate } from "../evaluate/evaluate.ts";
import type { Result } from "../evaluate/score/result.ts";
import { unjudged } from "../metrics/unjudged.ts";
import { renderTable, summaryTable } from "./table.ts";

describe("renderTable", () => {
  test("aligns the first column left and the others right", () => {
    const rows = [
      ["run", "rr", "hits"],
      ["bm25", "0.5", "12"],
    ];
    expect(renderTable(rows)).toBe("run    rr  hits\nbm25  0.5    12");
  });

  test("aligns columns as asked; the last word holds for the columns that follow", () => {
    const rows = [
      ["a", "b", "c"],
      ["aa", "bb", "cc"],
    ];
    expect(renderTable(rows, { align: ["right", "left"] })).toBe(" a  b   c\naa  bb  cc");
    expect(renderTable(rows, { align: ["right"] })).toBe(" a   b   c\naa  bb  cc");
  });

  test("rows may be shorter, and no line ends with a space", () => {
    expect(renderTable([["a"], ["b", "c"], ["d", ""]])).toBe("a\nb  c\nd");
    expect(renderTable([])).toBe("");
  });

  test.each([
    ["Zürich", "Zürich"],
    ["an accent of its own", "Zu\u0308rich"],
    ["Greek", "Αθήνα"],
    ["wide", "東京"],
    ["emoji", "🐟"],
  ])("knows how wide letters are: %s", (_, name) => {
    const width = { Zürich: 6, "Zu\u0308rich": 6, Αθήνα: 5, 東京: 4, "🐟": 2 }[name]!;
    expect(
      renderTable([
        [name, "x"],
        ["1234567890", "x"],
      ]),
    ).toBe(`${name}${" ".repeat(10 - width)}  x\n1234567890  x`);
  });

  test("what a terminal would obey is shown instead", () => {
    const hostile = "a\u001b[31m\nb\u202ec";
    expect(renderTable([[hostile, "1"]])).toBe("a\\u001b[31m b\\u202ec  1");
  });
});

const gold = { q1: ["a"], q2: ["a", "b"], q3: [["a"], ["b"]], q4: [] } as const;
const result = (
  name: string,
  run: NonNullable<EvaluateOptions["run"]>,
  more: Partial<EvaluateOptions> = {},
): Result => evaluate({ gold, run, name, metrics: ["recall@5", "rr"], ...more });
const good = result("good", { q1: ["a"], q2: ["a", "b"], q3: ["a"], q4: ["a"] });
/** The last part: the counts. */
const countsOf = (results: readonly Result[]): string => summaryTable(results).split("\n\n").at(-1)!;
const poor = result("poor", { q1: ["x"], q2: ["x", "a"], q3: ["a"], q4: ["a"] });

describe("summaryTable", () => {
  test("a row per run, a column per metric, the best marked, the counts once", () => {
    expect(`\n${summaryTable([good, poor])}\n`).toBe(`
run                recall@5                     rr
good  1.000*                 1.000*
poor  0.250  [0.000, 1.000]  0.250  [0.000, 1.000]
* best in its column
[low, high]: 95 % confidence interval

queries  scored  undefined  skipped
      4       2          1        1
undefined:  no relevant documents in the gold
skipped:    the gold has no single documents or grades
`);
  });

  test("one run has no best", () => {
    expect(summaryTable([good])).not.toContain("*");
  });

  test("equal means have no best, and others are not shown as equal", () => {
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`q${i}`, ["a"]]));
    const one = evaluate({ gold: many, run: many, metrics: "rr" });
    const other = evaluate({ gold: many, run: { ...many, q0: ["x", "a"] }, metrics: "rr" });
    expect(other.mean("rr").mean).toBeLessThan(one.mean("rr").mean!);
    expect(summaryTable([one, one])).not.toContain("*");
    expect(summaryTable([one, other])).toMatch(/^run +1\.0000\*\nrun +0\.9998 +\[0\.9995, 1\.0000\]$/m);
    expect(summaryTable([one, other], { digits: 5 })).toMatch(
      /^run +1\.00000\*\nrun +0\.99983 +\[0\.99951, 1\.00000\]$/m,
    );
  });

  test("where less is better, less is the best", () => {
    const metrics = ["unjudged@5"];
    const table = summaryTable([
      result("few", { q1: ["a"], q2: ["a"] }, { metrics }),
      result("many", { q1: ["x"], q2: ["x"] }, { metrics }),
    ]);
    expect(table).toMatch(/^few +0\.000\*$/m);
    expect(table).toMatch(/^many +[0-9.]+$/m);
  });

  test("a metric of one's own says which way is better", () => {
    const own = { ...unjudged, id: "strangers", aliases: [] } as Metric;
    const results = [
      result("few", { q1: ["a"], q2: ["a"] }, { metrics: [own] }),
      result("many", { q1: ["x"], q2: ["x"] }, { metrics: [own] }),
    ];
    expect(summaryTable(results)).toMatch(/^few +0\.000\*$/m);
  });

  test("means over different queries have no best, and that is said", () => {
    const broken = result("broken", { q1: new Error("no answer"), q2: ["a", "b"], q3: [], q4: [] });
    const table = summaryTable([poor, broken]);
    expect(table).not.toContain("*");
    expect(table).toContain("rr has no best: the runs were not scored on equally many queries");
  });

  test("all four states, missing and unknown are reported, by run where they differ", () => {
    const broken = result("broken", { q1: new Error("timed\nout"), q4: ["a"], q9: ["a"] });
    expect(`\n${countsOf([poor, broken])}\n`).toBe(`
queries  scored  undefined  skipped  failed  missing  unknown
      4       2          1        1       0        0        0  poor: recall@5, rr
      4       1          1        1       1        1        1  broken: recall@5, rr
undefined:  no relevant documents in the gold
skipped:    the gold has no single documents or grades
failed:     query q1: timed out
missing:    in the gold but not in the run; scored as an empty list and included in scored
unknown:    in the run but not in the gold; ignored
`);
  });

  test("by metric where they differ, without naming the runs that agree", () => {
    const metrics = ["recall@5", "rr", "group-recall@5"];
    const both = [good, poor].map(({ name }) => result(name, { q1: ["a"], q3: ["a"] }, { metrics }));
    expect(countsOf(both).split("\n").slice(1, 3)).toEqual([
      "      4       2          1        1        1  recall@5, rr",
      "      4       1          1        2        0  group-recall@5",
    ]);
  });

  test("the names of many metrics go over several lines", () => {
    const metrics = ["recall@1,2,3,4,5,6,7,8,9", "group-recall@5"];
    const lines = countsOf([result("good", { q1: ["a"], q2: ["a"] }, { metrics })]).split("\n");
    expect(lines[1]).toMatch(/\d {2}recall@1, recall@2, .*,$/);
    expect(lines[2]).toMatch(/^ +recall@\d/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  test("where queries have different reasons, that of most is said", () => {
    const none = { status: "undefined", because: "no-relevant" } as const;
    const rare = evaluate({
      gold: { q1: [], q2: ["a"], q3: ["b"] },
      run: { q1: [], q2: ["a"], q3: ["b"] },
      name: "lists",
      metrics: ["group-recall@5"],
    });
    expect(rare.score("q1", "group-recall@5")).toEqual(none);
    expect(rare.mean("group-recall@5").because).toBe("nothing-to-judge");
    expect(summaryTable([rare])).toContain("– group-recall@5 of lists: no mean: the gold has no groups");
    const common = evaluate({
      gold: { q1: ["b"], q2: [], q3: [] },
      run: { q1: ["b"], q2: ["a"], q3: ["b"] },
      metrics: ["group-recall@5"],
    });
    expect(common.mean("group-recall@5").because).toBe("no-relevant");
  });

  test("no mean is a dash, and why is said below", () => {
    const nothing = evaluate({ gold: { q1: [] }, run: { q1: ["a"] }, metrics: ["rr"], name: "nothing" });
    const table = summaryTable([nothing, good]);
    expect(table).toMatch(/^nothing +– +–$/m);
    expect(table).toContain("– rr of nothing: no mean: no relevant documents in the gold");
    expect(table).toContain("– recall@5 of nothing: it was not computed");
  });

  test("columns that do not fit go below", () => {
    const metrics = "recall@1,2,3,4,5";
    const table = summaryTable([result("good", { q1: ["a"] }, { metrics })], { width: 40 });
    const heads = table.split("\n").filter((line) => line.startsWith("run"));
    expect(heads.map((line) => line.split(/ +/).length - 1)).toEqual([2, 2, 1]);
    expect(Math.max(...heads.map((line) => line.length))).toBeLessThanOrEqual(40);
  });

  test("many ways to fail are not all told", () => {
    const run = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`q${i}`, new Error("no answer")]));
    const all = evaluate({
      gold: Object.fromEntries(Object.keys(run).map((q) => [q, ["a"]])),
      run,
      metrics: "rr",
    });
    expect(countsOf([all])).toMatch(/; and 6 other reasons$/);
  });

  test("two runs of one name stay two", () => {
    const table = summaryTable([good, result("good", { q1: ["a"] })]);
    expect(table.match(/ good: recall@5, rr$/gm)).toHaveLength(2);
  });
});
