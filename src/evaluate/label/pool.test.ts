/** The pool as a whole, against evaluate and compare from scratch. */
import { describe, expect, test } from "vitest";
import { below, oneOf, type Random, randomFrom, shuffled } from "../../core/random.ts";
import { compare } from "../compare/compare.ts";
import { evaluate, evaluateOne } from "../evaluate.ts";
import type { GoldValue } from "../input/read-gold.ts";
import type { RankingInput } from "../input/read-run.ts";
import { labelOrder, shuffledPlaces } from "./order.ts";
import { LabelPool, type LabelPoolOptions } from "./pool.ts";

const DOCS = Array.from({ length: 14 }, (_, i) => `d${i}`);

function options(random: Random, metric: string, runs = 2): LabelPoolOptions {
  const queries = Array.from({ length: 9 }, (_, i) => `q${i}`);
  const gold = new Map<string, GoldValue>(
    queries.map((query) => {
      const known = shuffled(random, DOCS).slice(0, below(random, 5));
      return [
        query,
        oneOf<GoldValue>(random, [
          known,
          new Map(known.map((doc) => [doc, below(random, 3)])),
          { answer: "yes", tags: { kind: "x" } },
        ]),
      ];
    }),
  );
  const run = (): Map<string, RankingInput> =>
    new Map(
      queries.flatMap((query): [string, RankingInput][] =>
        random() < 0.1
          ? []
          : [
              [
                query,
                random() < 0.05 ? new Error("down") : shuffled(random, DOCS).slice(0, 1 + below(random, 8)),
              ],
            ],
      ),
    );
  return {
    gold,
    metric,
    depth: 5,
    runs: Array.from({ length: runs }, (_, i) => ({ name: `run${i}`, run: run() })),
  };
}

const METRICS = ["ndcg@5", "recall@5", "ap", "rr", "hit@3", "precision@5"];

/** What evaluate and compare say of the gold that the pool exports. */
function fromScratch(pool: LabelPool, { runs, metric }: LabelPoolOptions) {
  const gold = new Map(pool.gold());
  const results = runs.map(({ name, run }) => evaluate({ gold, run, name, metrics: [metric] }));
  return {
    scores: results.map((result) => {
      const { metric: _, ...mean } = result.mean(metric);
      return { name: result.name, ...mean };
    }),
    calls: results.length < 2 ? [] : compare(results, { hits: false }).pairs.map((pair) => pair.verdicts[0]!),
  };
}

const shown = (pool: LabelPool) => ({
  scores: pool.scores().map(({ range: _, ...score }) => score),
  verdicts: pool.verdicts().map(({ verdict }) => verdict),
});

describe.each([1, 2, 3])("%i runs", (count) => {
  test.each(METRICS)(
    "%s: scores and verdicts are those of evaluate and compare, label by label",
    (metric) => {
      const random = randomFrom(count * 100 + metric.length);
      const asked = options(random, metric, count);
      const pool = new LabelPool(asked);
      for (let step = 0; step < 12; step++) {
        const { scores, calls } = fromScratch(pool, asked);
        const now = shown(pool);
        expect(now.scores).toEqual(scores);
        expect(now.verdicts.map(({ p: _, ...verdict }) => verdict)).toEqual(
          calls.map(({ p: _, flipP: __, ...verdict }) => verdict),
        );
        for (let i = 0; i < 4; i++) {
          const { query, doc } = oneOf(random, pool.hits);
          pool.label(query, doc, random() < 0.2 ? undefined : below(random, 4));
        }
        // Somebody labelled a document that is not pooled.
        pool.label(`q${below(random, 9)}`, oneOf(random, DOCS), 1 + below(random, 3));
      }
    },
  );
});

test("label by label is the same as all at once", () => {
  const random = randomFrom(5);
  for (const metric of METRICS) {
    const asked = options(random, metric);
    const [slow, quick] = [new LabelPool(asked), new LabelPool(asked)];
    const labels = new Map<string, [string, string, number | undefined]>();
    for (let i = 0; i < 60; i++) {
      const { query, doc } = oneOf(random, slow.hits);
      const grade = random() < 0.3 ? undefined : below(random, 4);
      labels.set(`${query} ${doc}`, [query, doc, grade]);
      slow.label(query, doc, grade);
      slow.influence(query, doc);
    }
    for (const one of labels.values()) quick.label(...one);
    expect(slow.scores()).toEqual(quick.scores());
    expect(slow.verdicts()).toEqual(quick.verdicts());
    expect(slow.open()).toBe(quick.open());
    for (const { query, doc } of slow.hits)
      expect(slow.influence(query, doc)).toEqual(quick.influence(query, doc));
  }
});

