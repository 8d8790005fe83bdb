/** The figures of the embedded judge on the parts that nothing was tuned on. */
import { type Thresholds, tuned } from "../../src/judges/lexical/_thresholds.ts";
import { EDIT_HALF } from "./baselines.ts";
import { claimSets, groupsBy, type OwnVerdict, ownVerdicts } from "./claim-sets.ts";
import {
  type OwnCase,
  readClapnq,
  readCoqa,
  readUnanswerable,
  readWice,
  readWikigold,
  readWnut,
} from "./data.ts";
import { countMentions, f1 } from "./entities.ts";
import { auc, balancedAccuracy, type Groups } from "./figures.ts";
import { foundSets, type Refitted, withoutOwnWeights } from "./grid.ts";
import { clapnqRelevance, coqaRelevance, passageRelevance, wiceEvidence, wicePartly } from "./tasks.ts";
import { commonThreshold, familyOf } from "./thresholds.ts";

/** A set of claims: the judge and the two baselines on the same pairs. */
interface ClaimFigure {
  readonly id: string;
  readonly task: string;
  readonly data: string;
  /** At the threshold of the package; at the one that is tuned without this set. */
  readonly reached: number;
  readonly leftOut: number;
  /** With weights that were tuned without it too. */
  readonly allLeftOut: Refitted;
  readonly auc: number;
  readonly overlap: { readonly reached: number; readonly auc: number };
  readonly edit: { readonly reached: number; readonly auc: number };
}

/** Of the cases of a kind, or of a language. */
interface CaseFigure {
  readonly name: string;
  readonly cases: number;
  /** Shares of right verdicts; no verdict is a wrong one. */
  readonly judge: number;
  readonly overlap: number;
  readonly edit: number;
  readonly abstained: number;
}

interface Figure {
  readonly task: string;
  readonly data: string;
  readonly figure: string;
  readonly value: number;
  /** What a plain prototype of such a judge reached, where that is known. */
  readonly bar?: number;
}

export interface JudgeFigures {
  readonly claims: readonly ClaimFigure[];
  readonly kinds: readonly CaseFigure[];
  readonly languages: readonly CaseFigure[];
  readonly others: readonly Figure[];
}

/** `which`: "report" for the tables; "tune" shows the same figures on what the thresholds were set on. */
export function judgeFigures(
  folder: string,
  which: "report" | "tune" = "report",
  at: Thresholds = tuned,
): JudgeFigures {
  const tuning = claimSets(folder, "tune");
  const own = ownVerdicts(which);
  const sets = which === "tune" ? tuning : claimSets(folder, "report", own);
  const overlapAt = commonThreshold(tuning, "overlap").threshold;
  const both = (groups: Groups, threshold: number) => ({
    reached: balancedAccuracy(groups, threshold),
    auc: auc(groups),
  });
  const refitted = withoutOwnWeights(foundSets(folder, "tune"), foundSets(folder, which));
  const claims = sets.map(({ id, task, data, pairs }): ClaimFigure => {
    const judge = groupsBy(pairs, "judge");
    return {
      id,
      task,
      data,
      ...both(judge, at.full),
      leftOut: balancedAccuracy(judge, commonThreshold(tuning, "judge", familyOf(id)).threshold),
      allLeftOut: refitted.get(id)!,
      overlap: both(groupsBy(pairs, "overlap"), overlapAt),
      edit: both(groupsBy(pairs, "edit"), EDIT_HALF),
    };
  });
  const by = (nameOf: (one: OwnCase) => string | undefined) => caseFigures(own, nameOf, at.full, overlapAt);
  return {
    claims,
    kinds: by(({ kind }) => kind.replaceAll("-", " ")),
    languages: by(({ language }) => language),
    others: otherFigures(folder, which, at),
  };
}

function caseFigures(
  own: readonly OwnVerdict[],
  nameOf: (one: OwnCase) => string | undefined,
  full: number,
  overlapAt: number,
): CaseFigure[] {
  const names = new Set(own.map(({ one }) => nameOf(one)).filter((name) => name !== undefined));
  return [...names].map((name) => {
    const cases = own.filter(({ one }) => nameOf(one) === name);
    const right = (says: (one: OwnVerdict) => boolean): number =>
      cases.filter((one) => says(one) === one.yes).length / cases.length;
    return {
      name,
      cases: cases.length,
      judge: right(({ judge }) => judge >= full),
      overlap: right(({ overlap }) => overlap >= overlapAt),
      edit: right(({ edit }) => edit >= EDIT_HALF),
      abstained: cases.filter(({ abstained }) => abstained).length,
    };
  });
}

