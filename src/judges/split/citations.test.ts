import { describe, expect, it } from "vitest";
import type { JudgementRecord } from "../../core/judgement-record.ts";
import { evaluate } from "../../evaluate/evaluate.ts";
import { judge } from "../judge.ts";
import { findEntities } from "../lexical/entities.ts";
import { withoutCitations } from "./citations.ts";
import { splitClaims } from "./claims.ts";
import { splitStatements } from "./statements.ts";

const CITATIONS = [
  "[1]",
  "[^2]",
  "[^note-3]",
  "[1, 2]",
  "[1,2,3]",
  "[1-3]",
  "[1–3, 7]",
  "[[4]]",
  "[1](https://example.org/a)",
  "[Source 2]",
  "[doc 3]",
  "[citation needed]",
  "【4:0†source】",
  "(Smith, 2020)",
  "(Smith et al., 2020)",
  "(Smith et al., 2020; Doe, 2019)",
  "(Smith & Doe, 2020b)",
  "(Smith, Doe and Roe 2020)",
  "(see Smith, 2020, p. 12)",
  "(van der Berg, 1999, pp. 3-7)",
];
const OPENERS = [
  "Yes,",
  "Yes.",
  "No,",
  "Additionally,",
  "Moreover,",
  "Furthermore,",
  "Furthermore",
  "Unfortunately,",
  "Unfortunately",
  "Consequently,",
  "In addition,",
  "Based on the provided context,",
  "Based on the context provided,",
  "According to the context,",
  "According to the retrieved documents,",
  "Yes, based on the given passages,",
  "The provided context states that",
];

const context = "Ada Lind built the mill in 1840. It burnt down in 1902.";
async function scoresOf(response: string, reference = response) {
  const cases = [{ id: "q1", question: "Who built the mill?", contexts: [context], response, reference }];
  const { judgements } = await judge({ cases });
  const result = evaluate({
    gold: { q1: {} },
    run: { q1: ["1"] },
    judgements: judgements as ReadonlyMap<string, JudgementRecord>,
    metrics: ["faithfulness", "context-recall", "context-entities-recall"],
  });
  return result.metrics.map((metric) => result.score("q1", metric));
}
const all = (value: number) => [1, 2, 3].map(() => ({ status: "scored", value }));

describe("citation markers say nothing", () => {
  it.each(CITATIONS)("Ada Lind built the mill in 1840 %s.", async (marker) => {
    for (const text of [
      `Ada Lind built the mill in 1840 ${marker}.`,
      `Ada Lind built the mill in 1840.${marker} It burnt down in 1902${marker}.`,
      `Ada Lind built ${marker} the mill in 1840. ${marker}`,
    ]) {
      expect(await scoresOf(text)).toEqual(all(1));
      expect(splitClaims(text).map((claim) => claim.text)[0]).toBe("Ada Lind built the mill in 1840.");
    }
  });

  it("in contexts neither, whose statements keep every character", () => {
    const text = "Ada built the mill.[1] It burnt down [2, 3]. [4]\n[5] Nobody knows why (Smith, 2020).";
    expect(splitStatements(text).map((one) => one.text)).toEqual([
      "Ada built the mill.[1]",
      "It burnt down [2, 3]. [4]",
      "[5] Nobody knows why (Smith, 2020).",
    ]);
  });

  it.each([
    "in [1840] the mill burnt",
    "the plan (Berlin 1961) failed",
    "the games (Tokyo 2020) began",
    "she left (May, 2020)",
    "he was born (Oslo, 12 May 1920)",
    "a [sic] mill",
    "the list [a, b]",
    "[text](https://example.org)",
    "12 (3) and 14",
  ])("leaves %s alone", (text) => {
    expect(withoutCitations(text)).toBe(text);
  });

  it("are found in one go, in hostile texts too", () => {
    for (const piece of ["[1,", "[", "(Smith, ", "(Smith et al., 2020; ", "【1†", "[^a", "(A & B, C & "]) {
      const text = piece.repeat(30_000);
      expect(withoutCitations(text)).toHaveLength(text.length);
    }
  });
});

describe("openers are neither names nor claims", () => {
  it.each(OPENERS)("%s Ada Lind built the mill in 1840.", async (opener) => {
    for (const rest of ["Ada Lind built the mill in 1840.", "the mill was built in 1840."]) {
      const text = `${opener} ${rest}`;
      const [claim, ...others] = splitClaims(text);
      expect(others).toEqual([]);
      expect(claim!.text.toLowerCase()).toBe(rest.toLowerCase());
      expect(await scoresOf(text)).toEqual(all(1));
    }
  });

  it("as names: only Ada Lind is one", () => {
    for (const opener of OPENERS.filter((one) => !one.includes(" "))) {
      const found = findEntities(`${opener} Ada Lind built the mill.`).map(({ text }) => text);
      expect(found, opener).toEqual(["Ada Lind"]);
    }
  });

  it("what only looks like one stays", () => {
    for (const text of [
      "No man is an island.",
      "Yes won the prize.",
      "Based on the novel, the film was a success.",
      "According to Smith, the mill burnt.",
      "Then Ada left.",
    ])
      expect(splitClaims(text).map((claim) => claim.text)).toEqual([text]);
  });
});

describe("a text without words", () => {
  it.each(["…", "---", "!!! ???", "👍", "[1]"])(
    "%s as reference and response is undefined, not 0",
    async (text) => {
      for (const score of await scoresOf(text)) expect(score.status).toBe("undefined");
    },
  );
});
