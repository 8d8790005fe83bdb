/** Problem codes of `goldie gold`, `goldie doctor GOLD` and `goldie mcp`, each with what brings it about. */
import { goldCommandProblem } from "../../src/cli/commands/gold/problems.ts";
import { mcpProblem } from "../../src/cli/commands/mcp/problems.ts";
import type { Problem } from "../../src/core/problem.ts";
import { ProblemLog } from "../../src/core/problem-log.ts";
import type { GoldValue } from "../../src/evaluate/input/read-gold.ts";
import { checkGold } from "../../src/gold/check.ts";

type Case = () => Promise<readonly Problem[]>;

/** The findings of this code in some gold. */
const found =
  (
    code: string,
    gold: Readonly<Record<string, GoldValue>>,
    words: Readonly<Record<string, string>> = {},
  ): Case =>
  async () =>
    checkGold({
      gold: new Map(Object.entries(gold)),
      words: new Map(Object.entries(words)),
      corpus: { has: (id) => id !== "d9" },
      log: new ProblemLog(),
    }).findings.filter((one) => one.code === code);

const tagged = (...langs: readonly (string | undefined)[]): Record<string, GoldValue> =>
  Object.fromEntries(
    langs.map((lang, i) => [
      `q${i}`,
      { relevant: ["d1"], ...(lang === undefined ? {} : { tags: { lang } }) },
    ]),
  );
const many = (lang: string, n: number): string[] => Array<string>(n).fill(lang);
const error =
  (problem: Problem): Case =>
  async () => [{ ...problem, level: "error" }];

export const goldProblemCases: Readonly<Record<string, Case>> = {
  "empty-question": found("empty-question", { q1: ["d1"] }, { q1: " " }),
  "near-duplicate": found(
    "near-duplicate",
    { q1: ["d1"], q2: ["d1"] },
    { q1: "How old is it?", q2: "how old is it" },
  ),
  "contradictory-gold": found("contradictory-gold", { q1: { relevant: ["d1"], forbidden: ["d1"] } }),
  "listed-twice": found("listed-twice", { q1: ["d1", "d1"] }),
  "long-list": found("long-list", {
    q1: ["d1"],
    q2: ["d1"],
    q3: Array.from({ length: 40 }, (_, i) => `x${i}`),
  }),
  "not-in-corpus": found("not-in-corpus", { q1: ["d9"] }),
  "small-slice": found("small-slice", tagged(...many("en", 9), ...many("de", 2))),
  "uneven-tag": found("uneven-tag", tagged(...many("en", 95), ...many("de", 5))),
  "missing-tag": found("missing-tag", tagged("en", "en", undefined)),
  "mostly-unanswerable": found("mostly-unanswerable", { q1: [], q2: [], q3: ["d1"] }),
  "no-questions-asked": error(goldCommandProblem("no-questions-asked", {})),
  "empty-part": error(goldCommandProblem("empty-part", { part: "test", queries: 2 })),
  "calls-failed": error(
    goldCommandProblem("calls-failed", { count: 2, message: "HTTP 500 (tried 6 times)", written: 18 }),
  ),
  "bad-argument": error(mcpProblem("bad-argument/missing", { tool: "eval", name: "gold" })),
  "outside-folder": error(mcpProblem("outside-folder", { path: "../gold.jsonl", folder: "/project" })),
  "unknown-cursor": error(mcpProblem("unknown-cursor", { cursor: "r1:80" })),
};