test("influence is what the difference becomes with and without the document", () => {
  const random = randomFrom(8);
  for (const metric of METRICS) {
    const asked = options(random, metric);
    const pool = new LabelPool(asked);
    for (const { query, doc } of shuffled(random, pool.hits).slice(0, 12)) {
      const differences = [3, 0].map((grade) => {
        const labels = new Map([[doc, grade]]);
        const value = asked.gold.get(query)!;
        const base = Array.isArray(value)
          ? value.map((id) => [id as string, 1] as const)
          : value instanceof Map
            ? [...value]
            : [];
        const [a, b] = asked.runs.map(({ run }) => {
          const hits = run.get(query);
          if (hits instanceof Error) return undefined;
          const score = evaluateOne({
            gold: new Map([...base, ...labels]),
            hits: hits ?? [],
            metrics: [metric],
          })[metric]!;
          return score.status === "scored" ? score.value : undefined;
        });
        return a === undefined || b === undefined ? 0 : b - a;
      });
      expect(pool.influence(query, doc).own).toBeCloseTo(Math.abs(differences[0]! - differences[1]!), 12);
    }
  }
});

test("once everything is labelled, the ranges are points and every verdict is settled", () => {
  const random = randomFrom(13);
  for (const metric of METRICS) {
    const pool = new LabelPool(options(random, metric));
    expect(pool.open()).toBe(1);
    for (const { query, doc } of pool.hits) pool.label(query, doc, below(random, 4));
    const [score] = pool.scores();
    if (score!.mean !== undefined) expect(score!.range![0]).toBeCloseTo(score!.mean, 12);
    expect(score!.range![1]).toBeCloseTo(score!.range![0], 12);
    const [verdict] = pool.verdicts();
    expect(verdict!.range![0]).toBeCloseTo(verdict!.verdict.difference!, 12);
    expect(verdict!.settled).toBe(verdict!.verdict.call);
    expect(pool.open()).toBeCloseTo(0, 12);
  }
});

test("a settled verdict holds whatever the other labels are", () => {
  const random = randomFrom(21);
  let settled = 0;
  for (let i = 0; i < 24; i++) {
    const metric = oneOf(random, METRICS);
    const pool = new LabelPool(options(random, metric, 2 + (i % 2)));
    const order = shuffled(random, pool.hits);
    while (order.length > 0 && !pool.settled()) {
      const { query, doc } = order.pop()!;
      pool.label(query, doc, below(random, 4));
    }
    const calls = pool.verdicts().map(({ settled }) => settled);
    if (order.length > 0) settled++;
    const ranges = pool.verdicts().map(({ range }) => range);
    for (let again = 0; again < 15; again++) {
      for (const { query, doc } of order) pool.label(query, doc, below(random, 4));
      pool.verdicts().forEach(({ verdict }, at) => {
        expect(verdict.call).toBe(calls[at]);
        if (verdict.difference === undefined) return;
        expect(verdict.difference).toBeGreaterThanOrEqual(ranges[at]![0] - 1e-9);
        expect(verdict.difference).toBeLessThanOrEqual(ranges[at]![1] + 1e-9);
      });
    }
  }
  // Most of them are settled before the last label.
  expect(settled).toBeGreaterThan(12);
});

