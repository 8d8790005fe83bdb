/** No output for people contains invisible characters from ids, names or texts; only data for programs may. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "../src/cli/main.ts";
import { testEffects } from "./cli/_effects.ts";

const HIDDEN = /(?![\t\r\n])[\p{Cc}\p{Cf}\u2028\u2029]/u;
const cwd = mkdtempSync(join(tmpdir(), "goldie-hidden-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function goldie(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const effects = testEffects({ cwd });
  const code = await main(argv, effects);
  return { code, stdout: effects.stdout.text, stderr: effects.stderr.text };
}

/** One of each kind in every place where a file can have one. */
const CHARS = [
  "\u0085",
  "\u009b",
  "\u007f",
  "\u202e",
  "\u2067",
  "\u200f",
  "\u061c",
  "\u200b",
  "\u200d",
  "\u2060",
  "\ufeff",
];
const all = CHARS.join("");
const query = (i: number): string => `q${CHARS[i % CHARS.length]}${i}`;
const doc = (i: number): string => `doc/${all}/${i}`;
const jsonl = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const queries = CHARS.map((_, i) => i);
const run = `run${all}.jsonl`;
const tagged = (i: number) => ({ [`tag${all}`]: `v${CHARS[i]}` });
writeFileSync(
  join(cwd, "gold.jsonl"),
  jsonl(
    queries.map((i) => ({
      id: query(i),
      query: `why${all}?`,
      relevant: [doc(i), doc(i + 1)],
      tags: tagged(i),
    })),
  ),
);
writeFileSync(
  join(cwd, run),
  jsonl(queries.map((i) => ({ id: query(i), hits: [{ id: doc(i), text: `t${all}` }, { id: `x${all}` }] }))),
);
// Ids that differ in their spelling, so that the doctor proposes something.
writeFileSync(
  join(cwd, "apart.jsonl"),
  jsonl(
    queries.map((i) => ({ id: query(i), hits: [`https://x.org/${doc(i)}#${all}`, doc(i).toUpperCase()] })),
  ),
);
writeFileSync(
  join(cwd, `broken${all}.jsonl`),
  `{"id":"q${all}","hits":{"${all}":"${all}"}}\n{"${all}": 1}\n`,
);
writeFileSync(join(cwd, "broken.csv"), `que${all},do${all}\n1,2\n`);
writeFileSync(join(cwd, "broken.run"), `q${all} Q0 d${all} 1 ${all}x t\nq1 Q0 d1 1 2 t\n`);

