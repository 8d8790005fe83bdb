/** Bounds over labels that nobody gave yet, against trying all of them. */
import { describe, expect, test } from "vitest";
import type { DocId } from "../../core/ids.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import { below, oneOf, type Random, randomFrom, shuffled } from "../../core/random.ts";
import type { Score } from "../../core/score.ts";
import type { VerdictCall } from "../compare/comparison.ts";
import { verdictOf } from "../compare/verdict.ts";
import { evaluateOne } from "../evaluate.ts";
import { type GoldValue, readGold } from "../input/read-gold.ts";
import { readRanking } from "../input/read-run.ts";
import { Scratch } from "../join/scratch.ts";
import { Planner } from "../plan/plan.ts";
import { LabelCase, type LabelRule } from "./_case.ts";
import { kappaOf, settledCall } from "./_settled.ts";
import { type Spread, spreadsOf } from "./_spread.ts";
import { labelledGold } from "./labelled-gold.ts";

const DOCS = ["a", "b", "c", "d", "e", "f", "g"];

interface Trial {
  readonly gold: GoldValue;
  readonly lists: readonly (readonly DocId[])[];
}

function trial(random: Random, longest = 5): Trial {
  const known = DOCS.slice(0, below(random, 4));
  const gold = oneOf<GoldValue>(random, [
    known,
    Object.fromEntries(known.map((doc) => [doc, below(random, 3)])),
    { relevant: known, tags: {} },
    { tags: {} },
    { relevant: known.slice(1), grades: Object.fromEntries(known.map((doc) => [doc, below(random, 4)])) },
  ]);
  return { gold, lists: [0, 1].map(() => shuffled(random, DOCS).slice(0, below(random, longest + 1))) };
}

function caseOf({ gold, lists }: Trial, metric: string): LabelCase {
  const [plan] = new Planner({ metrics: [metric] }).plans();
  const rule: LabelRule = {
    metric: plan!.metric as LabelRule["metric"],
    params: plan!.params,
    join: plan!.join,
    scratch: new Scratch(plan!.join),
  };
  return new LabelCase(
    "q",
    readGold("q", gold, new ProblemLog()),
    lists.map((list) => ({ rule, ranking: readRanking("q", list, new ProblemLog()) })),
    [...new Set(lists.flat())],
    10,
  );
}

/** Every way to label documents with 0 … highest; from −1: or not at all. */
function* labellings(docs: readonly DocId[], highest: number, from = 0): Iterable<Map<DocId, number>> {
  const levels = highest - from + 1;
  const count = levels ** docs.length;
  for (let n = 0; n < count; n++) {
    let rest = n;
    yield new Map(
      docs.map((doc) => {
        const grade = (rest % levels) + from;
        rest = Math.floor(rest / levels);
        return [doc, grade];
      }),
    );
  }
}

/** By run: as evaluate scores it. */
const scoresOf = ({ gold, lists }: Trial, labels: ReadonlyMap<DocId, number>, metric: string): Score[] =>
  lists.map(
    (hits) => evaluateOne({ gold: labelledGold("q", gold, labels), hits, metrics: [metric] })[metric]!,
  );

/** b − a under every labelling; undefined where one of them has no score. That these are evaluate's scores is shown below. */
const differencesOf = (c: LabelCase, highest: number, from = 0): (number | undefined)[] =>
  [...labellings(c.docs, highest, from)].map((labels) => {
    const [a, b] = [0, 1].map((run) => c.score(run, [...labels.values()])!);
    return a!.status === "scored" && b!.status === "scored" ? b!.value - a!.value : undefined;
  });

/** Does it say what labels do to it? */
function isKnown(metric: string): boolean {
  const [plan] = new Planner({ metrics: [metric] }).plans();
  return (plan!.metric as LabelRule["metric"]).labels?.(plan!.params as never) !== undefined;
}

