/** `goldie eval --engine` on what cases cannot hold: Parquet and database files, and equality with reading files here. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../scripts/_prepare.mjs";
import { engineAdvice } from "../../src/cli/commands/eval/_engine-advice.ts";
import { evalCommand } from "../../src/cli/commands/eval/command.ts";
import { main } from "../../src/cli/main.ts";
import { type Args, parseArgs } from "../../src/cli/shared/args.ts";
import type { GivenRows } from "../../src/sql/engine.ts";
import { openDuckDb } from "../../src/sql/engines/duckdb.ts";
import { listen } from "../retrievers/_loopback.ts";
import { number, text } from "../sql/_columns.ts";
import { quickClock, standIn } from "../sql/_trino-stand-in.ts";
import { testEffects } from "./_effects.ts";
import { goldieIn } from "./_goldie.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-engine-"));
afterAll(() => rmSync(cwd, { recursive: true }));
const METRICS = ["-m", "recall@5,ndcg@10,ap,precision@3,bpref,err"];

const goldie = goldieIn(cwd);

/** Rows of a run: as a file of rows has them. */
const HITS = ["q1 d2 3.5", "q1 d7 2.5", "q1 d1 1.5", "q2 d8 9", "q2 d3 8"].map((line) => line.split(" "));

async function makeDatabase(path: string): Promise<void> {
  const tables: Readonly<Record<string, GivenRows>> = {
    runs: {
      columns: [text("qid"), text("docid"), number("sim"), text("system")],
      rows: ["a", "b"].flatMap((run) =>
        HITS.slice(run === "a" ? 0 : 2).map(([query, doc, score]) => [query!, doc!, Number(score), run]),
      ),
    },
    gold: {
      columns: [text("topic"), text("docno"), number("rel"), text("lang"), text("part")],
      rows: [
        ["q1", "d1", 1, "de", "x"],
        ["q1", "d2", 2, "de", "x"],
        ["q1", "d9", 0, "de", null],
        ["q2", "d3", 1, "en", "y"],
      ],
    },
    twice: {
      columns: [text("qid"), text("docid"), number("grade")],
      rows: [
        ["q1", "d1", 1],
        ["q1", "d1", 2],
      ],
    },
    repeated: {
      columns: [text("qid"), text("docid"), number("grade")],
      rows: [
        ["q1", "d1", 1],
        ["q1", "d1", 1],
        ["q1", "d2", 2],
        ["q2", "d3", 1],
      ],
    },
    other: { columns: [text("qid"), text("docid"), number("score")], rows: [["z1", "d1", 1]] },
  };
  const engine = await openDuckDb({ path, writable: true });
  for (const [name, rows] of Object.entries(tables)) await engine.write!([name], rows);
  await engine.close();
}

