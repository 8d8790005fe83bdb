/** The weights of the evidence: what was found is kept, and weighed anew for every setting. */
import type { Judged } from "../../src/core/judgement-record.ts";
import { readCase } from "../../src/judges/lexical/_case.ts";
import { Lexicon } from "../../src/judges/lexical/_lexicon.ts";
import type { Sought } from "../../src/judges/lexical/_sought.ts";
import { joinsTo } from "../../src/judges/lexical/_subject.ts";
import { textsOf } from "../../src/judges/lexical/_texts.ts";
import { englishWeight, weightsFrom } from "../../src/judges/lexical/_weights.ts";
import { looksEnglish } from "../../src/judges/lexical/by-words.ts";
import { createLexicalJudge } from "../../src/judges/lexical/index.ts";
import {
  type EvidenceWeights,
  type FoundEvidence,
  findSupport,
  findTogether,
  weigh,
} from "../../src/judges/lexical/support.ts";
import { prepareCase } from "../../src/judges/prepare.ts";
import { type ClaimSet, groupsBy } from "./claim-sets.ts";
import { chunkedCase, isEnglishCase, type OwnCase, readClapnq, readOwn, readWice } from "./data.ts";
import { balancedAccuracy, mean } from "./figures.ts";
import { clapnqPairs, foundIn } from "./tasks.ts";
import { commonThreshold, familyOf, flatOf } from "./thresholds.ts";

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

function casePair(
  { id, question, contexts, claim }: Pick<OwnCase, "id" | "question" | "contexts" | "claim">,
  yes: boolean,
): FoundPair {
  const prepared = prepareCase({ id, question, contexts, response: claim }).prepared!;
  const judged: Judged = createLexicalJudge().judge(prepared);
  if (judged.unjudged?.some(({ part }) => part === "responseClaims") === true)
    return { yes, claims: undefined };
  const texts = textsOf(prepared);
  const statements = texts.statements.map(({ tokens }) => tokens);
  const lexicon = new Lexicon(looksEnglish(prepared, texts) ? englishWeight : weightsFrom(statements));
  const read = readCase({ ...texts, question, claims: [], statements }, lexicon);
  return {
    yes,
    claims: read.responseClaims.map((sought) => {
      const each = texts.bounds.map(({ from, to }) => findSupport(sought, read.rows, from, to));
      const joins = joinsTo(sought.text);
      const textsAt = (places: readonly number[]): string[] =>
        places.map((place) => texts.statements[place]!.text);
      const both = findTogether(sought, read.rows, each, (some, others) =>
        joins(textsAt(some), textsAt(others)),
      );
      return { sought, each: both === undefined ? each : [...each, both] };
    }),
  };
}

