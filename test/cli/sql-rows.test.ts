/** Statements for an engine that goldie does not connect to: printed, run by DuckDB in its place, and their rows read back. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, expect, test } from "vitest";
import { goldieIn } from "./_goldie.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-sql-rows-"));
afterAll(() => rmSync(cwd, { recursive: true }));

const goldie = goldieIn(cwd);

const QRELS = "q1 0 d1 1\nq1 0 d2 2\nq2 0 d3 1\nq3 0 d3 0\n";
const RUN = "q1 Q0 d2 1 3.5 t\nq1 Q0 d7 2 2.5 t\nq1 Q0 d1 3 1.5 t\nq2 Q0 d8 1 9 t\nq2 Q0 d3 2 8 t\n";
const METRICS = ["-m", "ndcg@10,ap,err,bpref,recall@1"];
const RUN_COLUMNS = ["--col", "run.query=q", "--col", "run.doc=d", "--col", "run.score=s"];
const ASKED = [
  ...["--engine", "spark", "--run-table", "hits", "--gold-table", "qrels", ...METRICS, ...RUN_COLUMNS],
  ...["--col", "gold.query=q", "--col", "gold.doc=d", "--col", "gold.grade=g"],
];

/** What the printed statement gives, as CSV. DuckDB takes Spark's words once the quotes of names are its own. */
async function rowsOf(sql: string): Promise<string> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const fields = (text: string) =>
    text
      .trim()
      .split("\n")
      .map((line) => line.split(" "));
  await connection.run("CREATE TABLE hits (q VARCHAR, d VARCHAR, s DOUBLE)");
  for (const [q, , d, , s] of fields(RUN))
    await connection.run("INSERT INTO hits VALUES ($1, $2, $3)", [q!, d!, Number(s)]);
  await connection.run("CREATE TABLE qrels (q VARCHAR, d VARCHAR, g DOUBLE)");
  for (const [q, , d, g] of fields(QRELS))
    await connection.run("INSERT INTO qrels VALUES ($1, $2, $3)", [q!, d!, Number(g)]);
  const result = await connection.runAndReadAll(
    sql.replace(/;\s*$/, "").replaceAll("`", '"').replaceAll("STRING", "VARCHAR"),
  );
  const rows = [
    result.columnNames(),
    ...result.getRows().map((row) => row.map((value) => (value === null ? "" : String(value)))),
  ];
  connection.closeSync();
  instance.closeSync();
  return `${rows.map((row) => row.join(",")).join("\n")}\n`;
}

test("the rows of a printed statement give the scores of the file", async () => {
  writeFileSync(join(cwd, "gold.qrels"), QRELS);
  writeFileSync(join(cwd, "hits.trec"), RUN);
  const printed = await goldie("eval", ...ASKED, "--print-sql");
  expect(printed).toMatchObject({ code: 0, err: "" });
  expect(printed.out).toContain("not verified");
  writeFileSync(join(cwd, "rows.csv"), await rowsOf(printed.out));
  const [read, file] = [
    await goldie("eval", "gold.qrels", ...ASKED, "--sql-rows", "rows.csv", "--json", "--per-query"),
    await goldie("eval", "gold.qrels", "hits=hits.trec", ...METRICS, "--json", "--per-query"),
  ];
  expect(read.err).toBe(file.err.replaceAll("hits.trec  ", ""));
  const scoresIn = (text: string) =>
    JSON.parse(text).runs.map((run: { queries: unknown; means: unknown }) => run);
  const [ours, theirs] = [scoresIn(file.out), scoresIn(read.out)];
  expect(theirs.map((run: { queries: unknown }) => run.queries)).toEqual(
    ours.map((run: { queries: unknown }) => run.queries),
  );
});

const OWN = [
  `{"id":"q1","query":"one","grades":{"d1":1,"d2":2}}`,
  `{"id":"q2","query":"two","relevant":["d3"]}`,
  `{"id":"q3","query":"three","grades":{"d3":0}}`,
].join("\n");
const JUDGMENTS = QRELS.trim()
  .split("\n")
  .map((line) => line.split(" "));
