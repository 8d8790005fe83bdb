/** A row for each metric of a pair, as texts. */
import type { MetricVerdict } from "../../evaluate/compare/comparison.ts";
import { digitsFor, numberText } from "../_number-text.ts";
import { signedText } from "../signed-text.ts";

export interface VerdictRow {
  readonly metric: string;
  readonly n: string;
  readonly a: string;
  readonly b: string;
  readonly difference: string;
  readonly interval: string;
  readonly p: string;
  readonly flipP: string;
  readonly counts: string;
  readonly effect: string;
  readonly call: string;
}

export const HEAD: Omit<VerdictRow, "a" | "b"> = {
  metric: "metric",
  n: "n",
  difference: "diff",
  interval: "95 % CI",
  p: "p",
  flipP: "sign-flip p",
  counts: "win/tie/loss",
  effect: "d",
  call: "",
};

const CALLS = { better: "better", worse: "worse", noise: "~", same: "=", "too-few": "?" } as const;

export function verdictRow(verdict: MetricVerdict, digits?: number): VerdictRow {
  const { means, difference, interval, adjustedP, flipP, wins, ties, losses, effect } = verdict;
  const shown = digitsFor(means ?? [], digits);
  const p = (value: number | undefined): string =>
    value === undefined ? "–" : value < 0.001 ? "<0.001" : value.toFixed(3);
  return {
    metric: verdict.metric,
    n: String(verdict.n),
    a: means === undefined ? "–" : numberText(means[0], shown),
    b: means === undefined ? "–" : numberText(means[1], shown),
    difference: difference === undefined ? "–" : signedText(difference, shown),
    interval:
      interval === undefined ? "–" : `${signedText(interval[0], shown)} to ${signedText(interval[1], shown)}`,
    p: p(adjustedP),
    flipP: p(flipP),
    counts: `${wins}/${ties}/${losses}`,
    effect: effect?.d === undefined ? "–" : signedText(effect.d, 2),
    call: CALLS[verdict.call],
  };
}
