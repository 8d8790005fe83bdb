/** Tables with one document per row: what orders the hits, and columns whose names promise lists. */
import { describe, expect, it } from "vitest";
import type { Problem } from "../src/core/problem.ts";
import { evaluateFiles } from "../src/engine/evaluate-files.ts";
import { memorySource, type Source } from "../src/files/source.ts";
import { createRowWriter } from "../src/formats/parquet/write.ts";

const GOLD = "q1 0 d2 1\n";

async function told(
  run: Source,
  gold: string | Source = GOLD,
  columns: Readonly<Record<string, string>> = {},
): Promise<{ rr: number | undefined; problems: readonly Problem[] }> {
  const { runs } = await evaluateFiles({
    gold: typeof gold === "string" ? memorySource("gold", gold) : gold,
    runs: [run],
    metrics: ["rr"],
    columns,
  });
  return { rr: runs[0]!.result.mean("rr").mean, problems: runs[0]!.result.problems };
}

type Row = readonly [query: string, doc: string, score: number, rank: number];
const FORMATS: Readonly<Record<string, (rows: readonly Row[]) => Source | Promise<Source>>> = {
  csv: (rows) =>
    memorySource("r.csv", `query,doc,score,rank\n${rows.map((row) => row.join(",")).join("\n")}\n`),
  tsv: (rows) =>
    memorySource("r.tsv", `query\tdoc\tscore\trank\n${rows.map((row) => row.join("\t")).join("\n")}\n`),
  jsonl: (rows) =>
    memorySource(
      "r.jsonl",
      rows.map(([query, doc, score, rank]) => `${JSON.stringify({ query, doc, score, rank })}\n`).join(""),
    ),
  async parquet(rows) {
    const pieces: Uint8Array[] = [];
    const columns = [
      { name: "query", type: "STRING" as const },
      { name: "doc", type: "STRING" as const },
      { name: "score", type: "DOUBLE" as const },
      { name: "rank", type: "DOUBLE" as const },
    ];
    const out = createRowWriter(columns, (piece) => void pieces.push(piece));
    for (const row of rows) out.add(...row);
    await out.end();
    return memorySource("r.parquet", Buffer.concat(pieces));
  },
};

describe.each(Object.entries(FORMATS))("a score and a rank in %s", (format, make) => {
  const agree: readonly Row[] = [
    ["q1", "d1", 0.9, 1],
    ["q1", "d2", 0.5, 2],
    ["q2", "d1", 0.8, 1],
  ];
  const disagree: readonly Row[] = [
    ...agree,
    ["q3", "d1", 0.2, 1],
    ["q3", "d2", 0.7, 2],
    ["q3", "d3", 0.8, 3],
  ];

  it("that agree need no word", async () => {
    const { problems } = await told(await make(agree));
    expect(problems.filter(({ code }) => code === "rank-and-score")).toEqual([]);
  });

  it("that disagree are reported once, with the first line; scores decide", async () => {
    const { rr, problems } = await told(await make(disagree), "q3 0 d3 1\n");
    expect(rr).toBe(1);
    const found = problems.filter(({ code }) => code === "rank-and-score");
    expect(found).toHaveLength(1);
    // A Parquet file has no header line, nor has JSON Lines.
    expect(found[0]!.at?.line).toBe(format === "csv" || format === "tsv" ? 6 : 5);
    expect(found[0]!.what).toContain("rank 1 has score 0.2, and rank 2 has score 0.7");
  });

  it("whoever names the ranks orders by them", async () => {
    const { rr, problems } = await told(await make(disagree), "q3 0 d3 1\n", { "run.rank": "rank" });
    expect(rr).toBe(1 / 3);
    expect(problems.filter(({ code }) => code === "rank-and-score")).toEqual([]);
  });
});

describe("other names of the score in JSON Lines", () => {
  it.each(["similarity", "Score", "sim"])("%s orders the rows", async (name) => {
    const rows = [
      { query: "q1", doc: "d1", [name]: 0.1 },
      { query: "q1", doc: "d2", [name]: 0.9 },
    ];
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    expect(await told(memorySource("r.jsonl", text))).toEqual({ rr: 1, problems: [] });
  });
});

describe("one document per row under the name of a list", () => {
  const run = memorySource("r.jsonl", '{"id":"q1","hits":["d1","d2"]}\n{"id":"q2","hits":["d9"]}\n');

  it("gold: repeated queries are rows of one document", async () => {
    const gold = memorySource("g.csv", "query,Relevant docs\nq1,d2\nq1,d7\nq2,d9\n");
    expect(await told(run, gold)).toEqual({ rr: 0.75, problems: [] });
  });

  it("gold: with their grades", async () => {
    const gold = memorySource("g.csv", "query,Relevant docs,grade\nq1,d2,1\nq1,d1,0\nq2,d9,1\n");
    expect(await told(run, gold)).toEqual({ rr: 0.75, problems: [] });
  });

  it("run: in the order of their scores", async () => {
    const rows = memorySource("r.csv", "query,retrieved,score\nq1,d1,0.5\nq1,d2,0.9\n");
    expect(await told(rows)).toEqual({ rr: 1, problems: [] });
  });

  it("a query that is there twice with lists is still refused", async () => {
    const gold = memorySource("g.csv", "query,relevant\nq1,[d2]\nq1,d7|d8\n");
    await expect(told(run, gold)).rejects.toThrow();
  });
});
