import { describe, expect, it } from "vitest";
import type { Judged } from "../../core/judgement-record.ts";
import { prepareCase } from "../prepare.ts";
import { createLexicalJudge, type LexicalOptions } from "./index.ts";

const { prepared } = prepareCase({
  id: "q7",
  question: "Where do cats sleep?",
  reference: "Felines rest indoors.",
  response: "They nap inside.",
  contexts: ["Kittens doze in the house. Dogs bark.", "Rain falls."],
});
const judged = async (options: LexicalOptions): Promise<Judged> =>
  createLexicalJudge(options).judge(prepared!);

const same = (claim: string, statement: string): number =>
  /Kittens/.test(statement) ? (claim.startsWith("Felines") ? 0.9 : 0.4) : 0.1;

describe("a scorer of the user", () => {
  it("takes the place of shared words", async () => {
    const { claims, responseClaims, relevant } = await judged({ score: same });
    expect(claims![0]!.support).toEqual([{ chunk: 0, level: "full", by: ["1.1"] }]);
    expect(responseClaims![0]!.support).toEqual([{ chunk: 0, level: "partial", by: ["1.1"] }]);
    expect(relevant).toEqual(["1.1"]);
    expect((await judged({})).claims![0]!.support).toEqual([]);
  });
  it("may be asynchronous", async () =>
    expect(await judged({ score: async (a, b) => same(a, b) })).toEqual(await judged({ score: same })));
  it("is asked for every claim and statement, once", async () => {
    const asked: string[] = [];
    await judged({ score: (a, b) => Math.min(0, asked.push(`${a}|${b}`)) });
    expect(asked.length).toBe(6);
    expect(new Set(asked).size).toBe(6);
  });
  it("has thresholds of its own", async () => {
    expect((await judged({ score: same, thresholds: { full: 0.95 } })).claims![0]!.support[0]!.level).toBe(
      "partial",
    );
    expect(createLexicalJudge({ score: same, thresholds: { full: 0.95 } }).by.settings).toMatchObject({
      score: "function",
      full: 0.95,
    });
  });
  it.each([Number.NaN, -0.1, 1.2, "1" as unknown as number])("that gives %s is reported", async (value) =>
    expect(judged({ score: () => value })).rejects.toMatchObject({
      problem: { code: "bad-cell-score", at: { query: "q7" } },
    }),
  );
  it("stops when the run is cancelled", async () => {
    const stop = new AbortController();
    let asked = 0;
    const judge = createLexicalJudge({
      score: () => {
        asked++;
        stop.abort();
        return 1;
      },
    });
    await expect(judge.judge(prepared!, stop.signal)).rejects.toThrow();
    expect(asked).toBe(1);
  });
});

it.each([{ full: 1.5 }, { partial: Number.NaN }, { full: 0.3, partial: 0.4 }])(
  "thresholds %j are refused",
  (thresholds) =>
    expect(() => createLexicalJudge({ thresholds })).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ code: "bad-threshold" }) }),
    ),
);
