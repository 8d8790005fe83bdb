import { expect, test } from "vitest";
import { GoldieError } from "../../core/problem.ts";
import { defineFusion } from "../../fusion/index.ts";
import { rrf } from "../../fusion/rrf.ts";
import { RankingColumns } from "../input/read-run.ts";
import { type FuseOptions, fuse } from "./fuse.ts";
import { optimizeFusion } from "./optimize-fusion.ts";
import { trainFusion } from "./train-fusion.ts";

const ids = (options: FuseOptions, query = "q1") =>
  fuse(options)
    .run.get(query)!
    .map(({ id }) => id)
    .join("");
const codes = (options: FuseOptions) => fuse(options).problems.map(({ code }) => code);
const refusal = (call: () => unknown): string => {
  try {
    call();
  } catch (error) {
    if (error instanceof GoldieError) return error.problem.code;
    throw error;
  }
  return "none";
};
const runs = (...lists: unknown[]) => lists.map((list) => ({ run: { q1: list } })) as FuseOptions["runs"];

test("a norm that the method does not look at is reported", () => {
  const both = runs({ a: 2, b: 1 }, { a: 1, b: 3 });
  expect(codes({ method: "rrf", norm: "min-max", runs: both })).toEqual(["bad-option"]);
  expect(codes({ method: "rrf", norm: "min-max-inverted", runs: both })).toEqual([]);
  expect(codes({ method: "combsum", norm: "max", runs: both })).toEqual([]);
});

test("rrf is the default, and its name is the run's", () => {
  const fused = fuse({ runs: runs(["a", "b"], ["b", "c"]) });
  expect(fused).toEqual({
    name: "rrf",
    run: new Map([
      [
        "q1",
        [
          { id: "b", score: 1 / 62 + 1 / 61 },
          { id: "a", score: 1 / 61 },
          { id: "c", score: 1 / 62 },
        ],
      ],
    ]),
    problems: [],
  });
  expect(fuse({ method: "RRF(k=20)", runs: runs(["a"]) }).name).toBe("rrf(k=20)");
  expect(fuse({ method: "wsum", params: { weights: [1, 2] }, runs: runs({ a: 1 }, { a: 1 }) }).name).toBe(
    "wsum(weights=1;2)",
  );
});

test("a list keeps its order, a mapping is ordered by score, equal scores by id, descending", () => {
  expect(
    ids({
      runs: runs([
        { id: "a", score: 1 },
        { id: "b", score: 2 },
      ]),
    }),
  ).toBe("ab");
  expect(ids({ runs: runs({ a: 1, b: 2 }) })).toBe("ba");
  expect(ids({ runs: runs({ a: 1, c: 1, b: 1 }) })).toBe("cba");
});

test("columns of a file are taken as they are", () => {
  const columns = { distinct: false, nulls: false, ids: ["a", "b"], scores: [1, 2] };
  expect(ids({ runs: runs(new RankingColumns({ ...columns, mapping: true })) })).toBe("ba");
  expect(ids({ runs: runs(new RankingColumns({ ...columns, mapping: false })) })).toBe("ab");
});

test("lower is better under min-max-inverted, for ranks too", () => {
  const near = runs({ a: 0.1, b: 0.9 }, { a: 0.2, c: 0.1 });
  expect(ids({ method: "combsum", norm: "min-max-inverted", runs: near })).toBe("cab");
  expect(ids({ method: "rrf", norm: "min-max-inverted", runs: runs({ a: 0.1, b: 0.9, c: 0.5 }) })).toBe(
    "acb",
  );
});

test("the first of a repeated hit counts, and it is said", () => {
  const twice = runs(["a", "b", "a"]);
  expect(fuse({ runs: twice }).run.get("q1")![0]).toEqual({ id: "a", score: 1 / 61 });
  expect(codes({ runs: twice })).toEqual(["duplicate-hit"]);
});

test("hits without an id are left out, and it is said", () => {
  expect(ids({ runs: runs([{ id: null, text: "x" }, { id: "a" }, { id: "" }]) })).toBe("a");
  expect(codes({ runs: runs([{ id: null, text: "x" }, { id: "a" }, { id: "" }]) })).toEqual([
    "null-id",
    "empty-id",
  ]);
});

