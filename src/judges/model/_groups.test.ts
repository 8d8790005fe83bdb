import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PreparedCase } from "../../core/judgement-record.ts";
import { prepareCase } from "../prepare.ts";
import { estimateTokens } from "../spend/estimate.ts";
import { groupStatements, halves } from "./_groups.ts";
import { createTestCaller, follow, type Script } from "./_scripted.ts";
import { createModelJudge } from "./index.ts";

/** Chunks with so many statements each. */
const chunksOf = (...sizes: number[]): PreparedCase["chunks"] =>
  sizes.map((size, at) => ({
    at,
    statements: Array.from({ length: size }, (_, i) => ({
      id: `${at + 1}.${i + 1}`,
      text: `Statement number ${i}.`,
    })),
  }));
const ids = (groups: readonly (readonly (readonly [string, string])[])[]): string[] =>
  groups.map((group) => group.map(([id]) => id).join(" "));
const each = estimateTokens("1.1") + estimateTokens("Statement number 1.");

describe("statements in groups", () => {
  it("are together while they fit, and chunks stay whole", () => {
    const group = (tokens: number) =>
      ids(groupStatements(chunksOf(2, 2, 1), { groupTokens: tokens, perChunk: false }));
    expect(group(each * 5)).toEqual(["1.1 1.2 2.1 2.2 3.1"]);
    expect(group(each * 3)).toEqual(["1.1 1.2", "2.1 2.2 3.1"]);
    expect(group(each * 2)).toEqual(["1.1 1.2", "2.1 2.2", "3.1"]);
  });

  it("are cut inside a chunk that is too large by itself, and a statement is never lost", () => {
    const group = (tokens: number) =>
      ids(groupStatements(chunksOf(3, 1), { groupTokens: tokens, perChunk: false }));
    expect(group(each * 2)).toEqual(["1.1 1.2", "1.3 2.1"]);
    expect(group(1)).toEqual(["1.1", "1.2", "1.3", "2.1"]);
  });

  it("are those of one chunk each, if asked for", () => {
    const groups = groupStatements(chunksOf(2, 1), { groupTokens: 9999, perChunk: true });
    expect(ids(groups)).toEqual(["1.1 1.2", "2.1"]);
  });

  it("are halved between chunks if possible", () => {
    const [all] = groupStatements(chunksOf(1, 3, 1), { groupTokens: 9999, perChunk: false });
    expect(halves(all!)!.map((half) => half.length)).toEqual([1, 4]);
    const [one] = groupStatements(chunksOf(3), { groupTokens: 9999, perChunk: false });
    expect(ids(halves(one!)!)).toEqual(["1.1", "1.2 1.3"]);
    expect(halves(one!.slice(0, 1))).toBeUndefined();
  });
});

it("one call and several give the same, whatever the case, the verdicts and the size of a call", async () => {
  const verdict = (seed: number, a: string, b: string): number => {
    let h = seed;
    for (const c of a + b) h = (Math.imul(h, 31) + c.charCodeAt(0)) | 0;
    return Math.abs(h) % 5;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer(),
      fc.boolean(),
      async (chunks, groupTokens, seed, perChunk) => {
        const { prepared } = prepareCase({
          id: "q",
          question: "What do numbers do?",
          reference: "Number 1 sings. Number 2 sleeps. Number 3 waits.",
          response: "Number 4 sings.",
          contexts: chunks.map((numbers) => numbers.map((n) => `Number ${n} is here.`).join(" ")),
        });
        const script: Script = {
          claims: (reference) => ({ claims: reference.split(/(?<=\.) /), entities: ["Number 1"] }),
          level: (claim, statement) =>
            claim.startsWith("Number") && statement.startsWith("Number")
              ? (["full", "partial", "none", "none", "none"] as const)[verdict(seed, claim, statement)]!
              : "none",
          relevant: (text) => text.startsWith("Number") && verdict(seed, text, "") < 2,
        };
        const judgeWith = async (options: { groupTokens: number; perChunk: boolean }) => {
          const caller = createTestCaller(({ request, messages }) => follow(script, request, messages));
          const { cost: _, ...judged } = await createModelJudge({ caller, options }).judge(prepared!);
          return judged;
        };
        expect(await judgeWith({ groupTokens, perChunk })).toEqual(
          await judgeWith({ groupTokens: 1e6, perChunk: false }),
        );
      },
    ),
    { seed: 5, numRuns: 150 },
  );
});