const csvOf = (header: string, more = ""): string =>
  `${[header, ...JUDGMENTS.map(([q, , d, g]) => `${q},${d},${g}${more}`)].join("\n")}\n`;

test.each([
  ["qrels", "g.qrels", QRELS],
  ["JSONL of goldie, whose rows have other keys", "g.jsonl", OWN],
  ["CSV with its own names of columns", "g.csv", csvOf("query_id,doc_id,grade")],
  ["CSV with the columns of the table", "t.csv", csvOf("q,d,g")],
  ["CSV with the columns of the table beside a usual one", "b.csv", csvOf("q,d,g,grade", ",7")],
  [
    "JSONL with the columns of the table",
    "t.jsonl",
    JUDGMENTS.map(([q, , d, g]) => JSON.stringify({ q, d, g: Number(g) })).join("\n"),
  ],
])(
  "the gold of --sql-rows is read in its own format, with the flags of the statement: %s",
  async (_, name, text) => {
    const printed = await goldie("eval", ...ASKED, "--print-sql");
    writeFileSync(join(cwd, "rows.csv"), await rowsOf(printed.out));
    writeFileSync(join(cwd, "plain.qrels"), QRELS);
    writeFileSync(join(cwd, name), text);
    writeFileSync(join(cwd, "hits.trec"), RUN);
    const read = await goldie("eval", name, ...ASKED, "--sql-rows", "rows.csv", "--json", "--per-query");
    const file = await goldie("eval", "plain.qrels", "hits=hits.trec", ...METRICS, "--json", "--per-query");
    expect([read.code, read.err]).toEqual([0, expect.not.stringContaining("column")]);
    expect(JSON.parse(read.out).runs[0].queries).toEqual(JSON.parse(file.out).runs[0].queries);
  },
);

test("a key of the gold that is called like a column of the table stays what it is", async () => {
  const asked = ASKED.map((word) => word.replace("gold.query=q", "gold.query=query"));
  const printed = await goldie("eval", ...asked, "--print-sql");
  const renamed = printed.out.replaceAll("`query` AS STRING", "`q` AS STRING");
  writeFileSync(join(cwd, "rows.csv"), await rowsOf(renamed));
  writeFileSync(join(cwd, "g.jsonl"), OWN);
  const read = await goldie("eval", "g.jsonl", ...asked, "--sql-rows", "rows.csv", "--json", "--per-query");
  expect(read).toMatchObject({ code: 0 });
  expect(Object.keys(JSON.parse(read.out).runs[0].queries)).toEqual(["q1", "q2", "q3"]);
});

test("a gold file that has neither the columns of the table nor usual ones is refused by the name that was given", async () => {
  writeFileSync(join(cwd, "rows.csv"), "run\n");
  writeFileSync(join(cwd, "odd.csv"), csvOf("a,b,c"));
  const read = await goldie("eval", "odd.csv", ...ASKED, "--sql-rows", "rows.csv");
  expect([read.code, read.out]).toEqual([2, ""]);
  expect(read.err).toContain('no column "q"');
});

test("without a table of gold, --col names columns of the file", async () => {
  writeFileSync(join(cwd, "t.csv"), csvOf("q,d,g"));
  const asked = ["--engine", "spark", "--run-table", "hits", ...METRICS, ...RUN_COLUMNS];
  const columns = ["--col", "gold.query=q", "--col", "gold.doc=d", "--col", "gold.grade=g"];
  const [named, plain] = [
    await goldie("eval", "t.csv", ...asked, ...columns, "--print-sql"),
    await goldie("eval", "gold.qrels", ...asked, "--print-sql"),
  ];
  expect(named).toEqual(plain);
  writeFileSync(join(cwd, "own.jsonl"), OWN);
  const wrong = await goldie("eval", "own.jsonl", ...asked, ...columns, "--print-sql");
  expect([wrong.code, wrong.out]).toEqual([2, ""]);
  expect(wrong.err).toContain('own.jsonl has no column "q"');
});

