import { describe, expect, test } from "vitest";
import type { Judged, PreparedCase } from "../../core/judgement-record.ts";
import type { Judge } from "../judge-types.ts";
import { createRepeatedJudge } from "./repeat.ts";

const one: PreparedCase = {
  id: "q1",
  question: "?",
  reference: "Ada sang.",
  chunks: [
    {
      at: 0,
      statements: [
        { id: "1.1", text: "Ada sang." },
        { id: "1.2", text: "Loudly." },
      ],
    },
    { at: 2, statements: [{ id: "3.1", text: "Bob." }] },
  ],
};
/** Says one thing after the other, and remembers what it was asked. */
function scripted(...replies: readonly Judged[]): Judge & { readonly asked: PreparedCase[] } {
  const asked: PreparedCase[] = [];
  return {
    by: { name: "scripted", version: "1" },
    limits: ["none"],
    asked,
    judge: (c) => replies[asked.push(c) - 1]!,
  };
}
const claim = (level?: "full" | "partial", by = ["1.1"], text = "Ada sang.") => ({
  id: "c1",
  text,
  support: level === undefined ? [] : [{ chunk: 0, level, by }],
});

describe("a judge that is asked three times", () => {
  test("the majority of each cell, with the evidence of those who say so", async () => {
    const judge = scripted(
      { claims: [claim("full", ["1.2"])], relevant: ["1.1", "3.1"], cost: { calls: 2, inputTokens: 10 } },
      { claims: [claim()], relevant: ["1.1"], cost: { calls: 1, inputTokens: 5, reused: 1 } },
      { claims: [claim("full", ["1.1"])], relevant: ["1.1", "1.2"], cost: { calls: 1 } },
    );
    const repeated = createRepeatedJudge(judge, 3);
    expect(repeated.by).toEqual({ name: "scripted", version: "1", repeats: 3 });
    expect(await repeated.judge(one)).toEqual({
      claims: [{ id: "c1", text: "Ada sang.", support: [{ chunk: 0, level: "full", by: ["1.1", "1.2"] }] }],
      relevant: ["1.1"],
      // Two claim cells and three statements; c1 × chunk 1, statements 1.2 and 3.1 changed.
      repeated: { runs: 3, cells: 5, flipped: 3 },
      flags: [
        { code: "flipped", what: "the judge did not say the same every time", ids: ["c1", "1.2", "3.1"] },
      ],
      cost: { calls: 4, inputTokens: 15, reused: 1 },
    });
  });
  test("support and contradiction of one chunk, and what the same words decided, stay in the record", async () => {
    const said = {
      id: "c1",
      text: "Ada sang.",
      support: [{ chunk: 0, level: "full" as const, by: ["1.1"], sameWords: true as const }],
      contradicted: [{ chunk: 0, by: ["1.2"] }],
    };
    const { claims } = await createRepeatedJudge(
      scripted({ claims: [said] }, { claims: [said] }, { claims: [said] }),
      3,
    ).judge(one);
    expect(claims).toEqual([said]);
    const { claims: mixed } = await createRepeatedJudge(
      scripted({ claims: [said] }, { claims: [claim("full")] }, { claims: [said] }),
      3,
    ).judge(one);
    expect(mixed![0]!.support).toEqual([{ chunk: 0, level: "full", by: ["1.1"] }]);
  });
  test("each time again with another number, so that no stored reply answers", async () => {
    const judge = scripted({}, {}, {});
    await createRepeatedJudge(judge, 3).judge(one);
    expect(judge.asked.map(({ repeat }) => repeat)).toEqual([undefined, 1, 2]);
  });
  test("full, partial and none: the middle; of two the lower", async () => {
    const three = scripted(
      { claims: [claim("full")] },
      { claims: [claim("partial")] },
      { claims: [claim()] },
    );
    expect((await createRepeatedJudge(three, 3).judge(one)).claims![0]!.support).toMatchObject([
      { level: "partial" },
    ]);
    const two = scripted({ claims: [claim("full")] }, { claims: [claim()] });
    expect((await createRepeatedJudge(two, 2).judge(one)).claims![0]!.support).toEqual([]);
  });
  test("a run that could not judge has no vote; what none could judge stays so", async () => {
    const problem = { code: "x", what: "no reply", fix: "again" };
    const claims = (support: "full" | undefined) => [
      claim(support),
      { ...claim(undefined, [], "Bob sang."), id: "c2" },
    ];
    const judge = scripted(
      { claims: claims("full"), unjudged: [{ part: "claims", ids: ["c2"], problem }] },
      { claims: claims(undefined), unjudged: [{ part: "claims", problem }] },
      { claims: claims("full"), unjudged: [{ part: "claims", ids: ["c2"], problem }] },
    );
    const got = await createRepeatedJudge(judge, 3).judge(one);
    expect(got.claims![0]!.support).toMatchObject([{ level: "full" }]);
    expect(got.unjudged).toEqual([{ part: "claims", ids: ["c2"], problem }]);
    expect(got.repeated).toEqual({ runs: 3, cells: 2, flipped: 0 });
  });
  test("a claim that nobody judged is unjudged, though another claim had its id in another run", async () => {
    const problem = { code: "x", what: "no reply", fix: "again" };
    const judge = scripted(
      { claims: [claim()], relevant: ["1.1"], unjudged: [{ part: "claims", ids: ["c1"], problem }] },
      {
        claims: [claim("full", ["1.1"], "Bob sang.")],
        relevant: ["1.1"],
        unjudged: [{ part: "statements", ids: ["3.1"], problem }],
      },
    );
    const got = await createRepeatedJudge(judge, 2).judge(one);
    expect(got.claims!.map(({ text }) => text)).toEqual(["Ada sang."]);
    expect(got.unjudged).toEqual([{ part: "claims", ids: ["c1"], problem }]);
  });
  test("what one run judged is judged", async () => {
    const problem = { code: "x", what: "no reply", fix: "again" };
    const judge = scripted({ unjudged: [{ part: "claims", problem }] }, { claims: [claim("full")] });
    const got = await createRepeatedJudge(judge, 2).judge(one);
    expect(got.unjudged).toBeUndefined();
    expect(got.claims![0]!.support).toMatchObject([{ level: "full" }]);
  });
  test("a judge that always says the same has no flips and no flag", async () => {
    const same = { claims: [claim("full")], relevant: ["1.1"] };
    const got = await createRepeatedJudge(scripted(same, same, same), 3).judge(one);
    expect(got).toEqual({ ...same, repeated: { runs: 3, cells: 5, flipped: 0 } });
  });
  test("once is the judge itself, and nonsense is refused", () => {
    const judge = scripted();
    expect(createRepeatedJudge(judge, 1)).toBe(judge);
    for (const runs of [0, 2.5, Number.NaN, 100])
      expect(() => createRepeatedJudge(judge, runs)).toThrow(`repeats cannot be ${runs}`);
  });
});
