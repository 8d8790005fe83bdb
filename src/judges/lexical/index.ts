/** The embedded judge: shared words, names and numbers. No key, no download, the same answer every time. */
import type { Judged, PreparedCase } from "../../core/judgement-record.ts";
import { FoldedWords, foldTokens } from "../../text/tokens.ts";
import { judgesProblem } from "../_problems.ts";
import type { Judge } from "../judge-types.ts";
import { judgeCase } from "./_judge-case.ts";
import { Lexicon } from "./_lexicon.ts";
import { limits } from "./_limits.ts";
import { type ScoreCell, scoreCells } from "./_score.ts";
import { type Texts, textsOf } from "./_texts.ts";
import { type Thresholds, tuned, tunedForScores } from "./_thresholds.ts";
import { englishWeight, isEnglish, weightsFrom } from "./_weights.ts";

export interface LexicalOptions {
  /** Says how far a statement says a claim, from 0 to 1, in the place of the share of words; names and numbers are then its business too. */
  readonly score?: ScoreCell;
  readonly thresholds?: Partial<Thresholds>;
  /** Texts in the language of the cases, the more the better: a word that many of them have weighs little. English has a built-in table. */
  readonly corpus?: Iterable<string>;
}

/**
 * A judge that compares words, for tests without a key and for differences between retrievers. `limits` says what it cannot do.
 * @example
 * const { judgements } = await judge({ cases, judge: createLexicalJudge() });
 */
export function createLexicalJudge(options: LexicalOptions = {}): Judge {
  const { score, corpus } = options;
  const thresholds = checked({ ...(score === undefined ? tuned : tunedForScores), ...options.thresholds });
  const given = corpus === undefined ? undefined : new Lexicon(weightsFrom(corpus));
  const english = new Lexicon(englishWeight);
  const words = new FoldedWords();
  return {
    by: {
      name: "lexical",
      version: "2",
      settings: {
        score: score === undefined ? "words" : "function",
        weights: given === undefined ? "table" : "corpus",
        ...thresholds,
      },
    },
    limits,
    judge(one, signal) {
      // Memory stays flat however many cases are judged.
      if (words.size >= MOST_WORDS) words.clear();
      const texts = textsOf(one, words);
      const lexicon = given ?? (looksEnglish(one, texts) ? english : lexiconOf(texts));
      if (score === undefined) return judgeCase(one, texts, lexicon, thresholds);
      return judgeByScores(score, one, texts, lexicon, thresholds, signal);
    },
  };
}

const MOST_WORDS = 32_768;

async function judgeByScores(
  score: ScoreCell,
  one: PreparedCase,
  texts: Texts,
  lexicon: Lexicon,
  thresholds: Thresholds,
  signal: AbortSignal | undefined,
): Promise<Judged> {
  const claims = [...texts.claims, ...texts.responseClaims].map(({ text }) => text);
  const statements = texts.statements.map(({ text }) => text);
  return judgeCase(one, texts, lexicon, thresholds, await scoreCells(score, claims, statements, one, signal));
}

const looksEnglish = ({ question, reference = "" }: PreparedCase, { statements }: Texts): boolean =>
  isEnglish([
    foldTokens(question),
    foldTokens(reference),
    ...statements.slice(0, 5).map(({ tokens }) => tokens),
  ]);

/** Another language is weighed by the statements of the case itself, so that a case is judged the same alone and among others. */
const lexiconOf = ({ statements }: Texts): Lexicon =>
  new Lexicon(weightsFrom(statements.map(({ tokens }) => tokens)));

function checked(thresholds: Thresholds): Thresholds {
  for (const [name, value] of Object.entries(thresholds))
    if (typeof value !== "number" || !(value >= 0 && value <= 1))
      throw judgesProblem.error("bad-threshold/range", { name, found: String(value) });
  if (thresholds.partial > thresholds.full) throw judgesProblem.error("bad-threshold/order", {});
  return thresholds;
}
