/** Every row of "Where engine and files differ" in docs/guide/scale.md, run both ways. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../scripts/_prepare.mjs";
import { main } from "../../src/cli/main.ts";
import { openDuckDb } from "../../src/sql/engines/duckdb.ts";
import { testEffects } from "../cli/_effects.ts";
import { number, text } from "./_columns.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-differ-"));
afterAll(() => rmSync(cwd, { recursive: true }));

/** "refused", or what rr each run has for q1, and the warnings' codes. */
async function outcome(...argv: string[]): Promise<string> {
  const effects = testEffects({ cwd });
  const code = await main(["eval", ...argv, "-m", "rr", "--json", "--per-query"], effects);
  if (code === 2) return "refused";
  const { runs, problems = [] } = JSON.parse(effects.stdout.text) as {
    readonly runs: readonly {
      readonly name: string;
      readonly queries: Readonly<Record<string, { readonly rr: unknown }>>;
      readonly problems: readonly { readonly code: string }[];
    }[];
    readonly problems?: readonly { readonly code: string }[];
  };
  const codes = [...problems, ...runs.flatMap((run) => run.problems)].map((problem) => problem.code);
  const scores = runs.map(({ name, queries }) => `${name} ${queries["q1"]!.rr}`);
  return [...scores, ...new Set(codes)].join(", ");
}

const QRELS = "q1 0 d1 1\nq1 0 d2 0\n";
const parquet = (columns: Readonly<Record<string, readonly unknown[]>>): Uint8Array =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: Object.entries(columns).map(([name, data]) => ({ name, data: [...data] })) as never,
    }),
  );
