/** Scores of the embedded judge's parts on the sets, as groups that should be apart. */

import { kindAsked } from "../../src/judges/lexical/_asked.ts";
import { type CaseRows, type CaseTexts, readCase as readFolded } from "../../src/judges/lexical/_case.ts";
import { Lexicon } from "../../src/judges/lexical/_lexicon.ts";
import { saysSomething } from "../../src/judges/lexical/_texts.ts";
import { englishWeight } from "../../src/judges/lexical/_weights.ts";
import { relevanceByQuestion, relevanceByReference } from "../../src/judges/lexical/relevance.ts";
import { type ChunkSupport, evidenceScores, findSupport } from "../../src/judges/lexical/support.ts";
import { splitClaims } from "../../src/judges/split/claims.ts";
import { splitStatements } from "../../src/judges/split/statements.ts";
import { foldTokens } from "../../src/text/tokens.ts";
import type { ClapnqQuestion, CoqaRow, WiceClaim } from "./data.ts";
import { auc, type Groups, mean } from "./figures.ts";

const lexicon = new Lexicon(englishWeight);
const readCase = ({
  statements,
  ...rest
}: Omit<CaseTexts, "statements"> & { statements: readonly string[] }): CaseRows =>
  readFolded({ ...rest, statements: statements.map(foldTokens) }, lexicon);

/** What is compared with the threshold of full support: a missing name or number is below all of them. */
const supportScore = ({ share, missing }: ChunkSupport): number => share - missing;

const supportIn = (claim: string, statements: readonly string[], question = ""): ChunkSupport => {
  const { claims, rows } = readCase({ question, claims: [{ text: claim }], statements });
  return findSupport(claims[0]!, rows, 0, statements.length);
};

export interface Cell {
  readonly found: ChunkSupport;
  readonly yes: boolean;
}
export const groupsOf = (
  cells: readonly Cell[],
  score: (found: ChunkSupport) => number = supportScore,
): Groups => ({
  yes: cells.filter((cell) => cell.yes).map((cell) => score(cell.found)),
  no: cells.filter((cell) => !cell.yes).map((cell) => score(cell.found)),
});

/** A claim and the whole page: fully supported, or not. */
export const wiceSupport = (
  claims: readonly WiceClaim[],
  yes: (label: WiceClaim["label"]) => boolean = (label) => label === "supported",
): Cell[] =>
  claims.map(({ claim, evidence, label }) => ({ found: supportIn(claim, evidence), yes: yes(label) }));

/** A sentence of an answer and the passage it was written from; and the passage of another question, or the same one without the sentences that were chosen. */
export function clapnqSupport(questions: readonly ClapnqQuestion[]): { other: Cell[]; removed: Cell[] } {
  const other: Cell[] = [];
  const removed: Cell[] = [];
  questions.forEach((one, i) => {
    const next = questions[(i + 1) % questions.length]!;
    const rest = one.sentences.filter((sentence) => !one.selectedByAny.has(sentence));
    for (const { text } of splitStatements(one.answer)) {
      // "No.": the judge leaves it out too.
      if (!saysSomething(text)) continue;
      const own = { found: supportIn(text, [one.title, ...one.sentences], one.question), yes: true };
      other.push(own, { found: supportIn(text, [next.title, ...next.sentences], one.question), yes: false });
      removed.push(own, { found: supportIn(text, [one.title, ...rest], one.question), yes: false });
    }
  });
  return { other, removed };
}

/** Which sentences of a page are the evidence: over all claims, the mean of each claim's own, and the first one. */
export function wiceEvidence(claims: readonly WiceClaim[]): { pooled: number; each: number; first: number } {
  const all: { yes: number[]; no: number[] } = { yes: [], no: [] };
  const each: number[] = [];
  const first: number[] = [];
  for (const { claim, evidence, supporting } of claims) {
    if (supporting.size === 0 || supporting.size === evidence.length) continue;
    const { claims: sought, rows } = readCase({ claims: [{ text: claim }], statements: evidence });
    const scores = evidenceScores(sought[0]!, rows, 0, evidence.length);
    const own: { yes: number[]; no: number[] } = { yes: [], no: [] };
    scores.forEach((score, i) => {
      (supporting.has(i) ? own.yes : own.no).push(score);
    });
    all.yes.push(...own.yes);
    all.no.push(...own.no);
    each.push(auc(own));
    first.push(supporting.has(scores.indexOf(Math.max(...scores))) ? 1 : 0);
  }
  return { pooled: auc(all), each: mean(each), first: mean(first) };
}

/** Whether a sentence of the passage was chosen to write the answer from. */
export function clapnqRelevance(questions: readonly ClapnqQuestion[], by: "reference" | "question"): Groups {
  const groups: { yes: number[]; no: number[] } = { yes: [], no: [] };
  for (const { question, answer, sentences, selected } of questions) {
    const read = readCase({
      question,
      claims: by === "reference" ? splitClaims(answer) : [],
      statements: sentences,
    });
    const scores = relevance(read, by, question, sentences);
    scores.forEach((score, i) => {
      (selected.has(sentences[i]!) ? groups.yes : groups.no).push(score);
    });
  }
  return groups;
}

const relevance = (
  { claims, rows, question: asking }: CaseRows,
  by: "reference" | "question",
  question: string,
  statements: readonly string[],
): Float64Array =>
  by === "reference"
    ? relevanceByReference(claims, rows, 0, statements.length)
    : relevanceByQuestion(
        asking,
        kindAsked(question),
        statements.map((text) => ({ id: "", text, tokens: foldTokens(text) })),
        rows,
        0,
        statements.length,
      );

/** A span of a story that answers the question, or one that does not. Rows in between mix the two. */
export function coqaRelevance(rows: readonly CoqaRow[]): Groups {
  const groups: { yes: number[]; no: number[] } = { yes: [], no: [] };
  for (const { question, context, expected } of rows) {
    if (expected !== 0 && expected !== 1) continue;
    const read = readCase({ question, statements: [context] });
    (expected === 1 ? groups.yes : groups.no).push(relevance(read, "question", question, [context])[0]!);
  }
  return groups;
}
