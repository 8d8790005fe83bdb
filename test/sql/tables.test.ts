/** What goes wrong around the numbers: orders, names, golds and rules that do not fit. */
import { afterAll, describe, expect, test } from "vitest";
import { GoldieError } from "../../src/core/problem.ts";
import { evaluate } from "../../src/evaluate/evaluate.ts";
import type { GoldFacets } from "../../src/evaluate/input/read-gold.ts";
import { JOIN_VALUES, type Rules } from "../../src/evaluate/plan/rules.ts";
import type { SqlEngine } from "../../src/sql/engine.ts";
import { duckDbDialect, openDuckDb } from "../../src/sql/engines/duckdb.ts";
import { evaluateTables, statementsFor, type TablesOptions } from "../../src/sql/evaluate-tables.ts";
import { JOIN_PUSHED } from "../../src/sql/push-down.ts";
import { runOf, type TableRow } from "./_cases.ts";
import { differences, giveHits } from "./_compare.ts";

let opened: Promise<SqlEngine> | undefined;
const engine = () => {
  opened ??= openDuckDb();
  return opened;
};
afterAll(async () => (await engine()).close());

const row = (query: string, doc: string, score: number, rank: number, run = "r"): TableRow => ({
  run,
  query,
  doc,
  score,
  rank,
});
const ROWS = [row("q1", "a", 1, 1), row("q1", "b", 1, 2), row("q1", "c", 1, 3), row("q9", "a", 2, 1)];
const GOLD = { q1: { c: 1, b: 1 } };

async function score(
  given: Partial<TablesOptions> & { rows?: readonly Partial<TableRow>[]; by?: "score" | "rank" | "both" },
) {
  const { rows = ROWS, by = "score", ...options } = given;
  const hits = [await giveHits(await engine(), rows, by)];
  return evaluateTables({ engine: await engine(), hits, gold: GOLD, metrics: ["ap", "rr"], ...options });
}
const problemOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "no Problem",
    (error: unknown) =>
      error instanceof GoldieError ? `${error.problem.code}/${error.problem.reason ?? ""}` : String(error),
  );

describe("an order that nobody defined", () => {
  test.each<Rules>([{ ties: "given" }, { order: "given" }, { ties: "given-reversed" }])(
    "%o is refused, pulled or not",
    async (rules) => {
      expect(await problemOf(score({ ...rules }))).toBe("no-order/");
      expect(await problemOf(score({ ...rules, pull: true }))).toBe("no-order/");
    },
  );
  test("also where something else stands in the way of counting", async () => {
    const rules = { ties: "given", duplicates: "keep" } as const;
    expect(await problemOf(score({ ...rules, pull: true }))).toBe("no-order/");
  });
  test("with ranks it is the one of the file, pulled or not", async () => {
    for (const pull of [false, true]) {
      const { results } = await score({ ties: "given", by: "both", pull });
      const inMemory = evaluate({
        gold: GOLD,
        run: runOf(ROWS, "r", "score"),
        name: "r",
        metrics: ["ap", "rr"],
        ties: "given",
      });
      expect(differences(inMemory, results[0]!)).toEqual([]);
    }
  });
  test("equal ranks matter only where the scores are equal too", async () => {
    const rows = [row("q1", "a", 2, 1), row("q1", "b", 1, 1)];
    for (const pull of [false, true]) {
      expect((await score({ rows, by: "both", ties: "given", pull })).results).toHaveLength(1);
      const level = rows.map((one) => ({ ...one, score: 1 }));
      expect(await problemOf(score({ rows: level, by: "both", ties: "given", pull }))).toBe(
        "bad-row/hit-same-rank",
      );
    }
  });
});

test("queries that the gold lacks are scored where a tool does, if they are pulled", async () => {
  for (const as of ["beir", "msmarco"]) {
    const { metrics, ...rest } = { metrics: as === "beir" ? ["Hole@10"] : ["QueriesRanked"], as };
    const { results } = await score({ metrics, ...rest, pull: true, by: "both" });
    expect(
      differences(
        evaluate({ gold: GOLD, run: runOf(ROWS, "r", "score"), name: "r", metrics, as }),
        results[0]!,
      ),
    ).toEqual([]);
  }
});

