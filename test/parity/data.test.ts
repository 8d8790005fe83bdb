/** Data of other projects, where it is there: values that they published with it. */
import { existsSync, readFileSync } from "node:fs";
import { parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { describe, expect, it } from "vitest";
import { evaluate, evaluateOne, type Judgement } from "../../src/index.ts";
import { same, tally, total } from "./_cells.ts";
import { type SmallCase, smallCells } from "./_small-cases.ts";

const data = new URL("../../../shared/data/", import.meta.url);
const there = (folder: string): boolean => existsSync(new URL(folder, data));
const text = (path: string): string => readFileSync(new URL(path, data), "utf8");

describe("small inputs on which the tools disagree", () => {
  it.skipIf(!there("dialects/"))("every tool's value (skipped without ../shared/data/dialects)", () => {
    const cases = JSON.parse(text("dialects/vectors.json")) as SmallCase[];
    const counts = total(tally(smallCells(cases)));
    expect(counts.wrongCells).toEqual([]);
    expect(counts.cells).toBeGreaterThan(40 * cases.length);
  });
});

describe("AutoRAG's own data", () => {
  const skip = !there("autorag/");

  interface UnitTest {
    readonly retrieval_gt: string[][][];
    readonly retrieved_ids: string[][];
    readonly expected: Readonly<Record<string, (number | null)[]>>;
    readonly numpy_case: { retrieval_gt: string[][][]; retrieved_ids: string[][]; recall: number[] };
  }
  const score = (groups: string[][], hits: string[], name: string): number | null | undefined => {
    const one = evaluateOne({ as: "autorag", metrics: name, gold: { groups }, hits })[name]!;
    if (one.status === "scored") return one.value;
    return one.status === "undefined" && one.because === "tool-none" ? null : undefined;
  };

  it.skipIf(skip)("its unit test of the six metrics (skipped without ../shared/data/autorag)", () => {
    const test = JSON.parse(text("autorag/expected-test_retrieval_metric.json")) as UnitTest;
    let compared = 0;
    for (const [metric, wanted] of Object.entries(test.expected))
      for (const [i, value] of wanted.entries()) {
        const got = score(test.retrieval_gt[i]!, test.retrieved_ids[i]!, `retrieval_${metric}`);
        const where = `${metric}, row ${i}`;
        if (value === null) expect(got, where).toBeNull();
        else expect(same(got!, value), `${where}: ${got} is not ${value}`).toBe(true);
        compared++;
      }
    expect(compared).toBe(48);
    const { retrieval_gt, retrieved_ids, recall } = test.numpy_case;
    expect(retrieval_gt.map((groups, i) => score(groups, retrieved_ids[i]!, "retrieval_recall"))).toEqual(
      recall,
    );
  });

  interface Row extends Readonly<Record<string, unknown>> {
    readonly qid: string;
  }
  async function rowsOf(name: string): Promise<Row[]> {
    const bytes = readFileSync(new URL(`autorag/${name}.parquet`, data));
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    return (await parquetReadObjects({ file, compressors })) as Row[];
  }

  it.skipIf(skip).each([
    ["lexical_retrieval", "retrieved_ids_lexical", ""],
    ["semantic_retrieval", "retrieved_ids_semantic", ""],
    ["hybrid_retrieval", "retrieved_ids", ""],
    ["passage_reranker", "retrieved_ids", "passage_reranker_"],
  ])("the rows and means of its %s (skipped without ../shared/data/autorag)", async (node, ids, prefix) => {
    const gold = new Map(
      (await rowsOf("qa_data_sample")).map((row) => [row.qid, row["retrieval_gt"] as string[][]]),
    );
    const rows = await rowsOf(`result_project.${node}.best_0`);
    const run = new Map(rows.map((row) => [row.qid, row[ids] as string[]]));
    const metrics = ["retrieval_f1", "retrieval_recall", "retrieval_precision"];
    const result = evaluate({ as: "autorag", metrics, gold, run });
    expect(rows).toHaveLength(10);
    for (const row of rows)
      for (const metric of metrics) {
        const got = result.score(row.qid, metric);
        const wanted = row[prefix + metric] as number;
        expect(got.status === "scored" && same(wanted, got.value), `${row.qid} ${metric}: ${wanted}`).toBe(
          true,
        );
      }
    // Its summary has one module, whose parameters hold commas; the last four columns are f1, recall, precision and is_best.
    const [, line] = text(`autorag/result_project.${node}.summary.csv`).trim().split(/\r?\n/);
    const means = line!.split(",").slice(-4, -1).map(Number);
    for (const [i, metric] of metrics.entries()) expect(result.mean(metric).mean).toBeCloseTo(means[i]!, 12);
  });
});

describe("the worked examples of a guide to judged metrics", () => {
  interface Example {
    readonly id: string;
    readonly metric: string;
    readonly question: string;
    readonly reference?: string;
    readonly contexts: string[];
    readonly verdicts?: number[];
    readonly claims?: { supportedBy: number[] }[];
    readonly entities?: string[];
    readonly found?: string[];
    readonly relevant?: number[];
    readonly expect: number;
    readonly ragas?: number;
    readonly reversedOrder?: { verdicts: number[]; expect: number };
  }
  /** Our metric's counterpart in each tool; what a tool prints is the guide's value unless the example says otherwise. */
  const IN_RAGAS: Readonly<Record<string, string>> = {
    "context-precision": "llm_context_precision_with_reference",
    "context-recall": "context_recall",
    "context-entities-recall": "context_entity_recall",
  };
  const IN_DEEPEVAL: Readonly<Record<string, string>> = {
    "context-precision": "contextual_precision",
    "context-recall": "contextual_recall",
    "context-relevancy": "contextual_relevancy",
  };
  const value = (metric: string, judgement: Judgement, as = "textbook"): number | undefined => {
    const one = evaluateOne({ as, metrics: metric, judgement })[metric]!;
    return one.status === "scored" ? one.value : undefined;
  };
  const judgementOf = (e: Example): Judgement => ({
    question: e.question,
    contexts: e.contexts,
    ...(e.reference === undefined ? {} : { reference: e.reference }),
    ...(e.verdicts === undefined ? {} : { verdicts: e.verdicts }),
    ...(e.claims === undefined ? {} : { claims: e.claims.map((claim) => claim.supportedBy.length > 0) }),
    ...(e.entities === undefined ? {} : { entities: { reference: e.entities, contexts: e.found! } }),
    ...(e.relevant === undefined ? {} : { statements: e.relevant.map((one) => [one]) }),
  });

  it.skipIf(!there("judge/guide/"))(
    "textbook, Ragas and DeepEval (skipped without ../shared/data/judge/guide)",
    () => {
      const examples = JSON.parse(text("judge/guide/examples.json")) as Example[];
      for (const e of examples) {
        const judgement = judgementOf(e);
        expect(value(e.metric, judgement), e.id).toBe(e.expect);
        const [ragas, deepeval] = [IN_RAGAS[e.metric], IN_DEEPEVAL[e.metric]];
        if (ragas !== undefined)
          for (const as of ["ragas", "ragas02"])
            expect(value(ragas, judgement, as), `${as} ${e.id}`).toBe(e.ragas ?? e.expect);
        if (deepeval !== undefined)
          for (const as of ["deepeval", "deepeval2"])
            expect(value(deepeval, judgement, as), `${as} ${e.id}`).toBe(e.expect);
        if (e.reversedOrder === undefined) continue;
        // The same contexts with the helpful one last.
        const reversed = { ...judgement, verdicts: e.reversedOrder.verdicts };
        expect(e.reversedOrder.expect).toBe(1 / 3);
        expect(value("context-precision", reversed)).toBe(e.reversedOrder.expect);
        expect(value("contextual_precision", reversed, "deepeval")).toBe(e.reversedOrder.expect);
        expect(value("llm_context_precision_with_reference", reversed, "ragas")).toBe(0.3333333333);
      }
      expect(examples.map((e) => e.metric).sort()).toEqual([
        "context-entities-recall",
        "context-precision",
        "context-recall",
        "context-relevancy",
      ]);
      expect(examples.filter((e) => e.reversedOrder !== undefined)).toHaveLength(1);
    },
  );
});