beforeAll(async () => {
  mkdirSync(cwd, { recursive: true });
  for (const name of ["gold.jsonl", "overlap.jsonl", "prefix.jsonl"])
    cpSync(join(root, "examples/harbour", name), join(cwd, name));
  for (const name of ["run.trec", "run.parquet", "run.csv", "run.tsv"])
    expect((await goldie("convert", "overlap.jsonl", name, "--quiet")).code).toBe(0);
  const rows = readFileSync(join(cwd, "run.trec"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
  writeFileSync(
    join(cwd, "rows.jsonl"),
    rows
      .map(([query, , doc, , score]) => `${JSON.stringify({ query, doc, score: Number(score) })}\n`)
      .join(""),
  );
  writeFileSync(join(cwd, "run.trec.gz"), gzipSync(readFileSync(join(cwd, "run.trec"))));
  writeFileSync(
    join(cwd, "spaced.csv"),
    rows
      .map((r) => ` ${r[0]} ,"${r[2]}" , ${r[4]}`)
      .join("\n")
      .replace(/^/, "query, doc ,score\n"),
  );
  await makeDatabase(join(cwd, "data.duckdb"));
}, 60_000);

describe("files in DuckDB", { timeout: 60_000 }, () => {
  test.each(["run.parquet", "run.csv", "run.tsv", "run.trec", "run.trec.gz", "rows.jsonl", "spaced.csv"])(
    "%s has the same scores, states and Problems as without an engine",
    async (file) => {
      const asked = ["eval", "gold.jsonl", file, ...METRICS, "--json", "--per-query", "--by", "kind"];
      const here = await goldie(...asked);
      const there = await goldie(...asked, "--engine", "duckdb");
      expect(here.code).toBe(0);
      expect(there).toEqual(here);
    },
  );

  test("several runs keep the order of the files, and their names", async () => {
    const asked = ["eval", "gold.jsonl", "z=run.csv", "a=run.trec", ...METRICS, "--json"];
    expect(await goldie(...asked, "--engine", "duckdb")).toEqual(await goldie(...asked));
  });

  test.each(["run[1].trec", "run?.csv", "x[1]/run.parquet", "score=1/run.parquet"])(
    "%s is that file, not a pattern, and its folder gives no column",
    async (file) => {
      // Without brackets: the file that the pattern would find.
      for (const folder of ["x[1]", "x1", "score=1"]) mkdirSync(join(cwd, folder), { recursive: true });
      const other = {
        "run[1].trec": "run1.trec",
        "run?.csv": "run1.csv",
        "x[1]/run.parquet": "x1/run.parquet",
      };
      const found = (other as Record<string, string>)[file];
      if (found !== undefined) await goldie("convert", "prefix.jsonl", found, "--quiet");
      expect((await goldie("convert", "overlap.jsonl", file, "--quiet")).code).toBe(0);
      const asked = ["eval", "gold.jsonl", file, ...METRICS, "--json"];
      expect(await goldie(...asked, "--engine", "duckdb")).toEqual(await goldie(...asked));
    },
  );

  test("a statement that would be refused is not printed, and one with warnings is printed with them", async () => {
    for (const [name, tag] of [
      ["x1", "a"],
      ["x2", "b"],
    ] as const)
      writeFileSync(join(cwd, `${name}.csv`), `query,doc,score,run\nq01,d1,1,both\nq01,d2,1,${tag}\n`);
    const twice = ["eval", "gold.jsonl", "x1.csv", "x2.csv", "-m", "ap", "--engine", "duckdb"];
    const ran = await goldie(...twice);
    expect(ran.code).toBe(2);
    expect(await goldie(...twice, "--print-sql")).toEqual(ran);
    mkdirSync(join(cwd, "tagged"), { recursive: true });
    for (const tag of ["a", "b"]) writeFileSync(join(cwd, `tagged/${tag}.trec`), `q01 Q0 d1 1 1 ${tag}\n`);
    const mixed = [
      "eval",
      "gold.jsonl",
      `one=${join(cwd, "tagged")}/*.trec`,
      "-m",
      "ap",
      "--engine",
      "duckdb",
      "--print-sql",
    ];
    const printed = await goldie(...mixed);
    expect(printed.code).toBe(0);
    expect(printed.err.replace(/\s+/g, " ")).toContain("/*.trec one has 2 run tags");
    expect(await goldie(...mixed, "--quiet")).toEqual({ ...printed, err: "" });
  });

  test("a file that cannot be described has no statement to look at", async () => {
    mkdirSync(join(cwd, "empty"), { recursive: true });
    const none = `${join(cwd, "empty")}/*.parquet`;
    const { code, err } = await goldie("eval", "gold.jsonl", none, "-m", "ap", "--engine", "duckdb");
    expect(code).toBe(2);
    expect(err).toContain("duckdb cannot read this");
    expect(err).not.toContain("--print-sql");
  });

  test("the note about a pattern goes by its own name, also where --run leaves files out", async () => {
    mkdirSync(join(cwd, "noted"), { recursive: true });
    cpSync(join(cwd, "run.parquet"), join(cwd, "noted/part-1.parquet"));
    const pattern = `${join(cwd, "noted")}/*.parquet`;
    const asked = ["eval", "gold.jsonl", "-m", "ap", "--engine", "duckdb"];
    const named = await goldie(...asked, "run.trec", `mine=${pattern}`, "--run", "mine");
    expect(named.code).toBe(0);
    expect(named.out).not.toContain("are one run");
    expect((await goldie(...asked, "x=run.trec", pattern, "--run", "noted")).out).toContain("are one run");
  });

  test("a pattern over folders of several runs is warned about", async () => {
    for (const run of ["a", "b"]) {
      mkdirSync(join(cwd, `hive/run=${run}`), { recursive: true });
      cpSync(join(cwd, "run.parquet"), join(cwd, `hive/run=${run}/part.parquet`));
    }
    const asked = ["eval", "gold.jsonl", "-m", "ap", "--engine", "duckdb", "--json"];
    const problemsOf = async (pattern: string) => {
      const { out } = await goldie(...asked, `${join(cwd, "hive")}/${pattern}`);
      const codes: string[] = JSON.parse(out).runs[0].problems.map(({ code }: { code: string }) => code);
      return codes.filter((code) => code === "mixed-runs");
    };
    expect(await problemsOf("*/*.parquet")).toEqual(["mixed-runs"]);
    expect(await problemsOf("run=a/*.parquet")).toEqual([]);
    const { err } = await goldie(...asked.slice(0, -1), `${join(cwd, "hive")}/**/*.parquet`);
    expect(err.replace(/\s+/g, " ")).toContain(
      "in folders of 2 runs (run=a, run=b) and are scored as one run",
    );
  });

  test("a pattern in quotes is one run with a plain name, and the note says so", async () => {
    mkdirSync(join(cwd, "parts"), { recursive: true });
    const lines = readFileSync(join(cwd, "run.trec"), "utf8").trim().split("\n");
    const half = lines.findIndex((line) => line.startsWith("q48 "));
    writeFileSync(join(cwd, "parts/bm25-1.trec"), `${lines.slice(0, half).join("\n")}\n`);
    writeFileSync(join(cwd, "parts/bm25-2.trec"), `${lines.slice(half).join("\n")}\n`);
    const asked = ["eval", "gold.jsonl", ...METRICS, "--engine", "duckdb"];
    const runs = async (...files: string[]) =>
      (
        JSON.parse((await goldie(...asked, ...files, "--json")).out) as {
          runs: { name: string; summary: unknown }[];
        }
      ).runs;
    const [whole] = await runs("run.trec");
    // DuckDB reads patterns in the folder of the process.
    const [one, other] = [join(cwd, "parts/bm25-*.trec"), join(cwd, "p*/bm25-?.trec")];
    for (const [pattern, name] of [
      [one, "bm25"],
      [join(cwd, "parts/*.trec"), "parts"],
      [join(cwd, "parts/bm25-[12].trec"), "bm25"],
      [join(cwd, "p*/b?25-?.trec"), "b25"],
      [`mine=${one}`, "mine"],
    ] as const)
      expect(await runs(pattern), pattern).toMatchObject([{ name, summary: whole!.summary }]);
    // What they have in common would be one name for both.
    expect((await runs(one, other)).map(({ name }) => name)).toEqual(["bm25-*", "bm25-?"]);
    const said = async (file: string) => (await goldie(...asked, file)).out.replace(/\s+/g, " ");
    expect(await said(one)).toContain(`The files of ${one} are one run, bm25;`);
    expect(await said(`bm25=${one}`)).not.toContain("one run");
    const folder = await goldie(...asked, "parts");
    expect([folder.code, folder.out]).toEqual([2, ""]);
    expect(folder.err).toContain("this is a folder");
    expect((await goldie(...asked, join(cwd, "parts/none-*.trec"))).code).toBe(2);
  });

  test("a pattern over TREC files with different tags is a run for each tag, and one run only where it is named so", async () => {
    mkdirSync(join(cwd, "tags"), { recursive: true });
    writeFileSync(join(cwd, "tags/gold.qrels"), "q1 0 d1 1\nq1 0 e1 1\nq2 0 d2 1\n");
    writeFileSync(join(cwd, "tags/a.trec"), "q1 Q0 d1 1 9 good\nq2 Q0 d2 1 9 good\n");
    writeFileSync(join(cwd, "tags/b.trec"), "q1 Q0 x1 1 99 bad\nq1 Q0 e1 2 98 bad\nq2 Q0 x2 1 99 bad\n");
    const pattern = join(cwd, "tags/*.trec");
    const asked = ["tags/gold.qrels", "--engine", "duckdb"];
    const means = async (...words: string[]) => {
      const { out, err } = await goldie("eval", ...asked, ...words, "-m", "rr", "--json");
      const { runs, problems = [] } = JSON.parse(out);
      return [
        runs.map((run: { name: string; summary: { rr: { mean: number } } }) => [
          run.name,
          run.summary.rr.mean,
        ]),
        [...problems, ...runs.flatMap((run: { problems?: unknown[] }) => run.problems ?? [])].map(
          ({ code }: { code: string }) => code,
        ),
        err,
      ];
    };
    const apart = [
      ["bad", 0.25],
      ["good", 1],
    ];
    expect(await means(pattern)).toEqual([apart, [], ""]);
    expect(await means(pattern, "--col", "run=run")).toEqual([apart, [], ""]);
    expect(await means(`mine=${pattern}`)).toEqual([
      [["mine", 0.5]],
      ["mixed-runs"],
      expect.stringContaining("mine has 2 run tags"),
    ]);
    writeFileSync(
      join(cwd, "tags/two.res"),
      ["a", "b"].map((name) => readFileSync(join(cwd, `tags/${name}.trec`), "utf8")).join(""),
    );
    expect(await means("tags/two.res")).toEqual([apart, [], ""]);
    expect(await means("mine=tags/two.res")).toEqual([
      [["mine", 0.5]],
      ["mixed-runs"],
      expect.stringContaining("mine has 2 run tags (bad, good) and is scored as one run"),
    ]);
    const shown = await goldie("eval", ...asked, pattern, "-m", "rr");
    expect(shown.out.replace(/\s+/g, " ")).toContain("is a run; NAME=PATTERN makes one run of them");
    const gate = ["gate", ...asked, "--min", "rr=0.4"];
    const several = await goldie(...gate, pattern);
    expect([several.code, several.out]).toEqual([2, ""]);
    expect(several.err).toContain("name it with --run: bad, good");
    expect((await goldie(...gate, pattern, "--run", "good")).code).toBe(0);
    for (const words of [
      [...gate, `mine=${pattern}`],
      ["report", ...asked, `mine=${pattern}`, "-o", "tags/page.html"],
      ["explain", "rr", ...asked, `mine=${pattern}`, "--query", "q1"],
    ])
      expect((await goldie(...words)).err.replace(/\s+/g, " ")).toContain("mine has 2 run tags");
    expect((await goldie(...gate, `mine=${pattern}`, "--strict")).code).toBe(2);
  });

  test("the command that is advised for ids that differ can be run as it is", async () => {
    writeFileSync(join(cwd, "bare.qrels"), "q1 0 1 1\nq2 0 2 1\nq3 0 3 1\n");
    writeFileSync(join(cwd, "long.trec"), "q1 Q0 doc-1 1 9 t\nq2 Q0 doc-2 1 9 t\nq3 Q0 doc-3 1 9 t\n");
    for (const command of ["eval", "gate"]) {
      const rule = command === "gate" ? ["--min", "rr=0.9"] : ["-m", "rr"];
      const asked = ["bare.qrels", "long.trec", ...rule, "--engine", "duckdb"];
      const refused = await goldie(command, ...asked);
      const line = refused.err.split("\n").find((one) => one.includes("run  goldie"))!;
      expect([refused.code, line.trim()]).toEqual([
        2,
        `run  goldie ${command} ${asked.join(" ")} --ids 's/^doc-//' --pull`,
      ]);
      const [, ...words] = line.trim().replace("run  ", "").replaceAll("'", "").split(" ");
      const mended = await goldie(...words);
      expect([mended.code, mended.out]).toEqual([0, expect.stringContaining("1.000")]);
    }
  });

  test("what DuckDB says of a bad score has no piece of the statement in it", async () => {
    writeFileSync(join(cwd, "abc.csv"), "query,doc,score\nq1,d1,abc\n");
    const { code, err } = await goldie("eval", "gold.jsonl", "abc.csv", "-m", "ap", "--engine", "duckdb");
    expect(code).toBe(2);
    expect(err).toContain("'abc'");
    expect(err).not.toMatch(/LINE|CAST|\^/);
  });

  test("a run without a name is offered nowhere", async () => {
    writeFileSync(join(cwd, "unnamed.csv"), 'query,doc,score,system\nq1,d1,1,""\nq1,d1,1,abc\nq1,d1,1,b\n');
    writeFileSync(join(cwd, "few.qrels"), "q1 0 d1 1\n");
    const asked = ["eval", "few.qrels", "unnamed.csv", "-m", "rr", "--engine", "duckdb"];
    expect((await goldie(...asked, "--run", "z")).err).toContain("The runs are abc, b");
    expect((await goldie(...asked)).err).toContain("has no run name");
  });

  test("NAME= for a file with several runs is refused", async () => {
    writeFileSync(join(cwd, "two.csv"), "query,doc,score,system\nq1,d1,1,a\nq1,d1,1,b\n");
    writeFileSync(join(cwd, "one.csv"), "query,doc,score,system\nq1,d1,1,a\n");
    writeFileSync(join(cwd, "few.qrels"), "q1 0 d1 1\n");
    const asked = ["eval", "few.qrels", "-m", "rr", "--json", "--engine", "duckdb"];
    for (const more of [[], ["--col", "run=system"]]) {
      const two = await goldie(...asked, "mine=two.csv", ...more);
      expect([two.code, two.out]).toEqual([2, ""]);
      expect(two.err).toContain("mine= names one run, and two.csv has 2 in its column system: a, b");
      expect(JSON.parse((await goldie(...asked, "mine=one.csv", ...more)).out).runs[0].name).toBe("mine");
    }
  });

  test("fields of a TREC file are apart by blanks and tabs, and there are six", async () => {
    const lines = readFileSync(join(cwd, "run.trec"), "utf8").trim().split("\n");
    const gaps = ["  ", "\t", " \t ", " "];
    writeFileSync(
      join(cwd, "gaps.trec"),
      lines.map((line, i) => `${i % 3 === 0 ? " " : ""}${line.replaceAll(" ", gaps[i % 4]!)} \n\n`).join(""),
    );
    const asked = ["eval", "gold.jsonl", "gaps.trec", ...METRICS, "--json"];
    expect(await goldie(...asked, "--engine", "duckdb")).toEqual(await goldie(...asked));
    writeFileSync(join(cwd, "five.trec"), "q01 Q0 a  1 12.5\n");
    const five = await goldie(
      "eval",
      "gold.jsonl",
      "five.trec",
      "--run-format",
      "trec-run",
      "-m",
      "ap",
      "--engine",
      "duckdb",
    );
    expect(five.code).toBe(2);
    expect(five.err.replaceAll(/\s+/g, " ")).toContain("5 fields instead of 6: q01 Q0 a 1 12.5");
  });

  const rowsOf = (systems: readonly string[]): string =>
    ["query,doc,score,system", ...systems.flatMap((run) => HITS.map((hit) => [...hit, run].join(",")))].join(
      "\n",
    );

  test("a column of systems is found, and the note says so", async () => {
    writeFileSync(join(cwd, "two.csv"), rowsOf(["a", "b"]));
    writeFileSync(join(cwd, "one.csv"), rowsOf(["a"]));
    writeFileSync(join(cwd, "own.qrels"), "q1 0 d1 1\nq2 0 d3 1\n");
    const two = await goldie("eval", "own.qrels", "two.csv", "-m", "rr", "--engine", "duckdb");
    expect(two.code).toBe(0);
    expect(two.out).toContain("column system of two.csv is a run");
    expect(two.out).toMatch(/^a .*0\.417/m);
    expect(two.out).toMatch(/^b .*0\.417/m);
    const one = await goldie("eval", "own.qrels", "one.csv", "-m", "rr", "--engine", "duckdb", "--json");
    expect(one).toEqual(await goldie("eval", "own.qrels", "one.csv", "-m", "rr", "--json"));
  });

  test("a run that two files have is refused, with both", async () => {
    writeFileSync(join(cwd, "again.csv"), rowsOf(["b", "c"]));
    const { code, err } = await goldie(
      "eval",
      "own.qrels",
      "two.csv",
      "again.csv",
      "-m",
      "rr",
      "--engine",
      "duckdb",
    );
    expect(code).toBe(2);
    expect(err).toContain("two.csv, again.csv both have a run called b");
  });

  test.each([
    ["none.csv", "query,doc,score\n"],
    ["none.trec", ""],
    ["none.jsonl", ""],
  ])("%s without rows is refused", async (file, text) => {
    writeFileSync(join(cwd, file), text);
    const { code } = await goldie("eval", "own.qrels", file, "-m", "rr", "--engine", "duckdb");
    expect(code).toBe(2);
  });

  test("a list in a row is told to be converted", async () => {
    const { code, err } = await goldie(
      "eval",
      "gold.jsonl",
      "overlap.jsonl",
      "-m",
      "rr",
      "--engine",
      "duckdb",
    );
    expect(code).toBe(2);
    expect(err).toContain("goldie convert");
  });

  test("--estimate knows the rows of Parquet, not of text; --json is honoured", async () => {
    const estimate = async (...files: string[]) =>
      JSON.parse(
        (
          await goldie(
            "eval",
            "gold.jsonl",
            ...files,
            "-m",
            "ap",
            "--engine",
            "duckdb",
            "--estimate",
            "--json",
          )
        ).out,
      );
    const [one] = (await estimate("run.parquet")).statements;
    expect(one.rows).toBe(readFileSync(join(cwd, "run.trec"), "utf8").trim().split("\n").length);
    expect((await estimate("a=run.parquet", "b=run.parquet")).statements[0].rows).toBe(2 * one.rows);
    expect((await estimate("run.csv")).statements[0].rows).toBeNull();
  });

  test("--missed comes with --pull", async () => {
    const asked = ["eval", "gold.jsonl", "run.parquet", "-m", "recall@5", "--engine", "duckdb", "--missed"];
    expect((await goldie(...asked)).err).toContain("--pull");
    expect((await goldie(...asked, "--pull")).code).toBe(0);
  });

  test("DuckDB without a file has no tables", async () => {
    const { code, err } = await goldie("eval", "gold.jsonl", "--engine", "duckdb", "--run-table", "runs");
    expect(code).toBe(2);
    expect(err).toContain("duckdb:FILE.duckdb");
  });

  test("a broken file is bad input, not a failure of the engine", async () => {
    writeFileSync(join(cwd, "bad.csv"), "query,doc,score\nq01,d1,abc\n");
    const { code, err } = await goldie("eval", "gold.jsonl", "bad.csv", ...METRICS, "--engine", "duckdb");
    expect(code).toBe(2);
    expect(err).toContain("abc");
  });

  test("--print-sql runs nothing and can be pasted", async () => {
    const { code, out } = await goldie(
      "eval",
      "gold.jsonl",
      "it's=run.trec",
      "-m",
      "ap",
      "--engine",
      "duckdb",
      "--print-sql",
    );
    expect(code).toBe(0);
    expect(out).toContain("VALUES ('q01', ");
    expect(out).toContain("read_csv('run.trec'");
    expect(out).toContain("'it''s'");
    expect(out.trimEnd().endsWith(";")).toBe(true);
    expect(out).not.toContain("$1");
  });

  test("--estimate says how much would be read", async () => {
    const { code, out } = await goldie(
      "eval",
      "gold.jsonl",
      "run.parquet",
      "-m",
      "ap",
      "--engine",
      "duckdb",
      "--estimate",
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^statement 1 of 1: duckdb would read about [\d,]+ rows\n$/);
  });

  test("-o writes every kind of report, Parquet among them", async () => {
    const outputs = ["s.parquet", "s.html", "s.json", "s.jsonl", "s.csv", "s.md"];
    const { code, err } = await goldie(
      ...["eval", "gold.jsonl", "run.trec", "-m", "ap,recall@5", "--quiet", "--engine", "duckdb"],
      ...outputs.flatMap((name) => ["-o", name]),
    );
    expect([code, err]).toEqual([0, ""]);
    const engine = await openDuckDb();
    const sql = `SELECT "run", "metric", "status", "because", count(*), sum("value") FROM read_parquet('${join(cwd, "s.parquet")}') GROUP BY ALL ORDER BY ALL`;
    const rows: unknown[] = [];
    for await (const batch of engine.query({ sql, values: [] }))
      for (const row of batch)
        rows.push(row.slice(0, 4).concat(Number(row[4]), row[5] === null ? null : "sum"));
    await engine.close();
    expect(rows).toEqual([
      ["overlap", "ap", "scored", null, 63, "sum"],
      ["overlap", "ap", "skipped", "no grades", 24, null],
      ["overlap", "ap", "undefined", "no-relevant", 9, null],
      ["overlap", "recall@5", "scored", null, 63, "sum"],
      ["overlap", "recall@5", "skipped", "no grades", 24, null],
      ["overlap", "recall@5", "undefined", "no-relevant", 9, null],
    ]);
  });

  test("JSONL of many queries is written in pieces, with the same bytes as without an engine", async () => {
    const queries = Array.from({ length: 20_000 }, (_, i) => `q${i}`);
    writeFileSync(join(cwd, "many.qrels"), queries.map((query) => `${query} 0 d1 1\n`).join(""));
    writeFileSync(join(cwd, "many.trec"), queries.map((query) => `${query} Q0 d1 1 1 many\n`).join(""));
    const real = testEffects({ cwd });
    const pieces: number[] = [];
    const files = {
      async create(path: string, mode?: number) {
        const file = await real.files.create(path, mode);
        return {
          write: (text: string | Uint8Array) => {
            pieces.push(text.length);
            return file.write(text);
          },
          sync: () => file.sync(),
          close: () => file.close(),
        };
      },
    };
    const asked = ["eval", "many.qrels", "many.trec", "-m", "ap,recall@5", "--per-query", "--quiet"];
    const effects = testEffects({ cwd, files });
    expect(await main([...asked, "--engine", "duckdb", "-o", "there.jsonl"], effects)).toBe(0);
    expect(pieces.length).toBeGreaterThan(10);
    expect(Math.max(...pieces)).toBeLessThan(70_000);
    await goldie(...asked, "-o", "here.jsonl");
    const text = readFileSync(join(cwd, "there.jsonl"), "utf8");
    expect(text.trimEnd().split("\n")).toHaveLength(20_001);
    expect(text).toBe(readFileSync(join(cwd, "here.jsonl"), "utf8"));
  });

  test("Parquet is written without an engine too, with the same bytes", async () => {
    const asked = ["eval", "gold.jsonl", "run.trec", "-m", "ap", "--quiet"];
    await goldie(...asked, "-o", "here.parquet");
    await goldie(...asked, "--engine", "duckdb", "-o", "there.parquet");
    expect(readFileSync(join(cwd, "there.parquet"))).toEqual(readFileSync(join(cwd, "here.parquet")));
  });
});

const TABLES = ["--engine", "duckdb:data.duckdb", "--run-table", "runs", "--gold-table", "gold"];
const COLUMNS = ["--col", "run=system"];
const WRITING = [...TABLES.with(1, "duckdb:written.duckdb"), ...COLUMNS, "-m", "ap", "--write-to"];

describe("tables of a database file", { timeout: 60_000 }, () => {
  test("several runs in one table, with tags of the gold", async () => {
    const { code, out } = await goldie(
      "eval",
      ...TABLES,
      ...COLUMNS,
      "-m",
      "ap",
      "--col",
      "tags=lang",
      "--by",
      "lang",
      "--json",
    );
    expect(code).toBe(0);
    const { runs } = JSON.parse(out) as {
      runs: { name: string; summary: { ap: { mean: number } }; slices?: unknown }[];
    };
    expect(runs.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(runs[0]!.summary.ap.mean).toBeCloseTo((5 / 6 + 1 / 2) / 2, 12);
    expect(JSON.stringify(runs[0])).toContain('"de"');
  });

  test("gold with a repeated judgment, and gold in groups, are sent instead of joined where they are", async () => {
    const asked = ["eval", "--engine", "duckdb:data.duckdb", "--run-table", "runs", ...COLUMNS, "--json"];
    const joined = await goldie(...asked, "--gold-table", "gold", "-m", "ap");
    const sent = await goldie(...asked, "--gold-table", "repeated", "-m", "ap");
    const means = ({ out }: { out: string }) =>
      (JSON.parse(out) as { runs: { summary: unknown }[] }).runs.map(({ summary }) => summary);
    expect(means(sent)).toEqual(means(joined));
    const grouped = await goldie(
      ...asked,
      "--gold-table",
      "gold",
      "--col",
      "groups=part",
      "-m",
      "group-recall@5",
    );
    expect(grouped.code).toBe(0);
    const groups = ["--gold-table", "gold", "--col", "groups=part", "-m", "group-recall@5", "--print-sql"];
    expect((await goldie(...asked.slice(0, -1), ...groups)).out).toContain("('q1', 'd1', ");
    expect(grouped.out).toContain('"mean": 1');
  });

  test.each<readonly [string, readonly string[], string]>([
    ["a table", ["--run-table", "rnus", "--gold-table", "gold"], "did you mean runs?"],
    [
      "a column",
      ["--run-table", "runs", "--gold-table", "gold", "--col", "run.doc=dokid"],
      "did you mean docid?",
    ],
    [
      "a known field",
      ["--run-table", "runs", "--gold-table", "gold", "--col", "group=part"],
      "groups, hops,",
    ],
    ["a gold column", ["--run-table", "runs", "--gold-table", "runs"], "looks like the grades"],
    ["one grade", ["--run-table", "runs", "--gold-table", "twice"], "judges document d1 more than once"],
    ["a number", ["--run-table", "runs", "--gold-table", "gold", "--col", "score=system"], "wanted: numbers"],
    [
      "a query in common",
      ["--run-table", "other", "--gold-table", "gold"],
      "other has no query of gold, such as q1",
    ],
  ])("without %s, it is bad input", async (_, flags, said) => {
    const { code, err, out } = await goldie("eval", "--engine", "duckdb:data.duckdb", ...flags, "-m", "ap");
    expect([code, out]).toEqual([2, ""]);
    expect(err.replace(/\s+/g, " ")).toContain(said);
  });

  test("a file that is no database is bad input", async () => {
    writeFileSync(join(cwd, "text.duckdb"), "not a database ".repeat(1000));
    const { code, err } = await goldie("eval", ...TABLES.with(1, "duckdb:text.duckdb"), "-m", "ap");
    expect(code).toBe(2);
    expect(err).toContain("is not a DuckDB database");
  });

  test.each([3000, 13_000, 275_000])(
    "a database that is cut off after %s bytes is bad input",
    async (size) => {
      writeFileSync(join(cwd, "cut.duckdb"), readFileSync(join(cwd, "data.duckdb")).subarray(0, size));
      const { code, out, err } = await goldie("eval", ...TABLES.with(1, "duckdb:cut.duckdb"), "-m", "ap");
      expect([code, out]).toEqual([2, ""]);
      expect(err.replace(/\s+/g, " ")).toContain("cut off or damaged");
    },
  );

  test("a database that another process has open is a part that failed", async () => {
    cpSync(join(cwd, "data.duckdb"), join(cwd, "locked.duckdb"));
    const script = `const { DuckDBInstance } = await import("@duckdb/node-api");
      globalThis.open = await DuckDBInstance.create(process.argv[1]);
      process.stdout.write("open");
      process.stdin.resume();`;
    const other = spawn(process.execPath, ["--input-type=module", "-e", script, join(cwd, "locked.duckdb")], {
      cwd: root,
      stdio: ["pipe", "pipe", "inherit"],
    });
    await once(other.stdout, "data");
    const { code, out, err } = await goldie("eval", ...TABLES.with(1, "duckdb:locked.duckdb"), "-m", "ap");
    other.stdin.end();
    await once(other, "exit");
    expect([code, out]).toEqual([3, ""]);
    expect(err.replace(/\s+/g, " ")).toContain("use a copy of the file");
    expect((await goldie("eval", ...TABLES.with(1, "duckdb:locked.duckdb"), "-m", "ap")).code).toBe(0);
  });

  test.each([["nope.scores"], ["none.nope.scores"], ["memory.scores"], ["memory.main.scores"]])(
    "a schema of --write-to that is not there is noticed before anything is read: %s",
    async (table) => {
      cpSync(join(cwd, "data.duckdb"), join(cwd, "written.duckdb"));
      const { code, out, err } = await goldie(
        "eval",
        ...WRITING.map((word, i, words) => (words[i - 1] === "--run-table" ? "no_such_table" : word)),
        table,
      );
      expect([code, out]).toEqual([2, ""]);
      expect(err).toContain(`duckdb has no such schema: ${table.replace(".scores", "")}`);
    },
  );

  test.each(["duckdb", "duckdb:", "DuckDB"])("--write-to into memory is refused: %s", async (engine) => {
    const { code, out, err } = await goldie(
      ...["eval", "gold.jsonl", "run.trec", "-m", "ap", "--engine", engine, "--write-to", "scores"],
    );
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("--write-to needs a database file");
  });

  test("--run scores only the runs that it names, with the numbers they have among others", async () => {
    const asked = ["eval", ...TABLES, ...COLUMNS, ...METRICS, "--json", "--per-query"];
    const runsOf = async (...words: string[]) => {
      const { out } = await goldie(...asked, ...words);
      return JSON.parse(out).runs as { name: string; summary: unknown; queries: unknown }[];
    };
    const all = await runsOf();
    expect(all.length).toBeGreaterThan(1);
    const bare = ({ name, summary, queries }: (typeof all)[number]) => ({ name, summary, queries });
    for (const run of all)
      for (const more of [[], ["--pull"]])
        expect((await runsOf("--run", run.name, ...more)).map(bare)).toEqual([bare(run)]);
    const names = all.map(({ name }) => name);
    expect((await runsOf(...names.flatMap((name) => ["--run", name]))).map(bare)).toEqual(all.map(bare));
    const { out: sql } = await goldie(
      "eval",
      ...TABLES,
      ...COLUMNS,
      "-m",
      "ap",
      "--run",
      names[0]!,
      "--print-sql",
    );
    expect(sql).toContain(`'${names[0]}'`);
    const none = await goldie(...asked, "--run", `${names[0]}x`);
    expect([none.code, none.out]).toEqual([2, ""]);
    expect(none.err).toContain(`did you mean ${names[0]}?`);
  });

  test("names of runs that a collation takes for one are two", async () => {
    rmSync(join(cwd, "nocase.duckdb"), { force: true });
    const instance = await DuckDBInstance.create(join(cwd, "nocase.duckdb"));
    const connection = await instance.connect();
    await connection.run(
      "CREATE TABLE runs (qid VARCHAR, docid VARCHAR, score DOUBLE, run VARCHAR COLLATE NOCASE)",
    );
    await connection.run("INSERT INTO runs VALUES ('q1', 'd1', 1, 'BM25'), ('q1', 'd7', 1, 'bm25')");
    connection.closeSync();
    instance.closeSync();
    writeFileSync(join(cwd, "nocase.qrels"), "q1 0 d1 1\n");
    const asked = ["nocase.qrels", "--engine", "duckdb:nocase.duckdb", "--run-table", "runs"];
    for (const [run, mean] of [
      ["BM25", 1],
      ["bm25", 0],
    ] as const) {
      const { out } = await goldie("eval", ...asked, "-m", "rr", "--json", "--run", run);
      expect(JSON.parse(out).runs.map((one: { name: string }) => one.name)).toEqual([run]);
      expect(JSON.parse(out).runs[0].summary.rr.mean).toBe(mean);
    }
    const several = await goldie("explain", "rr", ...asked, "--query", "q1");
    expect(several.code).toBe(2);
    expect(several.err).toContain("takes one run, and there are 2");
    expect((await goldie("explain", "rr", ...asked, "--query", "q1", "--run", "bm25")).out).toMatch(
      /^rr of query q1 in bm25: 0/,
    );
  });

  test("a column of runs with objects is refused", async () => {
    const rows = ["2026-01-01", "2026-01-02"].map((day) => ({
      query: "q1",
      doc: "d1",
      score: 1,
      run: { day },
    }));
    writeFileSync(join(cwd, "nested-run.jsonl"), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const { code, out, err } = await goldie(
      "eval",
      "gold.jsonl",
      "nested-run.jsonl",
      "-m",
      "ap",
      "--engine",
      "duckdb",
    );
    expect([code, out]).toEqual([2, ""]);
    expect(err.replace(/\s+/g, " ")).toContain("column run of nested-run.jsonl is of type STRUCT");
  });

  test.each(["gold.forbidden=lang", "forbidden=lang", "gold.text=lang"])(
    "a column that a table of gold does not have is refused: %s",
    async (column) => {
      const { code, out, err } = await goldie("eval", ...TABLES, "-m", "ap", "--col", column);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toContain(`--col ${column.split("=")[0]}= has no meaning for a table of gold`);
      expect(err.replace(/\s+/g, " ")).toContain("pass the gold as a file");
    },
  );

  test("what a table of gold does not have is asked for in a file of gold, not with --pull", async () => {
    const { code, err } = await goldie("eval", ...TABLES, ...COLUMNS, "-m", "leak@5");
    expect(code).toBe(2);
    expect(err).toContain("leave it out, or pass the gold as a file");
    expect(err).not.toContain("--pull");
  });

  test("a run of several without a query of the gold: --run and --allow-no-overlap are offered", async () => {
    writeFileSync(join(cwd, "nobody.qrels"), "z9 0 d1 1\n");
    const asked = ["eval", "nobody.qrels", ...TABLES.slice(0, 4), ...COLUMNS, "-m", "ap"];
    const { code, err } = await goldie(...asked);
    expect(code).toBe(2);
    expect(err.replace(/\s+/g, " ")).toContain(
      "--run NAME scores other runs without it; --allow-no-overlap scores it all the same",
    );
    expect((await goldie(...asked, "--run", "a")).err).not.toContain("--run NAME");
    expect((await goldie(...asked, "--allow-no-overlap")).code).toBe(0);
    expect((await goldie(...asked, "--run", "")).err).toContain('there is no run ""');
  });

  test("--run takes some of several files, and without an engine it is refused", async () => {
    const asked = ["eval", "gold.jsonl", "a=run.trec", "b=run.csv", "-m", "ap", "--json"];
    const { out } = await goldie(...asked, "--engine", "duckdb", "--run", "b");
    expect(JSON.parse(out).runs.map(({ name }: { name: string }) => name)).toEqual(["b"]);
    expect((await goldie(...asked, "--run", "b")).err).toContain("--run only applies to an engine");
  });

  test("--write-to takes a schema of the database, in any case of letters", async () => {
    cpSync(join(cwd, "data.duckdb"), join(cwd, "written.duckdb"));
    for (const table of ["MAIN.scores1", "goldie_data.main.scores2", "goldie_data.scores3"])
      expect(await goldie("eval", "--quiet", ...WRITING, table)).toMatchObject({ code: 0, err: "" });
  });

  test("what was written is said on stderr, unless --quiet", async () => {
    cpSync(join(cwd, "data.duckdb"), join(cwd, "written.duckdb"));
    const asked = ["eval", ...WRITING];
    const { err, out } = await goldie(...asked, "told", "-o", "told.csv", "--json");
    const rows = readFileSync(join(cwd, "told.csv"), "utf8").trim().split("\n").length - 1;
    expect(rows).toBeGreaterThan(0);
    expect(err).toMatch(/^wrote \d+ rows to told$/m);
    expect(err).toMatch(/^wrote told\.csv$/m);
    expect(() => JSON.parse(out)).not.toThrow();
    const engine = await openDuckDb({ path: join(cwd, "written.duckdb") });
    for await (const [row] of engine.query({ sql: "SELECT count(*) FROM told", values: [] }))
      expect(err).toContain(`wrote ${row![0]} rows to told\n`);
    await engine.close();
    expect((await goldie(...asked, "quiet", "-o", "quiet.csv", "--quiet")).err).toBe("");
  });

  test("--write-to makes a table once, and never over another", async () => {
    cpSync(join(cwd, "data.duckdb"), join(cwd, "written.duckdb"));
    const asked = ["eval", "--quiet", ...WRITING];
    expect(await goldie(...asked, "scores")).toMatchObject({ code: 0, err: "" });
    const again = await goldie(...asked, "scores");
    expect(again.code).toBe(2);
    expect(again.err).toContain("there already is a table scores");
    const engine = await openDuckDb({ path: join(cwd, "written.duckdb") });
    expect((await engine.describe({ kind: "table", name: ["scores"] }))?.map(({ name }) => name)).toEqual([
      "run",
      "query",
      "metric",
      "value",
      "status",
      "because",
    ]);
    await engine.close();
  });

  test.each<readonly [string, ...string[]]>([
    ["a warning under --strict", "--strict"],
    ["trec_eval without -c", "--as", "trec_eval"],
    ["a tag that is not there", "--by", "nope"],
    ["a folder that is not there", "-o", "no/such/folder/scores.csv"],
    ["a run without a query of the gold", "--run-table", "other"],
  ])("a command that is refused leaves no table of --write-to behind: %s", async (what, ...flags) => {
    cpSync(join(cwd, "data.duckdb"), join(cwd, "written.duckdb"));
    const instance = await openDuckDb({ path: join(cwd, "written.duckdb"), writable: true });
    // q1 is missing, and q9 is not judged.
    await instance.write!(["part"], {
      columns: [text("qid"), text("docid"), number("score")],
      rows: [
        ["q2", "d3", 1],
        ["q9", "d3", 1],
      ],
    });
    await instance.close();
    const table = what.startsWith("a run") ? [] : ["--run-table", "part"];
    const metric = what.startsWith("trec_eval") ? "map" : "ap";
    const words = ["--engine", "duckdb:written.duckdb", "--gold-table", "gold", ...table, ...flags];
    const { code, out } = await goldie("eval", ...words, "-m", metric, "--write-to", "scores");
    expect(code).toBe(2);
    if (!flags.includes("-o")) expect(out).toBe("");
    const engine = await openDuckDb({ path: join(cwd, "written.duckdb") });
    expect(await engine.describe({ kind: "table", name: ["scores"] })).toBeUndefined();
    await engine.close();
  });

  test("the config names the engine, its tables and columns", async () => {
    const config = {
      engine: { url: "duckdb:data.duckdb", runTable: "runs", goldTable: "gold", columns: { run: "system" } },
      metrics: ["ap"],
    };
    writeFileSync(join(cwd, "goldie.config.json"), JSON.stringify(config));
    try {
      const given = await goldie("eval", ...TABLES, ...COLUMNS, "-m", "ap");
      expect(await goldie("eval")).toEqual(given);
      expect((await goldie("eval", "-m", "recall@5")).out).toContain("recall@5");
      expect((await goldie("eval", "--run-table", "other", "--col", "query=qid")).code).toBe(2);
      // What other commands take from it does not stand in the way.
      writeFileSync(
        join(cwd, "goldie.config.json"),
        JSON.stringify({ ...config, corpus: "docs", judge: "lexical" }),
      );
      expect(await goldie("eval")).toEqual(given);
      // Files on the command line are read as ever.
      expect((await goldie("eval", "gold.jsonl", "run.trec", "--quiet")).out).toContain("hit@5");
    } finally {
      rmSync(join(cwd, "goldie.config.json"));
    }
  });

  test("Ctrl-C stops the statement, and the command ends as shells expect", async () => {
    const effects = testEffects({ cwd });
    const ending = main(["eval", ...TABLES, ...COLUMNS, "-m", "ap"], effects);
    effects.cancel();
    expect(await ending).toBe(130);
    expect(effects.stderr.text).toContain("stopping");
    expect(effects.stdout.text).toBe("");
  });
});

test("--write-to of ClickHouse makes a table, and refuses one that is there", async () => {
  writeFileSync(join(cwd, "click.qrels"), "q1 0 d1 1\n");
  const asked: string[] = [];
  let isThere = false;
  const answers = (sql: string): readonly unknown[] | undefined => {
    if (sql.startsWith('DESCRIBE TABLE "scores"'))
      return isThere
        ? [
            ["name", "type"],
            ["String", "String"],
            ["run", "String"],
          ]
        : undefined;
    if (sql.startsWith("DESCRIBE"))
      return [
        ["name", "type"],
        ["String", "String"],
        ...["query", "doc"].map((name) => [name, "String"]),
        ["score", "Float64"],
      ];
    // One query, which is in the run with a single hit that is relevant.
    return [];
  };
  const server = await listen((_, body, response) => {
    // With rows of ours, the statement is the first part of a form.
    const sql = body.startsWith("--") ? body.split("\r\n\r\n")[1]!.split("\r\n--")[0]! : body;
    asked.push(sql.slice(0, 22));
    const rows = answers(sql);
    if (rows === undefined) response.writeHead(404, { "x-clickhouse-exception-code": "60" }).end("no table");
    else if (sql.startsWith("WITH")) response.end(countedRow(sql));
    else response.end(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  });
  const url = server.url.replace("http:", "clickhouse:");
  const words = ["eval", "click.qrels", "--engine", url, "--run-table", "runs", "-m", "rr", "--quiet"];
  expect(await goldie(...words, "--write-to", "scores")).toMatchObject({ code: 0, err: "" });
  expect(asked).toEqual([
    'DESCRIBE TABLE "scores',
    'DESCRIBE TABLE "runs"',
    expect.stringMatching(/^WITH /),
    'CREATE TABLE "scores" ',
    'INSERT INTO "scores" S',
  ]);
  // Nothing is made that nobody asked for.
  asked.length = 0;
  expect((await goldie(...words)).code).toBe(0);
  expect(asked.filter((sql) => /^(CREATE|INSERT|DROP)/.test(sql))).toEqual([]);
  isThere = true;
  const again = await goldie(...words, "--write-to", "scores");
  expect([again.code, again.out]).toEqual([2, ""]);
  expect(again.err).toContain("there already is a table scores");
  expect(asked.filter((sql) => /^(CREATE|INSERT|DROP)/.test(sql))).toEqual([]);
  await server.close();
});

test("Ctrl-C while --write-to makes its table: what may be left is told", async () => {
  writeFileSync(join(cwd, "click.qrels"), "q1 0 d1 1\n");
  let effects = testEffects({ cwd });
  let isDropped = true;
  const asked: string[] = [];
  const server = await listen((_, body, response) => {
    const sql = body.startsWith("--") ? body.split("\r\n\r\n")[1]!.split("\r\n--")[0]! : body;
    asked.push(sql.split(" ")[0]!);
    if (sql.startsWith('DESCRIBE TABLE "scores"'))
      return void response.writeHead(404, { "x-clickhouse-exception-code": "60" }).end("no table");
    if (sql.startsWith("CREATE")) effects.cancel();
    if (sql.startsWith("DROP") && !isDropped) return void response.writeHead(500).end("locked");
    if (sql.startsWith("WITH")) return void response.end(countedRow(sql));
    const columns =
      '["name","type"]\n["String","String"]\n["query","String"]\n["doc","String"]\n["score","Float64"]\n';
    response.end(sql.startsWith("DESCRIBE") ? columns : "");
  });
  const url = server.url.replace("http:", "clickhouse:");
  const words = [
    "eval",
    "click.qrels",
    "--engine",
    url,
    "--run-table",
    "runs",
    "-m",
    "rr",
    "--write-to",
    "scores",
  ];
  expect(await main(words, effects)).toBe(130);
  expect(asked.slice(-2)).toEqual(["CREATE", "DROP"]);
  isDropped = false;
  effects = testEffects({ cwd });
  expect(await main(words, effects)).toBe(3);
  expect(effects.stderr.text).toContain('drop it: DROP TABLE "scores"');
  await server.close();
});

/** What a statement would give for q1 of the run, with one relevant hit: 1 for every number. */
function countedRow(sql: string): string {
  const last = sql.slice(sql.lastIndexOf("SELECT"));
  const names = [...last.matchAll(/"(\w+)"(?=,\n|\nFROM)/g)].map(([, name]) => name!);
  const values: Readonly<Record<string, unknown>> = {
    run: "runs",
    query: "q1",
    unknown: 0,
    first_unknown: null,
    repeated: 0,
    repeated_doc: null,
    fault: 0,
  };
  const types = names.map((name) =>
    typeof values[name] === "string" || values[name] === null ? "Nullable(String)" : "Int32",
  );
  const row = names.map((name) => (name in values ? values[name] : 1));
  return [names, types, row].map((line) => `${JSON.stringify(line)}\n`).join("");
}

test("a second try is told in a line", async () => {
  writeFileSync(join(cwd, "trino.qrels"), "q1 0 d1 1\n");
  const lost = { errorName: "REMOTE_HOST_GONE", errorType: "INTERNAL_ERROR", message: "a worker is gone" };
  const steps = [[{ stats: { state: "QUEUED" } }, { error: lost, stats: { state: "FAILED" } }]];
  const names = [{ name: "column_name", type: "varchar" }];
  for (const flags of [[], ["--quiet"]]) {
    const server = await standIn(...steps, [{ columns: names, data: [] }], [{ columns: names, data: [] }]);
    const effects = testEffects({ cwd, sleep: quickClock().sleep });
    const url = server.url.replace("http:", "trino:");
    const asked = ["eval", "trino.qrels", "--engine", `${url}/lake/logs`, "--run-table", "runs", "-m", "rr"];
    expect(await main([...asked, ...flags], effects)).toBe(2);
    await server.close();
    const line = "trino failed, and is asked again: a worker is gone\n";
    expect(effects.stderr.text.includes(line), effects.stderr.text).toBe(flags.length === 0);
    expect(effects.stderr.text).toContain("trino has no table runs");
  }
});

describe("the advice to use an engine", () => {
  const parsed = (...words: string[]) => parseArgs(evalCommand, words) as Args;

  test("is the same command with an engine", () => {
    const args = parsed("my gold", "run.parquet", "-m", "ap");
    expect(engineAdvice({ args, asked: { metrics: ["ap"] } })).toContain(
      "goldie eval 'my gold' run.parquet -m ap --engine duckdb\n",
    );
  });

  test("is not given where the engine would refuse", () => {
    const args = parsed("gold", "run.parquet");
    expect(
      engineAdvice({ args, asked: { metrics: ["ap"], match: { ids: "lower", on: "both" } } }),
    ).toBeUndefined();
    expect(
      engineAdvice({ args: parsed("gold", "run.parquet", "--missed"), asked: { metrics: ["ap"] } }),
    ).toBeUndefined();
  });
});
