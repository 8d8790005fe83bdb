import { describe, expect, it } from "vitest";
import { failed, type Score, scored, skipped, undefinedBecause } from "../../core/score.ts";
import { evaluate } from "../evaluate.ts";
import { ScoreColumns } from "./score-columns.ts";

const lost = failed({ code: "retriever-failed", what: "no answer", fix: "ask again" });
const noGrades = skipped("grades");
const noRanking = skipped("ranking");
const noRelevant = undefinedBecause("no-relevant");

function columnOf(...cells: Score[]): ScoreColumns {
  const columns = new ScoreColumns(1, cells.length);
  cells.forEach((cell, i) => {
    columns.set(0, i, cell);
  });
  return columns;
}

describe("a column is blocked", () => {
  it.each<[string, Score[], boolean]>([
    ["all failed", [lost, lost], true],
    ["no gold can tell", [noGrades, noGrades], true],
    ["some failed, the others cannot be told", [lost, noGrades], true],
    ["one failed, the run lacks the others", [noRanking, lost, noRanking], true],
    ["one gold cannot tell, the run lacks the others", [noRanking, noGrades], true],
    ["the run lacks all", [noRanking, noRanking], false],
    ["one has a value", [lost, scored(0), lost], false],
    ["one has a reason of its own", [lost, noRelevant, lost], false],
    ["there are none", [], false],
  ])("%s: %#", (_, cells, blocked) => {
    expect(columnOf(...cells).isBlocked(0, undefined)).toBe(blocked);
  });

  it("of some queries, whatever the others are", () => {
    const columns = columnOf(scored(1), lost, noRanking, noRelevant);
    expect(columns.isBlocked(0, [1, 2])).toBe(true);
    expect(columns.isBlocked(0, [0, 1])).toBe(false);
    expect(columns.isBlocked(0, [1, 3])).toBe(false);
    expect(columns.isBlocked(0, [2])).toBe(false);
  });
});

describe("most failed", () => {
  it.each<[string, Score[], boolean]>([
    ["half of those without a value", [lost, noGrades], true],
    ["fewer than half", [lost, noGrades, noRelevant], false],
    ["values do not count", [scored(1), scored(1), lost], true],
    ["none failed", [noGrades, scored(1)], false],
    ["none is without a value", [scored(1)], false],
  ])("%s", (_, cells, most) => {
    expect(columnOf(...cells).mostFailed(0, undefined)).toBe(most);
  });

  it("of some queries", () => {
    const columns = columnOf(lost, noGrades, noRelevant);
    expect(columns.mostFailed(0, [0, 1])).toBe(true);
    expect(columns.mostFailed(0, [1, 2])).toBe(false);
  });
});

describe("the common reason", () => {
  it.each<[string, Score[], string | undefined]>([
    ["the most common one", [undefinedBecause("tool-nan"), noRelevant, noRelevant], "no-relevant"],
    ["of two as common, the first", [undefinedBecause("tool-nan"), noRelevant], "tool-nan"],
    ["values have none", [scored(0), scored(0), noRelevant], "no-relevant"],
    ["most cannot be told", [noGrades, noGrades, noRelevant], undefined],
    ["there is none", [scored(1)], undefined],
  ])("%s", (_, cells, because) => {
    expect(columnOf(...cells).commonReason(0, undefined)).toBe(because);
  });
});

describe("a mean without a value says why", () => {
  const gold = { q1: ["a"], q2: ["a"], q3: [] as string[] };
  const error = new Error("no answer");
  it.each([
    ["all failed", { q1: error, q2: error, q3: error }, "failed"],
    // One query has a reason of its own, so that the column is not blocked: the cells decide.
    ["one has a reason of its own", { q1: error, q2: error, q3: ["a"] }, "failed"],
    ["one has a value", { q1: error, q2: ["a"], q3: error }, undefined],
  ])("%s", (_, run, because) => {
    const { mean, because: why } = evaluate({ gold, run, metrics: ["recall"] }).mean("recall");
    expect([why, mean]).toEqual([because, because === undefined ? 1 : undefined]);
  });

  it("in a slice too", () => {
    const tagged = { q1: { relevant: ["a"], tags: { x: "1" } }, q2: { relevant: ["a"], tags: { x: "2" } } };
    const slices = evaluate({ gold: tagged, run: { q1: error, q2: ["a"] }, metrics: ["rr"] }).slices("x");
    expect(slices.get("1")![0]).toMatchObject({ because: "failed" });
    expect(slices.get("2")![0]).toMatchObject({ mean: 1 });
  });
});

describe("a column is empty", () => {
  it.each<[string, Score[], boolean]>([
    ["nothing can be told", [noGrades, undefinedBecause("tool-absent")], true],
    ["one has a value", [noGrades, scored(0)], false],
    ["one has another reason", [noGrades, noRelevant], false],
  ])("%s", (_, cells, empty) => {
    expect(columnOf(...cells).isEmpty(0)).toBe(empty);
  });
});
