/** The weights of the evidence: what was found is kept, and weighed anew for every setting. */
import type { Judged } from "../../src/core/judgement-record.ts";
import { readCase } from "../../src/judges/lexical/_case.ts";
import { Lexicon } from "../../src/judges/lexical/_lexicon.ts";
import type { Sought } from "../../src/judges/lexical/_sought.ts";
import { textsOf } from "../../src/judges/lexical/_texts.ts";
import { englishWeight, isEnglish, weightsFrom } from "../../src/judges/lexical/_weights.ts";
import { createLexicalJudge } from "../../src/judges/lexical/index.ts";
import {
  type EvidenceWeights,
  type FoundEvidence,
  findSupport,
  findTogether,
  weigh,
} from "../../src/judges/lexical/support.ts";
import { prepareCase } from "../../src/judges/prepare.ts";
import { foldTokens } from "../../src/text/tokens.ts";
import type { ClaimSet } from "./claim-sets.ts";
import { type OwnCase, readClapnq, readOwn, readWice } from "./data.ts";
import { balancedAccuracy, mean } from "./figures.ts";
import { clapnqPairs, foundIn } from "./tasks.ts";
import { commonThreshold, familyOf } from "./thresholds.ts";

interface Found {
  readonly sought: Sought;
  /** By chunk, and by two together. */
  readonly each: readonly FoundEvidence[];
}
interface FoundPair {
  readonly yes: boolean;
  /** Of every claim; all must be supported. Undefined: it said that it cannot tell. */
  readonly claims: readonly Found[] | undefined;
}
interface FoundSet {
  readonly id: string;
  readonly pairs: readonly FoundPair[];
}

const single = (claim: string, statements: readonly string[], yes: boolean, question?: string): FoundPair => {
  const { sought, found } = foundIn(claim, statements, question);
  return { yes, claims: [{ sought, each: [found] }] };
};

function ownPair({ id, question, contexts, claim, label }: OwnCase): FoundPair {
  const prepared = prepareCase({ id, question, contexts, response: claim }).prepared!;
  const yes = label === "supported";
  const judged: Judged = createLexicalJudge().judge(prepared);
  if (judged.unjudged !== undefined) return { yes, claims: undefined };
  const texts = textsOf(prepared);
  const statements = texts.statements.map(({ tokens }) => tokens);
  const english = isEnglish([foldTokens(question), ...statements.slice(0, 5)]);
  const lexicon = new Lexicon(english ? englishWeight : weightsFrom(statements));
  const read = readCase({ ...texts, question, claims: [], statements }, lexicon);
  return {
    yes,
    claims: read.responseClaims.map((sought) => {
      const each = texts.bounds.map(({ from, to }) => findSupport(sought, read.rows, from, to));
      const both = findTogether(sought, read.rows, each);
      return { sought, each: both === undefined ? each : [...each, both] };
    }),
  };
}

/** The tuning parts of all sets. */
export function foundSets(folder: string): FoundSet[] {
  const clapnq = readClapnq(folder, "tune");
  const wice = (kind: "claim" | "oracle_chunks_claim"): FoundPair[] =>
    readWice(folder, "dev", kind).map(({ claim, evidence, label }) =>
      single(claim, evidence, label === "supported"),
    );
  const passages = (against: "other" | "removed"): FoundPair[] =>
    clapnqPairs(clapnq, against).map(({ claim, statements, question, yes }) =>
      single(claim, statements, yes, question),
    );
  return [
    { id: "clapnq-other", pairs: passages("other") },
    { id: "clapnq-removed", pairs: passages("removed") },
    { id: "wice", pairs: wice("claim") },
    { id: "wice-short", pairs: wice("oracle_chunks_claim") },
    { id: "own", pairs: readOwn("tune").map(ownPair) },
  ];
}

const scoreOf = ({ yes, claims }: FoundPair, weights: EvidenceWeights): number => {
  if (claims === undefined) return yes ? 0 : 1;
  return Math.min(
    1,
    ...claims.map(({ sought, each }) =>
      Math.max(0, ...each.map((one) => weigh(sought, one, weights).confidence)),
    ),
  );
};

export interface GridRow {
  readonly weights: EvidenceWeights;
  readonly threshold: number;
  /** The mean of the sets at that threshold; and each at the one that is had without its family. */
  readonly value: number;
  readonly leftOut: number;
}

export function gridRow(sets: readonly FoundSet[], weights: EvidenceWeights): GridRow {
  const scored = sets.map(
    ({ id, pairs }): ClaimSet => ({
      id,
      task: "",
      data: "",
      pairs: pairs.map((pair) => ({ yes: pair.yes, judge: scoreOf(pair, weights), overlap: 0, edit: 0 })),
    }),
  );
  const { threshold, value } = commonThreshold(scored, "judge");
  const groups = (pairs: ClaimSet["pairs"]) => ({
    yes: pairs.filter(({ yes }) => yes).map(({ judge }) => judge),
    no: pairs.filter(({ yes }) => !yes).map(({ judge }) => judge),
  });
  const leftOut = mean(
    scored.map(({ id, pairs }) =>
      balancedAccuracy(groups(pairs), commonThreshold(scored, "judge", familyOf(id)).threshold),
    ),
  );
  return { weights, threshold, value, leftOut };
}

/** Every setting; share, window and pairs are 1 together. */
export function* settings(): Generator<EvidenceWeights> {
  for (const window of [0, 0.1, 0.2])
    for (const pairs of [0.1, 0.2, 0.3])
      for (const name of [0.4, 0.5, 0.6])
        for (const number of [0.4, 0.5, 0.6])
          for (const length of [0, 0.1, 0.2])
            yield { share: Math.round((1 - window - pairs) * 10) / 10, window, pairs, name, number, length };
}
