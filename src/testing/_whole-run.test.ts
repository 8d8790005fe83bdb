import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { GoldieError } from "../core/problem.ts";
import { evaluate } from "../evaluate/evaluate.ts";
import { baselineText } from "../evaluate/gate/baseline.ts";
import type { RankingInput } from "../evaluate/input/read-run.ts";
import { readResult } from "../evaluate/score/read-result.ts";
import "./vitest.ts";

const N = 30;
const ids = Array.from({ length: N }, (_, i) => `q${i}`);
const gold = Object.fromEntries(ids.map((id, i) => [id, [`d${i}`]]));
/** The first `bad` queries have their document at rank 4. */
const run = (bad: number): Record<string, RankingInput> =>
  Object.fromEntries(ids.map((id, i) => [id, i < bad ? ["x", "y", "z", `d${i}`] : [`d${i}`]]));

const folder = mkdtempSync(join(tmpdir(), "goldie-matchers-"));
afterAll(() => rmSync(folder, { recursive: true }));
const baseline = join(folder, "goldie.baseline.json");
writeFileSync(baseline, baselineText(evaluate({ gold, run: run(2), metrics: ["rr", "ndcg@3"] })));

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("it passed");
}

describe("toMeet", () => {
  test.each(["rr >= 0.75", "rr>0.74", " rr <= 0.75", "rr < 0.76", "ndcg@3 >= 0.6", "rr >= 0", "rr <= 1e0"])(
    "%s",
    (expectation) => {
      expect(run(10)).toMeet(expectation, { gold });
    },
  );
  test.each(["rr > 0.75", "rr >= 0.7500001", "rr < 0.75"])("not %s", (expectation) => {
    expect(run(10)).not.toMeet(expectation, { gold });
  });

  test("takes a result of evaluate, also one that was read from JSON", () => {
    const result = evaluate({ gold, run: run(10), metrics: ["rr", "ndcg@3"] });
    expect(result).toMeet("rr >= 0.75");
    expect(readResult(JSON.parse(JSON.stringify(result)))).toMeet("rr >= 0.75");
  });

  test("shows the mean, its interval and the worst queries with what they missed", () => {
    const result = evaluate({ gold, run: run(2), metrics: ["ndcg@3"], name: "bm25" });
    expect(messageOf(() => expect(result).toMeet("ndcg@3 >= 0.95"))).toBe(
      `ndcg@3 of bm25 should be >= 0.95, but is 0.933 (95 % CI 0.839 to 1.000, 30 queries)

worst queries, and what they missed in the top 3:
  q0  0.000
    missed d0: below k (rank 4)
  q1  0.000
    missed d1: below k (rank 4)
  q2  1.000
  q3  1.000
  q4  1.000`,
    );
    const read = readResult(JSON.parse(JSON.stringify(result)));
    expect(messageOf(() => expect(read).not.toMeet("ndcg@3 >= 0.9"))).toMatch(
      /^ndcg@3 of bm25 should not be >= 0.9, but is 0.933 .*\n\nworst queries:\n {2}q0 {2}0.000\n {2}q1 /,
    );
  });

  test("takes the rules of evaluate", () => {
    expect({ q1: ["D1"] }).toMeet("rr >= 1", { gold: { q1: ["d1"] }, match: { ids: "lower", on: "both" } });
    expect(run(0)).toMeet("recip_rank >= 1", { gold, as: "trec_eval", order: "given" });
  });

  test("counts the queries that have no score", () => {
    const some = { ...gold, q0: [], q1: [] };
    expect(messageOf(() => expect(run(9)).toMeet("rr >= 1", { gold: some }))).toContain(
      ", 28 of 30 queries)",
    );
  });

  const failed = { ...run(0), q3: new Error("timeout") };
  test.each([
    ["a failed query", () => expect(failed).toMeet("rr > 0.1", { gold }), "for 1 query (query q3: timeout)"],
    ["a failed query and .not", () => expect(failed).not.toMeet("rr > 1", { gold }), "for 1 query"],
    ["a run without gold", () => expect(run(0)).not.toMeet("rr > 1"), "toMeet has no gold"],
    [
      "a run of other queries",
      () => expect({ z: ["a"] }).not.toMeet("rr > 1", { gold }),
      "no hits for any query",
    ],
    ["empty gold", () => expect(run(0)).not.toMeet("rr > 1", { gold: {} }), "rr has no mean: no query has"],
    [
      "gold of groups",
      () => expect(run(0)).not.toMeet("rr > 1", { gold: { q1: [["a"]] } }),
      "rr has no mean: ",
    ],
    [
      "a promise",
      () => expect(Promise.resolve(run(0))).not.toMeet("rr > 1", { gold }),
      "the run is a promise",
    ],
    ["no run", () => expect(7).not.toMeet("rr > 1", { gold }), "toMeet: expect() was given 7"],
    ["an unknown metric", () => expect(run(0)).not.toMeet("ndgc@10 > 1", { gold }), "did you mean ndcg?"],
    [
      "a metric that the result lacks",
      () => expect(evaluate({ gold, run: run(0) })).not.toMeet("err@3 > 1"),
      "err@3",
    ],
    ["an equals sign", () => expect(run(0)).not.toMeet("rr = 1", { gold }), 'the expectation "rr = 1"'],
    [
      "two comparisons",
      () => expect(run(0)).not.toMeet("0 < rr < 1", { gold }),
      "cannot read the expectation",
    ],
    ["no number", () => expect(run(0)).not.toMeet("rr >= ", { gold }), "cannot read the expectation"],
    ["no metric", () => expect(run(0)).not.toMeet(">= 1", { gold }), "cannot read the expectation"],
    [
      "no expectation",
      () => expect(run(0)).not.toMeet(undefined as never, { gold }),
      "the expectation undefined",
    ],
    ["a limit above the range", () => expect(run(0)).toMeet("rr <= 80", { gold }), "is between 0 and 1"],
    ["a limit below the range", () => expect(run(0)).toMeet("rr >= -1", { gold }), "is between 0 and 1"],
    ["infinity", () => expect(run(0)).not.toMeet("rr > Infinity", { gold }), "cannot read the expectation"],
  ])("%s is an error", (_, check, words) => {
    expect(check).toThrow(words);
    expect(check).toThrow(GoldieError);
  });
});