test("a query that a run lacks is an empty list, and it is said", () => {
  const some = [
    { name: "bm25", run: { q1: ["a"], q2: ["b"] } },
    { name: "dense", run: { q2: ["c"], q3: ["d"] } },
  ];
  const fused = fuse({ runs: some });
  expect([...fused.run.keys()]).toEqual(["q1", "q2", "q3"]);
  expect(fused.problems.map(({ code, what }) => `${code}: ${what}`)).toEqual([
    "missing-query: dense has no hits for query q1; treating its list as empty",
    "missing-query: bm25 has no hits for query q3; treating its list as empty",
  ]);
});

test("depth cuts what comes out, not what goes in", () => {
  expect(ids({ runs: runs(["a", "b", "c"], ["c", "b", "a"]), depth: 1 })).toBe("c");
  expect(ids({ runs: runs(["a", "b"], ["x", "b"]), depth: 1 })).toBe("b");
});

test("scores where they are needed", () => {
  const mixed = runs({ a: 1 }, ["b"]);
  expect(refusal(() => fuse({ method: "combsum", runs: mixed }))).toBe("no-score");
  expect(refusal(() => fuse({ method: "combsum", runs: runs([{ id: "a", score: 1 }, "b"]) }))).toBe(
    "no-score",
  );
  expect(ids({ method: "combsum", runs: mixed, norm: "rank" })).toBe("ba");
  expect(ids({ method: "rrf", runs: mixed })).toBe("ba");
  expect(ids({ method: "combsum", runs: runs({ a: 1 }, []) })).toBe("a");
});

test.each<[string, () => unknown]>([
  ["unknown-name", () => fuse({ method: "rff", runs: runs(["a"]) })],
  ["unknown-name", () => fuse({ method: "rrf@5", runs: runs(["a"]) })],
  ["unknown-name", () => fuse({ method: "combsum", norm: "minmax", runs: runs({ a: 1 }) })],
  ["unknown-parameter", () => fuse({ params: { weights: [1] }, runs: runs(["a"]) })],
  ["bad-parameter", () => fuse({ params: { k: -1 }, runs: runs(["a"]) })],
  ["bad-parameter", () => fuse({ method: "rrf(k)", runs: runs(["a"]) })],
  ["bad-parameter", () => fuse({ method: "wsum(weights=1;2)", runs: runs({ a: 1 }) })],
  ["bad-run", () => fuse({ runs: [] })],
  ["bad-option", () => fuse({ runs: runs(["a"]), depth: 0 })],
  ["bad-score", () => fuse({ method: "combsum", runs: runs({ a: Number.NaN }) })],
  ["bad-score", () => fuse({ method: "combsum", norm: "max", runs: runs({ a: -1, b: -2 }) })],
  ["not-finite", () => fuse({ method: "combsum", norm: "none", runs: runs({ a: 1e308 }, { a: 1e308 }) })],
  ["retriever-failed", () => fuse({ runs: runs(new Error("time-out")) })],
  ["no-model", () => fuse({ method: "mapfuse", runs: runs(["a"]) })],
  [
    "no-model",
    () => fuse({ method: "mapfuse", runs: runs(["a"]), model: { method: "posfuse", runs: [[1]] } }),
  ],
  [
    "no-model",
    () => fuse({ method: "mapfuse", runs: runs(["a"]), model: { method: "mapfuse", runs: [[1], [1]] } }),
  ],
  ["bad-option", () => trainFusion({ runs: runs(["a"]), gold: { q1: ["a"] } })],
  ["bad-gold", () => trainFusion({ method: "mapfuse", runs: runs(["a"]), gold: {} })],
  ["no-grades", () => trainFusion({ method: "mapfuse", runs: runs(["a"]), gold: { q1: { answer: "x" } } })],
  ["bad-option", () => optimizeFusion({ method: "combsum", runs: runs({ a: 1 }), gold: { q1: ["a"] } })],
  [
    "bad-option",
    () => optimizeFusion({ method: "wsum", step: 0.3, runs: runs({ a: 1 }), gold: { q1: ["a"] } }),
  ],
  ["bad-gold", () => optimizeFusion({ runs: runs(["a"]), gold: { q1: [] }, metric: "recall@5" })],
  ["bad-fusion", () => defineFusion({ ...rrf, id: "My fusion" })],
  ["bad-fusion", () => defineFusion({ ...rrf, cite: " " })],
  ["bad-fusion", () => defineFusion({ ...rrf, needs: ["scores"] })],
  ["bad-fusion", () => defineFusion({ ...rrf, needs: ["ranks", "training"] })],
])("%s", (code, call) => {
  expect(refusal(call)).toBe(code);
});

