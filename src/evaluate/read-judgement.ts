/** Raw words → numbers, by the rule of the tool that is imitated. */
import type { Claim, JudgedContexts, Judgement, Statement, Verdict, VerdictRule } from "../core/types.ts";

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
    const verdict = typeof one === "object" ? one.verdict : one;
    if (typeof verdict === "boolean") read.push(verdict ? 1 : 0);
    else if (typeof verdict === "number") read.push(rule.numbers === "raw" ? verdict : verdict !== 0 ? 1 : 0);
    else {
      const word = wordOf[rule.words](verdict);
      if (word === "yes") read.push(1);
      else if (word === "no" || rule.unknown === "no") read.push(0);
      else if (rule.unknown !== "drop") return verdict;
    }
  }
  return read;
}

function readRating(reply: Verdict, rule: VerdictRule): number | undefined {
  const text = String(reply);
  if (rule.rating === "exact") return /^[012]$/.test(text) ? Number(text) : undefined;
  const digit = ["2", "1", "0"].find((d) => text.includes(d));
  return digit === undefined ? undefined : Number(digit);
}

function readRatings(given: readonly Verdict[], rule: VerdictRule): number[] {
  const read = given.map((reply) => readRating(reply, rule));
  if (rule.unread === "first-decides" && read[0] === undefined) return [];
  return read.filter((x) => x !== undefined);
}

/** `unread`: the parts that hold a word that cannot be read, and the word. */
export function readJudgement(
  j: Judgement,
  rule: VerdictRule,
): { read: JudgedContexts; unread: ReadonlyMap<string, string> } {
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
  if (j.entities !== undefined) read.entities = j.entities;
  if (j.ratings !== undefined) read.ratings = readRatings(j.ratings, rule);
  return { read: read as JudgedContexts, unread };
}
