import { describe, expect, it } from "vitest";
import { evaluate } from "../evaluate/evaluate.ts";
import { autoragSummary } from "./autorag.ts";

const gold = { q1: [["a"]], q2: [["b"], ["c"]], q3: [[]] };
const metrics = ["retrieval_f1", "retrieval_recall"];
const score = (run: Record<string, string[]>, asked = metrics) =>
  evaluate({ as: "autorag", metrics: asked, gold, run });
const poor = score({ q1: ["x"], q2: ["b"], q3: ["x"] });
const good = score({ q1: ["a", "x"], q2: ["b"], q3: ["x"] });

describe("autoragSummary", () => {
  it("has AutoRAG's columns, what it knew, and means over what it does not skip", () => {
    const known = { module_name: "BM25", module_params: "{'top_k': 1, 'x': 2}", execution_time: "0.25" };
    expect(autoragSummary([{ filename: "0.parquet", result: poor, known, isBest: true }])).toBe(
      "filename,module_name,module_params,execution_time,retrieval_f1,retrieval_recall,is_best\n" +
        "0.parquet,BM25,\"{'top_k': 1, 'x': 2}\",0.25,0.3333333333333333,0.25,True\n",
    );
  });
  it("finds the best one where nobody says which it is, the first of equals", () => {
    const rows = [poor, good, good].map((result, i) => ({ filename: `${i}.parquet`, result }));
    expect(autoragSummary(rows, "passage_reranker_")).toBe(
      "filename,module_name,module_params,execution_time,passage_reranker_retrieval_f1,passage_reranker_retrieval_recall,is_best\n" +
        "0.parquet,,,,0.3333333333333333,0.25,False\n" +
        "1.parquet,,,,0.6666666666666666,0.75,True\n" +
        "2.parquet,,,,0.6666666666666666,0.75,False\n",
    );
  });
  it("leaves a mean of nothing blank, and a metric that one module lacks", () => {
    const none = score({});
    const one = score({ q1: ["a"] }, ["retrieval_mrr"]);
    expect(
      autoragSummary([
        { filename: "0.parquet", result: none },
        { filename: "1.parquet", result: one },
      ]),
    ).toBe(
      "filename,module_name,module_params,execution_time,retrieval_f1,retrieval_recall,retrieval_mrr,is_best\n" +
        "0.parquet,,,,,,,False\n1.parquet,,,,,,1.0,True\n",
    );
  });
});
