import type { JudgeCase } from "../../src/core/judgement-record.ts";
import type { Script } from "../../src/judges/model/_scripted.ts";

const things = ["lighthouse", "shipyard", "customs house", "fish market", "dry dock", "chapel"];

/** Facts of a made-up harbour: each is one sentence, so that claims and statements can be told by eye. */
const factsOf = (i: number): string[] =>
  things.map(
    (thing, n) => `The ${thing} of Port ${nameOf(i)} was built in ${1500 + ((i * 37 + n * 61) % 400)}.`,
  );
const nameOf = (i: number): string => `Harwick${String.fromCharCode(65 + (i % 26))}${i}`;

/** Cases with three claims each: two in the contexts, one in none. `retriever` changes the order of the chunks. */
export const harbourCases = (count: number, retriever = 0): JudgeCase[] =>
  Array.from({ length: count }, (_, i) => {
    const [a, b, c, d, e] = factsOf(i) as [string, string, string, string, string];
    const chunks = [`${a} It rains there often.`, `${d} ${b}`, `${e} Boats are painted in spring.`];
    return {
      id: `q${i}`,
      question: `What was built in Port ${nameOf(i)}?`,
      reference: `${a} ${b} ${c}`,
      contexts: [...chunks.slice(retriever), ...chunks.slice(0, retriever)],
    };
  });

/** A model that reads well: a statement supports a claim if it says the same. */
export const readsWell: Script = {
  claims: (reference) => ({
    claims: reference.split(/(?<=\.) /u),
    entities: [...new Set(reference.match(/Port \w+/gu) ?? [])],
  }),
  level: (claim, statement) => (claim === statement ? "full" : "none"),
  relevant: (text) => text.includes(" was built in "),
};
