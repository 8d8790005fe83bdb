/** How often the gate fails, passes and cannot decide: where nothing changed, and with a planted drop. */
import type { Random } from "../../src/core/random.ts";
import type { PairedScores } from "../../src/evaluate/compare/comparison.ts";
import { evaluate } from "../../src/evaluate/evaluate.ts";
import { gate, type RuleOutcome } from "../../src/evaluate/gate/gate.ts";
import { readResult } from "../../src/evaluate/score/read-result.ts";
import type { Result } from "../../src/evaluate/score/result.ts";
import { power, signPower } from "../../src/stats/index.ts";
import { drawFrom, idsOf, meanOf, scoresOf, swappedSd } from "./draw.ts";
import { atMost, type Figure } from "./figure.ts";
import { METRICS, type Population, YES_NO } from "./populations.ts";

/** What is planted and how the rule is written, in units of the drop that the power formula names. */
interface Plan {
  readonly what: string;
  readonly outcome: RuleOutcome;
  readonly drop: number;
  readonly margin?: number;
  readonly keep?: (samples: number) => Pick<Figure, "from" | "to">;
}

const PLANS: readonly Plan[] = [
  {
    what: "nothing changed, no margin: fails",
    outcome: "fail",
    drop: 0,
    keep: (samples) => atMost(0.025, samples),
  },
  {
    what: "a drop with 80 % power, no margin: fails",
    outcome: "fail",
    drop: 1,
    keep: () => ({ from: 0.75, to: 0.9 }),
  },
  {
    what: "nothing changed, with a margin of that size: undecided",
    outcome: "undecided",
    drop: 0,
    margin: 1,
    keep: () => ({ to: 0.25 }),
  },
  { what: "a drop of exactly the margin: fails", outcome: "fail", drop: 1, margin: 1 },
  { what: "a drop of 1.5 margins: fails", outcome: "fail", drop: 1.5, margin: 1 },
];

/** `samples`: of each population. */
export function gateFigures(
  populations: readonly Population[],
  sizes: readonly number[],
  samples: number,
  random: Random,
): Figure[] {
  const all = samples * populations.length;
  return PLANS.flatMap(({ what, outcome, drop, margin, keep }) =>
    sizes.map((n) => {
      let count = 0;
      for (const population of populations) {
        const unit = visibleDrop(swappedSd(population.columns.get(METRICS[0])!), n);
        const rule = {
          metric: METRICS[0],
          notWorseThan: "baseline" as const,
          ...(margin === undefined ? {} : { margin: margin * unit }),
        };
        for (let i = 0; i < samples; i++) {
          const draw = drawFrom(population, n, random, true);
          const scores = scoresOf(population, METRICS[0], draw, drop * unit);
          if (outcomeOf([scores], [rule]) === outcome) count++;
        }
      }
      return { what, n, share: count / all, samples: all, ...keep?.(all) };
    }),
  );
}

/** Five rules of one gate on the same queries, where nothing changed. */
export function fiveRules(
  populations: readonly Population[],
  sizes: readonly number[],
  samples: number,
  random: Random,
): Figure[] {
  const all = samples * populations.length;
  const rules = METRICS.map((metric) => ({ metric, notWorseThan: "baseline" as const }));
  return sizes.map((n) => {
    let count = 0;
    for (const population of populations)
      for (let i = 0; i < samples; i++) {
        const draw = drawFrom(population, n, random, true);
        const scores = METRICS.map((metric) => scoresOf(population, metric, draw));
        if (outcomeOf(scores, rules) === "fail") count++;
      }
    const what = "nothing changed, five rules: fails";
    return { what, n, share: count / all, samples: all, ...atMost(0.05, all) };
  });
}

/**
 * A yes/no metric: of the queries that have it, a share loses it. Populations where even all of them would be too few
 * are left out.
 */
export function yesNoFigures(
  populations: readonly Population[],
  sizes: readonly number[],
  samples: number,
  random: Random,
): Figure[] {
  const rule = { metric: YES_NO, notWorseThan: "baseline" as const };
  return [false, true].flatMap((planted) =>
    sizes.map((n) => {
      let [count, all] = [0, 0];
      for (const population of populations) {
        const lost = planted ? lossFor(population.columns.get(YES_NO)!, n) : 0;
        if (lost === undefined) continue;
        for (let i = 0; i < samples; i++) {
          const scores = scoresOf(population, YES_NO, drawFrom(population, n, random, true));
          const b = scores.b.map((value) => (random() < lost ? 0 : value));
          all++;
          if (outcomeOf([{ ...scores, b }], [rule]) === "fail") count++;
        }
      }
      const what = planted ? "a drop with 80 % power, no margin: fails" : "nothing changed, no margin: fails";
      return {
        what: `${YES_NO}: ${what}`,
        n,
        share: count / all,
        samples: all,
        ...(planted ? { from: 0.75, to: 0.9 } : atMost(0.025, all)),
      };
    }),
  );
}

/** The chance of losing a hit whose drop has 80 % power, at the share of differing queries that the loss itself makes. */
function lossFor(pairs: PairedScores, n: number): number | undefined {
  const apart = swappedSd(pairs) ** 2;
  const both = meanOf(pairs.a.map((value, i) => value * pairs.b[i]!));
  const powerOf = (lost: number): number => {
    const effect = lost * (both + apart / 2);
    const found = signPower.compute({ n, effect, apart: apart + lost * (both - apart / 2) });
    return found.status === "known" ? found.value.power : 0;
  };
  if (powerOf(1) < 0.8) return undefined;
  let [low, high] = [0, 1];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (powerOf(middle) < 0.8) low = middle;
    else high = middle;
  }
  return high;
}

function visibleDrop(sd: number, n: number): number {
  const found = power.compute({ n, sd, power: 0.8 });
  if (found.status !== "known") throw new Error(`no drop would show: ${found.because}`);
  return found.value.effect;
}

type Rules = NonNullable<Parameters<typeof gate>[1]["rules"]>;

function outcomeOf(scores: readonly PairedScores[], rules: Rules): RuleOutcome | "failed-cells" {
  const [baseline, result] = [resultOf(scores, "a"), resultOf(scores, "b")];
  return gate(result, { baseline, rules }).outcome;
}

/** Everything but the scores, as `toJSON()` writes it. */
const template = evaluate({
  gold: { q0: ["x"] },
  run: { q0: ["x"] },
  metrics: [...METRICS, YES_NO],
}).toJSON();

function resultOf(scores: readonly PairedScores[], side: "a" | "b"): Result {
  const [first] = scores;
  const [run] = template.runs;
  const rest = Object.fromEntries([...METRICS, YES_NO].map((metric) => [metric, 0]));
  const ids = idsOf(first![side].length);
  const queries = ids.map((query, i) => [
    query,
    { ...rest, ...Object.fromEntries(scores.map((one) => [one.metric, one[side][i]!])) },
  ]);
  // The gold of every query is that of the template: it did not change.
  const gold = Object.fromEntries(ids.map((query) => [query, run!.gold!["q0"]!]));
  return readResult({
    ...template,
    runs: [{ ...run!, name: side, queries: Object.fromEntries(queries), gold }],
  });
}
