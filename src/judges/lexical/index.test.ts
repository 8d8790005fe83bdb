import { describe, expect, it } from "vitest";
import type { JudgeCase, Judged } from "../../core/judgement-record.ts";
import { prepareCase } from "../prepare.ts";
import { createLexicalJudge, type LexicalOptions } from "./index.ts";

const judged = (c: Omit<JudgeCase, "id">, options: LexicalOptions = {}): Judged => {
  const said = createLexicalJudge(options).judge(prepareCase({ id: "q", ...c }).prepared!);
  if (said instanceof Promise) throw new Error("it waits");
  return said;
};
const levels = ({ claims = [] }: Judged) => claims.map((c) => c.support.map((s) => `${s.chunk} ${s.level}`));
const full = (said: Judged) => levels(said).map((list) => list.filter((level) => level.endsWith("full")));

describe("the worked examples, in texts of our own", () => {
  it("precision: the first of three chunks supports the reference", () => {
    const { claims = [] } = judged({
      question: "Which lake is the deepest on earth?",
      reference: "The deepest lake on earth is Lake Baikal, which reaches about 1,642 metres.",
      contexts: [
        "Lake Baikal is the deepest lake of all, reaching 1,642 metres.",
        "Lake Victoria is a large lake in East Africa.",
        "Lakes are bodies of standing water.",
      ],
    });
    const full = claims.flatMap((c) => c.support.filter((s) => s.level === "full").map((s) => s.chunk));
    expect([0, 1, 2].map((chunk) => (full.includes(chunk) ? 1 : 0))).toEqual([1, 0, 0]);
  });

  it("recall: three of the four parts of a list, one of them by a related word", () => {
    const said = judged({
      question: "What are the main causes of soil erosion?",
      reference:
        "The main causes of soil erosion are overgrazing, ploughing, industrialization, and earthquakes.",
      contexts: [
        "Overgrazing is a well-known driver of soil erosion in dry regions.",
        "Ploughing and industrial building add to the erosion of hillsides.",
      ],
    });
    expect(levels(said)).toEqual([["0 full"], ["1 full"], ["1 full"], []]);
    expect(said.claims!.map((c) => c.support.flatMap((s) => s.by))).toEqual([["1.1"], ["2.1"], ["2.1"], []]);
  });

  it("entities: two of three, the date is missing", () => {
    const { entities } = judged({
      question: "What is the capital of Kazakhstan, and when did it move?",
      reference: "The capital of Kazakhstan is Astana, which took over on December 10, 1997.",
      contexts: ["Astana is a city in Kazakhstan, planned as its capital."],
    });
    expect(entities).toEqual([
      { text: "Kazakhstan", chunks: [0] },
      { text: "Astana", chunks: [0] },
      { text: "December 10, 1997", chunks: [] },
    ]);
  });

  it("relevancy: two of three statements, by the question alone", () => {
    const { relevant, claims, entities } = judged({
      question: "What are the dangers of eating raw fish?",
      contexts: [
        "Raw fish may carry worms that harm people with weak defences.",
        "Bread is baked in nearly every country.",
        "Raw fish can spoil within hours if it is not kept cold.",
      ],
    });
    expect(relevant).toEqual(["1.1", "3.1"]);
    expect([claims, entities]).toEqual([undefined, undefined]);
  });
});