test.each([
  ["forbidden documents", `"forbidden":["d7"]`, "q1 for one, has forbidden documents"],
  ["an answer that is not there", `"answerable":false`, "q1 for one, is unanswerable"],
  ["another list", `"relevant":["d1"]`, "q1 for one, lists other relevant documents"],
])("what a table of grades does not say is refused beside one: %s", async (_, key, said) => {
  const gold = OWN.replace(`"d2":2}`, `"d2":2},${key}`);
  writeFileSync(join(cwd, "more.jsonl"), gold);
  writeFileSync(join(cwd, "hits.trec"), RUN);
  const printed = await goldie("eval", ...ASKED, "--print-sql");
  writeFileSync(join(cwd, "rows.csv"), await rowsOf(printed.out));
  const read = await goldie("eval", "more.jsonl", ...ASKED, "--sql-rows", "rows.csv");
  expect([read.code, read.out]).toEqual([2, ""]);
  expect(read.err.replace(/\s+/g, " ")).toContain(said);
  expect(read.err.replace(/\s+/g, " ")).toContain("GOLD instead of --gold-table and its --col gold.…");
});

test("a query that the table of the gold cannot have is refused", async () => {
  writeFileSync(join(cwd, "more.jsonl"), `${OWN}\n{"id":"q4","relevant":[]}\n`);
  writeFileSync(join(cwd, "rows.csv"), "run\n");
  const read = await goldie("eval", "more.jsonl", ...ASKED, "--sql-rows", "rows.csv");
  expect([read.code, read.out]).toEqual([2, ""]);
  expect(read.err).toContain("q4 for one, has no judgments");
});

test("forbidden documents of a gold that is in the statement are found, and refused where one came back", async () => {
  const asked = ["--engine", "spark", "--run-table", "hits", ...METRICS, ...RUN_COLUMNS];
  const rowsFor = async (name: string): Promise<string[]> => {
    const printed = await goldie("eval", name, ...asked, "--print-sql");
    writeFileSync(join(cwd, "rows.csv"), await rowsOf(printed.out));
    return [name, ...asked, "--sql-rows", "rows.csv"];
  };
  writeFileSync(join(cwd, "hits.trec"), RUN);
  writeFileSync(join(cwd, "none.jsonl"), OWN.replace(`"d2":2}`, `"d2":2},"forbidden":["zz"]`));
  const none = await goldie("eval", ...(await rowsFor("none.jsonl")), "--json");
  const file = await goldie("eval", "none.jsonl", "hits=hits.trec", ...METRICS, "--json");
  expect(JSON.parse(none.out).runs[0].forbidden).toEqual(JSON.parse(file.out).runs[0].forbidden);
  writeFileSync(join(cwd, "one.jsonl"), OWN.replace(`"d2":2}`, `"d2":2},"forbidden":["d7"]`));
  const one = await goldie("eval", ...(await rowsFor("one.jsonl")));
  expect([one.code, one.out]).toEqual([2, ""]);
  expect(one.err).toContain("1 query retrieved forbidden documents, q1 for one");
});

test("--pull is offered nowhere for an engine that only prints", async () => {
  const printed = await goldie("eval", ...ASKED, "--print-sql");
  writeFileSync(join(cwd, "rows.csv"), await rowsOf(printed.out));
  const shown = await goldie("eval", "gold.qrels", ...ASKED, "--sql-rows", "rows.csv");
  const refused = [
    await goldie("eval", ...ASKED, "-m", "compatibility", "--print-sql"),
    await goldie("eval", "gold.qrels", ...ASKED, "--missed", "--sql-rows", "rows.csv"),
  ];
  expect(shown).toMatchObject({ code: 0, out: expect.stringContaining("The hits stay in spark") });
  for (const { out, err } of [shown, ...refused]) expect(out + err).not.toContain("--pull");
  expect(refused.map(({ code, out }) => [code, out])).toEqual([
    [2, ""],
    [2, ""],
  ]);
  const pulled = await goldie("eval", ...ASKED, "--pull");
  expect([pulled.code, pulled.out]).toEqual([2, ""]);
  expect(pulled.err).toContain("drop --pull");
});

