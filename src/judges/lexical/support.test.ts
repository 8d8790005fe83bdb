import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldTokens } from "../../text/tokens.ts";
import { readCase } from "./_case.ts";
import { Lexicon } from "./_lexicon.ts";
import type { Sought } from "./_sought.ts";
import { englishWeight } from "./_weights.ts";
import { evidenceScores, findSupport, sharesOf, weigh } from "./support.ts";

const lexicon = new Lexicon(englishWeight);
const read = (claim: string, statements: readonly string[], question = "") =>
  readCase({ question, claims: [{ text: claim }], statements: statements.map(foldTokens) }, lexicon);
const support = (claim: string, statements: readonly string[], question = "") => {
  const { claims, rows } = read(claim, statements, question);
  return findSupport(claims[0]!, rows, 0, statements.length);
};

describe("the share of a claim", () => {
  it("is 1 of the claim itself, 0 of nothing in common", () => {
    expect(support("Otters juggle pebbles.", ["Otters juggle pebbles."]).share).toBe(1);
    expect(support("Otters juggle pebbles.", ["Trains run late."])).toEqual({
      share: 0,
      window: 0,
      pairs: 0,
      missing: [],
      focus: true,
      by: [],
      said: 0,
      confidence: 0,
    });
  });
  it("counts related words a little less", () =>
    expect(support("urbanization", ["urban"]).share).toBeCloseTo(0.9, 10));
  it("counts rare words more than common ones", () => {
    const claim = "The man saw an armadillo.";
    const common = support(claim, ["The man slept."]).share;
    expect(support(claim, ["An armadillo slept."]).share).toBeGreaterThan(common);
    expect(common).toBeGreaterThan(0);
  });
  it("counts words of the question less than the others", () => {
    const claim = "The Dover ferry sank in fog.";
    const without = ["The Dover ferry was old."];
    expect(support(claim, without, "What happened to the Dover ferry?").share).toBeLessThan(
      support(claim, without).share,
    );
  });
  it("is put together from three statements at most", () => {
    const parts = ["Otters swim.", "Badgers dig.", "Herons wade.", "Weasels hunt."];
    const found = support("Otters badgers herons weasels", parts);
    expect(found.by.length).toBe(3);
    expect(found.share).toBeLessThan(1);
  });
  it("stays within the statements it is asked about", () => {
    const { claims, rows } = read("Otters juggle pebbles.", [
      "Otters juggle pebbles.",
      "Otters swim.",
      "Trains run.",
    ]);
    expect(findSupport(claims[0]!, rows, 1, 3).by).toEqual([1]);
    expect(findSupport(claims[0]!, rows, 2, 3).by).toEqual([]);
  });
});

it("evidence: a word that few statements have tells more", () => {
  const statements = ["The otter sleeps.", "The otter eats.", "Somebody juggles."];
  const { claims, rows } = read("The otter juggles.", statements);
  const scores = evidenceScores(claims[0]!, rows, 0, 3);
  expect(scores.indexOf(Math.max(...scores))).toBe(2);
  expect(sharesOf(claims[0]!, rows, 0, 3)[0]).toBeGreaterThan(0);
});

it("more statements never make less of a claim, and shares are between 0 and 1", () => {
  const word = fc.constantFrom(
    "otter",
    "badger",
    "heron",
    "fog",
    "ferry",
    "1932",
    "Dover",
    "sank",
    "the",
    "of",
    "juggling",
  );
  const sentence = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(
      sentence,
      fc.array(sentence, { minLength: 1, maxLength: 4 }),
      sentence,
      (claim, statements, more) => {
        const less = support(claim, statements);
        const all = support(claim, [...statements, more]);
        expect(less.share).toBeGreaterThanOrEqual(0);
        expect(all.share).toBeLessThanOrEqual(1 + 1e-12);
        expect(all.missing.length).toBeLessThanOrEqual(less.missing.length);
        const best = (list: readonly string[]) => {
          const { claims, rows } = read(claim, list);
          return Math.max(...sharesOf(claims[0]!, rows, 0, list.length));
        };
        expect(best([...statements, more])).toBeGreaterThanOrEqual(best(statements));
      },
    ),
  );
});

it("a claim of a list without the words of its own has half of its confidence", () => {
  const sought = { terms: new Int32Array(12), gates: [] } as unknown as Sought;
  const all = { share: 1, window: 1, pairs: 1, missing: [] };
  expect(weigh(sought, { ...all, focus: true })).toEqual({ said: 1, confidence: 1 });
  expect(weigh(sought, { ...all, focus: false })).toEqual({ said: 1, confidence: 0.5 });
});
