import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { formats } from "./index.ts";
import { openSource } from "./open-source.ts";

const root = mkdtempSync(join(tmpdir(), "goldie-open-"));
afterAll(() => rmSync(root, { recursive: true }));

let made = 0;
function folderOf(...files: readonly string[]): string {
  const folder = join(root, String(made++));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), "x\n");
  }
  return folder;
}

test.each([
  ["corpus.jsonl"],
  ["queries.jsonl.gz"],
  ["qrels/dev.tsv"],
  ["data/qa.parquet"],
  ["corpus.parquet"],
  ["trial.json"],
])("a folder with %s is a data set", async (file) => {
  const folder = folderOf(file, "notes.md");
  const source = await openSource(folder, undefined, { name: "data" });
  expect([source.name, source.folder]).toEqual(["data/", folder]);
});

test.each([
  [["a.md", "run.trec"], "run.trec"],
  [["a.md", "qrels.of.mine"], "qrels.of.mine"],
  [["a.md", "old/corpus.jsonl"], join("old", "corpus.jsonl")],
])("a folder with %s is none, and %s is named instead", async (files, example) => {
  const folder = folderOf(...files);
  await expect(openSource(folder)).rejects.toMatchObject({
    problem: { code: "is-folder", fields: { example: join(folder, example) } },
  });
});

test("a folder without data is none, and nothing is named", async () => {
  const error: unknown = await openSource(folderOf(".git", "a.md")).catch((one: unknown) => one);
  expect(error).toMatchObject({ problem: { code: "is-folder" } });
  expect((error as { problem: { fields: object } }).problem.fields).not.toHaveProperty("example");
});

test("some formats are folders", () => {
  expect(formats.filter(({ folder }) => folder !== undefined).map(({ id }) => id)).toEqual([
    "beir",
    "autorag",
  ]);
});