function otherFigures(folder: string, which: "report" | "tune", at: Thresholds): Figure[] {
  const clapnq = readClapnq(folder, which);
  const wice = readWice(folder, which === "report" ? "test" : "dev");
  const half = `clapnq, ${clapnq.length} questions`;
  const page = `wice ${which === "report" ? "test" : "dev"}, ${wice.length} claims`;
  const evidence = wiceEvidence(wice);
  const byReference = clapnqRelevance(clapnq, "reference");
  const byQuestion = clapnqRelevance(clapnq, "question");
  const unanswerable = readUnanswerable(folder, which);
  const coqa = coqaRelevance(readCoqa(folder));
  const wikigold = readWikigold(folder, which);
  const wnut = readWnut(folder);
  const wnutHalf = readWnut(folder, which);
  const accuracy = (groups: Groups, threshold: number) =>
    ({ figure: "balanced accuracy", value: balancedAccuracy(groups, threshold) }) as const;
  const area = (groups: Groups) => ({ figure: "AUC", value: auc(groups) }) as const;
  return [
    {
      task: "claim supported at least in part, whole page",
      data: page,
      ...accuracy(wicePartly(wice), at.partial),
    },
    { task: "which sentences are the evidence", data: page, figure: "AUC", value: evidence.pooled },
    {
      task: "which sentences are the evidence",
      data: page,
      figure: "AUC per claim",
      value: evidence.each,
      bar: 0.91,
    },
    { task: "the first of them", data: page, figure: "P@1", value: evidence.first, bar: 0.81 },
    { task: "statement relevant, by the reference", data: half, ...area(byReference), bar: 0.929 },
    { task: "statement relevant, by the reference", data: half, ...accuracy(byReference, at.relevant) },
    { task: "statement relevant, by the question alone", data: half, ...area(byQuestion), bar: 0.654 },
    { task: "statement relevant, by the question alone", data: half, ...accuracy(byQuestion, at.question) },
    {
      task: "passage answers its question or does not, question alone",
      data: `clapnq, ${clapnq.length} and ${unanswerable.length} questions`,
      ...area(passageRelevance(clapnq, unanswerable)),
    },
    {
      task: "span answers the question, question alone",
      data: `coqa, ${coqa.yes.length + coqa.no.length} spans`,
      ...area(coqa),
    },
    {
      task: "names in a sentence, exact",
      data: `wikigold, ${wikigold.length} sentences`,
      figure: "F1",
      value: f1(countMentions(wikigold)),
      bar: 0.786,
    },
    {
      task: "names in social text, exact",
      data: `wnut17 dev, ${wnut.length} texts`,
      figure: "F1",
      value: f1(countMentions(wnut)),
    },
    {
      task: "names in social text, exact; the half that nothing was chosen on",
      data: `wnut17 dev, ${wnutHalf.length} texts`,
      figure: "F1",
      value: f1(countMentions(wnutHalf)),
    },
  ];
}

const three = (value: number): string => value.toFixed(3);
const two = (value: number): string => value.toFixed(2);
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;

const caseRow = ({ name, cases, judge, overlap, edit, abstained }: CaseFigure): string =>
  row([
    name,
    cases,
    `${two(judge)}${abstained === 0 ? "" : ` (no verdict on ${abstained})`}`,
    two(overlap),
    two(edit),
  ]);

export function markdown({ claims, kinds, languages, others }: JudgeFigures): string {
  return [
    'Claims: balanced accuracy, and the area under the curve (AUC). "Left out": at the threshold that is chosen without any part of this set; "weights too": with weights that are chosen without it as well, in the middle of those that are equally good (in brackets: the single best, which chance has a part in). Shared words and edit similarity are the baselines.',
    "",
    "| claims | data | judge | left out | weights too | AUC | shared words | AUC | edit similarity | AUC |",
    "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ...claims.map((one) =>
      row([
        one.task,
        one.data,
        three(one.reached),
        three(one.leftOut),
        `${three(one.allLeftOut.middle)} (${three(one.allLeftOut.best)})`,
        three(one.auc),
        three(one.overlap.reached),
        three(one.overlap.auc),
        three(one.edit.reached),
        three(one.edit.auc),
      ]),
    ),
    "",
    "The project's own cases by kind: share of right verdicts, supported or not. No verdict is a wrong one.",
    "",
    "| kind | cases | judge | shared words | edit similarity |",
    "|---|--:|--:|--:|--:|",
    ...kinds.map(caseRow),
    "",
    'The kind "other languages" by language. Each has a third of supported claims, and others that are not there or have another number or name.',
    "",
    "| language | cases | judge | shared words | edit similarity |",
    "|---|--:|--:|--:|--:|",
    ...languages.map(caseRow),
    "",
    'Everything else. "To beat" is an early prototype.',
    "",
    "| task | data | figure | reached | to beat |",
    "|---|---|---|---|---|",
    ...others.map(({ task, data, figure, value, bar }) =>
      row([task, data, figure, three(value), bar === undefined ? "" : three(bar)]),
    ),
  ].join("\n");
}
