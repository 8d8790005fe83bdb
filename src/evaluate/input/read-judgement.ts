/** Raw words → numbers, by the rule of the tool that is imitated. */

import type { Claim, JudgedContexts, Judgement, Statement, Verdict } from "../../core/judgement.ts";
import { nearest } from "../../core/problem.ts";
import type { VerdictRule } from "../../core/rules.ts";
import { inputProblem } from "./problems.ts";

const wordOf: Readonly<Record<VerdictRule["words"], (word: string) => string>> = {
  literal: (w) => w,
  lower: (w) => w.toLowerCase(),
  trim: (w) => w.trim().toLowerCase(),
  letters: (w) => /^[a-z]*/.exec(w.trim().toLowerCase())![0],
};

/** The verdicts as numbers, or the word that cannot be read. */
function readVerdicts(given: readonly (Verdict | Claim | Statement)[], rule: VerdictRule): number[] | string {
  const read: number[] = [];
  for (const one of given) {
    const verdict = typeof one === "object" && one !== null ? one.verdict : one;
    // What comes from a file may be anything.
    if (!["boolean", "number", "string"].includes(typeof verdict)) return String(verdict);
    if (typeof verdict === "boolean") read.push(verdict ? 1 : 0);
    else if (typeof verdict === "number") {
      if (rule.numbers === "exact" && verdict !== 0 && verdict !== 1) return String(verdict);
      read.push(rule.numbers === "raw" ? verdict : verdict !== 0 ? 1 : 0);
    } else {
      const word = wordOf[rule.words](verdict);
      if (word === "yes") read.push(1);
      else if (word === "no" || rule.unknown === "no") read.push(0);
      else if (rule.unknown !== "drop") return verdict;
    }
  }
  return read;
}

function readRating(reply: unknown, rule: VerdictRule): number | undefined {
  const text = String(reply);
  if (rule.rating === "number")
    return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : undefined;
  if (rule.rating === "exact") return /^[012]$/.test(text) ? Number(text) : undefined;
  const digit = ["2", "1", "0"].find((d) => text.includes(d));
  return digit === undefined ? undefined : Number(digit);
}

/** The ratings as numbers, or the reply that cannot be read. */
function readRatings(given: readonly Verdict[], rule: VerdictRule): number[] | string {
  const read = given.map((reply) => readRating(reply, rule));
  if (rule.unread === "fail" && read.includes(undefined)) return String(given[read.indexOf(undefined)]);
  if (rule.unread === "first-decides" && read[0] === undefined) return [];
  return read.filter((x) => x !== undefined);
}

const PARTS: ReadonlySet<string> = new Set([
  "question",
  "contexts",
  "reference",
  "response",
  "verdicts",
  "responseVerdicts",
  "claims",
  "statements",
  "entities",
  "ratings",
  "responseClaims",
  "responseRelevant",
  "questionVerdicts",
  "support",
  "unjudged",
]);

/** `unread`: the parts that hold a word that cannot be read, and the word. */
export function readJudgement(
  j: Judgement,
  rule: VerdictRule,
): { read: JudgedContexts; unread: ReadonlyMap<string, string> } {
  for (const part of Object.keys(j))
    if (!PARTS.has(part))
      throw inputProblem.error("unknown-part", { part, nearest: nearest(part, PARTS, 1), names: [...PARTS] });
  const unread = new Map<string, string>();
  const read: Record<string, unknown> = {};
  const put = (part: string, given: readonly (Verdict | Claim | Statement)[] | undefined): void => {
    if (given === undefined) return;
    const numbers = readVerdicts(given, rule);
    if (typeof numbers === "string") unread.set(part, numbers);
    else read[part] = numbers;
  };
  put("verdicts", j.verdicts);
  put("responseVerdicts", j.responseVerdicts);
  put("claims", j.claims);
  put("statements", j.statements?.flat());
  put("responseClaims", j.responseClaims);
  put("responseRelevant", j.responseRelevant);
  put("questionVerdicts", j.questionVerdicts);
  const notes = (given: readonly (Verdict | Claim)[] = []) =>
    given.map((one) => (typeof one === "object" && one !== null ? one.note : undefined));
  const [ofClaims, ofResponse] = [notes(j.claims), notes(j.responseClaims)];
  if ([...ofClaims, ...ofResponse].some((note) => note !== undefined))
    read.notes = { claims: ofClaims, responseClaims: ofResponse };
  if (j.support !== undefined) read.support = j.support;
  if (j.entities?.reference !== undefined && j.entities.contexts !== undefined) read.entities = j.entities;
  if (j.ratings !== undefined) {
    const ratings = readRatings(j.ratings, rule);
    if (typeof ratings === "string") unread.set("ratings", ratings);
    else read.ratings = ratings;
  }
  return { read: read as JudgedContexts, unread };
}
