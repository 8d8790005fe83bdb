/** What every fusion of src/fusion/ has to do. Each check is a function, so that the end of this file can run it on broken ones. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { below, oneOf, type Random, randomFrom, shuffled } from "../../src/core/random.ts";
import { parseFusion, printFusion } from "../../src/evaluate/fuse/fusion-names.ts";
import { combsum } from "../../src/fusion/combsum.ts";
import { rrf } from "../../src/fusion/rrf.ts";
import { wsum } from "../../src/fusion/wsum.ts";
import { type Fusion, type FusionList, fuse, fusions, normalisations, trainFusion } from "../../src/index.ts";

type List = readonly string[] | Readonly<Record<string, number>>;
interface Vector {
  readonly why: string;
  readonly lists: readonly List[];
  readonly params?: Readonly<Record<string, unknown>>;
  readonly norm?: string;
  /** Relevant documents of the same lists: what a trained one learns from. */
  readonly gold?: readonly string[];
  readonly model?: readonly (readonly number[])[];
  /** Best first. */
  readonly expect: Readonly<Record<string, number>>;
}

const folder = new URL("../../src/fusion/", import.meta.url);
const files = readdirSync(folder).filter((name) => /^[^_].*\.ts$/.test(name) && name !== "index.ts");
const vectorsOf = (id: string): readonly Vector[] =>
  JSON.parse(readFileSync(new URL(`${id}.vectors.json`, folder), "utf8"));

test("index.ts has exactly the files of the folder", () => {
  expect(files).toContain("rrf.ts");
  expect(fusions.map(({ id }) => `${id}.ts`).sort()).toEqual([...files].sort());
});

test.each(files)("%s exports its fusion, and has vectors", async (file) => {
  const id = file.replace(/\.ts$/, "");
  const exported = Object.values(await import(new URL(file, folder).href));
  expect(exported).toEqual([fusions.find((fusion) => fusion.id === id)]);
  expect(vectorsOf(id).length).toBeGreaterThan(3);
});