const lines = (...rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

interface Case {
  /** The first cell of its row in the guide; several cases may be of one row. */
  readonly row: string;
  readonly file: string;
  readonly text: string | Uint8Array;
  readonly gold?: string;
  readonly flags?: readonly string[];
  readonly here: string;
  readonly there: string;
}
const CASES: readonly Case[] = [
  {
    row: "`--order given`, `--ties given`",
    file: "r.csv",
    text: "query,doc,score,rank\nq1,d1,1,2\nq1,d2,1,1\n",
    flags: ["--order", "given"],
    here: "r 1",
    there: "r 0.5",
  },
  {
    row: "`--order given`, `--ties given`",
    file: "r.csv",
    text: "query,doc,score,rank\nq1,d1,1,2\nq1,d2,1,1\n",
    flags: ["--ties", "given"],
    here: "r 1",
    there: "r 0.5",
  },
  {
    row: "CSV: blanks inside quotes",
    file: "r.csv",
    text: 'query,doc,score\nq1," d1 ",2\nq1,d2,1\n',
    here: "r 0",
    there: "r 1",
  },
  {
    row: "CSV: blanks between a separator and a quoted cell",
    file: "r.csv",
    text: 'query,doc,score\nq1, "d1" ,2\nq1,d2,1\n',
    here: "r 0",
    there: "r 1",
  },
  {
    row: "Parquet: scores that are texts",
    file: "r.parquet",
    text: parquet({ query: ["q1", "q1"], doc: ["d1", "d2"], score: ["2", "1"] }),
    here: "r 1",
    there: "refused",
  },
  {
    row: "scores such as `1_000`, or numbers in quotes in JSONL",
    file: "r.csv",
    text: "query,doc,score\nq1,d1,1_000\nq1,d2,2\n",
    here: "refused",
    there: "r 1",
  },
  {
    row: "scores such as `1_000`, or numbers in quotes in JSONL",
    file: "r.trec",
    text: "q1 Q0 d1 1 1_000 r\nq1 Q0 d2 2 2 r\n",
    here: "refused",
    there: "r 1",
  },
  {
    row: "scores such as `1_000`, or numbers in quotes in JSONL",
    file: "r.jsonl",
    text: lines({ query: "q1", doc: "d1", score: "10" }, { query: "q1", doc: "d2", score: "9" }),
    here: "refused",
    there: "r 1",
  },
  {
    row: "decimal commas",
    file: "r.csv",
    text: "query;doc;score\nq1;d1;2,5\nq1;d2;1,5\n",
    here: "r 1, decimal-comma",
    there: "refused",
  },
  {
    row: "JSONL: ids that are `true` or `false`",
    file: "r.jsonl",
    text: lines({ query: "q1", doc: true, score: 2 }, { query: "q1", doc: false, score: 1 }),
    gold: "q1 0 true 1\nq1 0 false 0\n",
    here: "refused",
    there: "r 1",
  },
  {
    row: "JSONL: ids that are `true` or `false`",
    file: "r.jsonl",
    text: lines({ query: "q1", doc: true, score: 2 }, { query: "q1", doc: "d1", score: 1 }),
    here: "refused",
    there: "refused",
  },
  {
    row: "JSONL: ids that are numbers",
    file: "r.jsonl",
    text: lines({ query: "q1", doc: 7, score: 2 }, { query: "q1", doc: 8, score: 1 }),
    gold: "q1 0 7 1\nq1 0 8 0\n",
    here: "r 1, id-type",
    there: "r 1",
  },
  {
    row: "JSONL: ids of several kinds in one file",
    file: "r.jsonl",
    text: lines({ query: "q1", doc: 7, score: 1 }, { query: "q1", doc: "d1", score: 2 }),
    here: "r 1, id-type",
    there: "refused",
  },
  {
    row: "two hits of a query with the same rank, without scores",
    file: "r.csv",
    text: "query,doc,rank\nq1,d2,1\nq1,d1,1\n",
    here: "r 0.5",
    there: "refused",
  },
  {
    row: "rank and score that contradict each other",
    file: "r.csv",
    text: "query,doc,rank,score\nq1,d2,1,1\nq1,d1,2,5\n",
    here: "r 1, rank-and-score",
    there: "r 1",
  },
  {
    row: "rank and score that contradict each other",
    file: "r.trec",
    text: "q1 Q0 d2 1 1 r\nq1 Q0 d1 2 5 r\n",
    here: "r 1, rank-against-score",
    there: "r 1",
  },
  {
    row: "a file with several runs, by a column of names or by run tags",
    file: "r.csv",
    text: "query,doc,score,system\nq1,d1,2,a\nq1,d2,1,a\nq1,d2,4,b\nq1,d1,3,b\n",
    here: "r 0.5, duplicate-hit, mixed-runs",
    there: "a 1, b 0.5",
  },
  {
    row: "a file with several runs, by a column of names or by run tags",
    file: "r.trec",
    text: "q1 Q0 d1 1 2 a\nq1 Q0 d2 2 1 a\nq1 Q0 d2 1 4 b\nq1 Q0 d1 2 3 b\n",
    here: "a 0.5, duplicate-hit, mixed-runs",
    there: "a 1, b 0.5",
  },
];

describe("read by goldie, and by DuckDB", { timeout: 60_000 }, () => {
  test.each(CASES)("$row, as $file", async ({ file, text, gold = QRELS, flags = [], here, there }) => {
    writeFileSync(join(cwd, "gold.qrels"), gold);
    writeFileSync(join(cwd, file), text);
    expect({
      here: await outcome("gold.qrels", file, ...flags),
      there: await outcome("gold.qrels", file, "--engine", "duckdb", ...flags),
    }).toEqual({ here, there });
  });

  test.each<readonly [string, string, string]>([
    ["lines that end in CR LF", "r.csv", "query,doc,score\r\nq1,d1,2\r\nq1,d2,1\r\n"],
    ["lines that end in CR LF", "r.trec", "q1 Q0 d1 1 2 r\r\nq1 Q0 d2 2 1 r\r\n"],
    ["a mark at the start", "r.csv", "\ufeffquery,doc,score\nq1,d1,2\nq1,d2,1\n"],
    ["no line break at the end", "r.csv", "query,doc,score\nq1,d1,2\nq1,d2,1"],
    ["exponents and signs", "r.csv", "query,doc,score\nq1,d1,+1e3\nq1,d2,-2.5E-1\n"],
  ])("%s make no difference to %s", async (_, file, text) => {
    writeFileSync(join(cwd, "gold.qrels"), QRELS);
    writeFileSync(join(cwd, file), text);
    const here = await outcome("gold.qrels", file);
    expect(here).toBe("r 1");
    expect(await outcome("gold.qrels", file, "--engine", "duckdb")).toBe(here);
  });

  test.each(["", "nan", "inf", "abc", "0x10", "1 000"])("a score of %j is refused by both", async (score) => {
    writeFileSync(join(cwd, "gold.qrels"), QRELS);
    writeFileSync(join(cwd, "r.csv"), `query,doc,score\nq1,d1,${score}\nq1,d2,1\n`);
    expect(await outcome("gold.qrels", "r.csv")).toBe("refused");
    expect(await outcome("gold.qrels", "r.csv", "--engine", "duckdb")).toBe("refused");
  });
});

const TWICE = "the same judgment twice in a gold table";

describe(TWICE, { timeout: 60_000 }, () => {
  beforeAll(async () => {
    const engine = await openDuckDb({ path: join(cwd, "data.duckdb"), writable: true });
    await engine.write!(["gold"], {
      columns: [text("query"), text("doc"), number("grade")],
      rows: [
        ["q1", "d1", 1],
        ["q1", "d1", 1],
        ["q1", "d2", 0],
      ],
    });
    await engine.write!(["r"], {
      columns: [text("query"), text("doc"), number("score")],
      rows: [
        ["q1", "d2", 2],
        ["q1", "d1", 1],
      ],
    });
    await engine.close();
  });
  test("warned about in a file, and counted once in a table", async () => {
    writeFileSync(join(cwd, "gold.csv"), "query,doc,grade\nq1,d1,1\nq1,d1,1\nq1,d2,0\n");
    writeFileSync(join(cwd, "r.csv"), "query,doc,score\nq1,d2,2\nq1,d1,1\n");
    expect(await outcome("gold.csv", "r.csv")).toBe("r 0.5, duplicate-judgement");
    const tables = ["--engine", "duckdb:data.duckdb", "--run-table", "r", "--gold-table", "gold"];
    expect(await outcome(...tables)).toBe("r 0.5");
  });
});

test("the guide has these rows, and no others", () => {
  const guide = readFileSync(join(root, "docs/guide/scale.md"), "utf8");
  const table = guide.split("## Where engine and files differ")[1]!.split("\n\n")[1]!;
  const rows = table
    .split("\n")
    .slice(2)
    .map((line) => line.split("|")[1]!.trim());
  expect([...rows].sort()).toEqual([...new Set([...CASES.map(({ row }) => row), TWICE])].sort());
});