test("gold of a file is in the statement, and rows of another gold are refused", async () => {
  const asked = [
    "--engine",
    "spark",
    "--run-table",
    "hits",
    "-m",
    "ndcg@10,ap,group-recall@1",
    ...RUN_COLUMNS,
  ];
  const gold = (d2: string) =>
    `{"id":"q1","groups":[["d1","${d2}"],["d7"]],"grades":{"d1":1,"${d2}":2}}\n{"id":"it's","relevant":["d3"]}\n`;
  writeFileSync(join(cwd, "groups.jsonl"), gold("d2"));
  const printed = await goldie("eval", "groups.jsonl", ...asked, "--print-sql");
  expect(printed).toMatchObject({ code: 0, err: "" });
  expect(printed.out).not.toContain("goldie_gold");
  writeFileSync(join(cwd, "in.csv"), await rowsOf(printed.out.replaceAll("\\u0027", "''")));
  const read = await goldie(
    "eval",
    "groups.jsonl",
    ...asked,
    "--sql-rows",
    "in.csv",
    "--json",
    "--per-query",
  );
  const file = await goldie(
    "eval",
    "groups.jsonl",
    "hits=hits.trec",
    ...asked.slice(4, 6),
    "--json",
    "--per-query",
  );
  expect(read.code).toBe(0);
  expect(JSON.parse(read.out).runs[0].queries).toEqual(JSON.parse(file.out).runs[0].queries);
  writeFileSync(join(cwd, "groups.jsonl"), gold("d8"));
  const other = await goldie("eval", "groups.jsonl", ...asked, "--sql-rows", "in.csv");
  expect([other.code, other.out]).toEqual([2, ""]);
  expect(other.err).toContain("not the rows of statement 1");
});

test("a gold that is too large for a statement has to be a table", async () => {
  const lines = Array.from({ length: 30_000 }, (_, i) => `q${i} 0 d1 1\n`);
  writeFileSync(join(cwd, "large.qrels"), lines.join(""));
  const asked = ["--engine", "spark", "--run-table", "hits", "-m", "ap", ...RUN_COLUMNS, "--print-sql"];
  const large = await goldie("eval", "large.qrels", ...asked);
  expect([large.code, large.out]).toEqual([2, ""]);
  expect(large.err).toContain("--gold-table");
});

test.each([
  [
    "one grade",
    QRELS.replace("d2 2", "d2 3"),
    "has 2 judgments, 2 of them relevant, with grades that add up to 3 for query q1",
  ],
  [
    "swapped grades",
    QRELS.replace("d1 1", "d1 2").replace("d2 2", "d2 1"),
    "has other grades on some documents for query q1",
  ],
  ["a query that the run lacks", QRELS.replace("d3 0", "d3 1"), "has 4 judgments, 3 of them relevant"],
  [
    "one judgment",
    QRELS.replace("q2 0 d3 1\n", "q2 0 d3 1\nq2 0 d8 1\n"),
    "has 1 judgment, 1 of them relevant, with grades that add up to 1 for query q2",
  ],
  ["no such query", QRELS.replace("q3 0 d3 0\n", ""), "has 3 queries; the gold has 2"],
])("a gold with other judgments than the table is refused: %s", async (_, qrels, said) => {
  const printed = await goldie("eval", ...ASKED, "--print-sql");
  writeFileSync(join(cwd, "rows.csv"), await rowsOf(printed.out));
  writeFileSync(join(cwd, "other.qrels"), qrels);
  const { code, out, err } = await goldie("eval", "other.qrels", ...ASKED, "--sql-rows", "rows.csv");
  expect([code, out]).toEqual([2, ""]);
  expect(err.replace(/\s+/g, " ")).toContain(`qrels, as statement 1 read it, ${said}`);
});

test.each(["null", "5", "[]", "{"])(
  "a line of --sql-rows that is not an object is refused: %s",
  async (line) => {
    writeFileSync(join(cwd, "rows.jsonl"), `{"run":"hits"}\n${line}\n`);
    const { code, out, err } = await goldie("eval", "gold.qrels", ...ASKED, "--sql-rows", "rows.jsonl");
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("rows.jsonl:2");
  },
);

