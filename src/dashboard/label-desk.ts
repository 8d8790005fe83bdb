/**
 * All that the label page can show and write. cli passes it in; `labelRoutes` gives the answers as JSON, and the page reads
 * these types. An item names what is labelled on the page and in acts: one of those that `next` gave, never a path.
 */
import type { VerdictCall } from "../evaluate/compare/comparison.ts";
import type { MeanView, Snippet } from "../reports/view/model.ts";

export interface LabelDesk {
  readonly facts: LabelFacts;
  /** What this annotator should look at next, most useful first, and how far everybody is. */
  next(by: string, n: number): Promise<LabelTurn>;
  /** The act is on the disk when this is answered. The same act twice is the same as once. */
  act(act: LabelAct, n: number): Promise<LabelTurn>;
  progress(): Promise<LabelProgress>;
  agreement(): Promise<LabelAgreement>;
  /** What `--export` writes: the gold with the labels, or the sheet of labelled claims. */
  export(): Promise<{ readonly name: string; readonly text: string }>;
}

export interface LabelFacts {
  /** hits: documents for queries. claims: claims of a judgement for chunks. */
  readonly kind: "hits" | "claims";
  /** The name of the file that labels are appended to. */
  readonly file: string;
  /** The annotator named on the command line. */
  readonly by?: string;
  /** The metric that orders the hits; absent for claims. */
  readonly metric?: string;
  /** How many hits of each list are pooled; absent for claims. */
  readonly depth?: number;
  /** What can be said of an item, in the order of the keys; an item may have its own. */
  readonly choices: readonly LabelChoice[];
}

export interface LabelChoice {
  /** The key to press. */
  readonly key: string;
  /** As acts and the file have it. */
  readonly value: string;
  readonly words: string;
}

/** Says nothing of the runs that returned it. */
export interface LabelItem {
  readonly item: string;
  readonly query: string;
  /** The words of the query; absent where there are none. */
  readonly question?: string;
  /** The document, or the chunk that a claim is held against. */
  readonly id?: string;
  readonly title?: string;
  /** Absent where the text is not known. */
  readonly text?: Snippet;
  /** The claim, and the chunks to look for it in. */
  readonly claim?: string;
  readonly chunks?: readonly LabelChunk[];
  /** Instead of those of all items. */
  readonly choices?: readonly LabelChoice[];
  /** What this annotator said of it before. */
  readonly mine?: { readonly value?: string; readonly skipped?: true; readonly comment?: string };
}

export interface LabelChunk {
  readonly id?: string;
  readonly text: string;
  /** Sentences that the judge named; shown when the annotator asks for them. */
  readonly evidence?: readonly string[];
}

/** One act of an annotator on an item; their last one counts. */
export interface LabelAct {
  readonly item: string;
  readonly by: string;
  /** The value of a choice. Either this, `skip` or `undo`. */
  readonly value?: string;
  readonly skip?: true;
  /** As if this annotator had never looked at it. */
  readonly undo?: true;
  readonly comment?: string;
}

export interface LabelTurn {
  readonly items: readonly LabelItem[];
  /** What this annotator labelled or skipped last, for undo. */
  readonly last?: LabelItem;
  readonly progress: LabelProgress;
}

export interface LabelProgress {
  /** Items to label, those with a label, and those that annotators disagree on without a majority. */
  readonly total: number;
  readonly labelled: number;
  readonly conflicts: number;
  readonly annotators: readonly { readonly name: string; readonly labels: number; readonly skips: number }[];
  /** Empty for claims. */
  readonly runs: readonly LabelledRun[];
  /** The first run against each of the others; empty for one run and for claims. */
  readonly verdicts: readonly LabelledVerdict[];
  /** No label of what is left can change a verdict; for one run, its mean by 0.0005. */
  readonly settled: boolean;
  /** How much of what was open at the start still is, from 1 to 0: the width of the range of the first difference, or of the mean. Absent for claims. */
  readonly open?: number;
  readonly agreement: LabelAgreement;
}

export interface LabelledRun {
  readonly name: string;
  readonly mean: MeanView;
  /** Between these the mean ends, whatever the labels of what is left. */
  readonly range?: readonly [low: number, high: number];
}

interface LabelledVerdict {
  readonly a: string;
  readonly b: string;
  /** As `goldie compare` says it. */
  readonly sentence: string;
  readonly call: VerdictCall;
  /** Between these the difference ends, whatever the labels of what is left. */
  readonly range?: readonly [low: number, high: number];
  readonly settled: boolean;
}

export interface LabelAgreement {
  /** Items that two or more annotators labelled, and those of them on which all said the same. */
  readonly shared: number;
  readonly same: number;
  /** Cohen's kappa of two annotators, Krippendorff's alpha of more. */
  readonly statistic?: "kappa" | "alpha";
  readonly value?: number;
  /** Why it has no value, in words. */
  readonly because?: string;
  /** Items without a majority, with what everybody said. */
  readonly conflicts: readonly {
    readonly item: LabelItem;
    readonly said: readonly { readonly by: string; readonly value: string; readonly comment?: string }[];
  }[];
}

/** The addresses of the interface. Writes are POST with a JSON body, all others GET. */
export const LABEL_API = {
  /** → LabelFacts */
  facts: "/api/label",
  /** ?by=NAME&n=5 → LabelTurn */
  next: "/api/label/next",
  /** LabelAct → LabelTurn */
  act: "/api/label/act",
  /** → LabelProgress */
  progress: "/api/label/progress",
  /** → LabelAgreement */
  agreement: "/api/label/agreement",
  /** → { name, text } */
  export: "/api/label/export",
} as const;
