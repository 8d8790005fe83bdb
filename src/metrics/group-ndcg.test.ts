import { describe, expect, it } from "vitest";
import { below, type Random, randomFrom, shuffled } from "../core/random.ts";
import type { GroupCredit, JudgedRanking } from "../core/ranking.ts";
import { bestList, SEARCHED } from "./_best-groups.ts";
import { groupNdcg } from "./group-ndcg.ts";

/** Each document as the groups it belongs to; a list as the numbers of its documents. */
type Docs = readonly (readonly number[])[];

function ranked(docs: Docs, groups: number, list: readonly number[]): JudgedRanking {
  const ranksOf = Array.from({ length: groups }, (_, g) =>
    list.flatMap((d, rank) => (docs[d]!.includes(g) ? [rank] : [])),
  );
  const rows = (lists: readonly (readonly number[])[]) => {
    const start = [0];
    for (const row of lists) start.push(start.at(-1)! + row.length);
    return [Uint32Array.from(start), Uint32Array.from(lists.flat())] as const;
  };
  const [start, ranks] = rows(ranksOf);
  const [docStart, docGroups] = rows(docs);
  const credit: GroupCredit = {
    count: groups,
    start,
    ranks,
    docs: docs.length,
    docStart,
    docGroups,
    docGrades: new Float64Array(docGroups.length).fill(1),
    docOrder: Uint32Array.from(docs.keys()),
    doc: Int32Array.from(list),
  };
  const [none, empty] = [new Uint8Array(list.length), new Float64Array(0)];
  return {
    length: list.length,
    grades: new Float64Array(list.length),
    judged: none,
    relevant: none,
    item: Uint32Array.from(list),
    pool: empty,
    goldListed: 0,
    listed: empty,
    groups: credit,
  };
}

const score = (r: JudgedRanking, k?: number): number => {
  const s = groupNdcg.compute(r, { k, discount: "log2" });
  return s.status === "scored" ? s.value : Number.NaN;
};

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((x) => permutations(items.filter((y) => y !== x)).map((rest) => [x, ...rest]));
}

const all = (n: number) => Array.from({ length: n }, (_, i) => i);

function randomDocs(random: Random, groups: number, most: number): number[][] {
  return Array.from({ length: 2 + below(random, 4) }, () =>
    shuffled(random, all(groups))
      .slice(0, 1 + below(random, most))
      .sort(),
  );
}

describe("group-ndcg, by brute force", () => {
  const random = randomFrom(7);

  it("gives the best list of all 1, and no list more, where documents are in several groups", () => {
    for (let i = 0; i < 60; i++) {
      const groups = 1 + below(random, 5);
      const docs = randomDocs(random, groups, groups);
      for (const k of [undefined, 1, 2, 3]) {
        const scores = permutations(all(docs.length)).map((list) => score(ranked(docs, groups, list), k));
        expect(Math.min(...scores)).toBeGreaterThan(0);
        expect(Math.max(...scores)).toBe(1);
      }
    }
  });

  it("depends neither on the order of the documents in the gold nor on that of the groups", () => {
    for (let i = 0; i < 200; i++) {
      const docs = randomDocs(random, 5, 4);
      const list = shuffled(random, all(docs.length));
      const order = shuffled(random, all(docs.length));
      const renamed = ranked(
        order.map((d) => docs[d]!),
        5,
        list.map((d) => order.indexOf(d)),
      );
      const groups = shuffled(random, all(5));
      const listed = ranked(
        docs.map((set) => set.map((g) => groups.indexOf(g))),
        5,
        list,
      );
      for (const k of [undefined, 2]) {
        expect(score(renamed, k)).toBe(score(ranked(docs, 5, list), k));
        expect(score(listed, k)).toBe(score(ranked(docs, 5, list), k));
      }
    }
  });

  it("takes the greedy list for the best one where too many documents share groups", () => {
    const chain = (n: number) => Array.from({ length: n }, (_, d) => [d, d + 1]);
    const best = (docs: Docs, groups: number) =>
      bestList(ranked(docs, groups, []).groups!, docs.length, (rank) => 1 / (rank + 1));
    expect(best(chain(SEARCHED), SEARCHED + 1).exact).toBe(true);
    const { exact, news } = best(chain(SEARCHED + 1), SEARCHED + 2);
    expect(exact).toBe(false);
    expect(news.reduce((a, b) => a + b, 0)).toBe(SEARCHED + 2);
    // The order of the groups does not matter there either.
    const docs = chain(SEARCHED + 3);
    const turned = docs.map((set) => set.map((g) => SEARCHED + 3 - g));
    expect(best(turned, SEARCHED + 4)).toEqual(best(docs, SEARCHED + 4));
  });

  it("the same gold with its groups in another order", () => {
    // Groups [a], [b], [a, c], [b, c]: a and b are in two each, c too.
    const [a, b, c] = [
      [0, 2],
      [1, 3],
      [2, 3],
    ];
    expect(score(ranked([a!, b!, c!], 4, [0]))).toBeCloseTo(0.6131, 4);
    const [a2, b2, c2] = [
      [0, 2],
      [1, 3],
      [0, 1],
    ];
    expect(score(ranked([a2!, b2!, c2!], 4, [0]))).toBe(score(ranked([a!, b!, c!], 4, [0])));
  });

  it("gives the best list of all 1, and only lists as good, where groups share no document", () => {
    for (let i = 0; i < 40; i++) {
      const groups = 1 + below(random, 3);
      const docs = randomDocs(random, groups, 1);
      const wanted = new Set(docs.flat()).size;
      for (const list of permutations(all(docs.length))) {
        const news = new Set(list.slice(0, wanted).flatMap((d) => docs[d]!)).size;
        expect(score(ranked(docs, groups, list)) === 1).toBe(news === wanted);
      }
    }
  });

  it("has an ideal that greedy alone would not reach: the guide's example", () => {
    // A = {1,2,3,4}, B = {1,2,5}, C = {3,4,6}
    const docs = [
      [0, 1, 2, 3],
      [0, 1, 4],
      [2, 3, 5],
    ];
    const list = ranked(docs, 6, [1, 2]);
    expect(score(list, 2)).toBe(1);
    expect(score(ranked(docs, 6, [0, 1]), 2)).toBeLessThan(1);
    expect(score(list)).toBeLessThan(1);
  });
});