test("no two fusions share a name", () => {
  const names = fusions.flatMap(({ id, aliases = [] }) => [id, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
});

test("defaults of normalisation are there", () => {
  const known = normalisations.map(({ id }) => id);
  expect(fusions.flatMap(({ normalise }) => normalise ?? []).filter((id) => !known.includes(id))).toEqual([]);
});

describe.each(fusions.map((fusion) => [fusion.id, fusion] as const))("%s", (id, fusion) => {
  test("vectors hold", () => {
    expect(vectorsOf(id).flatMap((row) => wrong(fusion, row))).toEqual([]);
  });
  test("vectors cover what has to be said", () => {
    expect(uncovered(fusion, vectorsOf(id))).toEqual([]);
  });
  test("the order of the runs does not matter", () => {
    expect(broken(fusion, 1000, orderMatters)).toEqual([]);
  });
  test("the same again gives the same, and a finite score for every document once", () => {
    expect(broken(fusion, 200, notTheSame)).toEqual([]);
  });
  test("its laws hold", () => {
    expect(fusion.laws.flatMap((law) => broken(fusion, 200, LAWS[law]!))).toEqual([]);
  });
  test("parse(print(f)) is f", () => {
    const printed = vectorsOf(id).map(({ params }) => printFusion(parseFusion(id, fusions, params)));
    expect(printed.map((text) => printFusion(parseFusion(text, fusions)))).toEqual(printed);
    expect(printed[0]).toBe(id);
  });
});

// ---------------------------------------------------------------- the checks

const runsOf = (lists: readonly List[]) => lists.map((list) => ({ run: { q: list } }));

function wrong(fusion: Fusion, { why, lists, params, norm, gold, model, expect: wanted }: Vector): string[] {
  const asked = {
    method: fusion,
    runs: runsOf(lists),
    ...(params && { params }),
    ...(norm && { norm }),
  };
  const learnt = gold && trainFusion({ ...asked, gold: { q: gold } });
  if (model !== undefined && !model.every((row, run) => row.every((x, i) => near(learnt!.runs[run]![i]!, x))))
    return [`${why}: learnt ${JSON.stringify(learnt!.runs)}, not ${JSON.stringify(model)}`];
  const hits = fuse({ ...asked, ...(learnt && { model: learnt }) }).run.get("q")!;
  const right =
    hits.length === Object.keys(wanted).length &&
    Object.entries(wanted).every(([id, score], i) => hits[i]!.id === id && near(hits[i]!.score, score));
  return right ? [] : [`${why}: ${JSON.stringify(hits)}, not ${JSON.stringify(wanted)}`];
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(b));

const SITUATIONS: Readonly<Record<string, (row: Vector, fusion: Fusion) => boolean>> = {
  "a document that one list lacks": ({ lists }) =>
    new Set(lists.map((list) => idsIn(list).sort().join())).size > 1,
  "an empty list": ({ lists }) => lists.some((list) => idsIn(list).length === 0),
  "one list": ({ lists }) => lists.length === 1,
  "equal scores": ({ expect: wanted }) => new Set(Object.values(wanted)).size < Object.keys(wanted).length,
};
const idsIn = (list: List): string[] => (Array.isArray(list) ? [...list] : Object.keys(list));

function uncovered(fusion: Fusion, rows: readonly Vector[]): string[] {
  return [
    ...Object.keys(fusion.params).filter((name) => !rows.some(({ params }) => params?.[name] !== undefined)),
    ...Object.entries(SITUATIONS).flatMap(([what, holds]) =>
      rows.some((row) => holds(row, fusion)) ? [] : [what],
    ),
  ];
}

/** Runs of one query: distinct documents with falling scores, some of them equal. */
function someLists(random: Random, runs: number): Readonly<Record<string, number>>[] {
  const ids = [..."abcdefghij"].slice(0, 1 + below(random, 10));
  return Array.from({ length: runs }, () => {
    const found = shuffled(random, ids).slice(0, below(random, ids.length + 1));
    return Object.fromEntries(found.map((id, rank) => [id, 10 - rank / 3 + below(random, 3) / 7]));
  });
}

interface Case {
  readonly lists: readonly Readonly<Record<string, number>>[];
  readonly gold: readonly string[];
  readonly weights: readonly number[];
}
const someCase = (random: Random): Case => {
  const lists = someLists(random, 1 + below(random, 4));
  return {
    lists,
    gold: ["a", "c", "e"],
    weights: lists.map(() => oneOf(random, [0.1, 0.25, 0.5, 1, 2])),
  };
};

/** What it gives, with its weights and what it learnt where it has any. */
function fused(fusion: Fusion, { lists, gold, weights }: Case): [string, number][] {
  const asked = {
    method: fusion,
    runs: runsOf(lists),
    ...(fusion.params["weights"] && { params: { weights } }),
  };
  const model = fusion.train && { model: trainFusion({ ...asked, gold: { q: gold } }) };
  return fuse({ ...asked, ...model })
    .run.get("q")!
    .map(({ id, score }) => [id, score]);
}

/** Cases in which a check says that something is wrong. */
function broken(
  fusion: Fusion,
  cases: number,
  check: (fusion: Fusion, one: Case, random: Random) => boolean,
): string[] {
  const random = randomFrom(7);
  return Array.from({ length: cases }, () => someCase(random))
    .filter((one) => check(fusion, one, random))
    .slice(0, 3)
    .map((one) => `${fusion.id}: ${JSON.stringify(one)}`);
}

function orderMatters(fusion: Fusion, one: Case, random: Random): boolean {
  const order = shuffled(random, [...one.lists.keys()]);
  const other = {
    ...one,
    lists: order.map((i) => one.lists[i]!),
    weights: order.map((i) => one.weights[i]!),
  };
  const [a, b] = [fused(fusion, one), fused(fusion, other)];
  return a.some(([id, score], i) => b[i]![0] !== id || !near(b[i]![1], score));
}

function notTheSame(fusion: Fusion, one: Case): boolean {
  const [a, b] = [fused(fusion, one), fused(fusion, one)];
  const ids = new Set(one.lists.flatMap((list) => Object.keys(list)));
  return (
    JSON.stringify(a) !== JSON.stringify(b) ||
    a.length !== ids.size ||
    a.some(([id, score]) => !ids.delete(id) || !Number.isFinite(score))
  );
}

const LAWS: Readonly<Record<string, (fusion: Fusion, one: Case, random: Random) => boolean>> = {
  "keeps-one-run"(fusion, { lists, ...rest }) {
    // Without ties: those go by id anyway.
    const ids = Object.keys(lists[0]!);
    const list = Object.fromEntries(ids.map((id, i) => [id, ids.length - i]));
    // A run that never found anything is worth nothing.
    const one = { ...rest, gold: ids.slice(0, 1), lists: [list], weights: [0.5] };
    return (
      fused(fusion, one)
        .map(([id]) => id)
        .join() !== ids.join()
    );
  },
  monotone(fusion, { lists, ...rest }, random) {
    const ids = Object.keys(lists[0]!);
    if (ids.length < 2) return false;
    const list = Object.fromEntries(ids.map((id, i) => [id, ids.length - i]));
    const up = 1 + below(random, ids.length - 1);
    const swapped = { ...list, [ids[up]!]: list[ids[up - 1]!]!, [ids[up - 1]!]: list[ids[up]!]! };
    const others = lists.slice(1);
    const score = (first: Readonly<Record<string, number>>) => {
      // What was learnt stays: only the list changes.
      const asked = { method: fusion, runs: runsOf([first, ...others]) };
      const learnt = { ...asked, runs: runsOf([list, ...others]), gold: { q: rest.gold } };
      const model = fusion.train && { model: trainFusion(learnt) };
      return new Map(
        fuse({ ...asked, ...model })
          .run.get("q")!
          .map(({ id, score }) => [id, score]),
      );
    };
    return score(swapped).get(ids[up]!)! < score(list).get(ids[up]!)! - 1e-12;
  },
};

// ---------------------------------------------------------------- broken ones are noticed

describe("the suite can fail", () => {
  const like = (changes: Partial<Fusion>): Fusion => ({ ...(rrf as Fusion), id: "broken", ...changes });
  const scores = (make: (lists: readonly FusionList[], docs: number) => number[]) => ({
    fuse: (lists: readonly FusionList[], docs: number) => Float64Array.from(make(lists, docs)),
  });

  test("a wrong score, a wrong order, a document too few", () => {
    const [row] = vectorsOf("rrf");
    expect(wrong(rrf as Fusion, row!)).toEqual([]);
    expect(wrong(like(scores((_, docs) => Array(docs).fill(1))), row!)).toHaveLength(1);
    expect(wrong(rrf as Fusion, { ...row!, expect: { b: 1 } })).toHaveLength(1);
  });
  test("a wrong model", () => {
    const [row] = vectorsOf("mapfuse");
    const mapfuse = fusions.find(({ id }) => id === "mapfuse")!;
    expect(wrong({ ...mapfuse, train: () => [0.25] }, row!)[0]).toContain("learnt");
  });
  test("vectors that leave something out", () => {
    expect(uncovered(rrf as Fusion, [])).toEqual(["k", ...Object.keys(SITUATIONS)]);
    expect(uncovered(wsum as Fusion, vectorsOf("combsum"))).toEqual(["weights"]);
  });
  test("one that favours the first run", () => {
    const first = like({
      fuse(lists, docs) {
        const out = new Float64Array(docs);
        for (const doc of lists[0]!.docs) out[doc] = 1;
        return out;
      },
    });
    expect(broken(first, 200, orderMatters).length).toBeGreaterThan(0);
  });
  test("one that remembers, and one without a score", () => {
    let calls = 0;
    const counting = like(scores((_, docs) => Array(docs).fill(++calls)));
    expect(broken(counting, 50, notTheSame).length).toBeGreaterThan(0);
    const none = like(scores((_, docs) => Array(docs).fill(Number.NaN)));
    expect(() => broken(none, 50, notTheSame)).toThrow("NaN");
  });
  test("one that turns the order round", () => {
    const reversed = {
      ...(combsum as Fusion),
      fuse: (lists: readonly FusionList[], docs: number) => combsum.fuse(lists, docs, {}, []).map((x) => -x),
    };
    expect(broken(reversed, 200, LAWS["keeps-one-run"]!).length).toBeGreaterThan(0);
    expect(broken(reversed, 200, LAWS["monotone"]!).length).toBeGreaterThan(0);
  });
});
