import { describe, expect, it } from "vitest";
import type { JudgeCase } from "../core/judgement-record.ts";
import { prepareCase } from "./prepare.ts";

const one: JudgeCase = {
  id: "q",
  question: "Who?",
  reference: "Ada did.",
  contexts: ["Ada did. Bob did not."],
};

describe("a case before it is judged", () => {
  it("is split and numbered", () => {
    const { base, prepared } = prepareCase({
      ...one,
      contexts: ["Ada did. Bob did not.", { id: "d9", text: "Eve slept." }],
    });
    expect(prepared).toEqual({
      id: "q",
      question: "Who?",
      reference: "Ada did.",
      chunks: [
        {
          at: 0,
          statements: [
            { id: "1.1", text: "Ada did." },
            { id: "1.2", text: "Bob did not." },
          ],
        },
        { at: 1, statements: [{ id: "2.1", text: "Eve slept." }] },
      ],
    });
    expect(base.chunks[1]).toEqual({
      id: "d9",
      text: "Eve slept.",
      statements: [{ id: "2.1", text: "Eve slept." }],
    });
  });

  it("has each text once; the others say which it is", () => {
    const { base, prepared } = prepareCase({ ...one, contexts: ["A b.", "C d.", "A b.", "A b.", "a b."] });
    expect(prepared!.chunks.map((c) => c.at)).toEqual([0, 1, 4]);
    expect(base.chunks.map((c) => c.sameAs)).toEqual([undefined, undefined, 0, 0, undefined]);
    expect(base.chunks[2]!.statements[0]!.id).toBe("3.1");
  });

  it("splits the response by our code", () => {
    const { prepared } = prepareCase({ ...one, response: "Ada did. So did Bob." });
    expect(prepared!.responseClaims).toEqual([
      { id: "r1", text: "Ada did." },
      { id: "r2", text: "So did Bob." },
    ]);
  });

  it.each([[[]], [["", "  \n"]]])("needs no judge for contexts %j", (contexts) => {
    const { prepared, unsupported } = prepareCase({ ...one, contexts });
    expect(prepared).toBeUndefined();
    expect(unsupported).toMatchObject({ reference: "Ada did.", chunks: [] });
    expect(prepareCase({ id: "q", question: "Who?", contexts })).toEqual({
      base: {
        id: "q",
        question: "Who?",
        chunks: contexts.map((text, i) => ({
          text,
          statements: [],
          ...(i > 0 && text === contexts[0] ? { sameAs: 0 } : {}),
        })),
      },
    });
  });

  it("leaves blank contexts out of what is judged, and keeps their ranks", () => {
    const { base, prepared } = prepareCase({ ...one, contexts: [" ", "Ada did."] });
    expect(prepared!.chunks).toEqual([{ at: 1, statements: [{ id: "2.1", text: "Ada did." }] }]);
    expect(base.chunks).toHaveLength(2);
  });

  it.each(["", " \n"])("has no reference where it is %j", (reference) => {
    const { base, prepared } = prepareCase({ ...one, reference, response: reference });
    expect(prepared).not.toHaveProperty("reference");
    expect(prepared).not.toHaveProperty("responseClaims");
    expect(base).not.toHaveProperty("reference");
  });

  it.each([
    [{ ...one, id: "" }, "a case has no id"],
    [{ ...one, question: undefined }, "case q has no question"],
    [{ ...one, contexts: "text" }, "case q has no list of contexts"],
    [{ ...one, contexts: ["a", { id: "x" }] }, "context 2 of case q is not a string"],
    [{ ...one, reference: ["a"] }, "the reference of case q is not a string"],
  ])("says what is wrong with a case (%#)", (bad, what) => {
    expect(() => prepareCase(bad as unknown as JudgeCase)).toThrow(what);
  });
});
