import type { Cell } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import { casesOf, goldOf, ours, runOf, wanted } from "./_inputs.ts";
import { allNegative } from "./classes.ts";

type Means = Readonly<Record<string, unknown>> | "same";
type Row = Readonly<Record<string, Means>>;

const K = [1, 3, 5, 10, 100, 1000];
/** The numbers of each call; one error stands for all of them. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  evaluate: ["NDCG", "MAP", "Recall", "P"],
  mrr: ["MRR"],
  recall_cap: ["R_cap"],
  hole: ["Hole"],
  accuracy: ["Accuracy"],
};
const CALLS: Readonly<Record<string, { metrics: string; options: readonly string[] }>> = {
  evaluate: { metrics: "evaluate", options: [] },
  evaluate_keep_identical: { metrics: "evaluate", options: ["ignore_identical_ids=False"] },
  mrr: { metrics: "mrr", options: [] },
  recall_cap: { metrics: "recall_cap", options: [] },
  hole: { metrics: "hole", options: [] },
  accuracy: { metrics: "accuracy", options: [] },
};

export function* beir(tables: Tables): Iterable<Cell> {
  for (const [c, row] of casesOf<Row>(tables, "beir"))
    for (const [call, asked] of Object.entries(CALLS)) {
      const found = row[call];
      if (found === undefined) continue;
      const means = (found === "same" ? row["evaluate"] : found) as Readonly<Record<string, unknown>>;
      const got = ours({ as: "beir", ...asked, gold: goldOf(c), run: runOf(c) });
      for (const name of NAMES[asked.metrics]!.flatMap((one) => K.map((k) => `${one}@${k}`)))
        yield {
          tool: "beir",
          case: `${c.id} (${c.tag})`,
          where: `${call}.${name}`,
          wanted: "error" in means ? "tool-raises" : wanted(means[name]),
          got: got.mean(name),
          chosen:
            asked.metrics === "evaluate" && "error" in means && allNegative(c) ? "all-negative" : undefined,
        };
    }
}
