/** The project's own cases: enough of them, of every kind, and what is tuned on is never reported. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { halfOfOwn, LANGUAGES, type OwnCase, readOwn } from "../../scripts/_judge/data.ts";

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

  it("share no question, context or claim between the halves, nor five words in a row", () => {
    const tuning = textsOf(readOwn("tune"));
    expect([...textsOf(readOwn("report"))].filter((text) => tuning.has(text))).toEqual([]);
    expect(knownIn(readOwn("report"), [...tuning])).toEqual([]);
  });

  it("are reported only if no other test has them: what a test shows, the judge was mended for", () => {
    expect(knownIn(readOwn("report"), testTexts())).toEqual([]);
    // Cases for tuning do stand in tests, so that the check finds something.
    expect(knownIn(readOwn("tune"), testTexts())).toEqual(
      expect.arrayContaining(["aliases-13a", "negation-11b", "two-contexts-11a"]),
    );
  });

  it("have at least 8 cases of every language, half of them reported: supported, not there, and changed", () => {
    const cases = all.filter(({ kind }) => kind === "other-languages");
    expect(new Set(cases.map(({ language }) => language))).toEqual(new Set([...LANGUAGES, "two languages"]));
    for (const language of LANGUAGES)
      for (const half of ["tune", "report"] as const) {
        const own = cases.filter((one) => one.language === language && halfOfOwn(one.id) === half);
        expect(own.length, `${language} ${half}`).toBeGreaterThanOrEqual(4);
        expect(new Set(own.map(({ label }) => label)), `${language} ${half}`).toEqual(
          new Set(["supported", "not-there", "contradicted"]),
        );
      }
  });

  it("are in the language that they name", () => {
    const marks: Readonly<Record<(typeof LANGUAGES)[number], RegExp>> = {
      German: /\b(?:der|die|das|wie)\b/i,
      French: /\b(?:le|la|du|où|il)\b/i,
      Spanish: /\b(?:el|la|los|en)\b/i,
      Portuguese: /\b(?:o|a|os|no|foi)\b/i,
      Italian: /\b(?:il|la|di|si|da)\b|ff/i,
      Chinese: /\p{Script=Han}/u,
      Japanese: /\p{Script=Hiragana}/u,
      Korean: /\p{Script=Hangul}/u,
      Arabic: /\p{Script=Arabic}/u,
    };
    for (const { id, language, contexts, claim } of all)
      if (language !== undefined && language !== "two languages")
        expect([claim, ...contexts].join(" "), id).toMatch(marks[language]);
  });
});

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const runsOf = (words: readonly string[], length: number): string[] =>
  words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(" "));
const RUN = 5;

/** Ids of the cases of which a claim or a context, or five words of one in a row, stands in one of the texts. */
function knownIn(cases: readonly OwnCase[], texts: readonly string[]): string[] {
  const known = new Set<string>();
  for (const words of texts.map(wordsOf))
    for (let length = 1; length <= RUN; length++) for (const run of runsOf(words, length)) known.add(run);
  const stands = (text: string): boolean => {
    const words = wordsOf(text);
    return runsOf(words, Math.min(RUN, words.length)).some((run) => known.has(run));
  };
  return cases.filter(({ claim, contexts }) => [claim, ...contexts].some(stands)).map(({ id }) => id);
}

/** Of the judges' folders; this file has no case. */
function testTexts(): string[] {
  return ["../../src/judges/", "./"].flatMap((folder) => {
    const at = fileURLToPath(new URL(folder, import.meta.url));
    return readdirSync(at, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.[cm]?ts$/.test(file) && !file.includes("node_modules"))
      .map((file) => readFileSync(`${at}${file}`, "utf8"));
  });
}