test("a run that was asked for and has no rows is refused, and so is a row of another run", async () => {
  const asked = [...ASKED, "--col", "run.run=d", "--run", "d2"];
  const rows = await rowsOf((await goldie("eval", ...asked, "--run", "d9", "--print-sql")).out);
  writeFileSync(join(cwd, "rows.csv"), rows);
  const missing = await goldie("eval", "gold.qrels", ...asked, "--run", "d9", "--sql-rows", "rows.csv");
  expect([missing.code, missing.out]).toEqual([2, ""]);
  expect(missing.err).toContain("have none of run d9");
  const one = await rowsOf((await goldie("eval", ...ASKED, "--print-sql")).out);
  writeFileSync(join(cwd, "rows.csv"), one.replaceAll(/^hits,/gm, "other,"));
  const foreign = await goldie("eval", "gold.qrels", ...ASKED, "--sql-rows", "rows.csv");
  expect([foreign.code, foreign.out]).toEqual([2, ""]);
  expect(foreign.err).toContain('have run "other"; the statement is about hits');
});

test.each(["tags", "groups"])("%s of a table that goldie cannot read are refused", async (role) => {
  const column = ["--col", `gold.${role}=kind`];
  const { code, out, err } = await goldie("eval", ...ASKED, ...column, "--print-sql");
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(`so it cannot read the column of gold.${role}`);
});

test("a JSON array of rows is read too, and refused where an element is not an object", async () => {
  writeFileSync(join(cwd, "gold.qrels"), QRELS);
  const [names, ...lines] = (await rowsOf((await goldie("eval", ...ASKED, "--print-sql")).out))
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  const rows = lines.map((line) => Object.fromEntries(names!.map((name, i) => [name, line[i]])));
  const asked = ["eval", "gold.qrels", ...ASKED, "--json", "--per-query", "--sql-rows"];
  writeFileSync(join(cwd, "rows.jsonl"), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const wanted = await goldie(...asked, "rows.jsonl");
  writeFileSync(join(cwd, "rows.json"), `\n${JSON.stringify(rows, null, 2)}\n`);
  const read = await goldie(...asked, "rows.json");
  expect(read.code).toBe(0);
  expect(JSON.parse(read.out).runs[0].queries).toEqual(JSON.parse(wanted.out).runs[0].queries);
  for (const text of ["[1]", "[{}"]) {
    writeFileSync(join(cwd, "rows.json"), text);
    const { code, out, err } = await goldie(...asked, "rows.json");
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("rows.json");
    expect(err).toContain("one JSON object a line");
  }
});

test("--sql-rows is not combined with what does something else", async () => {
  const both = await goldie("eval", "gold.qrels", ...ASKED, "--print-sql", "--sql-rows", "rows.csv");
  expect([both.code, both.out]).toEqual([2, ""]);
  expect(both.err.replace(/\s+/g, " ")).toContain("print the statement first with --print-sql, run it there");
  for (const flags of [["--estimate"], ["--pull"], ["--write-to", "t"]]) {
    const other = await goldie("eval", "gold.qrels", ...ASKED, ...flags, "--sql-rows", "rows.csv");
    expect([other.code, other.out]).toEqual([2, ""]);
    expect(other.err).toContain(`--sql-rows and ${flags[0]} cannot be combined`);
  }
});

test("rows of another statement, or a part of them, are refused", async () => {
  const printed = await goldie("eval", ...ASKED, "--print-sql");
  const rows = await rowsOf(printed.out);
  writeFileSync(join(cwd, "part.csv"), rows.split("\n").slice(0, -2).join("\n"));
  expect(await goldie("eval", "gold.qrels", ...ASKED, "--sql-rows", "part.csv")).toMatchObject({
    code: 2,
    err: expect.stringContaining("save all rows"),
  });
  writeFileSync(join(cwd, "rows.csv"), rows);
  expect(await goldie("eval", "gold.qrels", ...ASKED, "-m", "rr", "--sql-rows", "rows.csv")).toMatchObject({
    code: 2,
  });
  expect((await goldie("eval", ...ASKED, "--sql-rows", "rows.csv")).err).toContain(
    "needs the gold as a file",
  );
  expect(
    (await goldie("eval", "gold.qrels", "hits.trec", "--engine", "duckdb", "--sql-rows", "rows.csv")).err,
  ).toContain("drop --sql-rows");
});