describe("no hidden character reaches a terminal or JSON", () => {
  const read = ["gold.jsonl", run];
  test.each([
    ["eval", ["eval", ...read]],
    ["eval --json", ["eval", ...read, "--json", "--per-query", "--by", `tag${all}`, "--missed"]],
    ["eval --per-query --by", ["eval", ...read, "--per-query", "--by", `tag${all}`]],
    ["eval --missed", ["eval", ...read, "--missed", "--verbose"]],
    ["eval --as trec_eval", ["eval", "gold.jsonl", run, "--as", "ranx", "--per-query"]],
    ["eval of two runs", ["eval", ...read, "apart.jsonl", "--verbose"]],
    ["eval of ids that do not match", ["eval", "gold.jsonl", "apart.jsonl"]],
    ["doctor", ["doctor", ...read, "apart.jsonl"]],
    ["doctor --json", ["doctor", ...read, "apart.jsonl", "--json"]],
    ["explain", ["explain", "ndcg@5", ...read]],
    ["explain --json", ["explain", "ndcg@5", ...read, "--json"]],
    ["explain --query", ["explain", "ndcg@5", ...read, "--query", query(1)]],
    ["explain --query --json", ["explain", "ndcg@5", ...read, "--query", query(1), "--json"]],
    ["explain --versus", ["explain", "ndcg@5", ...read, "--versus", "ranx:ndcg@5"]],
    ["explain --versus --json", ["explain", "ndcg@5", ...read, "--versus", "ranx:ndcg@5", "--json"]],
    ["explain of a query that is not there", ["explain", "ndcg@5", ...read, "--query", `no${all}`]],
    ["a file that is not there", ["eval", `no${all}`, run]],
    ["a folder that is not there", ["eval", `no${all}/x.jsonl`, run]],
    ["a broken row", ["eval", "gold.jsonl", `broken${all}.jsonl`, "--verbose"]],
    ["a broken table", ["eval", "gold.jsonl", "broken.csv", "--verbose"]],
    ["a broken TREC run", ["eval", "gold.jsonl", "broken.run", "--run-format", "trec-run"]],
    ["a metric that is not there", ["eval", ...read, "-m", `no${all}`]],
    ["a flag that is not there", ["eval", ...read, `--no${all}`]],
    ["a value that is not there", ["eval", ...read, "--run-format", `no${all}`]],
    ["a column that is not there", ["eval", ...read, "--col", `query=no${all}`]],
    ["a rule for ids that is none", ["eval", ...read, "--ids", `no${all}`]],
    ["a tag that is not there", ["eval", ...read, "--by", `no${all}`]],
    ["a command that is not there", [`no${all}`]],
    ["judge", ["judge", run]],
    ["convert", ["convert", run, `out${all}.csv`, "--verbose"]],
    ["fuse", ["fuse", run, "apart.jsonl", "-o", `out${all}.run.jsonl`]],
  ])("%s", async (_, argv) => {
    const { code, stdout, stderr } = await goldie(...argv);
    expect(stdout + stderr).not.toBe("");
    // 70 and the like would be an error of ours.
    expect([0, 2, 3]).toContain(code);
    expect({ stdout: HIDDEN.exec(stdout), stderr: HIDDEN.exec(stderr) }).toEqual({
      stdout: null,
      stderr: null,
    });
  });

  test.each(["md", "json", "jsonl", "txt", "trec"])("-o scores.%s", async (extension) => {
    const path = `scores.${extension}`;
    const { code } = await goldie("eval", ...read, "--per-query", "--by", `tag${all}`, "-o", path);
    expect(code).toBe(0);
    expect(HIDDEN.exec(readFileSync(join(cwd, path), "utf8"))).toBeNull();
  });
});

describe("doctor --json and explain --json give back what the files say", () => {
  test("after JSON.parse every id is what it was", async () => {
    const { stdout } = await goldie("explain", "ndcg@5", "gold.jsonl", run, "--query", query(1), "--json");
    expect(JSON.parse(stdout)).toMatchObject({ query: query(1) });
    const doctor = await goldie("doctor", "gold.jsonl", "apart.jsonl", "--json");
    expect(JSON.stringify(JSON.parse(doctor.stdout))).toContain(all);
  });
});

describe("CSV and TSV keep every character, and a warning names the first", () => {
  test.each(["csv", "tsv"])("%s", async (extension) => {
    const path = `scores.${extension}`;
    const { code, stderr } = await goldie("eval", "gold.jsonl", run, "--per-query", "-o", path);
    expect(code).toBe(0);
    const text = readFileSync(join(cwd, path), "utf8");
    for (const i of queries) expect(text).toContain(query(i));
    expect(stderr).toMatch(/scores\.[ct]sv +12 names in this file have invisible characters/);
    expect(stderr).toContain("\\u0085");
  });

  test("no warning where there are none, and none under --quiet", async () => {
    const plain = await goldie("eval", "gold.jsonl", "apart.jsonl", "--allow-no-overlap", "-o", "scores.csv");
    expect(plain.stderr).not.toContain("invisible characters");
    const quiet = await goldie("eval", "gold.jsonl", run, "--quiet", "--per-query", "-o", "scores.csv");
    expect(quiet.stderr).toBe("");
  });
});
