/** What words alone settle of a case, so that a scorer of pairs is asked about the rest only. */
import type { PreparedCase } from "../../core/judgement-record.ts";
import { foldTokens, type Token } from "../../text/tokens.ts";
import { withoutCitations } from "../split/citations.ts";
import { readCase } from "./_case.ts";
import { Lexicon } from "./_lexicon.ts";
import { type Texts, textsOf } from "./_texts.ts";
import { englishWeight, isEnglish } from "./_weights.ts";
import { findSupport } from "./support.ts";
import { isNegation } from "./words.ts";

export interface SureCell {
  /** Absent: words leave it open. */
  readonly verdict?: "full" | "none";
  /** The statements that say most of the claim, the best first; none where they share no word. */
  readonly by: readonly string[];
}

/** With fewer words a paraphrase may share none of them. */
const WORDS = 4;

/** By claim (those of the reference, then those of the response) and chunk. */
export function sureCells(one: PreparedCase): readonly (readonly SureCell[])[] {
  const texts = textsOf(one);
  const { claims, responseClaims, statements, bounds } = texts;
  const rows = statements.map(({ tokens }) => tokens);
  const english = isEnglishCase(one, texts);
  const read = readCase({ question: one.question, claims, responseClaims, statements: rows }, lexicon);
  return [...read.claims, ...read.responseClaims].map((sought) => {
    const keys = keysOf(foldTokens(withoutCitations(sought.text)));
    return bounds.map(({ from, to }): SureCell => {
      const said = rows.slice(from, to).findIndex((row, i) => says(row, keys, statements[from + i]!.text));
      if (said >= 0) return { verdict: "full", by: [statements[from + said]!.id] };
      const by = findSupport(sought, read.rows, from, to).by.map((place) => statements[place]!.id);
      const apart = english && by.length === 0 && sought.terms.length >= WORDS;
      return apart ? { verdict: "none", by } : { by };
    });
  });
}

const lexicon = new Lexicon(englishWeight);

/** Two languages share no words, whatever they say. */
const isEnglishCase = ({ reference = "" }: PreparedCase, { responseClaims, statements }: Texts): boolean =>
  isEnglish([foldTokens(reference), ...responseClaims.map(({ tokens }) => tokens)]) &&
  isEnglish(statements.map(({ tokens }) => tokens));

const keysOf = (tokens: readonly Token[]): string => ` ${tokens.map(({ key }) => key).join(" ")} `;

/** The claim word for word, in a statement that neither denies nor doubts nor asks. */
function says(row: readonly Token[], keys: string, text: string): boolean {
  if (keys.trim() === "" || !keysOf(row).includes(keys)) return false;
  if (/[?？][\s"'”’)]*$/.test(text)) return false;
  const inside = new Set(keys.trim().split(" "));
  return !row.some(({ key }) => !inside.has(key) && (isNegation(key) || DOUBTS.has(key)));
}

/** A claim behind one of these is reported, supposed or denied. */
const DOUBTS: ReadonlySet<string> = new Set(
  "if whether unless until may might could would should supposedly allegedly reportedly perhaps maybe possibly claim claims claimed say says said believe believes believed think thinks thought suggest suggests suggested deny denies denied doubt doubts doubted dispute disputes disputed refute refutes refuted false falsely wrong wrongly myth rumour rumor rumours rumors hoax fail fails failed almost nearly plan plans planned intend intended instead formerly".split(
    " ",
  ),
);
