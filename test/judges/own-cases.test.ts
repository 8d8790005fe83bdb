/** The project's own cases: enough of them, of every kind, and what is tuned on is never reported. */
import { describe, expect, it } from "vitest";
import { halfOfOwn, type OwnCase, readOwn } from "../../scripts/_judge/data.ts";

const KINDS = [
  ...["paraphrase", "negation", "antonym", "entity-swap", "number-change", "unit-change", "role-swap"],
  ...["date-forms", "aliases", "lists", "two-contexts", "citation-markers", "openers", "word-soup"],
  ...["question-as-evidence", "heading-only", "topic-from-the-question", "other-languages"],
  ...["code-and-tables", "hedging"],
];
const all = readOwn();
const textsOf = (cases: readonly OwnCase[]) =>
  new Set(cases.flatMap(({ claim, contexts, question }) => [claim, question, ...contexts]));

describe("the project's own cases", () => {
  it("are at least 400, at least 20 of each of 20 kinds, each with an id of its own", () => {
    expect(all.length).toBeGreaterThanOrEqual(400);
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(KINDS));
    for (const kind of KINDS)
      expect(all.filter((one) => one.kind === kind).length, kind).toBeGreaterThanOrEqual(20);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it("have a label, and both sides of it in every half of a kind", () => {
    for (const { id, label } of all)
      expect(["supported", "partly", "contradicted", "not-there"], id).toContain(label);
    for (const half of ["tune", "report"] as const)
      for (const kind of KINDS) {
        const supported = readOwn(half)
          .filter((one) => one.kind === kind)
          .map(({ label }) => label === "supported");
        expect(new Set(supported), `${half} ${kind}`).toEqual(new Set([true, false]));
      }
  });

  it("are half for tuning and half for reporting, of each kind", () => {
    for (const kind of KINDS) {
      const halves = all.filter((one) => one.kind === kind).map(({ id }) => halfOfOwn(id));
      expect(halves.filter((half) => half === "tune").length, kind).toBe(halves.length / 2);
    }
  });

  it("share no question, context or claim between the halves", () => {
    const tuning = textsOf(readOwn("tune"));
    expect([...textsOf(readOwn("report"))].filter((text) => tuning.has(text))).toEqual([]);
  });

  it("have every language that the guide names in both halves", () => {
    const scripts = [/\p{Script=Han}/u, /\p{Script=Hiragana}/u, /\p{Script=Hangul}/u, /\p{Script=Arabic}/u];
    const words = [
      /\bder\b|\bdie\b/i,
      /\ble\b|\bla ferme\b/i,
      /\blos\b|\bpintora\b/i,
      /\bteatro\b|\bbarragem\b/i,
    ];
    for (const half of ["tune", "report"] as const) {
      const claims = readOwn(half).filter(({ kind }) => kind === "other-languages");
      for (const found of [...scripts, ...words, /\bpomodori\b|\bstazione\b/i])
        expect(
          claims.some(({ claim, contexts }) => found.test([claim, ...contexts].join(" "))),
          `${half} ${found}`,
        ).toBe(true);
    }
  });
});
