import { describe, expect, it } from "vitest";
import { NearDuplicates } from "./near-duplicates.ts";

const groups = (...texts: readonly string[]): number[] => {
  const seen = new NearDuplicates();
  return texts.map((text) => seen.add(text));
};

describe("NearDuplicates", () => {
  it("folds case, punctuation, filler words, word order and endings", () => {
    expect(
      groups(
        "How do I reset my password?",
        "how can i reset the PASSWORD",
        "Resetting passwords, how?",
        "how do I delete my account?",
      ),
    ).toEqual([0, 0, 0, 3]);
  });

  it.each([
    ["What is the fee in 2023?", "What is the fee in 2024?"],
    ["When does the ferry leave?", "Where does the ferry leave?"],
    ["Is smoking allowed?", "Is smoking not allowed?"],
    ["Who is the mayor of Lyon?", "Who is the mayor of Nice?"],
    ["Can I park before the bridge?", "Can I park after the bridge?"],
  ])("keeps %j and %j apart", (a, b) => {
    expect(groups(a, b)).toEqual([0, 1]);
  });

  it("joins long questions that differ in one word of ten", () => {
    const long = "Which documents does a foreign skipper need when arriving at the northern harbour by night";
    expect(groups(long, long.replace("foreign", "visiting"))).toEqual([0, 0]);
  });

  it("puts a text where the earlier ones put it, whatever follows", () => {
    const texts = ["a b c d e f", "a b c d e g", "b c d e f g", "x"].map((text) => `term ${text} zebra`);
    const all = groups(...texts);
    for (let n = 1; n <= texts.length; n++) expect(groups(...texts.slice(0, n))).toEqual(all.slice(0, n));
  });

  it("compares a bounded number of texts, however many share a term", () => {
    const seen = new NearDuplicates();
    for (let i = 0; i < 20_000; i++)
      expect(seen.add(`harbour opening hours of pier number${"x".repeat(i % 7)} v${i}`)).toBe(i);
  });
});
