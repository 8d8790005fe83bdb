/** Scores of a real Trino beside those of memory. */
import { parquetWriteBuffer } from "hyparquet-writer";
import { GoldieError } from "../../src/core/problem.ts";
import { randomFrom } from "../../src/core/random.ts";
import { evaluate } from "../../src/evaluate/evaluate.ts";
import type { Result } from "../../src/evaluate/score/result.ts";
import type { SqlProgress } from "../../src/sql/engine.ts";
import { openTrino } from "../../src/sql/engines/trino.ts";
import { evaluateTables } from "../../src/sql/evaluate-tables.ts";
import { type TableRow, tableCase } from "../sql/_cases.ts";
import { compareCase, differences, explainedCase, metricNames, RULES, vectorCase } from "../sql/_compare.ts";
import { WHOLE_OR_NOT, writtenTables } from "../sql/_written.ts";
import type { TrinoService } from "./_trino.ts";
import { endOf, mustEqual } from "./_trino-client.ts";

/** The contract of engines, as test/sql has it for the others: 500 generated queries, and gold that is read where it is. */
export async function checkContract({ url }: TrinoService): Promise<string> {
  const engine = openTrino({ url: url() });
  let cells = 0;
  for (const [at, { rules, by }] of RULES.entries()) {
    const names = metricNames(at, 2, () => true);
    const given = tableCase(1000 + at, 25, "any");
    mustEqual(await compareCase(engine, given, { rules, by, names }), []);
    cells += 2 * names.length * given.gold.size;
  }
  for (const at of [0, 1, 8, 10]) {
    const names = metricNames(at + 50, 2, ({ needs }) => needs.every((facet) => facet === "grades"));
    const given = tableCase(2000 + at, 25, "grades");
    mustEqual(await compareCase(engine, given, { ...RULES[at]!, names, inPlace: true }), []);
    cells += 2 * names.length * given.gold.size;
  }
  const { given, names } = vectorCase();
  mustEqual(await compareCase(engine, given, { rules: {}, by: "rank", names }), []);
  cells += names.length * given.gold.size;
  return `${cells} cells equal, among them ${given.gold.size} vectors, under ${RULES.length} sets of rules`;
}

/** The hits and the gold of one query alone, as `goldie explain` fetches them. */
export async function checkExplained({ url }: TrinoService): Promise<string> {
  const engine = openTrino({ url: url() });
  for (const by of ["score", "rank"] as const)
    mustEqual(await explainedCase(engine, tableCase(3100, 25, "grades"), by), []);
  return "4 queries fetched one by one, by score and by rank, and explained as in memory";
}

/** A table of results, as `--write-to` makes it: whole or not at all, and in more than one INSERT. */
export async function checkWritten({ url, query }: TrinoService): Promise<string> {
  mustEqual(await writtenTables(openTrino({ url: url() })), WHOLE_OR_NOT);
  const { rows } = await query(
    "SELECT count(*) FROM system.runtime.queries WHERE query LIKE 'INSERT INTO%goldie_half%' AND state = 'FINISHED'",
  );
  const inserts = Number(rows[0]![0]);
  if (inserts < 2) throw new Error(`${inserts} INSERTs before the rows broke off`);
  const cancelled = [await cancelledWrite(url(), 0), await cancelledWrite(url(), 7000)];
  mustEqual(cancelled, Array(2).fill("Error: enough, and no table"));
  return `made once in memory.default; dropped after ${inserts} INSERTs when the rows broke off, and when it was cancelled during CREATE and during INSERT`;
}

/** Cancelled a moment after this many rows were asked for; 0: while the table is made. */
async function cancelledWrite(url: string, after: number): Promise<string> {
  const engine = openTrino({ url });
  const stop = new AbortController();
  const soon = (): void => void setTimeout(() => stop.abort(new Error("enough")), 5);
  function* rows(): Generator<readonly string[]> {
    for (let i = 1; i <= 20_000; i++) {
      if (i === after) soon();
      yield [`r${i}`];
    }
  }
  const name = [`goldie_cancelled_${after}`];
  const columns = [{ name: "run", type: "text" }] as const;
  const writing = engine.write!(
    name,
    { columns, rows: { [Symbol.iterator]: rows } },
    { signal: stop.signal },
  );
  if (after === 0) soon();
  const end = (await endOf(writing)).replace("CallError: the query was cancelled", "Error: enough");
  const left = await engine.describe({ kind: "table", name });
  return `${end}, and ${left === undefined ? "no" : "a"} table`;
}

const METRICS = ["ndcg@10", "recall@100", "rr", "ap", "precision@10", "bpref", "err@20", "rbp", "judged@10"];
const QUERIES = 400;
const DEPTH = 1000;

interface LakeRun {
  readonly gold: Map<string, Map<string, number>>;
  readonly rows: readonly TableRow[];
}

