import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { evaluate } from "../evaluate/evaluate.ts";
import { numpySum, pythonFloat, pythonJson } from "./_python.ts";
import { type LiveragOptions, liveragFiles } from "./liverag.ts";

// The worked example of the dialect: a chunk twice of one document, nothing retrieved, nothing found.
const [A, B, X] = ["a", "b", "x"].map((id) => `doc-<urn:uuid:${id}>::chunk`);
const result = evaluate({
  as: "liverag",
  gold: new Map([
    ["q3", ["<urn:uuid:d>", "<urn:uuid:e>"]],
    ["q1", ["<urn:uuid:a>"]],
    ["q2", ["<urn:uuid:c>"]],
    ["never asked", ["<urn:uuid:z>"]],
  ]),
  run: new Map([
    ["q1", [`${A}-0`, `${B}-0`, `${A}-1`]],
    ["q2", []],
    ["q3", [`${X}-0`]],
    ["not judged", ["y"]],
  ]),
});
const options: LiveragOptions = {
  system: "VanillaRAG",
  command: 'evaluate --results "x.tsv"',
  // Local time, wherever the test runs.
  now: new Date(2025, 4, 21, 18, 10, 15, 191),
  timeMs: 12.5,
  stem: "dm.run05211802.VanillaRAG",
  order: ["q1", "q2", "not judged", "q3"],
};

