/** Forbidden documents and hops on their way from gold to scores: library, files, hashes, converted files. */
import { describe, expect, it } from "vitest";
import type { Problem } from "../src/core/problem.ts";
import { evaluateFiles } from "../src/engine/evaluate-files.ts";
import { goldHash } from "../src/evaluate/score/gold-hash.ts";
import { memorySource } from "../src/files/source.ts";
import { formats } from "../src/formats/index.ts";
import { evaluate, type GoldInput, readResult } from "../src/index.ts";

const gold = {
  q1: { relevant: ["a"], forbidden: ["z"] },
  q2: { relevant: ["b"], forbidden: ["y", "z"] },
  q3: { relevant: ["c"] },
  q4: { relevant: ["d"], forbidden: ["z"] },
};
const run = { q1: ["a", "z"], q2: ["y", "b", "z"], q3: ["z"], q4: ["d"] };
const refused = (one: object): string => {
  try {
    evaluate({ gold: { q1: one } as GoldInput, run: { q1: ["a"] }, metrics: ["rr"] });
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

describe("forbidden documents", () => {
  it("are leaks of the queries that have any", () => {
    const result = evaluate({ gold, run, metrics: ["leak@2", "leaks@3", "rr"] });
    expect(result.mean("leak@2")).toMatchObject({ mean: 2 / 3, counts: { scored: 3, skipped: 1 } });
    expect(result.mean("leaks@3").mean).toBe(1);
    expect(result.score("q3", "leak@2")).toEqual({ status: "skipped", missing: ["forbidden"] });
    expect(result.yesNo("leak@2")).toBe(true);
    expect(result.direction("leak@2")).toBe("lower");
    expect(result.problems).toEqual([]);
    // They do not touch other metrics.
    expect(result.mean("rr").mean).toBe((1 + 1 / 2 + 0 + 1) / 4);
  });

  it("are reported whatever was asked for, up to the greatest cut-off, and not under a dialect", () => {
    const result = evaluate({ gold, run, metrics: ["recall@2"] });
    const leaked = new Map([
      ["q1", [{ doc: "z", rank: 2 }]],
      ["q2", [{ doc: "y", rank: 1 }]],
    ]);
    expect(result.forbidden).toEqual({ queries: 3, k: 2, leaked });
    expect(result.missed(3).leaked?.get("q2")).toEqual([
      { doc: "y", rank: 1 },
      { doc: "z", rank: 3 },
    ]);
    expect(Object.keys(result.missed())).toEqual(["run", "k", "leaked", "wanted", "counts", "queries"]);
    expect(readResult(JSON.parse(JSON.stringify(result))).forbidden).toEqual(result.forbidden);
    expect(evaluate({ gold, run, metrics: ["recip_rank"], as: "trec_eval" }).forbidden.queries).toBe(0);
    expect(evaluate({ gold: { q1: ["a"] }, run, metrics: ["rr"] }).toJSON().runs[0]).not.toHaveProperty(
      "forbidden",
    );
  });

  it("are told where no metric can score the query", () => {
    const result = evaluate({
      gold: { q1: { forbidden: ["z"] } },
      run: { q1: ["z"] },
      metrics: ["recall@5"],
    });
    expect(result.forbidden.leaked.get("q1")).toEqual([{ doc: "z", rank: 1 }]);
  });

  it("count by their chunks under unit document", () => {
    const chunks = {
      q1: [
        { id: "a#1", doc: "a" },
        { id: "z#4", doc: "z" },
      ],
    };
    const result = evaluate({ gold: { q1: gold.q1 }, run: chunks, metrics: ["leak@5"], unit: "doc" });
    expect(result.mean("leak@5").mean).toBe(1);
    expect(result.forbidden.leaked.get("q1")).toEqual([{ doc: "z", rank: 2, hit: "z#4" }]);
    expect(evaluate({ gold: { q1: gold.q1 }, run: chunks, metrics: ["leak@5"] }).mean("leak@5").mean).toBe(0);
  });

  it.each([
    ["the list", { relevant: ["a"], forbidden: ["a"] }],
    ["a group", { groups: [["b"], ["c", "a"]], forbidden: ["a"] }],
    ["a hop", { hops: [["a"]], forbidden: ["a"] }],
    ["a grade", { grades: { a: 1 }, forbidden: ["a"] }],
  ])("that are relevant by %s are a Problem with its query", (_, one) => {
    const { problems } = evaluate({ gold: { q1: one }, run: { q1: ["x"] }, metrics: ["leak@5"] });
    expect(problems.filter(({ code }) => code === "forbidden-relevant")).toMatchObject([
      { at: { query: "q1" }, fields: { document: "a" } },
    ]);
  });

  it("with grade 0 are none", () => {
    const { problems } = evaluate({
      gold: { q1: { grades: { a: 0, b: 1 }, forbidden: ["a"] } },
      run: { q1: ["b"] },
      metrics: ["leak@5"],
    });
    expect(problems).toEqual([]);
  });

  it("are checked: ids, duplicates, form", () => {
    expect(refused({ forbidden: "z" })).toContain("forbidden is not a list of ids");
    expect(refused({ forbidden: [""] })).toContain("an id is empty");
    expect(refused({ forbidden: [null] })).toContain("not a string");
    const { problems } = evaluate({
      gold: { q1: { relevant: ["a"], forbidden: ["z", "z"] } },
      run: { q1: ["a"] },
      metrics: ["leaks@5"],
    });
    expect(problems.map(({ code }) => code)).toEqual(["duplicate-forbidden"]);
  });
});

describe("hops", () => {
  const hops = { q1: { hops: [["a"], ["b", "c"]] } };
  it("are groups too", () => {
    const groups = { q1: { groups: [["a"], ["b", "c"]] } };
    const hits = { q1: ["x", "c", "a"] };
    const metrics = ["group-recall@2", "group-rr", "group-ap", "group-ndcg@5", "all-groups@3"];
    const [a, b] = [hops, groups].map((one) => evaluate({ gold: one, run: hits, metrics }));
    for (const metric of metrics) expect(a!.score("q1", metric)).toEqual(b!.score("q1", metric));
    expect(a!.missed(2).queries.get("q1")).toEqual(b!.missed(2).queries.get("q1"));
  });

  it("with groups, or subtopics, are refused", () => {
    const words = "has both hops and groups";
    expect(refused({ hops: [["a"]], groups: [["a"]] })).toContain(words);
    expect(refused({ hops: [["a"]], relevant: [["a"], ["b"]] })).toContain(words);
    expect(refused({ hops: [["a"]], subtopics: { one: { a: 1 } } })).toContain(words);
    expect(refused({ hops: ["a"] })).toContain("hops is not a list of lists of ids");
    // A list beside them says which documents are relevant.
    expect(refused({ hops: [["a"]], relevant: ["a"] })).toBe("");
  });
});

describe("the hash of gold", () => {
  it("changes with forbidden documents and hops, and with the order of hops only", () => {
    const hashes = [
      { groups: [["a"], ["b"]] },
      { groups: [["a"], ["b"]], hops: true as const },
      { groups: [["b"], ["a"]], hops: true as const },
      { groups: [["a"], ["b"]], forbidden: ["z"] },
      { groups: [["a"], ["b"]], forbidden: ["z", "y"] },
    ].map(goldHash);
    expect(new Set(hashes).size).toBe(5);
    expect(goldHash({ groups: [["b"], ["a"]] })).toBe(hashes[0]);
    expect(goldHash({ groups: [["a"], ["b"]], forbidden: ["y", "z"] })).toBe(hashes[4]);
  });

  it("is what it was for other gold", () => {
    expect(goldHash({ relevant: ["a", "b"] })).toBe(KNOWN);
  });
});
/** As it was before there were such facets. */
const KNOWN = "34d877e17c2f7485";

describe("files", () => {
  const lines = Object.entries({ ...gold, q5: { hops: [["a"], ["b", "c"]] } })
    .map(([id, one]) => `${JSON.stringify({ id, ...one })}\n`)
    .join("");
  const runs = { ...run, q5: ["c", "a"] };
  const trec = Object.entries(runs)
    .flatMap(([q, ids]) => ids.map((id, i) => `${q} Q0 ${id} ${i + 1} ${10 - i} x\n`))
    .join("");
  const metrics = ["leak@2", "leaks@3", "chain@2", "hop-recall(hop=2)@1", "group-recall@2", "rr"];
  const object = `{${[...lines.matchAll(/.+/g)].map(([row]) => `${JSON.stringify(JSON.parse(row).id)}:${row}`).join(",\n")}}`;

  it.each([
    ["jsonl", lines],
    ["json", object.replaceAll(/\{"id":"q\d",/g, "{")],
  ])("of %s say what the library says, run as bytes or as lists", async (_, text) => {
    const library = evaluate({
      gold: { ...gold, q5: { hops: [["a"], ["b", "c"]] } },
      run: runs,
      metrics,
      name: "x",
    });
    const lists = Object.entries(runs)
      .map(([id, hits]) => `${JSON.stringify({ id, hits })}\n`)
      .join("");
    for (const file of [trec, lists]) {
      const {
        runs: [one],
      } = await evaluateFiles({
        gold: memorySource("gold", text),
        runs: [memorySource("run", file)],
        metrics,
      });
      const { result } = one!;
      expect(result.forbidden).toEqual(library.forbidden);
      for (const metric of metrics) expect(result.mean(metric)).toEqual(library.mean(metric));
      expect(result.goldHashes()).toEqual(library.goldHashes());
    }
  });

  it("keep them, or refuse them; none loses them without a word", async () => {
    const writers = formats.filter(({ kinds, write }) => kinds.includes("gold") && write !== undefined);
    expect(writers.length).toBeGreaterThan(6);
    for (const { id, write } of writers) {
      for (const [value, level] of [
        [{ relevant: ["a"], forbidden: ["z"] }, "error"],
        [{ hops: [["a"], ["b", "c"]] }, undefined],
      ] as const) {
        let text = "";
        const problems: Problem[] = [];
        const out = write!({
          kind: "gold",
          name: "x",
          write: (piece) => {
            text += typeof piece === "string" ? piece : new TextDecoder().decode(piece);
          },
          problem: (problem) => void problems.push(problem),
        });
        out.gold?.("q1", value, 1);
        await out.end();
        const keeps = text.includes("forbidden") || text.includes("hops");
        expect([
          id,
          keeps || problems.some((one) => one.code.startsWith("lost-") && one.level === level),
        ]).toEqual([id, true]);
      }
    }
  });
});