describe("gold that is read where it is", () => {
  const give = async (
    rows: readonly (readonly [string, string, number])[],
  ): Promise<TablesOptions["goldTable"]> => ({
    kind: "grades",
    source: await (await engine()).give({
      columns: [
        { name: "q", type: "text" },
        { name: "d", type: "text" },
        { name: "g", type: "double" },
      ],
      rows,
    }),
    query: "q",
    doc: "d",
    grade: "g",
  });
  test("a judgment that is there twice counts once", async () => {
    const goldTable = await give([
      ["q1", "c", 1],
      ["q1", "b", 1],
      ["q1", "b", 1],
    ]);
    expect((await score({ goldTable })).results[0]!.mean("ap").mean).toBe(
      (await score({})).results[0]!.mean("ap").mean,
    );
  });
  test.each([
    [
      "one judgment more",
      [
        ["q1", "c", 1],
        ["q1", "b", 1],
        ["q1", "a", 1],
      ],
    ],
    [
      "one query more",
      [
        ["q1", "c", 1],
        ["q1", "b", 1],
        ["q2", "a", 0],
      ],
    ],
    [
      "another grade",
      [
        ["q1", "c", 1],
        ["q1", "b", 0],
      ],
    ],
  ] as const)("%s is refused", async (_, rows) => {
    expect(await problemOf(score({ goldTable: await give(rows) }))).toBe("gold-differs/");
  });

  const HITS = [...ROWS, row("q2", "x", 3, 1), row("q3", "y", 2, 1), row("q3", "z", 1, 2)];
  const TABLE: readonly (readonly [string, string, number])[] = [
    ["q1", "c", 1],
    ["q1", "b", 1],
    ["q3", "y", 0],
    ["q3", "z", 1],
  ];
  test.each<readonly [string, Readonly<Record<string, GoldFacets>>]>([
    ["forbidden documents", { q3: { grades: { y: 0, z: 1 }, forbidden: ["y", "w"] } }],
    ["an unanswerable query", { q3: { grades: { y: 0, z: 1 } }, q2: { answerable: false } }],
    ["a query without judgments", { q3: { grades: { y: 0, z: 1 } }, q2: { relevant: [] } }],
    ["a list that the grades contradict", { q3: { grades: { y: 0, z: 1 }, relevant: ["y"] } }],
  ])("%s is more than a table of grades says, so the gold is sent along", async (_, more) => {
    const gold = { ...GOLD, ...more } as TablesOptions["gold"];
    const asked = { gold, metrics: ["ap", "rr", "count"] };
    const inMemory = evaluate({ ...asked, run: runOf(HITS, "r", "score"), name: "r" });
    for (const pull of [false, true]) {
      const { results } = await score({ ...asked, rows: HITS, goldTable: await give(TABLE), pull });
      expect(differences(inMemory, results[0]!)).toEqual([]);
      expect(results[0]!.missing).toEqual(inMemory.missing);
      const { forbidden, unanswerable, abstention } = JSON.parse(JSON.stringify(inMemory));
      expect(JSON.parse(JSON.stringify(results[0]!))).toMatchObject(
        JSON.parse(JSON.stringify({ forbidden, unanswerable, abstention })),
      );
    }
    const options = {
      ...asked,
      hits: [await giveHits(await engine(), HITS, "score")],
      goldTable: await give(TABLE),
    };
    expect(() => statementsFor(options, duckDbDialect)).toThrow(/has grades only|q[23] for one/);
  });
});

