import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { claimSets } from "../../../scripts/_judge/claim-sets.ts";
import { hasData, readClapnq, readWice, readWikigold, readWnut } from "../../../scripts/_judge/data.ts";
import { countMentions, f1 } from "../../../scripts/_judge/entities.ts";
import { auc } from "../../../scripts/_judge/figures.ts";
import { judgeFigures } from "../../../scripts/_judge/report.ts";
import { clapnqRelevance, wiceEvidence } from "../../../scripts/_judge/tasks.ts";
import { commonThreshold } from "../../../scripts/_judge/thresholds.ts";
import type { Judged } from "../../core/judgement-record.ts";
import { prepareCase } from "../prepare.ts";
import { tuned } from "./_thresholds.ts";
import { createLexicalJudge } from "./index.ts";

// The parts that are reported, never those that it was tuned on. `npm run judge:bench` prints the figures.
const folder = fileURLToPath(new URL("../../../../shared/data/judge/", import.meta.url));
const missing = !hasData(folder);

describe.skipIf(missing)("figures on the sets of ../shared/data/judge (skipped without them)", () => {
  const figures = missing ? undefined : judgeFigures(folder);
  const claims = (id: string) => figures!.claims.find((one) => one.id === id)!;

  it("clapnq: an answer's sentence in its passage, in another one, and where what it says was cut out", () => {
    expect(claims("clapnq-other").reached).toBeGreaterThanOrEqual(0.99);
    expect(claims("clapnq-removed").reached).toBeGreaterThanOrEqual(0.975);
  });
  it("wice: a claim that a whole page supports, also with wice left out of the tuning", () => {
    const { reached, auc: area, leftOut } = claims("wice");
    expect(reached).toBeGreaterThanOrEqual(0.74);
    expect(area).toBeGreaterThanOrEqual(0.81);
    expect(leftOut).toBeGreaterThanOrEqual(0.72);
  });
  it("better than both baselines on the sets of claims, on the project's own cases by 0.05", () => {
    for (const { id, reached, overlap, edit } of figures!.claims) {
      const better = Math.max(overlap.reached, edit.reached);
      expect(reached, id).toBeGreaterThan(id === "own" ? better + 0.05 : better);
    }
  });
  it("the threshold of the package is the one that the tuning parts give", () => {
    expect(commonThreshold(claimSets(folder, "tune"), "judge").threshold).toBe(tuned.full);
  });
  it("wice: the sentences that support a claim", () => {
    const { pooled, first } = wiceEvidence(readWice(folder, "test"));
    expect(pooled).toBeGreaterThanOrEqual(0.91);
    expect(first).toBeGreaterThanOrEqual(0.81);
  });
  it("clapnq: the statements that an answer was written from", () => {
    const questions = readClapnq(folder, "report");
    expect(auc(clapnqRelevance(questions, "reference"))).toBeGreaterThanOrEqual(0.95);
    expect(auc(clapnqRelevance(questions, "question"))).toBeGreaterThanOrEqual(0.654);
  });
  it("names: wikigold and wnut17", () => {
    expect(f1(countMentions(readWikigold(folder, "report")))).toBeGreaterThanOrEqual(0.84);
    expect(f1(countMentions(readWnut(folder)))).toBeGreaterThanOrEqual(0.55);
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
