/** Every set of claims with labels: what the judge and the two baselines say of each pair. */
import type { Judged } from "../../src/core/judgement-record.ts";
import { createLexicalJudge } from "../../src/judges/lexical/index.ts";
import { prepareCase } from "../../src/judges/prepare.ts";
import { splitStatements } from "../../src/judges/split/statements.ts";
import { editScore, overlapScore } from "./baselines.ts";
import {
  CHUNK,
  chunkedCase,
  chunksOf,
  isEnglishCase,
  type OwnCase,
  readClapnq,
  readOwn,
  readWice,
  type WiceClaim,
} from "./data.ts";
import type { Groups } from "./figures.ts";
import { clapnqPairs, scoreIn } from "./tasks.ts";

export interface Pair {
  readonly yes: boolean;
  /** The judge's confidence. */
  readonly judge: number;
  readonly overlap: number;
  readonly edit: number;
}
export interface ClaimSet {
  readonly id: string;
  readonly task: string;
  readonly data: string;
  readonly pairs: readonly Pair[];
}

export const groupsBy = (pairs: readonly Pair[], who: "judge" | "overlap" | "edit"): Groups => ({
  yes: pairs.filter(({ yes }) => yes).map((pair) => pair[who]),
  no: pairs.filter(({ yes }) => !yes).map((pair) => pair[who]),
});

const baselines = (claim: string, statements: readonly string[]) => ({
  overlap: overlapScore(claim, statements),
  edit: editScore(claim, statements),
});

const wicePairs = (claims: readonly WiceClaim[]): Pair[] =>
  claims.map(({ claim, evidence, label }) => ({
    yes: label === "supported",
    judge: scoreIn(claim, evidence),
    ...baselines(claim, evidence),
  }));

export interface OwnVerdict extends Pair {
  readonly one: OwnCase;
  /** It said that it cannot tell. */
  readonly abstained: boolean;
}

/** As a user has it: the claim is a response, split and judged. All of it must be supported; no verdict is a wrong one. */
function wholeVerdict(
  { id, question, contexts, claim }: Pick<OwnCase, "id" | "question" | "contexts" | "claim">,
  yes: boolean,
): Pick<OwnVerdict, "yes" | "judge" | "abstained"> {
  const judged: Judged = createLexicalJudge().judge(
    prepareCase({ id, question, contexts, response: claim }).prepared!,
  );
  const abstained = judged.unjudged?.some(({ part }) => part === "responseClaims") === true;
  const best = (judged.responseClaims ?? []).map((one) => one.confidence ?? 0);
  return { yes, abstained, judge: abstained ? (yes ? 0 : 1) : Math.min(1, ...best) };
}

export const ownVerdicts = (half: "tune" | "report"): OwnVerdict[] =>
  readOwn(half).map((one) => {
    const statements = one.contexts.flatMap((text) => splitStatements(text).map((each) => each.text));
    return {
      one,
      ...wholeVerdict(one, one.label === "supported"),
      ...baselines(one.claim, statements),
    };
  });

/** A page as users have it: in chunks. Shared words are those of the best chunk, as the judge's are. */
const chunkPairs = (claims: readonly WiceClaim[]): Pair[] =>
  claims.map((one) => {
    const { claim, evidence, label } = one;
    const chunks = chunksOf(evidence);
    return {
      ...wholeVerdict(chunkedCase(one), label === "supported"),
      overlap: Math.max(...chunks.map((chunk) => overlapScore(claim, chunk))),
      edit: editScore(claim, evidence),
    };
  });

/** `tune`: the parts that thresholds and weights are chosen on; `report`: the others. */
export function claimSets(folder: string, part: "tune" | "report", own = ownVerdicts(part)): ClaimSet[] {
  const wice = part === "tune" ? "dev" : "test";
  const clapnq = readClapnq(folder, part);
  const pages = readWice(folder, wice);
  const short = readWice(folder, wice, "oracle_chunks_claim");
  const half = `clapnq, ${clapnq.length} questions`;
  const pairsOf = (against: "other" | "removed"): Pair[] =>
    clapnqPairs(clapnq, against).map(({ claim, statements, question, yes }) => ({
      yes,
      judge: scoreIn(claim, statements, question),
      ...baselines(claim, statements),
    }));
  return [
    {
      id: "clapnq-other",
      task: "answer sentence: its passage, or that of another question",
      data: half,
      pairs: pairsOf("other"),
    },
    {
      id: "clapnq-removed",
      task: "answer sentence: its passage, or the same without the chosen sentences",
      data: half,
      pairs: pairsOf("removed"),
    },
    {
      id: "wice",
      task: "claim fully supported, whole page as evidence",
      data: `wice ${wice}, ${pages.length} claims`,
      pairs: wicePairs(pages),
    },
    {
      id: "wice-short",
      task: "claim fully supported, a few sentences around the evidence",
      data: `wice ${wice}, ${short.length} pairs`,
      pairs: wicePairs(short),
    },
    { id: "own", task: "the project's own cases", data: `${own.length} cases`, pairs: own },
    ...(part === "tune" ? [] : reportedOnly(wice, pages, own)),
  ];
}

/** What nothing is chosen on, neither weights nor thresholds. */
function reportedOnly(
  wice: string,
  pages: readonly WiceClaim[],
  own: readonly OwnVerdict[],
): readonly ClaimSet[] {
  const english = own.filter(({ one }) => isEnglishCase(one));
  return [
    {
      id: "own-english",
      task: "of these, the English ones",
      data: `${english.length} cases`,
      pairs: english,
    },
    {
      id: "wice-chunks",
      task: `claim fully supported, the page in chunks of ${CHUNK} sentences, split and judged as a response`,
      data: `wice ${wice}, ${pages.length} claims`,
      pairs: chunkPairs(pages),
    },
  ];
}