test.each(["gold", "wanted", "hit", "given", "ranked"])("a table called %s is read", async (name) => {
  const own = await openDuckDb();
  const columns = [
    { name: "query", type: "text" },
    { name: "doc", type: "text" },
    { name: "score", type: "double" },
  ] as const;
  await own.write!([name], {
    columns,
    rows: [
      ["q1", "a", 2],
      ["q1", "b", 1],
    ],
  });
  const hits = [
    {
      source: { kind: "table", name: [name] },
      run: { name: "r" },
      query: "query",
      doc: "doc",
      score: "score",
    },
  ] as const;
  const { results } = await evaluateTables({ engine: own, hits, gold: { q1: { b: 1 } }, metrics: ["rr"] });
  expect(results[0]!.mean("rr").mean).toBe(0.5);
  await own.close();
});

test("duplicates are an error for the metric that says so, wherever it stands", async () => {
  const rows = [...ROWS, row("q1", "a", 0.5, 9)];
  for (const metrics of [
    ["ndcg@10", "trec_eval:map"],
    ["trec_eval:map", "ndcg@10"],
  ])
    expect(await problemOf(score({ rows, metrics }))).toBe("duplicate-hit/of-table");
});

test("ids that are written differently are noticed, though the first queries are not in the run", async () => {
  const gold = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`q${i}`, { [`d${i}`]: 1 }]));
  const rows = Array.from({ length: 60 }, (_, i) => row(`q${i + 60}`, `doc-d${i + 60}`, 1, 1));
  const { results } = await score({ rows, gold });
  expect(results[0]!.problems.map(({ code }) => code)).toContain("nothing-matches");
});

test("half of a surrogate pair is not another's", async () => {
  expect(await problemOf(score({ gold: { q1: { "x\ud800": 1 } } }))).toBe("bad-id/surrogate");
});

test("two statements at once do not disturb one another", async () => {
  const [a, b] = await Promise.all([score({}), score({ metrics: ["ndcg@10"] })]);
  expect([a.results[0]!.mean("rr").mean, b.results.length]).toEqual([
    (await score({})).results[0]!.mean("rr").mean,
    1,
  ]);
});

test("every value of every join rule is pushed down, or there is a reason", () => {
  for (const [rule, values] of Object.entries(JOIN_VALUES))
    for (const value of values)
      expect(JOIN_PUSHED[rule as keyof typeof JOIN_PUSHED], rule).toHaveProperty(String(value));
  expect(Object.keys(JOIN_PUSHED).sort()).toEqual([...Object.keys(JOIN_VALUES), "match"].sort());
});

test("a collation of the user's columns changes nothing: ids are compared by their bytes", async () => {
  const own = await openDuckDb();
  const run = async (sql: string): Promise<void> => {
    for await (const _ of own.query({ sql, values: [] }));
  };
  await run("CREATE TABLE r (query VARCHAR COLLATE NOCASE, doc VARCHAR COLLATE NOCASE, score DOUBLE)");
  // Folded, "A" would be the relevant "a"; and of equal scores "a" would not come first.
  await run(
    "INSERT INTO r VALUES ('q1','A',3),('q1','b',2),('q1','a',1),('q2','B',1),('q2','a',1),('q2','C',1)",
  );
  await run("CREATE TABLE g (query VARCHAR, doc VARCHAR COLLATE NOCASE, grade DOUBLE)");
  await run("INSERT INTO g VALUES ('q1','a',1),('q2','a',1)");
  const gold = { q1: { a: 1 }, q2: { a: 1 } };
  const table = (name: string) => ({ kind: "table", name: [name] }) as const;
  const hits = [
    { source: table("r"), run: { name: "r" }, query: "query", doc: "doc", score: "score" },
  ] as const;
  const inPlace = { kind: "grades", source: table("g"), query: "query", doc: "doc", grade: "grade" } as const;
  for (const goldTable of [undefined, inPlace]) {
    const { results } = await evaluateTables({
      engine: own,
      hits,
      gold,
      metrics: ["rr"],
      ...(goldTable === undefined ? {} : { goldTable }),
    });
    expect([...results[0]!.column("rr").values]).toEqual([1 / 3, 1]);
    expect(results[0]!.problems).toEqual([]);
  }
  await own.close();
});
