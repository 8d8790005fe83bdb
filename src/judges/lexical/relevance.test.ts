import { describe, expect, it } from "vitest";
import { foldTokens } from "../../text/tokens.ts";
import { answersKind, kindAsked } from "./_asked.ts";
import { readCase } from "./_case.ts";
import { forget, Lexicon } from "./_lexicon.ts";
import { EnglishCount, englishWeight, weightsFrom } from "./_weights.ts";
import { relevanceByQuestion, relevanceByReference } from "./relevance.ts";

describe("what a question asks for", () => {
  it.each([
    ["When was it built?", "time", "It opened in 1932.", "It opened to the public."],
    ["Who wrote it?", "person", "It was written by Ada Brunel.", "It was written by hand."],
    ["How many rooms has it?", "number", "There are 40 rooms.", "There are rooms."],
    ["Where is it?", "place", "It stands near Lisbon.", "It stands on a hill."],
    ["Why did it fall?", "reason", "It fell because of the rain.", "It fell."],
  ] as const)("%s", (question, kind, yes, no) => {
    expect(kindAsked(question)).toBe(kind);
    expect(answersKind(kind, yes, foldTokens(yes), question)).toBe(true);
    expect(answersKind(kind, no, foldTokens(no), question)).toBe(false);
  });
  it("a name of the question is no answer to who", () => {
    const statement = "In those days Hamlet was popular.";
    expect(answersKind("person", statement, foldTokens(statement), "who wrote hamlet")).toBe(false);
  });
  it("nothing special", () => expect(kindAsked("What are the benefits of tea?")).toBeUndefined());
});

const texts = ["Tea lowers stress.", "Coffee is popular.", "The stress of exams."].map((text) => ({
  id: "",
  text,
  tokens: foldTokens(text),
}));
const statements = texts.map(({ tokens }) => tokens);
const lexicon = new Lexicon(englishWeight);

it("by the reference: what says a claim, in its own words", () => {
  const { claims, rows } = readCase({ claims: [{ text: "Tea lowers stress." }], statements }, lexicon);
  const [first, second, third] = relevanceByReference(claims, rows, 0, 3);
  expect(first).toBe(1);
  expect(second).toBe(0);
  expect(third).toBeGreaterThan(0.2);
  expect(third).toBeLessThan(0.8);
});

it("by the question: its words", () => {
  const { question, rows } = readCase({ question: "What does tea do?", statements }, lexicon);
  const [first, second] = relevanceByQuestion(question, undefined, texts, rows, 0, 3);
  expect(first).toBeCloseTo(0.9, 10);
  expect(second).toBeCloseTo(0.1, 10);
});

describe("weights", () => {
  it("English is told by its small words", () => {
    const isEnglish = (text: string): boolean => {
      const count = new EnglishCount();
      count.addTokens(foldTokens(text));
      return count.isEnglish;
    };
    expect(isEnglish("The boat is on the lake and it is old.")).toBe(true);
    expect(isEnglish("Das Boot liegt auf dem See und ist sehr alt.")).toBe(false);
    expect(isEnglish("Oslo")).toBe(true);
    // "A" is a word of other languages too.
    expect(isEnglish("Ana va a Roma y Luis va a Lima")).toBe(false);
  });
  it("of a corpus: the more texts have a word, the less it weighs", () => {
    const weigh = weightsFrom(["der alte Hund", "der Hund", "der See", "der Wald"]);
    expect(weigh("der")).toBeLessThan(weigh("hund"));
    expect(weigh("hund")).toBeLessThan(weigh("see"));
    expect(weigh("unbekannt")).toBe(1);
  });
});

it("a lexicon forgets between cases, not within one", () => {
  const small = new Lexicon(englishWeight);
  small.stamp();
  const otter = small.idOf("otter");
  for (let i = 0; i < 40_000; i++) small.idOf(`w${i}`);
  expect(small.idOf("otter")).toBe(otter);
  forget(small.words);
  small.stamp();
  expect(small.words.known("otter")).toBe(-1);
  expect(small.weightOf("the")).toBe(0);
});
