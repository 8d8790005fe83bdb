/** The sentences of the verdict. Those of single comparisons come with the view. */
import type { PairView, View } from "../../view/model.ts";

/**
 * A sentence such as "rr +0.012 (95 % CI −0.004 to +0.028): could be noise. With these …", in its parts.
 * Names of metrics may have parentheses, but no space before them.
 */
export function splitSentence(text: string): {
  readonly start: string;
  /** With its parentheses. */
  readonly interval: string;
  /** To the end of the first sentence. */
  readonly end: string;
  readonly rest: string;
} {
  const stop = text.indexOf(". ");
  const first = stop < 0 ? text : text.slice(0, stop + 1);
  const rest = stop < 0 ? "" : text.slice(stop + 2);
  const open = first.indexOf(" (");
  const close = first.indexOf(")", open);
  if (open < 0 || close < 0) return { start: first, interval: "", end: "", rest };
  return {
    start: first.slice(0, open),
    interval: first.slice(open, close + 1),
    end: first.slice(close + 1),
    rest,
  };
}

const REAL = { better: "a real improvement", worse: "a real regression" } as const;

/** Metrics whose call differs from that of the headline. */
export function disagreement({ verdicts }: Pick<PairView, "verdicts">, metric: number): string | undefined {
  const headline = verdicts[metric]?.call;
  const parts = (["better", "worse"] as const).flatMap((call) => {
    if (call === headline) return [];
    const names = verdicts.flatMap((verdict, m) =>
      m !== metric && verdict?.call === call ? [verdict.metric] : [],
    );
    return names.length === 0
      ? []
      : [`${listed(names)} ${names.length === 1 ? "shows" : "show"} ${REAL[call]}`];
  });
  return parts.length === 0 ? undefined : `But ${parts.join("; ")}.`;
}

/** "a, b and c". */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** Several runs against a baseline: how many are better, worse, or could be noise. */
export function headlineOfMany({ pairs, runs, metrics }: View, metric: number): string {
  const calls = pairs.map(({ verdicts }) => verdicts[metric]?.call);
  const count = (...wanted: readonly unknown[]): number =>
    calls.filter((call) => wanted.includes(call)).length;
  const parts = [
    [count("better"), "really better"],
    [count("worse"), "really worse"],
    [count("noise"), "could be noise"],
    [count("same"), "the same"],
    [count("too-few", undefined, null), "not compared"],
  ] as const;
  const said = parts.flatMap(([n, words]) => (n === 0 ? [] : [`${n} ${words}`]));
  return `${metrics[metric]?.name ?? "Scores"} of ${pairs.length} runs against ${runs[0]?.name ?? "the baseline"}: ${said.join(", ")}`;
}