function lakeRun(): LakeRun {
  const random = randomFrom(16);
  const gold = new Map<string, Map<string, number>>();
  const rows: TableRow[] = [];
  for (let q = 0; q < QUERIES; q++) {
    const query = `q${q}`;
    const grades = new Map<string, number>();
    for (let i = 0; i < 30; i++) grades.set(`d${Math.floor(random() * 4000)}`, Math.floor(random() * 5) - 1);
    gold.set(query, grades);
    const docs = new Set(Array.from({ length: DEPTH }, () => `d${Math.floor(random() * 4000)}`));
    for (const doc of docs)
      rows.push({ run: "lake", query, doc, score: Math.round(random() * 1e4) / 100, rank: 0 });
  }
  return { gold, rows };
}

/** Runs and gold as Parquet in a lake; several files, so that both workers have some. */
export async function loadLake({ parquetTable }: TrinoService): Promise<LakeRun> {
  const { gold, rows } = lakeRun();
  const file = (some: readonly TableRow[]): Uint8Array =>
    new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: "qid", data: some.map(({ query }) => query), type: "STRING" },
          { name: "docid", data: some.map(({ doc }) => doc), type: "STRING" },
          { name: "sim", data: some.map(({ score }) => score), type: "DOUBLE" },
        ],
      }),
    );
  const part = Math.ceil(rows.length / 4);
  const files = Object.fromEntries(
    [0, 1, 2, 3].map((i) => [`${i}.parquet`, file(rows.slice(i * part, (i + 1) * part))]),
  );
  await parquetTable(
    "runs",
    [
      { name: "qid", type: "varchar" },
      { name: "docid", type: "varchar" },
      { name: "sim", type: "double" },
    ],
    files,
  );
  const judged = [...gold].flatMap(([query, grades]) =>
    [...grades].map(([doc, grade]) => ({ query, doc, grade })),
  );
  await parquetTable(
    "gold",
    [
      { name: "topic", type: "varchar" },
      { name: "doc", type: "varchar" },
      { name: "grade", type: "double" },
    ],
    {
      "gold.parquet": new Uint8Array(
        parquetWriteBuffer({
          columnData: [
            { name: "topic", data: judged.map(({ query }) => query), type: "STRING" },
            { name: "doc", data: judged.map(({ doc }) => doc), type: "STRING" },
            { name: "grade", data: judged.map(({ grade }) => grade), type: "DOUBLE" },
          ],
        }),
      ),
    },
  );
  return { gold, rows };
}

/** What memory says of the same rows. */
export function inMemory({ gold, rows }: LakeRun): Result {
  const run = new Map<string, Map<string, number>>();
  for (const { query, doc, score } of rows) {
    const list = run.get(query);
    if (list === undefined) run.set(query, new Map([[doc, score]]));
    else list.set(doc, score);
  }
  return evaluate({ gold, run, name: "lake", metrics: METRICS });
}

export async function scoreLake(
  { url }: TrinoService,
  { gold }: LakeRun,
  onProgress?: (progress: SqlProgress) => void,
): Promise<Result> {
  const engine = openTrino({ url: url("lake", "goldie") });
  const { results } = await evaluateTables({
    engine,
    gold,
    hits: [
      {
        source: { kind: "table", name: ["runs"] },
        run: { name: "lake" },
        query: "qid",
        doc: "docid",
        score: "sim",
      },
    ],
    goldTable: {
      kind: "grades",
      source: { kind: "table", name: ["gold"] },
      query: "topic",
      doc: "doc",
      grade: "grade",
    },
    metrics: METRICS,
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  return results[0]!;
}

const since = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)} s`;

export async function checkLake(service: TrinoService): Promise<string> {
  const lake = await loadLake(service);
  const start = performance.now();
  mustEqual(differences(inMemory(lake), await scoreLake(service, lake)), []);
  return `${lake.rows.length} rows of Parquet, ${METRICS.length} metrics of ${QUERIES} queries equal, ${since(start)}`;
}

/** kill -9 of a worker while it scores: the same numbers by a second try, or a Problem; never some of them. */
export async function checkLostWorker(service: TrinoService): Promise<string> {
  const lake = lakeRun();
  let killed: Promise<void> | undefined;
  let killedAt = 0;
  const onProgress = ({ state, rows = 0 }: SqlProgress): void => {
    if (killed !== undefined || state !== "RUNNING" || rows === 0) return;
    killedAt = performance.now();
    killed = service.cluster.workers[1]!.kill("SIGKILL");
  };
  const found = await scoreLake(service, lake, onProgress).catch((error: unknown) => error);
  if (killed === undefined) throw new Error("the statement ended before a worker could be killed");
  await killed;
  const end = since(killedAt);
  if (found instanceof GoldieError) mustEqual(found.problem.code, "engine-failed");
  else if (found instanceof Error) throw found;
  else mustEqual(differences(inMemory(lake), found as Result), []);
  // The other worker does it alone.
  const start = performance.now();
  mustEqual(differences(inMemory(lake), await scoreLake(service, lake)), []);
  const first = found instanceof GoldieError ? `a Problem (${found.problem.reason})` : "the same numbers";
  return `${first} ${end} after the kill; with one worker ${since(start)}`;
}
