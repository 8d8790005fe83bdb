/** Who judged and how far that goes, and what it cost, in words. */
import type { Cost, JudgedBy } from "../core/judgement-record.ts";
import { withCommas } from "../core/shown.ts";
import type { Reason } from "../stats/index.ts";
import { counted } from "../text/counted.ts";
import { fill } from "../text/fill.ts";
import { oneLine } from "../text/width.ts";
import { numberText } from "./_number-text.ts";
import { renderTable } from "./_render.ts";
import type { CorrectedMeans } from "./model.ts";

export const judgeName = ({ name, version, repeats }: JudgedBy): string =>
  `${name}@${version}${repeats === undefined ? "" : `, asked ${repeats} times`}`;

/** The pages that list what a judge cannot tell; JSON has it in full. */
const GUIDE = "docs/guide/judging.md";
const GUIDES: Readonly<Record<string, string>> = { lexical: "docs/guide/embedded-judge.md" };

/** One line. `limits`: empty to leave out where to read of them. */
export function judgeText(by: readonly JudgedBy[], limits: readonly string[], width?: number): string {
  const names = [...new Set(by.map(judgeName))].map(oneLine);
  const pages = [...new Set(by.map(({ name }) => GUIDES[name] ?? GUIDE))];
  const told = limits.length === 1 ? oneLine(limits[0]!) : `what it cannot tell: ${pages.join(", ")}`;
  const more = limits.length === 0 ? "" : ` (${told})`;
  return `${fill(`judge: ${names.join("; ")}${more}`, "  ", width).trimStart()}\n`;
}

const number = (n: number): string => withCommas(n);
export const moneyText = (money: number): string => `$${money.toFixed(money < 0.1 ? 4 : 2)}`;

const pairsText = (pairs: number, batches: number): string =>
  `${counted(pairs, "pair scored", "pairs scored")}${batches === 0 ? "" : ` in ${counted(batches, "batch", "batches")}`}`;

/** `store`: where replies of a model are kept. */
export function costText(cost: Cost, store: string | undefined, width?: number): string {
  const { calls, pairs, reused = 0, shared = 0, lost = 0, inputTokens, outputTokens, money } = cost;
  if (store === undefined && calls === 0 && pairs === undefined) return "cost: nothing\n";
  const parts = [
    pairs === undefined ? counted(calls, "call", "calls") : pairsText(pairs, calls),
    ...(shared === 0 ? [] : [`${number(shared)} the same as another pair of this run`]),
    ...(reused === 0
      ? []
      : [`${number(reused)} answered from saved ${pairs === undefined ? "replies" : "scores"}`]),
    ...(lost === 0 ? [] : [`${number(lost)} without a reply, which may be billed too`]),
    ...(inputTokens === undefined ? [] : [`${number(inputTokens)} input tokens`]),
    ...(outputTokens === undefined ? [] : [`${number(outputTokens)} output tokens`]),
    ...(money === undefined ? [] : [moneyText(money)]),
  ];
  const kept = store === undefined ? "" : `; replies are saved in ${store}`;
  return `${fill(oneLine(`cost: ${parts.join(", ")}${kept}`), "  ", width).trimStart()}\n`;
}

/** Why there is no value or no interval, in a few words. */
export const REASON_WORDS: Readonly<Record<Reason, string>> = {
  "no-data": "nothing to count",
  "too-few": "too few",
  "one-class": "one label only",
  "no-spread": "always the same",
  unstable: "too few",
  "all-ties": "no pair differs",
  "no-effect": "no effect",
  "out-of-reach": "over a billion queries",
};

/** The means, corrected for the judge's errors: a head and a row for each. */
export function correctedRows({ metrics, confidence }: CorrectedMeans): string[][] {
  const shown = (x: number): string => numberText(x);
  const rows = [...metrics].map(([metric, one]) =>
    one.status === "known"
      ? [
          metric,
          shown(one.judge),
          shown(one.value),
          `${shown(one.low)} to ${shown(one.high)}`,
          String(one.labelled),
        ]
      : [metric, "–", "–", `none: ${REASON_WORDS[one.because]}`, "–"],
  );
  const level = `${Math.round(confidence * 100)} % interval`;
  return [["metric", "judge", "corrected", level, "labelled"], ...rows];
}

export const CORRECTED = "corrected with human labels";

export const correctedText = (corrected: CorrectedMeans): string =>
  corrected.metrics.size === 0 ? "" : `${CORRECTED}\n${renderTable(correctedRows(corrected))}\n`;