describe("toRegress", () => {
  const rr = { metric: "rr", gold };

  test("passes with .not where nothing changed, and where no drop is real", () => {
    expect(run(2)).not.toRegress(baseline, rr);
    expect(run(3)).not.toRegress(baseline, rr);
    expect(run(0)).not.toRegress(baseline, rr);
    expect(run(2)).not.toRegress(pathToFileURL(baseline), { ...rr, margin: 0.05 });
    expect(messageOf(() => expect(run(2)).toRegress(baseline, rr))).toBe(
      `rr of run should be worse than ${baseline}\n0.950 → 0.950, 0.000: nothing changed in 30 queries`,
    );
  });

  test("shows a real drop, and the queries that got worse", () => {
    expect(run(15)).toRegress(baseline, rr);
    expect(messageOf(() => expect(run(15)).not.toRegress(baseline, { ...rr, name: "bm25" }))).toMatch(
      /^rr of bm25 should not be worse than .*goldie.baseline.json\n0.950 → 0.625, −0.325 \(95 % CI −0.466 to −0.184, p <0.001\): a real drop\n\ngot worse:\n {2}q10 {2}1.000 → 0.250\n {2}q11 {2}1.000 → 0.250\n {2}.*\n {2}.*\n {2}.*$/,
    );
    const message = messageOf(() => expect(run(15)).not.toRegress(baseline, { ...rr, metric: "ndcg@3" }));
    expect(message).toContain("in the top 3:\n  q10  1.000 → 0.000\n    missed d10: below k (rank 4)\n");
  });

  test("takes a result of evaluate, also one that was read from JSON", () => {
    const result = evaluate({ gold, run: run(15), metrics: ["ndcg@3", "rr"] });
    expect(result).toRegress(baseline, { metric: "rr" });
    expect(() =>
      expect(readResult(JSON.parse(JSON.stringify(result)))).not.toRegress(baseline, { metric: "rr" }),
    ).toThrow(/a real drop\n\ngot worse:\n {2}q10 /);
  });

  test("what a margin leaves undecided fails either way, unless that is allowed", () => {
    const margin = { ...rr, margin: 0.01 };
    expect(messageOf(() => expect(run(4)).not.toRegress(baseline, margin))).toMatch(
      /: undecided, a drop of up to .*, and the margin is 0\.01;.*\nallowUndecided: true accepts/,
    );
    expect(messageOf(() => expect(run(4)).toRegress(baseline, margin))).toContain(": undecided, ");
    expect(run(4)).not.toRegress(baseline, { ...margin, allowUndecided: true });
    expect(() => expect(run(15)).not.toRegress(baseline, { ...margin, allowUndecided: true })).toThrow(
      "a real drop beyond the margin",
    );
  });

  test("says that the gold changed", () => {
    const changed = { ...gold, q1: ["other"], q99: ["new"] };
    expect(
      messageOf(() => expect(run(15)).not.toRegress(baseline, { metric: "rr", gold: changed })),
    ).toContain(
      "\nThe gold changed since the baseline: 1 added, 1 edited; compared on the 29 queries that did not change.\n",
    );
  });

  const broken = join(folder, "broken.json");
  writeFileSync(broken, "{");
  const failed = { ...run(0), q3: new Error("timeout") };
  test.each([
    ["a failed query", () => expect(failed).not.toRegress(baseline, rr), "for 1 query (query q3: timeout)"],
    ["a run of other queries", () => expect({ z: ["a"] }).toRegress(baseline, rr), "no hits for any query"],
    ["no baseline", () => expect(run(0)).not.toRegress(join(folder, "none"), rr), "goldie bless GOLD RUN"],
    ["a broken baseline", () => expect(run(0)).not.toRegress(broken, rr), "the baseline is not valid JSON"],
    ["no metric", () => expect(run(0)).not.toRegress(baseline, { gold } as never), "metric is undefined"],
    ["no options", () => expect(run(0)).not.toRegress(baseline, undefined as never), "metric is undefined"],
    [
      "another metric",
      () => expect(run(0)).not.toRegress(baseline, { metric: "p@5", gold }),
      "baseline has no p@5",
    ],
    [
      "a run without gold",
      () => expect(run(0)).not.toRegress(baseline, { metric: "rr" }),
      "toRegress has no gold",
    ],
    ["other rules", () => expect(run(0)).not.toRegress(baseline, { ...rr, unit: "doc" }), "scored with unit"],
    ["a margin below 0", () => expect(run(0)).not.toRegress(baseline, { ...rr, margin: -1 }), "margin -1"],
    [
      "other gold",
      () => expect(run(0)).not.toRegress(baseline, { metric: "rr", gold: { q1: ["d1"], q2: ["d2"] } }),
      "only 2 of the baseline's 30 scored queries",
    ],
  ])("%s is an error", (_, check, words) => {
    expect(check).toThrow(words);
    expect(check).toThrow(GoldieError);
  });
});