describe("names and numbers", () => {
  const support = (reference: string, context: string) =>
    levels(judged({ question: "What happened?", reference, contexts: [context] }))[0];

  it("a different number leaves support partial at best", () => {
    expect(support("The old bridge opened in 1932.", "The old bridge opened in 1932.")).toEqual(["0 full"]);
    expect(
      support(
        "The old bridge over the harbour opened in 1932.",
        "The old bridge over the harbour opened in 1942.",
      ),
    ).toEqual(["0 partial"]);
  });
  it("a different name too", () =>
    expect(
      support(
        "The old bridge in Lisbon was painted red in spring.",
        "The old bridge in Porto was painted red in spring.",
      ),
    ).toEqual(["0 partial"]));
  it("the last part of a name is enough where it is a name by itself", () => {
    expect(
      support(
        "Friedrich von Steuben drilled the freezing volunteers at the winter camp.",
        "Steuben drilled the freezing volunteers at the winter camp.",
      ),
    ).toEqual(["0 full"]);
    expect(support("The Gobi Desert grows every year.", "The Sahara Desert grows every year.")).not.toEqual([
      "0 full",
    ]);
  });
  it("numbers and dates are the same in other writing", () => {
    expect(support("The survey counted 14 million birds.", "The survey counted 14,000,000 birds.")).toEqual([
      "0 full",
    ]);
    expect(
      support("The treaty was signed on 3 May 1815.", "On May 3rd, the treaty was signed; it was 1815."),
    ).toEqual(["0 full"]);
  });
  it("words written as one or as two are the same", () => {
    expect(support("The healthcare reform passed.", "The health care reform passed.")).toEqual(["0 full"]);
    expect(support("The health care reform passed.", "The healthcare reform passed.")).toEqual(["0 full"]);
  });
});

describe("evidence", () => {
  it("is the statements that say the claim, in their order", () => {
    const { claims } = judged({
      question: "Where does she live?",
      reference: "A keen chess player, Dora Kemp lives in Leeds with two dogs.",
      contexts: [
        "It rains today. Dora Kemp is a keen chess player. She lives in Leeds with two dogs. The shop is closed.",
      ],
    });
    expect(claims![0]!.support).toEqual([{ chunk: 0, level: "full", by: ["1.2", "1.3"] }]);
  });
  it("of a list needs a word of the frame besides its own", () => {
    const said = judged({
      question: "What are the causes of deforestation?",
      reference: "The causes of deforestation are logging, mining, and farming.",
      contexts: ["Logging in takes a password.", "Mining is a driver of deforestation."],
    });
    expect(levels(said)).toEqual([[], ["1 full"], []]);
  });
  it("that shows a claim is relevant", () => {
    const { claims, relevant } = judged({
      question: "Who built it?",
      reference: "The lighthouse was built by Ada Brunel.",
      contexts: [
        "After years of talk and many delays that nobody expected any more, Ada Brunel, then sixty, built the lighthouse.",
      ],
    });
    expect(claims![0]!.support[0]!.level).toBe("full");
    expect(relevant).toEqual(["1.1"]);
  });
});

describe("flags", () => {
  const flags = (reference: string, context: string) =>
    judged({ question: "Is it so?", reference, contexts: [context] }).flags;
  it("a negation that only one side has", () =>
    expect(flags("The vaccine causes autism.", "The vaccine does not cause autism.")).toEqual([
      {
        code: "may-be-contradicted",
        what: 'the claim and the context may say the opposite (only one of them denies "cause"): "The vaccine causes autism." / "The vaccine does not cause autism."',
        ids: ["c1", "1.1"],
        texts: ["The vaccine causes autism.", "The vaccine does not cause autism."],
      },
    ]));
  it("none where both deny, or where the negation is about something else", () => {
    expect(flags("The vaccine does not cause autism.", "The vaccine doesn't cause autism.")).toBeUndefined();
    expect(
      flags(
        "The vaccine protects children well.",
        "The vaccine protects children well, while the syrup sold beside it in most shops has no effect.",
      ),
    ).toBeUndefined();
  });
});

describe("the response", () => {
  it("has its claims supported by the chunks, and says whether they are about the question", () => {
    const { responseClaims } = judged({
      question: "What are the dangers of eating raw fish?",
      response: "Raw fish may carry worms. My bicycle is green.",
      contexts: ["Raw fish may carry worms that harm people."],
    });
    expect(responseClaims).toEqual([
      {
        id: "r1",
        text: "Raw fish may carry worms.",
        support: [{ chunk: 0, level: "full", by: ["1.1"] }],
        confidence: 1,
        confidences: [1],
        relevant: true,
        relevance: 0.483,
      },
      {
        id: "r2",
        text: "My bicycle is green.",
        support: [],
        confidence: 0,
        confidences: [0],
        relevant: false,
        relevance: 0.1,
      },
    ]);
  });
});

