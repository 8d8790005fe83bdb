/** A file with very many names: an error lists a few of them and says how many more there are. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "../src/cli/main.ts";
import { evaluate, GoldieError } from "../src/index.ts";
import { testEffects } from "./cli/_effects.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-names-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function goldie(...argv: string[]): Promise<{ code: number; text: string }> {
  const effects = testEffects({ cwd });
  const code = await main(argv, effects);
  return { code, text: effects.stdout.text + effects.stderr.text };
}

/** A million takes ten times as long, and nothing else. */
const MANY = 100_000;
const names = Array.from({ length: MANY }, (_, i) => `c${i}`);
const object = (rest = ""): string => `{${names.map((name) => `"${name}":1`).join(",")}${rest}}\n`;
writeFileSync(join(cwd, "gold.qrels"), "q1 0 d1 1\n");
writeFileSync(join(cwd, "run.trec"), "q1 Q0 d1 1 1 t\n");

describe("at most about ten names, and how many more", { timeout: 120_000 }, () => {
  test.each([
    [
      "columns of a CSV run",
      "run.csv",
      () => `${names.join(",")}\n`,
      ["eval", "gold.qrels", "run.csv", "--run-format", "csv"],
    ],
    [
      "columns of a TSV gold",
      "gold.tsv",
      () => `${names.join("\t")}\n`,
      ["eval", "gold.tsv", "run.trec", "--gold-format", "tsv"],
    ],
    [
      "columns, where --col names none of them",
      "run.csv",
      () => `query,doc,${names.join(",")}\nq1,d1,${names.map(() => 1).join(",")}\n`,
      ["eval", "gold.qrels", "run.csv", "--run-format", "csv", "--col", "doc=zzzzzzzz"],
    ],
    [
      "keys of a row of a run",
      "run.jsonl",
      () => object(),
      ["eval", "gold.qrels", "run.jsonl", "--run-format", "jsonl"],
    ],
    [
      "keys of a row of gold",
      "gold.jsonl",
      () => object(',"id":"q1"'),
      ["eval", "gold.jsonl", "run.trec", "--gold-format", "jsonl"],
    ],
    [
      "keys of a row that are not read",
      "run.jsonl",
      () => object(',"id":"q1","hits":["d1"]'),
      ["eval", "gold.qrels", "run.jsonl", "--run-format", "jsonl"],
    ],
    ["fields of a case", "cases.json", () => `[${object()}]`, ["judge", "cases.json"]],
    [
      "fields of a Ragas case",
      "cases.jsonl",
      () => object(),
      ["eval", "cases.jsonl", "--gold-format", "ragas", "--as", "ragas"],
    ],
    [
      "tags",
      "gold.jsonl",
      () => `{"id":"q1","relevant":["d1"],"tags":{${names.map((name) => `"${name}":"x"`).join(",")}}}\n`,
      ["eval", "gold.jsonl", "run.trec", "--gold-format", "jsonl", "--by", "nothing"],
    ],
    ["metrics", "x", () => "", ["explain", "all_trec", "--as", "trec_eval"]],
  ])("%s", async (_, file, content, argv) => {
    writeFileSync(join(cwd, file), content());
    const { text } = await goldie(...argv);
    expect(text).toMatch(/and (more than )?[\d,]+\s+(more|other)/);
    expect(text.length).toBeLessThan(3_000);
    rmSync(join(cwd, file));
  });

  test("the fields of a Problem hold no more either", () => {
    const tags = Object.fromEntries(names.slice(0, 10_000).map((name) => [name, "x"]));
    const result = evaluate({ gold: { q1: { relevant: ["a"], tags } }, run: { q1: ["a"] }, metrics: ["rr"] });
    try {
      result.slices("nothing");
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(GoldieError);
      expect((error as GoldieError).message.length).toBeLessThan(1_000);
    }
  });

  test("names of very many letters are cut", async () => {
    writeFileSync(join(cwd, "run.csv"), `${"a".repeat(MANY)},${"b".repeat(MANY)}\n1,2\n`);
    const { code, text } = await goldie("eval", "gold.qrels", "run.csv", "--run-format", "csv");
    expect(code).toBe(2);
    expect(text.length).toBeLessThan(3_000);
  });
});