describe("LiveRAG's files", () => {
  it("as tables", () => {
    const [aggregated, rows, ...more] = liveragFiles(result, options);
    expect(more).toEqual([]);
    expect(aggregated).toEqual({
      name: "dm.run05211802.VanillaRAG.eval05211810.ContextRecall.aggregated.tsv",
      text:
        "evaluator_name\tsample_count\tsystem_name\ttimestamp\tis_aggregated\tfull_command\ttotal_time_ms\tavg_context_recall\tavg_context_precision\tavg_context_f1\tpct_records_with_at_least_one_ref\tpct_records_with_all_refs\tndcg_10\tprocessing_time_ms\n" +
        'ContextRecall\t3\tVanillaRAG\t2025-05-21T18:10:15.191000\tTrue\t"evaluate --results ""x.tsv"""\t12.5\t0.3333333333333333\t0.16666666666666666\t0.2222222222222222\t33.33333333333333\t33.33333333333333\t0.4598603945740938\t12.5\n',
    });
    expect(rows).toEqual({
      name: "dm.run05211802.VanillaRAG.eval05211810.ContextRecall.rows.tsv",
      text:
        "qid\tevaluator_name\tis_aggregated\tcontext_recall\tcontext_precision\tcontext_f1\tretrieved_docs_count\tgold_docs_count\tcorrect_docs_count\tndcg_10\n" +
        "q1\tContextRecall\tFalse\t1.0\t0.5\t0.6666666666666666\t2\t1\t1\t0.9197207891481876\n" +
        "q2\tContextRecall\tFalse\t0.0\t0.0\t0.0\t0\t1\t0\t\n" +
        "q3\tContextRecall\tFalse\t0.0\t0.0\t0.0\t1\t2\t0\t0.0\n",
    });
  });
  it("as JSON Lines, with another prefix and no system", () => {
    const { system: _, command: __, ...bare } = options;
    const [aggregated, rows] = liveragFiles(result, {
      ...bare,
      format: "jsonl",
      prefix: "mine",
      now: new Date(2025, 10, 2, 3, 4, 5),
    });
    expect(aggregated!.name).toBe("dm.run05211802.VanillaRAG.eval11020304.mine.aggregated.jsonl");
    expect(aggregated!.text).toBe(
      '{"metrics": {"avg_context_recall": 0.3333333333333333, "avg_context_precision": 0.16666666666666666, "avg_context_f1": 0.2222222222222222, "pct_records_with_at_least_one_ref": 33.33333333333333, "pct_records_with_all_refs": 33.33333333333333, "ndcg_10": 0.4598603945740938, "processing_time_ms": 12.5}, "evaluator_name": "ContextRecall", "sample_count": 3, "system_name": null, "timestamp": "2025-11-02T03:04:05", "total_time_ms": 12.5}\n',
    );
    expect(rows!.text.split("\n")[1]).toBe(
      '{"qid": "q2", "metrics": {"context_recall": 0.0, "context_precision": 0.0, "context_f1": 0.0, "retrieved_docs_count": 0, "gold_docs_count": 1, "correct_docs_count": 0}, "evaluator_name": "ContextRecall"}',
    );
  });
  it("without a row that matched: one file, and no number but the time", () => {
    const nothing = evaluate({ as: "liverag", gold: { a: ["x"] }, run: { b: ["x"] } });
    const files = liveragFiles(nothing, { ...options, timeMs: 3, order: ["b"] });
    expect(files).toHaveLength(1);
    expect(files[0]!.text.split("\n")[0]).toMatch(/total_time_ms\tprocessing_time_ms$/);
    expect(files[0]!.text.split("\n")[1]).toMatch(/^ContextRecall\t0\t.*\t3\.0\t3\.0$/);
  });
  it("keeps the 0 that one chunk retrieved twice makes of the mean", () => {
    const spoiled = evaluate({
      as: "liverag",
      gold: { a: ["x"], b: ["y"] },
      run: { a: ["x"], b: ["y", "y"] },
    });
    const [aggregated, rows] = liveragFiles(
      spoiled,
      options.order ? { ...options, order: ["a", "b"] } : options,
    );
    expect(aggregated!.text.split("\n")[1]).toMatch(/\t0\.0\t12\.5$/);
    expect(
      rows!.text
        .split("\n")
        .slice(1, 3)
        .map((row) => row.split("\t").at(-1)),
    ).toEqual(["1.0", "0.0"]);
  });

  const folder = new URL("../../../shared/parity/rag/", import.meta.url);
  it.skipIf(!existsSync(folder))(
    "what the tool itself printed, digit for digit (skipped without ../shared/parity/rag)",
    () => {
      interface Input {
        readonly queries: readonly { qid: unknown; retrieved: (string | null)[]; gold_docs: string[] }[];
      }
      interface Printed {
        readonly rows: readonly Record<string, number>[];
        readonly aggregate: Record<string, number>;
        readonly ndcg_errors?: unknown;
      }
      const load = <T>(name: string): T[] =>
        JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as T[];
      const printed = load<Printed>("liverag");
      let compared = 0;
      let off = 0;
      for (const [i, { queries }] of load<Input>("inputs").entries()) {
        // Where ids of queries are repeated, empty or numbers, and where pandas took ids for something else, the dialect differs by choice.
        const ids = queries.map(({ qid }) => qid);
        const plain = ids.every(
          (id) => typeof id === "string" && /^[a-z]\w*$/i.test(id) && !/^n(an|a|one|ull)$/i.test(id),
        );
        const odd = queries.some(({ retrieved }) =>
          retrieved.some((id) => id === null || !/^[^\s"]+$/.test(id) || /^[\d.+-]/.test(id)),
        );
        if (!plain || odd || new Set(ids).size < ids.length || printed[i]!.ndcg_errors !== undefined)
          continue;
        const by = <T>(value: (q: Input["queries"][number]) => T): Map<string, T> =>
          new Map(queries.map((q) => [q.qid as string, value(q)]));
        const scored = evaluate({
          as: "liverag",
          gold: by((q) => ({ relevant: q.gold_docs })),
          run: by((q) => q.retrieved as string[]),
        });
        const files = liveragFiles(scored, { ...options, format: "jsonl", order: ids as string[] });
        const { processing_time_ms: _, ...metrics } = (
          JSON.parse(files[0]!.text) as { metrics: Record<string, number> }
        ).metrics;
        const rows = (files[1]?.text ?? "")
          .split("\n")
          .filter((row) => row !== "")
          .map((row) => JSON.parse(row) as { qid: string; metrics: Record<string, number> })
          .map(({ qid, metrics: own }) => ({ qid, ...own }) as unknown as Record<string, number>);
        const wanted = printed[i]!;
        expect([Object.keys(metrics), ...rows.map((row) => Object.keys(row))], `case ${i}`).toEqual([
          Object.keys(wanted.aggregate),
          ...wanted.rows.map((row) => Object.keys(row)),
        ]);
        // The tool adds up the gains of a list in its own way: a row's nDCG may be off in the last digit, and the mean with it.
        let last = 0;
        for (const [r, row] of rows.entries())
          for (const [name, value] of Object.entries(row)) {
            const cell = wanted.rows[r]![name]!;
            if (name !== "ndcg_10") expect(value, `case ${i} ${name}`).toBe(cell);
            else if (value !== cell) last++;
            compared++;
          }
        for (const [name, value] of Object.entries(metrics)) {
          const cell = wanted.aggregate[name]!;
          if (name === "ndcg_10" && last > 0) expect(value, `case ${i} ${name}`).toBeCloseTo(cell, 14);
          else expect(value, `case ${i} ${name}`).toBe(cell);
          compared++;
        }
        off += last;
      }
      expect(compared).toBeGreaterThan(1500);
      expect(off).toBeLessThan(compared / 100);
    },
  );
});

describe("values as Python prints them", () => {
  it.each<[number, string]>([
    [0, "0.0"],
    [-0, "-0.0"],
    [1, "1.0"],
    [2 / 3, "0.6666666666666666"],
    [1e-4, "0.0001"],
    [9.999e-5, "9.999e-05"],
    [-2.5e-10, "-2.5e-10"],
    [1e15, "1000000000000000.0"],
    [1e16, "1e+16"],
    [1.2345678901234568e17, "1.2345678901234568e+17"],
    [1e300, "1e+300"],
    [5e-324, "5e-324"],
    [Number.NaN, "nan"],
    [Number.NEGATIVE_INFINITY, "-inf"],
  ])("%d", (x, text) => {
    expect(pythonFloat(x)).toBe(text);
  });
  it("JSON with blanks, and nothing outside ASCII", () => {
    expect(pythonJson({ a: 'é\u007f😀"\\/\n', b: [1, null, true] })).toBe(
      '{"a": "\\u00e9\\u007f\\ud83d\\ude00\\"\\\\/\\n", "b": [1, null, true]}',
    );
  });
  it("sums as NumPy adds", () => {
    const thirds = (n: number): number[] => Array.from({ length: n }, (_, i) => 1 / (i + 3));
    // Printed by NumPy for the same numbers.
    expect(numpySum(Array(10).fill(0.2222222222222222)) / 10).toBe(0.22222222222222224);
    expect(numpySum([])).toBe(0);
    expect(numpySum(thirds(7))).toBe(thirds(7).reduce((a, b) => a + b, 0));
    expect(numpySum(thirds(300))).toBeCloseTo(
      thirds(300).reduce((a, b) => a + b, 0),
      12,
    );
  });
});