describe("other languages", () => {
  it("are weighed by the statements of the case, or by a corpus", () => {
    const german: Omit<JudgeCase, "id"> = {
      question: "Wann wurde die Brücke über den Hafen gebaut?",
      reference: "Die Brücke über den Hafen wurde im Jahr 1932 von der Stadt gebaut.",
      contexts: [
        "Die Stadt baute die Brücke über den Hafen im Jahr 1932. Die Brücke wurde gebaut, als die Stadt wuchs.",
        "Die Kirche in der Stadt wurde im Jahr 1710 von den Bürgern gebaut. Die Orgel ist aus der Zeit.",
      ],
    };
    expect(full(judged(german))).toEqual([["0 full"]]);
    const corpus = german.contexts.flatMap((text) => (text as string).split(". "));
    expect(full(judged(german, { corpus }))).toEqual([["0 full"]]);
    expect(createLexicalJudge({ corpus }).by.settings).toMatchObject({ weights: "corpus" });
  });
  it("without spaces are cut into words", () => {
    const said = judged({
      question: "富士山の高さは？",
      reference: "富士山の高さは3776メートルです。",
      contexts: ["富士山は日本で最も高い山で、高さは3776メートルです。", "琵琶湖は日本で最も大きい湖です。"],
    });
    expect(levels(said)).toEqual([["0 full"]]);
  });
});

describe("odd input", () => {
  it("a reference of small words only is looked for as it is", () =>
    expect(
      levels(judged({ question: "Is he?", reference: "No.", contexts: ["No, he is not.", "Yes."] })),
    ).toEqual([["0 full"]]));
  it("a bare no before a sentence is no claim", () =>
    expect(
      judged({
        question: "Is it done?",
        reference: "No. The sixth novel is still unfinished.",
        contexts: ["x"],
      }).claims!.map((c) => c.text),
    ).toEqual(["The sixth novel is still unfinished."]));
  it("no question and no reference: nothing is said of relevance", () =>
    expect(judged({ question: " ", contexts: ["Some text."] })).toEqual({}));
  it("no chunks: claims without support", () => {
    const said = createLexicalJudge().judge({
      id: "q",
      question: "Who?",
      reference: "Ada did.",
      chunks: [],
    }) as Judged;
    expect(said).toEqual({
      claims: [{ id: "c1", text: "Ada did.", support: [], confidence: 0, confidences: [], missing: ["Ada"] }],
      entities: [{ text: "Ada", chunks: [] }],
      relevant: [],
      relevance: new Map(),
    });
  });
  it("the place of a chunk in the record is kept", () => {
    const said = createLexicalJudge().judge({
      id: "q",
      question: "Who built it?",
      reference: "Ada built the tower.",
      chunks: [{ at: 4, statements: [{ id: "5.1", text: "Ada built the tower." }] }],
    }) as Judged;
    expect(said.claims![0]!.support).toEqual([{ chunk: 4, level: "full", by: ["5.1"] }]);
    expect(said.entities).toEqual([{ text: "Ada", chunks: [4] }]);
  });
  it("says the same again, whatever was judged in between", () => {
    const judge = createLexicalJudge();
    const one = prepareCase({
      id: "a",
      question: "Who built the tower?",
      reference: "Ada built the tower in 1900.",
      contexts: ["In 1900 the tower was built by Ada. It is tall."],
    }).prepared!;
    const other = prepareCase({
      id: "b",
      question: "What is tall?",
      reference: "The tower.",
      contexts: ["Towers are tall. Ada is not."],
    }).prepared!;
    const first = judge.judge(one);
    judge.judge(other);
    expect(judge.judge(one)).toEqual(first);
  });
});

it("its name, version and settings are in what it says of itself", () => {
  const { by, limits } = createLexicalJudge();
  expect(by).toMatchObject({ name: "lexical", version: "2", settings: { score: "words", weights: "table" } });
  expect(limits.length).toBeGreaterThan(4);
});