describe("order", () => {
  test("what moves the difference most comes first; what moves nothing comes last", () => {
    const random = randomFrom(2);
    const pool = new LabelPool(options(random, "ndcg@5"));
    const order = labelOrder(pool, () => true, shuffledPlaces(pool.hits.length, 1, "ann"));
    expect(order).toHaveLength(pool.hits.length);
    const moves = order.map(({ query, doc }) => pool.influence(query, doc).own);
    moves.forEach((move, i) => {
      const later = moves.slice(i + 1);
      // Within a stratum nothing is sorted.
      expect(Math.max(0, ...later)).toBeLessThanOrEqual(move * 2 ** 0.5 + 1e-12 + (move === 0 ? 0 : 1e-9));
    });
  });

  test("the same seed and annotator give the same order, others another one", () => {
    expect(shuffledPlaces(50, 1, "ann")).toEqual(shuffledPlaces(50, 1, "ann"));
    expect(shuffledPlaces(50, 1, "ann")).not.toEqual(shuffledPlaces(50, 1, "bob"));
    expect(shuffledPlaces(50, 1, "ann")).not.toEqual(shuffledPlaces(50, 2, "ann"));
  });

  test("it does not tell which run a hit is of", () => {
    // Two runs that share nothing: at every place either of them is as likely.
    const gold = new Map(Array.from({ length: 200 }, (_, i) => [`q${i}`, ["gold"]]));
    const run = (name: string) =>
      new Map([...gold.keys()].map((query) => [query, [0, 1, 2].map((i) => `${name}${i}`)]));
    const runs = ["a", "b"].map((name) => ({ name, run: run(name) }));
    const pool = new LabelPool({ gold, runs, metric: "ndcg@3" });
    const order = labelOrder(pool, () => true, shuffledPlaces(pool.hits.length, 1, "ann"));
    for (const stratum of new Set(order.map((hit) => hit.stratum))) {
      const hits = order.filter((hit) => hit.stratum === stratum);
      const ofA = hits.slice(0, hits.length / 2).filter(({ doc }) => doc.startsWith("a")).length;
      expect(ofA / (hits.length / 2)).toBeGreaterThan(0.35);
      expect(ofA / (hits.length / 2)).toBeLessThan(0.65);
    }
  });
});

describe("what cannot be labelled", () => {
  const gold = new Map<string, GoldValue>([["q", ["a"]]]);
  const runs = [{ name: "r", run: new Map([["q", ["a", "b"]]]) }];
  test.each([
    ["two metrics", { metric: "ndcg@5,rr" }, "cannot-label"],
    ["a metric of judgements", { metric: "faithfulness" }, "cannot-label"],
    ["a metric of groups", { metric: "group-recall" }, "cannot-label"],
    ["a geometric mean", { metric: "gm-ap" }, "cannot-label"],
    ["everything is judged", { runs: [{ name: "r", run: new Map([["q", ["a"]]]) }] }, "nothing-to-label"],
    ["no hits", { runs: [{ name: "r", run: new Map([["x", ["a"]]]) }] }, "nothing-to-label"],
    ["groups", { gold: new Map([["q", [["a", "c"]]]]) }, "nothing-to-label"],
    ["unanswerable", { gold: new Map([["q", { answerable: false }]]) }, "nothing-to-label"],
  ])("%s", (_, changed, code) => {
    expect(() => new LabelPool({ gold, runs, metric: "ndcg@5", ...changed } as LabelPoolOptions)).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ code }) }),
    );
  });

  test("queries with groups are left out, and named", () => {
    const mixed = new Map<string, GoldValue>([...gold, ["g", [["a", "c"]]]]);
    const pool = new LabelPool({ gold: mixed, runs, metric: "ndcg@5" });
    expect(pool.hits).toEqual([{ query: "q", doc: "b" }]);
    expect(pool.problems.map(({ code }) => code)).toEqual(["unlabelled-queries"]);
  });

  test.each(["hits", "both"] as const)("spellings of one document are one hit: ids matched on %s", (on) => {
    const asked = {
      gold,
      metric: "recall@5",
      runs: ["b.txt", "b.md"].map((id, i) => ({
        name: `r${i}`,
        run: new Map([["q", ["a", id]]]),
        rules: { match: { ids: "basename+no-extension", on } },
      })),
    };
    const pool = new LabelPool(asked);
    expect(pool.hits).toHaveLength(1);
    const [{ query, doc }] = pool.hits as [{ query: string; doc: string }];
    expect(pool.hit(query, doc)?.id).toMatch(/^b\./);
    pool.label(query, doc, 1);
    expect(pool.scores().map(({ mean }) => mean)).toEqual([1, 1]);
    const exported = new Map(pool.gold());
    for (const { run, rules } of asked.runs)
      expect(evaluate({ gold: exported, run, metrics: ["recall@5"], ...rules }).mean("recall@5").mean).toBe(
        1,
      );
  });
});