test("extremes stay finite", () => {
  const wide = runs({ a: 1e308, b: -1e308, c: 0 }, { a: 5e-324, b: 0 });
  expect(fuse({ method: "combsum", runs: wide }).run.get("q1")).toEqual([
    { id: "a", score: 2 },
    { id: "c", score: 0.5 },
    { id: "b", score: 0 },
  ]);
});

test("a model of lists, of grades, of groups; it survives JSON", () => {
  const given = runs(["x", "a"], ["a"]);
  const model = trainFusion({ method: "mapfuse", runs: given, gold: { q1: ["a"] } });
  expect(model).toEqual({ method: "mapfuse", runs: [[0.5], [1]], problems: [] });
  expect(trainFusion({ method: "mapfuse", runs: given, gold: { q1: { a: 2, x: 0 } } }).runs).toEqual(
    model.runs,
  );
  expect(trainFusion({ method: "mapfuse", runs: given, gold: { q1: [["a"]] } }).runs).toEqual(model.runs);
  const fused = fuse({ method: "mapfuse", runs: given, model: JSON.parse(JSON.stringify(model)) });
  expect(fused.run.get("q1")).toEqual([
    { id: "a", score: 1.25 },
    { id: "x", score: 0.5 },
  ]);
});

test("training counts queries that a run lacks as empty lists", () => {
  const given = runs(["a"]);
  const model = trainFusion({ method: "mapfuse", runs: given, gold: { q1: ["a"], q2: ["b"] } });
  expect(model.runs).toEqual([[0.5]]);
  expect(model.problems.map(({ code }) => code)).toEqual(["missing-query"]);
});

test("weights are searched in steps that add up to 1", () => {
  const gold = { q1: ["b"], q2: ["b"] };
  const good = { run: { q1: { b: 2, a: 1, c: 0 }, q2: { b: 2, a: 1, c: 0 } } };
  const poor = { run: { q1: { a: 2, b: 1, c: 0 }, q2: { a: 2, b: 1, c: 0 } } };
  const best = optimizeFusion({ method: "wsum", runs: [poor, good], gold, metric: "rr" });
  expect(best.trials.map(({ params }) => params["weights"])).toHaveLength(11);
  expect(
    best.trials.every(
      ({ params }) =>
        Math.abs((params["weights"] as number[])[0]! + (params["weights"] as number[])[1]! - 1) < 1e-15,
    ),
  ).toBe(true);
  expect(best.score).toBe(1);
  // At 0.5 and 0.5 the ids decide, descending: b before a.
  expect(best.params["weights"]).toEqual([0, 1]);
  const three = optimizeFusion({ method: "wsum", runs: [poor, good, good], gold, metric: "rr", step: 0.1 });
  expect(three.trials).toHaveLength(66);
});

test("a metric for which lower is better, other values to try, a trained method", () => {
  const gold = { q1: { a: 0, b: 1 } };
  const found = optimizeFusion({
    runs: runs(["a", "b"], ["x", "b"]),
    gold,
    metric: "unjudged@2",
    tries: { k: [0, 60] },
  });
  expect(found.trials.map(({ params }) => params["k"])).toEqual([0, 60]);
  expect(found.score).toBe(Math.min(...found.trials.map(({ score }) => score)));
  const probfuse = optimizeFusion({ method: "probfuse", runs: runs(["a", "b"]), gold, metric: "rr" });
  expect(probfuse.model!.runs[0]).toHaveLength(probfuse.params["segments"] as number);
});