const PAIR = [[-1, 1]];
const METRICS = ["ndcg@3", "ndcg(gain=exp)", "dcg@4", "recall@3", "precision@3", "recall-capped@2"];
const OTHERS = ["ap", "ap@3", "rr", "hit@2", "ndcg(ideal=retrieved)@3", "bpref", "err@4", "r-precision"];
const LIMITS = {
  "all labellings": { labellings: 1e9, mixes: 0 },
  "all ways to hand out grades": { labellings: 0, mixes: 1e9 },
  "the number of relevant documents": { labellings: 0, mixes: 0 },
};

describe.each(Object.entries(LIMITS))("bounds by %s", (name, limits) => {
  test.each([...METRICS, ...OTHERS])("%s: no labels lead outside", (metric) => {
    const random = randomFrom(7);
    let [exact, tried] = [0, 0];
    for (let i = 0; i < 90; i++) {
      const highest = oneOf(random, [1, 2, 3]);
      // Unjudged may be something else than not relevant: then labels of some of them lead elsewhere.
      const some = !isKnown(metric);
      const one = trial(random, (highest === 3 ? 3 : 4) - (some ? 1 : 0));
      const c = caseOf(one, metric);
      if (c.docs.length === 0) continue;
      const all = differencesOf(c, highest, some ? -1 : 0);
      const values = all.filter((value) => value !== undefined);
      const [spread] = spreadsOf(c, PAIR, highest, limits);
      if (values.length === 0) continue;
      tried++;
      expect(spread).toBeDefined();
      expect(spread!.low).toBeLessThanOrEqual(Math.min(...values));
      expect(spread!.high).toBeGreaterThanOrEqual(Math.max(...values));
      if (values.length < all.length) expect(spread!.optional).toBe(true);
      const close = (x: number, y: number): boolean => Math.abs(x - y) < 1e-9;
      if (close(spread!.low, Math.min(...values)) && close(spread!.high, Math.max(...values))) exact++;
    }
    expect(tried).toBeGreaterThan(30);
    if (name === "all labellings" || (name === "all ways to hand out grades" && METRICS.includes(metric)))
      expect(exact).toBe(tried);
  });
});

test.each([...METRICS, ...OTHERS])("%s: nor do labels of some of them, by any bound", (metric) => {
  const random = randomFrom(5);
  let tried = 0;
  for (let i = 0; i < 40; i++) {
    const c = caseOf(trial(random, 3), metric);
    const all = differencesOf(c, 1, -1);
    const values = all.filter((value) => value !== undefined);
    if (c.docs.length === 0 || values.length === 0) continue;
    tried++;
    for (const limits of Object.values(LIMITS)) {
      const [spread] = spreadsOf(c, PAIR, 1, limits);
      expect(spread!.low).toBeLessThanOrEqual(Math.min(...values));
      expect(spread!.high).toBeGreaterThanOrEqual(Math.max(...values));
      if (values.length < all.length) expect(spread!.optional).toBe(true);
    }
  }
  expect(tried).toBeGreaterThan(15);
});

test("the score under labels is what evaluate says of gold with these labels", () => {
  const random = randomFrom(3);
  for (let i = 0; i < 300; i++) {
    const metric = oneOf(random, [...METRICS, ...OTHERS]);
    const one = trial(random);
    const c = caseOf(one, metric);
    const labels = new Map(
      c.docs.flatMap((doc) => (random() < 0.5 ? [] : [[doc, below(random, 4)] as const])),
    );
    c.docs.forEach((doc, d) => {
      c.labels[d] = labels.get(doc) ?? -1;
    });
    expect([0, 1].map((run) => c.score(run, c.labels))).toEqual(scoresOf(one, labels, metric));
    expect([0, 1].map((run) => c.score(run, c.labels.slice().fill(-1)))).toEqual(
      scoresOf(one, new Map(), metric),
    );
  }
});

