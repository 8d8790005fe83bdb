import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { testEffects } from "../../../test/cli/_effects.ts";
import { evaluate } from "../../evaluate/evaluate.ts";
import { RankingColumns } from "../../evaluate/input/read-run.ts";
import { loadFiles } from "./load.ts";
import type { Request } from "./request.ts";
import { withInputs } from "./sources.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-load-"));
afterAll(() => rmSync(cwd, { recursive: true }));
for (const [name, text] of Object.entries({
  "gold.jsonl": '{"id":"q1","relevant":["b"]}\n',
  "corpus.jsonl": '{"id":"a","text":"the first"}\n{"id":"b","text":"the second"}\n',
  "mapping.json": '{"q1":{"a":0.5,"b":2.5,"c":1.5}}\n',
  "list.json": '{"q1":["a","b",{"id":"c","text":"its own"}]}\n',
}))
  writeFileSync(join(cwd, name), text);

const load = (run: string) =>
  withInputs(testEffects({ cwd }), true, async (inputs) => {
    const request: Request = {
      gold: "gold.jsonl",
      runs: [run],
      names: [],
      corpus: "corpus.jsonl",
      asked: {},
      columns: {},
      table: {},
      quiet: true,
    };
    return loadFiles(request, inputs, true);
  });

test("hits of id → score get the texts of a corpus, and stay what they were", async () => {
  const { gold, runs } = await load("mapping.json");
  const [{ run }] = runs as [(typeof runs)[0]];
  const ranking = run.get("q1");
  expect(ranking).toBeInstanceOf(RankingColumns);
  expect(ranking).toMatchObject({
    ids: ["a", "b", "c"],
    scores: [0.5, 2.5, 1.5],
    texts: ["the first", "the second", undefined],
    mapping: true,
    distinct: true,
  });
  // No id is missing: a rule that refuses hits without one has nothing to refuse, and one that drops them nothing to drop.
  for (const nulls of ["error", "drop-after-depth"] as const) {
    const result = evaluate({ gold: gold.gold, run, metrics: ["rr", "recall@1"], nulls });
    expect(["rr", "recall@1"].map((metric) => result.mean(metric).mean)).toEqual([1, 1]);
  }
});

test("hits of a list keep a text of their own", async () => {
  const { runs } = await load("list.json");
  expect(runs[0]!.run.get("q1")).toEqual([
    { id: "a", text: "the first" },
    { id: "b", text: "the second" },
    { id: "c", text: "its own" },
  ]);
});
