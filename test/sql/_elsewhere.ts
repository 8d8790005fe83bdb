/** Statements as somebody else runs them: their rows by name, and read back. */
import type { Gold } from "../../src/core/gold.ts";
import { compareIds } from "../../src/core/ids.ts";
import { GoldieError } from "../../src/core/problem.ts";
import type { SqlText } from "../../src/sql/compile.ts";
import type { SqlEngine } from "../../src/sql/engine.ts";
import { evaluateTables, type StatementOptions, statementsFor } from "../../src/sql/evaluate-tables.ts";
import { type CountedRow, readCountedRows } from "../../src/sql/read-counted-rows.ts";
import { tableCase } from "./_cases.ts";
import { differences, giveGrades, giveHits } from "./_compare.ts";

export async function rowsByName(engine: SqlEngine, statement: SqlText): Promise<CountedRow[]> {
  const last = statement.sql.slice(statement.sql.lastIndexOf("\nSELECT ") + 8).split("\nFROM ")[0]!;
  const names = last.split(",\n").map((one) => /"(\w+)"$/.exec(one)![1]!);
  const found: CountedRow[] = [];
  for await (const some of engine.query(statement))
    for (const row of some) found.push(Object.fromEntries(names.map((name, i) => [name, row[i]])));
  return found;
}

const METRICS = ["ndcg@10", "ap", "recall@5", "bpref"];

async function elsewhere(engine: SqlEngine, kind: "grades" | "any") {
  const { gold: all, rows } = tableCase(5000, 12, kind);
  // Which documents leaked, only hits can say.
  const gold = new Map([...all].map(([query, { forbidden: _, ...one }]) => [query, one as Gold]));
  const options: StatementOptions = {
    hits: [await giveHits(engine, rows, "score")],
    gold,
    metrics: kind === "grades" ? METRICS : [...METRICS, "group-recall@5"],
    ...(kind === "grades" ? { goldTable: await giveGrades(engine, { gold, rows }) } : {}),
  };
  const tables: CountedRow[][] = [];
  for (const statement of statementsFor(options, engine.dialect))
    tables.push(await rowsByName(engine, statement));
  return { options, gold, tables };
}

/** Where rows that came back differ from what the engine gives: nowhere. */
export async function cameBack(engine: SqlEngine, kind: "grades" | "any"): Promise<string[]> {
  const { options, tables } = await elsewhere(engine, kind);
  const { results } = await evaluateTables({ ...options, engine });
  const back = readCountedRows(options, engine.dialect, tables);
  return results.flatMap((result, i) => differences(result, back[i]!));
}

const MORE: readonly [string, number][] = [
  ["k1", 1],
  ["k2", 2],
  ["k3", 0],
];

/** What is said where the table holds another gold than the one that is given. */
export async function otherGolds(engine: SqlEngine): Promise<Record<string, string>> {
  const { options, gold, tables } = await elsewhere(engine, "grades");
  const seen = new Set(tables[0]!.map(({ query }) => query));
  const own = [...gold].find(([query, { grades }]) => seen.has(query) && gradesOf(grades).size > 2)!;
  const missing = [...gold].find(([query]) => !seen.has(query))!;
  const said: Record<string, string> = {};
  const change = (name: string, query: string, grades: ReadonlyMap<string, number> | undefined): void => {
    const other = new Map(gold);
    if (grades === undefined) other.delete(query);
    else other.set(query, { grades });
    said[name] = saidOf(() => readCountedRows({ ...options, gold: other }, engine.dialect, tables));
  };
  for (const [what, [query, { grades }]] of [
    ["a query", own],
    ["a query without hits", missing],
  ] as const) {
    const list = [...gradesOf(grades)].sort(([, a], [, b]) => a - b);
    const [low, high] = [list[0]!, list.at(-1)!];
    change(`same ${what}`, query, new Map(list));
    change(`one grade of ${what}`, query, new Map([...list, [high[0], high[1] + 1]]));
    change(`one judgment less of ${what}`, query, new Map(list.slice(1)));
    change(`one judgment more of ${what}`, query, new Map([...list, ["new", 0]]));
    change(`no ${what}`, query, undefined);
    change(`swapped grades of ${what}`, query, new Map([...list, [low[0], high[1]], [high[0], low[1]]]));
  }
  // By id: their sum, and that by place, stay as they were.
  const [query, { grades }] = own;
  const placed = [...gradesOf(grades)].sort(([a], [b]) => compareIds(a, b));
  const moved = placed.map(([doc, grade], i) => [doc, grade + ([1, -2, 1][i] ?? 0)] as const);
  change("grades that add up to the same", query, new Map(moved));
  const tiny = placed.map(([doc, grade], i) => [doc, grade + ([1e-10, -1e-10][i] ?? 0)] as const);
  change("tiny differences", query, new Map(tiny));
  change("one more query", "unheard of", new Map(MORE));
  return said;
}

const gradesOf = (grades: Gold["grades"]) => grades as ReadonlyMap<string, number>;

function saidOf(read: () => unknown): string {
  try {
    read();
    return "read";
  } catch (error) {
    return error instanceof GoldieError ? `${error.problem.reason}` : String(error);
  }
}