describe("settled", () => {
  /** Differences that a query can have, and perhaps none. */
  type Choices = readonly (number | undefined)[];

  function callsOf(queries: readonly Choices[], yesNo: boolean, direction: "higher" | "lower") {
    const calls = new Set<VerdictCall>();
    const chosen: (number | undefined)[] = [];
    const go = (at: number): void => {
      if (at < queries.length) {
        for (const one of queries[at]!) {
          chosen[at] = one;
          go(at + 1);
        }
        return;
      }
      const values = chosen.filter((one) => one !== undefined);
      const leftOut = { undefined: 0, skipped: 0, failed: 0 };
      const b = Float64Array.from(values, (x) => (yesNo ? Math.max(0, x) : x));
      const a = Float64Array.from(values, (x) => (yesNo ? Math.max(0, -x) : 0));
      calls.add(
        verdictOf({ metric: "m", direction, yesNo, queries: [], a, b, leftOut }, { details: false }).call,
      );
    };
    go(0);
    return calls;
  }

  const spreadOf = (choices: Choices): Spread | undefined => {
    const values = choices.filter((one) => one !== undefined);
    if (values.length === 0) return undefined;
    return {
      low: Math.min(...values),
      high: Math.max(...values),
      optional: values.length < choices.length,
    };
  };

  test.each([
    ["t", false],
    ["the sign test", true],
  ])("%s: says a call only where every labelling leads to it", (_, yesNo) => {
    const random = randomFrom(11);
    const said = new Map<string, number>();
    for (let i = 0; i < 1200; i++) {
      const n = 2 + below(random, yesNo ? 14 : 10);
      const shift = oneOf(random, [-0.5, -0.2, 0, 0.2, 0.5]);
      const value = (): number =>
        yesNo
          ? oneOf(random, shift > 0.3 ? [1, 1, 1, 0] : shift < -0.3 ? [-1, -1, -1, 0] : [-1, 0, 1])
          : random() < 0.1
            ? shift
            : shift + (random() - 0.5) * oneOf(random, [0.1, 0.5, 1]);
      let open = 0;
      const queries = Array.from({ length: n }, (): Choices => {
        if (open >= 5 || random() < 0.6) return [value()];
        open++;
        const near = value();
        const other = yesNo ? value() : near + (random() - 0.5) * oneOf(random, [0.02, 0.2, 1]);
        return random() < 0.2 ? [undefined, near, other] : [near, other, (near + other) / 2].slice(0, 2);
      });
      const direction = oneOf(random, ["higher", "lower"] as const);
      const spreads = queries.map(spreadOf).filter((one) => one !== undefined);
      const settled = settledCall(spreads, { direction, yesNo, confidence: 0.95, family: 1 });
      const calls = callsOf(queries, yesNo, direction);
      if (settled !== undefined) expect([...calls]).toEqual([settled]);
      const key = settled ?? (calls.size === 1 ? "missed" : "open");
      said.set(key, (said.get(key) ?? 0) + 1);
    }
    // It has to be able to say each of them, and to miss few.
    for (const call of ["better", "worse", "noise", "open"]) expect(said.get(call)).toBeGreaterThan(40);
    expect((said.get("missed") ?? 0) / 1200).toBeLessThan(0.2);
  });

  test("no differences at all, and too few queries", () => {
    const rule = { direction: "higher", yesNo: false, confidence: 0.95, family: 1 } as const;
    const zero = { low: 0, high: 0, optional: false };
    expect(settledCall([zero, zero, zero], rule)).toBe("same");
    expect(settledCall([zero], rule)).toBe("too-few");
    expect(settledCall([zero, { ...zero, optional: true }], rule)).toBeUndefined();
    expect(settledCall([zero, zero, { ...zero, high: 0.1 }], rule)).toBeUndefined();
  });

  test("five equal differences are decided by the sign test, which needs six", () => {
    const rule = { direction: "higher", yesNo: false, confidence: 0.95, family: 1 } as const;
    const equal = (n: number): Spread[] =>
      Array.from({ length: n }, () => ({ low: 0.2, high: 0.21, optional: false }));
    expect(settledCall(equal(5), rule)).toBeUndefined();
    expect(settledCall(equal(6), rule)).toBe("better");
  });

  test("what t is compared with grows with the number of queries", () => {
    for (const level of [0.05, 0.01, 0.05 / 7]) {
      let before = 0;
      for (let n = 2; n < 500; n++) {
        const kappa = kappaOf(n, level);
        expect(kappa).toBeGreaterThan(before);
        before = kappa;
      }
    }
  });
});
