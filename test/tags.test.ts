/** Tags to group by, from the fields of any format: --col tags=lang,category. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { main } from "../src/cli/main.ts";
import { ProblemLog } from "../src/core/problem-log.ts";
import { loadGold } from "../src/engine/load.ts";
import { memorySource, type Source } from "../src/files/source.ts";
import { createRowWriter } from "../src/formats/parquet/write.ts";
import { testEffects } from "./cli/_effects.ts";

interface Row {
  readonly query: string;
  readonly docs: readonly string[];
  readonly lang: string;
  readonly category: string;
}
const ROWS: readonly Row[] = [
  { query: "q1", docs: ["d1", "d2"], lang: "en", category: "boats" },
  { query: "q2", docs: ["d3"], lang: "de", category: "boats" },
  { query: "q3", docs: ["d4"], lang: "de", category: "" },
];

async function parquet(lists: boolean): Promise<Source> {
  const pieces: Uint8Array[] = [];
  const text = (name: string) => ({ name, type: "STRING" as const });
  const doc = lists ? { ...text("relevant"), depth: 1 as const } : text("doc_id");
  const columns = [text("query_id"), doc, text("lang"), text("category")];
  const out = createRowWriter(columns, (piece) => void pieces.push(piece));
  for (const { query, docs, lang, category } of ROWS)
    for (const one of lists ? [docs] : docs) out.add(query, one as string, lang, category);
  await out.end();
  return memorySource("gold.parquet", Buffer.concat(pieces));
}
const table = (separator: string): string =>
  ["query", "doc", "grade", "lang", "category"].join(separator) +
  ROWS.flatMap(({ query, docs, lang, category }) =>
    docs.map((doc) => `\n${[query, doc, 1, lang, category].join(separator)}`),
  ).join("");

const FILES: Readonly<Record<string, () => Source | Promise<Source>>> = {
  "JSONL, a row per query": () =>
    memorySource(
      "gold.jsonl",
      ROWS.map(
        ({ query, docs, ...tags }) => `${JSON.stringify({ id: query, relevant: docs, ...tags })}\n`,
      ).join(""),
    ),
  "JSONL, a row per judgement": () =>
    memorySource(
      "gold.jsonl",
      ROWS.flatMap(({ query, docs, ...tags }) =>
        docs.map((doc) => `${JSON.stringify({ query, doc, grade: 1, ...tags })}\n`),
      ).join(""),
    ),
  "CSV, a row per query": () =>
    memorySource(
      "gold.csv",
      `query_id,relevant,lang,category\n${ROWS.map(({ query, docs, lang, category }) => `${query},"${JSON.stringify(docs).replaceAll('"', '""')}",${lang},${category}\n`).join("")}`,
    ),
  "CSV, a row per judgement": () => memorySource("gold.csv", table(",")),
  "TSV, a row per judgement": () => memorySource("gold.tsv", table("\t")),
  "Parquet, a row per query": () => parquet(true),
  "Parquet, a row per judgement": () => parquet(false),
};

describe.each(Object.entries(FILES))("%s", (_, make) => {
  const tagsOf = async (tags: string, log = new ProblemLog()) => {
    const { gold } = await loadGold(await make(), { log, columns: { tags } });
    return [...gold.values()].map((value) => (value as { tags?: object }).tags);
  };
  it("two fields", async () => {
    const log = new ProblemLog();
    expect(await tagsOf("lang,category", log)).toEqual([
      { lang: "en", category: "boats" },
      { lang: "de", category: "boats" },
      { lang: "de" },
    ]);
    expect(log.list().map(({ what }) => what)).toEqual([]);
  });
  it("a field that is not there", async () => {
    const log = new ProblemLog();
    expect(await tagsOf("lang, categry", log)).toEqual([{ lang: "en" }, { lang: "de" }, { lang: "de" }]);
    expect(log.list()).toContainEqual(
      expect.objectContaining({
        code: "no-column",
        fields: expect.objectContaining({ column: "categry", nearest: ["category"], role: "tags" }),
      }),
    );
  });
});

it("without --col: an object in tags, or fields such as tags.lang", async () => {
  const csv = 'id,relevant,tags,tags.lang\nq1,"[""d1""]","{""kind"": ""fact""}",en\n';
  const jsonl = '{"id":"q1","relevant":["d1"],"tags":{"kind":"fact"},"tags.lang":"en"}\n';
  for (const [name, text] of [
    ["gold.csv", csv],
    ["gold.jsonl", jsonl],
  ] as const) {
    const { gold } = await loadGold(memorySource(name, text), { log: new ProblemLog() });
    expect(gold.get("q1")).toMatchObject({ tags: { kind: "fact", lang: "en" } });
  }
});

it("two values in the rows of one query: the first counts, with a warning", async () => {
  const log = new ProblemLog();
  const csv = "query,doc,grade,lang\nq1,d1,1,en\nq1,d2,1,de\n";
  const { gold } = await loadGold(memorySource("gold.csv", csv), { log, columns: { tags: "lang" } });
  expect(gold.get("q1")).toMatchObject({ tags: { lang: "en" } });
  expect(log.list().map(({ code, at }) => `${code}:${at?.line}`)).toEqual(["different-tags:3"]);
});

describe("goldie eval --by", () => {
  const cwd = mkdtempSync(join(tmpdir(), "goldie-tags-"));
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, "gold.csv"), table(","));
  writeFileSync(join(cwd, "run.csv"), "query,doc,score\nq1,d1,2\nq2,x,1\nq3,d4,1\n");
  const run = async (...args: string[]) => {
    const effects = testEffects({ cwd });
    const code = await main(["eval", "gold.csv", "run.csv", "-m", "recall@5", ...args], effects);
    return { code, out: effects.stdout.text, err: effects.stderr.text };
  };
  it("means by a column of the gold", async () => {
    const { code, out } = await run("--by", "lang", "--col", "tags=lang,category");
    expect(code).toBe(0);
    expect(out).toMatch(/de\s+2\s+0\.500/);
    expect(out).toMatch(/en\s+1\s+0\.500/);
  });
  it("a column that is not a tag yet is named as one", async () => {
    const { code, err } = await run("--by", "lang");
    expect(code).toBe(2);
    expect(err).toContain("--col tags=lang");
  });
  it("a column that no file has is an error", async () => {
    const { code, err } = await run("--by", "lang", "--col", "tags=lang,categry");
    expect(code).toBe(2);
    expect(err).toContain("did you mean --col tags=category?");
  });
});