/** The parts of all sets that are tuned on; or those that are reported, with what is reported only. */
export function foundSets(folder: string, part: "tune" | "report" = "tune"): FoundSet[] {
  const clapnq = readClapnq(folder, part);
  const wice = part === "tune" ? "dev" : "test";
  const single = (
    claim: string,
    statements: readonly string[],
    yes: boolean,
    question?: string,
  ): FoundPair => {
    const { sought, found } = foundIn(claim, statements, question);
    return { yes, claims: [{ sought, each: [found] }] };
  };
  const pages = (kind: "claim" | "oracle_chunks_claim"): FoundPair[] =>
    readWice(folder, wice, kind).map(({ claim, evidence, label }) =>
      single(claim, evidence, label === "supported"),
    );
  const passages = (against: "other" | "removed"): FoundPair[] =>
    clapnqPairs(clapnq, against).map(({ claim, statements, question, yes }) =>
      single(claim, statements, yes, question),
    );
  const own = readOwn(part).map((one) => ({ one, pair: casePair(one, one.label === "supported") }));
  return [
    { id: "clapnq-other", pairs: passages("other") },
    { id: "clapnq-removed", pairs: passages("removed") },
    { id: "wice", pairs: pages("claim") },
    { id: "wice-short", pairs: pages("oracle_chunks_claim") },
    { id: "own", pairs: own.map(({ pair }) => pair) },
    ...(part === "tune"
      ? []
      : [
          {
            id: "own-english",
            pairs: own.filter(({ one }) => isEnglishCase(one)).map(({ pair }) => pair),
          },
          {
            id: "wice-chunks",
            pairs: readWice(folder, wice).map((one) => casePair(chunkedCase(one), one.label === "supported")),
          },
        ]),
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

const scoredSets = (sets: readonly FoundSet[], weights: EvidenceWeights): ClaimSet[] =>
  sets.map(({ id, pairs }) => ({
    id,
    task: "",
    data: "",
    pairs: pairs.map((pair) => ({ yes: pair.yes, judge: scoreOf(pair, weights), overlap: 0, edit: 0 })),
  }));

export function gridRow(sets: readonly FoundSet[], weights: EvidenceWeights): GridRow {
  const scored = scoredSets(sets, weights);
  const { threshold, value } = commonThreshold(scored, "judge");
  const leftOut = mean(
    scored.map(({ id, pairs }) =>
      balancedAccuracy(groupsBy(pairs, "judge"), commonThreshold(scored, "judge", familyOf(id)).threshold),
    ),
  );
  return { weights, threshold, value, leftOut };
}

/** The balanced accuracy of a set with weights and threshold that are had without its family. */
export interface Refitted {
  /** As for the threshold alone: of the settings that differ from the best by less than three cases of the smallest set, the middle. */
  readonly middle: number;
  /** The single best setting, which chance has a part in. */
  readonly best: number;
}

/** By id of a set. */
export function withoutOwnWeights(
  tuning: readonly FoundSet[],
  reported: readonly FoundSet[],
): ReadonlyMap<string, Refitted> {
  const tried = [...settings()].map((weights) => ({ weights, scored: scoredSets(tuning, weights) }));
  const chosenWithout = (family: string): { middle: EvidenceWeights; best: EvidenceWeights } => {
    const values = tried.map(({ scored }) => commonThreshold(scored, "judge", family).value);
    const most = Math.max(...values);
    const flat = flatOf(tuning, family);
    return {
      middle: middleOf(tried.filter((_, i) => values[i]! >= most - flat).map(({ weights }) => weights)),
      best: tried[values.indexOf(most)]!.weights,
    };
  };
  const families = [...new Set(tuning.map(({ id }) => familyOf(id)))];
  const chosen = new Map(families.map((family) => [family, chosenWithout(family)]));
  return new Map(
    reported.map((set) => {
      const family = familyOf(set.id);
      const reachedWith = (weights: EvidenceWeights): number => {
        const { threshold } = commonThreshold(scoredSets(tuning, weights), "judge", family);
        const [{ pairs }] = scoredSets([set], weights) as [ClaimSet];
        return balancedAccuracy(groupsBy(pairs, "judge"), threshold);
      };
      const { middle, best } = chosen.get(family)!;
      return [set.id, { middle: reachedWith(middle), best: reachedWith(best) }];
    }),
  );
}

const middleOf = (all: readonly EvidenceWeights[]): EvidenceWeights => {
  const of = (key: keyof EvidenceWeights): number => mean(all.map((weights) => weights[key]));
  return {
    share: of("share"),
    window: of("window"),
    pairs: of("pairs"),
    name: of("name"),
    number: of("number"),
    length: of("length"),
  };
};

/** Every setting; share, window and pairs are 1 together. */
export function* settings(): Generator<EvidenceWeights> {
  for (const window of [0, 0.1, 0.2])
    for (const pairs of [0.1, 0.2, 0.3])
      for (const name of [0.4, 0.5, 0.6])
        for (const number of [0.4, 0.5, 0.6])
          for (const length of [0, 0.1, 0.2])
            yield { share: Math.round((1 - window - pairs) * 10) / 10, window, pairs, name, number, length };
}
