import { describe, expect, it } from "vitest";
import type { Judged } from "../../core/judgement-record.ts";
import { judge } from "../judge.ts";
import type { ScorePairs, TextPair } from "../pairs/pair-types.ts";
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

const one = ({ claim, text }: TextPair): number =>
  /Kittens/.test(text) ? (claim.startsWith("Felines") ? 0.9 : 0.4) : 0.1;
const same: ScorePairs = (pairs) => pairs.map((pair) => ({ support: one(pair), by: [0] }));

describe("a scorer of the user", () => {
  it("takes the place of shared words", async () => {
    const { claims, responseClaims, relevant } = await judged({ score: same });
    expect(claims![0]!.support).toEqual([{ chunk: 0, level: "full", by: ["1.1"] }]);
    expect(claims![0]).toMatchObject({ confidence: 0.9, confidences: [0.9, 0.1] });
    expect(responseClaims![0]!.support).toEqual([{ chunk: 0, level: "partial", by: ["1.1"] }]);
    expect(relevant).toEqual(["1.1"]);
    expect((await judged({})).claims![0]!.support).toEqual([]);
  });
  it("may be asynchronous", async () =>
    expect(await judged({ score: async (pairs, signal) => same(pairs, signal) })).toEqual(
      await judged({ score: same }),
    ));
  it("gets batches, and each pair of a claim and a context once", async () => {
    const batches: string[][] = [];
    await judged({
      score: (pairs) => {
        batches.push(pairs.map(({ claim, text }) => `${claim}|${text}`));
        return pairs.map(() => 0);
      },
    });
    expect(batches.map((batch) => batch.length)).toEqual([4]);
    expect(new Set(batches.flat()).size).toBe(4);
  });
  it("is asked about 40 pairs at most for 4 claims and 10 contexts, and about none that words settle", async () => {
    const nouns = ["cats", "ships", "songs", "tides"];
    const verbs = ["nap", "rust", "fade", "turn", "vanish", "return", "linger", "shine", "matter", "change"];
    const reference = nouns.map((noun) => `Most ${noun} seem rather calm.`).join(" ");
    const contexts = verbs.map((verb) => `Some of the ${nouns.join(", ")} ${verb}.`);
    const asked: string[] = [];
    const score: ScorePairs = (pairs) =>
      pairs.map(({ claim, text }) => Math.min(0, asked.push(`${claim}|${text}`)));
    const of = (texts: readonly string[]) =>
      prepareCase({ id: "q1", question: "What is calm?", reference, contexts: texts }).prepared!;
    await createLexicalJudge({ score }).judge(of(contexts));
    expect([asked.length, new Set(asked).size]).toEqual([40, 40]);
    asked.length = 0;
    const [first] = reference.split(/(?<=\.) /);
    const verbatim = await createLexicalJudge({ score }).judge(of([first!, ...contexts.slice(1)]));
    expect(asked.length).toBe(39);
    expect(verbatim.claims!.map(({ support }) => support.map(({ level }) => level))).toEqual([
      ["full"],
      [],
      [],
      [],
    ]);
  });
  it("has thresholds of its own", async () => {
    expect((await judged({ score: same, thresholds: { full: 0.95 } })).claims![0]!.support[0]!.level).toBe(
      "partial",
    );
    const { by } = createLexicalJudge({ score: same, thresholds: { full: 0.95, relevant: 0.7 } });
    expect(by).toMatchObject({ name: "lexical+function", settings: { full: 0.95, relevant: 0.7 } });
  });
  it("is named in the record, by its name or a hash of its source", () => {
    const by = (options: LexicalOptions) => createLexicalJudge(options).by;
    expect(by({ score: same, name: "my-nli" })).toMatchObject({
      name: "lexical+my-nli",
      settings: { score: "my-nli" },
    });
    const other: ScorePairs = (pairs) => pairs.map(() => 0.3);
    expect(by({ score: same })).toEqual(by({ score: same }));
    expect(by({ score: other })).not.toEqual(by({ score: same }));
    expect(by({ score: same, name: "a" })).not.toEqual(by({ score: same, name: "b" }));
    expect(by({})).toMatchObject({ name: "lexical", settings: { score: "words" } });
  });
  it.each([Number.NaN, -0.1, 1.2, "1" as unknown as number])("that gives %s is reported", async (value) => {
    const { unjudged } = await judged({ score: (pairs) => pairs.map(() => value) });
    expect(unjudged).toMatchObject([
      { part: "claims", problem: { code: "bad-pair-score" } },
      { part: "responseClaims", problem: { code: "bad-pair-score" } },
    ]);
  });
  it("that throws is reported by its own words", async () => {
    const score = (): never => {
      throw new TypeError("no model is loaded");
    };
    const { problems } = await judge({
      cases: [{ id: "q7", question: "Who rests?", reference: "Cats rest.", contexts: ["Rain falls."] }],
      judge: createLexicalJudge({ score }),
    });
    expect(problems).toMatchObject([{ code: "judge-failed", what: "the scorer failed: no model is loaded" }]);
  });
  it.each(["x", 1, null])("that is %j is an error of the option", (score) =>
    expect(() => createLexicalJudge({ score: score as unknown as ScorePairs })).toThrow(
      expect.objectContaining({
        problem: expect.objectContaining({
          code: "bad-option",
          what: `score is ${JSON.stringify(score)}; it must be a function`,
        }),
      }),
    ),
  );
  it("that gives no number is reported at its query", async () => {
    const { problems } = await judge({
      cases: [{ id: "q7", question: "Who rests?", reference: "Cats rest.", contexts: ["Rain falls."] }],
      judge: createLexicalJudge({ score: () => [Number.NaN] }),
    });
    expect(problems.map(({ code, at }) => [code, at?.query])).toEqual([["bad-pair-score", "q7"]]);
  });
  it("stops when the run is cancelled", async () => {
    const stop = new AbortController();
    let asked = 0;
    const judge = createLexicalJudge({
      score: (pairs) => {
        asked++;
        stop.abort();
        return pairs.map(() => 1);
      },
    });
    await expect(judge.judge(prepared!, stop.signal)).rejects.toThrow();
    expect(asked).toBe(1);
  });
});

it.each([{ full: 1.5 }, { partial: Number.NaN }, { full: 0.3, partial: 0.4 }])(
  "thresholds %j are refused",
  (thresholds) => {
    for (const options of [{ thresholds }, { thresholds, score: same }])
      expect(() => createLexicalJudge(options)).toThrow(
        expect.objectContaining({ problem: expect.objectContaining({ code: "bad-threshold" }) }),
      );
  },
);
