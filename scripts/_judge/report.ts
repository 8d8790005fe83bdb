/** The figures of the embedded judge on the parts that nothing was tuned on. */
import { type Thresholds, tuned } from "../../src/judges/lexical/_thresholds.ts";
import { readClapnq, readCoqa, readWice, readWikigold } from "./data.ts";
import { editBaseline } from "./edit-baseline.ts";
import { countMentions, f1 } from "./entities.ts";
import { auc, balancedAccuracy, bestThreshold, type Groups } from "./figures.ts";
import {
  type Cell,
  clapnqRelevance,
  clapnqSupport,
  coqaRelevance,
  groupsOf,
  wiceEvidence,
  wiceSupport,
} from "./tasks.ts";

export interface Figure {
  readonly task: string;
  readonly data: string;
  readonly figure: string;
  readonly value: number;
  /** What a plain prototype of such a judge reached, where that is known. */
  readonly bar?: number;
}

/** `which`: "report" for the table; "tune" shows the same figures on what the thresholds were set on. */
export function judgeFigures(
  folder: string,
  which: "report" | "tune" = "report",
  at: Thresholds = tuned,
): Figure[] {
  const clapnq = readClapnq(folder, which);
  const wice = readWice(folder, which === "report" ? "test" : "dev");
  const { other, removed } = clapnqSupport(clapnq);
  const half = `clapnq, ${clapnq.length} questions`;
  const page = `wice ${which === "report" ? "test" : "dev"}, ${wice.length} claims`;
  const supported = groupsOf(wiceSupport(wice));
  const evidence = wiceEvidence(wice);
  const byReference = clapnqRelevance(clapnq, "reference");
  const byQuestion = clapnqRelevance(clapnq, "question");
  const coqa = coqaRelevance(readCoqa(folder));
  const wikigold = readWikigold(folder, which);
  const accuracy = (groups: Groups, threshold: number) =>
    ({ figure: "balanced accuracy", value: balancedAccuracy(groups, threshold) }) as const;
  const area = (groups: Groups) => ({ figure: "AUC", value: auc(groups) }) as const;
  const own = "answer sentence: its passage, or that of another question";
  const cut = "answer sentence: its passage, or the same without the chosen sentences";
  const whole = "claim fully supported, whole page as evidence";
  // One threshold serves short passages and whole pages; what a threshold for one task alone would reach is shown beside it.
  const ownThresholds = which === "report" ? taskThresholds(folder) : undefined;
  const alone = (task: string, data: string, groups: Groups, threshold: number | undefined): Figure[] =>
    threshold === undefined
      ? []
      : [
          {
            task: `${task}; threshold of this task alone, ${threshold.toFixed(2)}`,
            data,
            ...accuracy(groups, threshold),
          },
        ];
  const partly = groupsOf(
    wiceSupport(wice, (label) => label !== "not_supported"),
    ({ share }) => share,
  );
  return [
    { task: own, data: half, ...accuracy(groupsOf(other), at.full), bar: 0.995 },
    ...alone(own, half, groupsOf(other), ownThresholds?.other),
    { task: cut, data: half, ...accuracy(groupsOf(removed), at.full), bar: 0.972 },
    ...alone(cut, half, groupsOf(removed), ownThresholds?.removed),
    { task: whole, data: page, ...accuracy(supported, at.full), bar: 0.65 },
    ...alone(whole, page, supported, ownThresholds?.page),
    { task: whole, data: page, ...area(supported), bar: 0.72 },
    { task: "claim supported at least in part, whole page", data: page, ...accuracy(partly, at.partial) },
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
    ...editBaseline(wice, clapnq, { page, half, whole, cut }),
  ];
}

/** The best threshold of each task, on the parts that are not reported. */
export function taskThresholds(folder: string): { other: number; removed: number; page: number } {
  const { other, removed } = clapnqSupport(readClapnq(folder, "tune"));
  const best = (cells: readonly Cell[]): number => {
    const groups = groupsOf(cells);
    return bestThreshold((threshold) => balancedAccuracy(groups, threshold)).threshold;
  };
  return { other: best(other), removed: best(removed), page: best(wiceSupport(readWice(folder, "dev"))) };
}

export function markdown(figures: readonly Figure[]): string {
  const rows = figures.map(
    ({ task, data, figure, value, bar }) =>
      `| ${task} | ${data} | ${figure} | ${value.toFixed(3)} | ${bar === undefined ? "" : bar.toFixed(3)} |`,
  );
  return ["| task | data | figure | reached | to beat |", "|---|---|---|---|---|", ...rows].join("\n");
}
