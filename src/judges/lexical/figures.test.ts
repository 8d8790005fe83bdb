import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { hasData, readClapnq, readWice } from "../../../scripts/_judge/data.ts";
import { auc, balancedAccuracy } from "../../../scripts/_judge/figures.ts";
import { taskThresholds } from "../../../scripts/_judge/report.ts";
import {
  clapnqRelevance,
  clapnqSupport,
  groupsOf,
  wiceEvidence,
  wiceSupport,
} from "../../../scripts/_judge/tasks.ts";
import type { Judged } from "../../core/judgement-record.ts";
import { prepareCase } from "../prepare.ts";
import { tuned } from "./_thresholds.ts";
import { createLexicalJudge } from "./index.ts";

// The parts that are reported, never those that it was tuned on. `npm run judge:bench` prints the figures.
const folder = fileURLToPath(new URL("../../../../shared/data/judge/", import.meta.url));
const missing = !hasData(folder);

describe.skipIf(missing)("figures on the sets of ../shared/data/judge (skipped without them)", () => {
  it("clapnq: an answer's sentence in its passage, in another one, and where what it says was cut out", () => {
    const { other, removed } = clapnqSupport(readClapnq(folder, "report"));
    expect(balancedAccuracy(groupsOf(other), tuned.full)).toBeGreaterThanOrEqual(0.99);
    expect(balancedAccuracy(groupsOf(removed), tuned.full)).toBeGreaterThanOrEqual(0.972);
    const alone = taskThresholds(folder);
    expect(balancedAccuracy(groupsOf(other), alone.other)).toBeGreaterThanOrEqual(0.995);
    expect(balancedAccuracy(groupsOf(removed), alone.removed)).toBeGreaterThanOrEqual(0.98);
  });
  it("wice: a claim that a whole page supports, and the sentences that do", () => {
    const claims = readWice(folder, "test");
    const groups = groupsOf(wiceSupport(claims));
    expect(balancedAccuracy(groups, tuned.full)).toBeGreaterThanOrEqual(0.7);
    expect(auc(groups)).toBeGreaterThanOrEqual(0.78);
    const { pooled, first } = wiceEvidence(claims);
    expect(pooled).toBeGreaterThanOrEqual(0.91);
    expect(first).toBeGreaterThanOrEqual(0.81);
  });
  it("clapnq: the statements that an answer was written from", () => {
    const questions = readClapnq(folder, "report");
    expect(auc(clapnqRelevance(questions, "reference"))).toBeGreaterThanOrEqual(0.95);
    expect(auc(clapnqRelevance(questions, "question"))).toBeGreaterThanOrEqual(0.654);
  });
});

interface Example {
  readonly id: string;
  readonly question: string;
  readonly reference?: string;
  readonly contexts: readonly string[];
}
describe.skipIf(missing)(
  "the guide's own examples in ../shared/data/judge/guide (skipped without them)",
  () => {
    const judged = (id: string): Judged => {
      const all = JSON.parse(readFileSync(join(folder, "guide/examples.json"), "utf8")) as Example[];
      const { prepared } = prepareCase(all.find((one) => one.id === id)!);
      return createLexicalJudge().judge(prepared!) as Judged;
    };
    const supporting = ({ claims = [] }: Judged) =>
      claims.map((c) => c.support.filter((s) => s.level === "full").map((s) => s.chunk));

    it("precision: verdicts 1, 0, 0", () =>
      expect(new Set(supporting(judged("desert")).flat())).toEqual(new Set([0])));
    it("recall: three of four", () =>
      expect(supporting(judged("deforestation"))).toEqual([[0], [1], [1], []]));
    it("entities: two of three", () =>
      expect(judged("brasilia").entities).toEqual([
        { text: "Brazil", chunks: [0] },
        { text: "Brasília", chunks: [0] },
        { text: "April 21, 1960", chunks: [] },
      ]));
    it("relevancy: two of three", () => expect(judged("green-tea").relevant).toEqual(["1.1", "3.1"]));
  },
);
