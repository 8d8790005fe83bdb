/** Scores of the embedded judge's parts on the sets, as groups that should be apart. */

import { aliasesOf, inOneForm } from "../../src/judges/lexical/_aliases.ts";
import { kindAsked } from "../../src/judges/lexical/_asked.ts";
import { type CaseRows, type CaseTexts, readCase as readFolded } from "../../src/judges/lexical/_case.ts";
import { Lexicon } from "../../src/judges/lexical/_lexicon.ts";
import type { Sought } from "../../src/judges/lexical/_sought.ts";
import { rolesOf } from "../../src/judges/lexical/_statements.ts";
import { saysSomething } from "../../src/judges/lexical/_texts.ts";
import { englishWeight } from "../../src/judges/lexical/_weights.ts";
import { relevanceByQuestion, relevanceByReference } from "../../src/judges/lexical/relevance.ts";
import { type ChunkSupport, evidenceScores, findSupport } from "../../src/judges/lexical/support.ts";
import { withoutOpeners } from "../../src/judges/split/_openers.ts";
import { splitClaims } from "../../src/judges/split/claims.ts";
import { withoutMarkup } from "../../src/judges/split/markdown.ts";
import { splitStatements } from "../../src/judges/split/statements.ts";
import { foldTokens } from "../../src/text/tokens.ts";
import type { ClapnqQuestion, CoqaRow, WiceClaim } from "./data.ts";
import { auc, type Groups, mean } from "./figures.ts";

const lexicon = new Lexicon(englishWeight);
/** As the judge reads a case, with the statements of one chunk given. */
const readCase = ({
  statements,
  ...rest
}: Omit<CaseTexts, "statements"> & { statements: readonly string[] }): CaseRows => {
  const read = statements.map((text) => ({ text, tokens: foldTokens(withoutMarkup(text)) }));
  const asking = [rest.question ?? "", ...(rest.claims ?? []).map(({ text }) => text)];
  const aliases = aliasesOf(
    asking.map((text) => ({ text, tokens: foldTokens(text) })),
    read,
  );
  const roles = rolesOf(statements, [{ from: 0, to: statements.length }]);
  return readFolded(
    { ...rest, statements: read.map(({ tokens }) => inOneForm(tokens, aliases)), aliases, roles },
    lexicon,
  );
};

/** As a claim is read: without markers, openers and markup; whole, since the label is of the whole. */
const readClaim = (text: string): string => withoutOpeners(withoutMarkup(text).replace(/\s+/g, " ").trim());

/** The claim as it is sought, and what was found of it. */
export const foundIn = (
  claim: string,
  statements: readonly string[],
  question = "",
): { readonly sought: Sought; readonly found: ChunkSupport } => {
  const { claims, rows } = readCase({ question, claims: [{ text: readClaim(claim) }], statements });
  return { sought: claims[0]!, found: findSupport(claims[0]!, rows, 0, statements.length) };
};

/** A claim and the whole page: supported at least in part, or not. The words decide, whatever is missing. */
export const wicePartly = (claims: readonly WiceClaim[]): Groups => {
  const cells = claims.map(({ claim, evidence, label }) => ({
    said: foundIn(claim, evidence).found.said,
    yes: label !== "not_supported",
  }));
  const saidWhere = (yes: boolean) => cells.filter((cell) => cell.yes === yes).map(({ said }) => said);
  return { yes: saidWhere(true), no: saidWhere(false) };
};

/** What is compared with the threshold of full support. */
export const scoreIn = (claim: string, statements: readonly string[], question = ""): number =>
  foundIn(claim, statements, question).found.confidence;

export interface ClapnqPair {
  readonly claim: string;
  readonly statements: readonly string[];
  readonly question: string;
  readonly yes: boolean;
}

/** A sentence of an answer and the passage it was written from; and the passage of another question, or the same one without the sentences that were chosen. */
export function clapnqPairs(
  questions: readonly ClapnqQuestion[],
  against: "other" | "removed",
): ClapnqPair[] {
  return questions.flatMap((one, i) => {
    const { question, title, sentences, selectedByAny } = one;
    const next = questions[(i + 1) % questions.length]!;
    const no =
      against === "other"
        ? [next.title, ...next.sentences]
        : [title, ...sentences.filter((sentence) => !selectedByAny.has(sentence))];
    return (
      splitStatements(one.answer)
        // "No.": the judge leaves it out too.
        .filter(({ text }) => saysSomething(text))
        .flatMap(({ text: claim }) => [
          { claim, statements: [title, ...sentences], question, yes: true },
          { claim, statements: no, question, yes: false },
        ])
    );
  });
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

/** The best sentence of a passage that answers its question, and of one that does not. */
export function passageRelevance(
  answered: readonly Pick<ClapnqQuestion, "question" | "sentences">[],
  unanswered: readonly Pick<ClapnqQuestion, "question" | "sentences">[],
): Groups {
  const best = ({ question, sentences }: Pick<ClapnqQuestion, "question" | "sentences">): number =>
    Math.max(...relevance(readCase({ question, statements: sentences }), "question", question, sentences));
  return { yes: answered.map(best), no: unanswered.map(best) };
}

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
