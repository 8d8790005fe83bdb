/** The embedded judge: shared words, names and numbers. No key, no download, the same answer every time. */
import type { Judged, PreparedCase } from "../../core/judgement-record.ts";
import { WORD } from "../../text/token-columns.ts";
import { foldTokens } from "../../text/tokens.ts";
import { judgesProblem } from "../_problems.ts";
import type { Judge } from "../judge-types.ts";
import { judgeCase } from "./_judge-case.ts";
import type { Lexicon } from "./_lexicon.ts";
import { limits } from "./_limits.ts";
import { english, freshColumns, other, withWeights } from "./_shared-words.ts";
import { type Texts, textsOf } from "./_texts.ts";
import { type Thresholds, tuned } from "./_thresholds.ts";
import { EnglishCount, weightsFrom } from "./_weights.ts";

export interface WordOptions {
  readonly thresholds?: Partial<Thresholds>;
  /** Texts in the language of the cases, the more the better: a word that many of them have weighs little. English has a built-in table. */
  readonly corpus?: Iterable<string>;
}

/** It waits for nothing. */
export interface WordJudge extends Judge {
  judge(one: PreparedCase): Judged;
}

/** The judge by words alone. */
export function createWordJudge(options: WordOptions = {}): WordJudge {
  const { corpus } = options;
  const thresholds = checked({ ...tuned, ...options.thresholds });
  const given = corpus === undefined ? undefined : withWeights(weightsFrom(corpus));
  return {
    by: {
      name: "lexical",
      version: "2",
      settings: {
        score: "words",
        weights: given === undefined ? "table" : "corpus",
        ...thresholds,
      },
    },
    limits,
    judge(one) {
      const texts = textsOf(one, freshColumns());
      const lexicon = given ?? (looksEnglish(one, texts) ? english : lexiconOf(texts));
      return judgeCase(one, texts, lexicon, thresholds);
    },
  };
}

/** By the question, the reference (without one, the claims of the response) and a few sentences: what a system answered changes no verdict on a reference. */
export function looksEnglish({ reference }: PreparedCase, texts: Texts): boolean {
  const { questionTokens, statements, claims, responseClaims, columns } = texts;
  const count = new EnglishCount();
  count.addTokens(questionTokens);
  if (reference === undefined) for (const { tokens } of responseClaims) count.addTokens(tokens);
  else
    count.addTokens(
      claims.length === 1 && claims[0]!.text === reference ? claims[0]!.tokens : foldTokens(reference),
    );
  for (const { from, to } of sampleOf(statements))
    for (let at = from; at < to; at++)
      if (columns.kinds[at] === WORD) count.add(columns.words.keyOf(columns.ids[at]!));
  return count.isEnglish;
}

/** A few sentences: the menus, dates and captions that a page begins with have no small words in any language. */
function sampleOf(statements: Texts["statements"]): Texts["statements"] {
  const long: Texts["statements"][number][] = [];
  for (let at = 0; at < statements.length && long.length < SAMPLE; at++)
    if (statements[at]!.to - statements[at]!.from >= SENTENCE) long.push(statements[at]!);
  return long.length > 0 ? long : statements.slice(0, SAMPLE);
}
const SAMPLE = 5;
/** Words of a statement that is rather a sentence than a line of a menu. */
const SENTENCE = 8;

/** Another language is weighed by the statements of the case itself, so that a case is judged the same alone and among others. */
const lexiconOf = ({ statements }: Texts): Lexicon =>
  other.reweigh(weightsFrom(statements.map(({ tokens }) => tokens)));

function checked(thresholds: Thresholds): Thresholds {
  for (const [name, value] of Object.entries(thresholds))
    if (typeof value !== "number" || !(value >= 0 && value <= 1))
      throw judgesProblem.error("bad-threshold/range", { name, found: String(value) });
  if (thresholds.partial > thresholds.full) throw judgesProblem.error("bad-threshold/order", {});
  return thresholds;
}
