import { describe, expect, it } from "vitest";
import { below, type Random, randomFrom, shuffled } from "../core/random.ts";
import type { GroupCredit, JudgedRanking } from "../core/ranking.ts";
import { newlySatisfiedGreedy } from "./_groups.ts";
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

/** The list that the greedy ideal describes: always a document with most open groups, of equal ones that with the first groups. */
function greedyList(docs: Docs): number[] {
  const done = new Set<number>();
  const list: number[] = [];
  const open = (d: number) => docs[d]!.filter((g) => !done.has(g));
  const left = new Set(docs.keys());
  while (left.size > 0) {
    const [best] = [...left].sort(
      (a, b) => open(b).length - open(a).length || open(a).join().localeCompare(open(b).join()),
    );
    list.push(best!);
    left.delete(best!);
    for (const g of docs[best!]!) done.add(g);
  }
  return list;
}

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

  it("gives no list more than 1, and the greedy list 1, where documents are in several groups", () => {
    for (let i = 0; i < 60; i++) {
      const groups = 1 + below(random, 5);
      const docs = randomDocs(random, groups, groups);
      for (const list of permutations(all(docs.length)))
        for (const k of [undefined, 1, 2, 3]) {
          const x = score(ranked(docs, groups, list), k);
          expect(x).toBeGreaterThan(0);
          expect(x).toBeLessThanOrEqual(1);
        }
      const greedy = ranked(docs, groups, greedyList(docs));
      for (const k of [undefined, 1, 2, 3]) expect(score(greedy, k)).toBe(1);
    }
  });

  it("does not depend on the order in which the gold names its documents", () => {
    for (let i = 0; i < 200; i++) {
      const docs = randomDocs(random, 5, 4);
      const order = shuffled(random, all(docs.length));
      const list = shuffled(random, all(docs.length));
      const renamed = ranked(
        order.map((d) => docs[d]!),
        5,
        list.map((d) => order.indexOf(d)),
      );
      expect(score(renamed, 2)).toBe(score(ranked(docs, 5, list), 2));
    }
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
    expect([...newlySatisfiedGreedy(list.groups!, 2)]).toEqual([4, 1]);
    expect(score(list, 2)).toBe(1);
    expect(score(list)).toBeLessThan(1);
  });
});
