/** How good the default is on SciFact. The settings were chosen on the train queries. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../scripts/_prepare.mjs";
import type { Hit } from "../src/core/ranking.ts";
import { evaluate } from "../src/index.ts";
import { bm25 } from "../src/retrievers/bm25.ts";

const folder = join(root, "../shared/data/scifact");
const lines = (path: string): string[] => readFileSync(join(folder, path), "utf8").trim().split(/\r?\n/);

it.skipIf(!existsSync(folder))(
  "SciFact, 300 test queries (skipped without ../shared/data/scifact)",
  async () => {
    const words = new Map(
      lines("queries.jsonl").map((line) => {
        const { _id, text } = JSON.parse(line) as { _id: string; text: string };
        return [_id, text] as const;
      }),
    );
    const gold: Record<string, Record<string, number>> = {};
    for (const line of lines("qrels/test.tsv").slice(1)) {
      const [query, doc, grade] = line.split("\t") as [string, string, string];
      gold[query] = { ...gold[query], [doc]: Number(grade) };
    }
    const { signal } = new AbortController();
    const search = bm25({ corpus: join(folder, "corpus.derived.jsonl.gz") });
    await search.open!(signal);
    const run: Record<string, readonly Hit[]> = {};
    for (const query of Object.keys(gold))
      run[query] = (await search.retrieve(words.get(query)!, { k: 100, queryId: query, signal })) as Hit[];
    const result = evaluate({ gold, run, metrics: ["ndcg@10", "recall@100"] });
    expect(Object.keys(gold)).toHaveLength(300);
    // As docs/guide/bm25.md says.
    expect(result.mean("ndcg@10").mean).toBeCloseTo(0.6854, 4);
    expect(result.mean("recall@100").mean).toBeCloseTo(0.9213, 4);
  },
);
