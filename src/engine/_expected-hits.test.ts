import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { ProblemLog } from "../core/problem-log.ts";
import { memorySource } from "../files/source.ts";
import { detectFormat } from "../formats/detect.ts";
import { openSource } from "../formats/open-source.ts";
import { createRowWriter, type OutColumn } from "../formats/parquet/write.ts";
import { contextOf } from "./_context.ts";
import { expectedHits } from "./_expected-hits.ts";
import { MOST_HITS } from "./choose-path.ts";
import { readAndScore } from "./evaluate-files.ts";

const folder = mkdtempSync(join(tmpdir(), "goldie-hits-"));
afterAll(() => rmSync(folder, { recursive: true }));
const put = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

async function hitsOf(path: string): Promise<number | undefined> {
  const source = await openSource(path);
  const { format } = await detectFormat(source, "run");
  return expectedHits(source, format, contextOf(source, "run", {}, [new ProblemLog()]));
}
async function parquet(columns: readonly OutColumn[], rows: readonly unknown[][]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const out = createRowWriter(columns, (piece) => void pieces.push(piece));
  for (const row of rows) out.add(...row);
  await out.end();
  return Buffer.concat(pieces);
}
const column = (name: string): OutColumn => ({ name, type: "STRING" });

/** TREC rows, as many as are asked for. */
function trec(queries: number, hits: number): string {
  const list = Array.from({ length: hits }, (_, i) => ` Q0 d${i} ${i + 1} ${hits - i} x\n`);
  return Array.from({ length: queries }, (_, q) => list.map((row) => `q${q}${row}`).join("")).join("");
}
const near = (found: number | undefined, wanted: number): boolean =>
  found !== undefined && Math.abs(found - wanted) < 0.1 * wanted;

describe("hits are estimated before a run is read", () => {
  test("of Parquet as its directory counts them: rows, or the values of lists", async () => {
    const rows = Array.from({ length: 1234 }, (_, i) => [`q${i % 7}`, `d${i}`]);
    expect(await hitsOf(put("rows", await parquet([column("q_id"), column("doc_id")], rows)))).toBe(1234);
    const lists = [3, 5, 1].map((n, i) => [`q${i}`, Array.from({ length: n }, (_, d) => `d${d}`)]);
    const columns = [column("qid"), { ...column("retrieved_ids"), depth: 1 as const }];
    expect(await hitsOf(put("lists", await parquet(columns, lists)))).toBe(9);
    // Three megabytes hold as many hits as a hundred of text.
    const same = Array.from({ length: 10 }, (_, i) => [`q${i}`, Array(50_000).fill("d1")]);
    const bytes = await parquet(columns, same);
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(await hitsOf(put("many", bytes))).toBe(500_000);
  });

  test("of a text by its first rows, whatever a row holds, where that is far above the bound", async () => {
    expect(await hitsOf(put("run.trec", trec(300, 1000)))).toBeUndefined();
    const list = Array.from({ length: 500 }, (_, i) => `d${i}`);
    const lists = Array.from({ length: 8000 }, (_, q) => `${JSON.stringify({ id: `q${q}`, hits: list })}\n`);
    expect(near(await hitsOf(put("run.jsonl", lists.join(""))), 4_000_000)).toBe(true);
  });

  test("of a packed file not at all, nor of one in memory", async () => {
    expect(await hitsOf(put("run.gz", gzipSync(trec(2, 3))))).toBeUndefined();
    const source = memorySource("run", trec(2, 3));
    const { format } = await detectFormat(source, "run");
    expect(await expectedHits(source, format, contextOf(source, "run", {}, []))).toBeUndefined();
  });

  test("and not of what cannot be read", async () => {
    const bytes = await parquet([column("a"), column("b")], [["x", "y"]]);
    expect(await hitsOf(put("other.parquet", bytes))).toBeUndefined();
  });
});

test("a gzip file of three million hits is small, and is not kept", async () => {
  const packed = gzipSync(trec(3000, 1000), { level: 1 });
  const score = async (bytes: Uint8Array, name: string) => {
    const { runs } = await readAndScore(
      {
        gold: memorySource("gold", Array.from({ length: 3000 }, (_, q) => `q${q} 0 d1 1\n`).join("")),
        runs: [await openSource(put(name, bytes))],
        metrics: ["rr"],
        keep: "fitting",
      },
      "fitting",
    );
    const { path, ranking, missed } = runs[0]!;
    return {
      path: path?.path,
      because: path?.because,
      kept: ranking !== undefined,
      missed: missed !== undefined,
    };
  };
  expect(packed.length).toBeLessThan(MOST_HITS * 10);
  expect(await score(packed, "large.gz")).toEqual({
    path: "bytes",
    because: "more than 2000000 hits came",
    kept: false,
    missed: false,
  });
  expect(await score(gzipSync(trec(30, 1000)), "small.gz")).toEqual({
    path: "memory",
    because: "no more than 2000000 hits, as far as is known",
    kept: true,
    missed: true,
  });
});
