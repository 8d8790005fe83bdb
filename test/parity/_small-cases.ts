/** Twenty small inputs on which the tools disagree, and what each of them says. */
import { evaluate, evaluateOne } from "../../src/index.ts";
import { type Cell, gotState, type State, wantedState } from "./_cells.ts";

type Values = Readonly<Record<string, number | boolean | null>>;
type ByCutoff = Readonly<Record<string, Values>>;
export interface SmallCase {
  readonly id: string;
  readonly retrieved: readonly string[];
  readonly gold: readonly string[];
  readonly autorag_groups?: readonly (readonly string[])[] | null;
  readonly liverag: Values;
  readonly remem: ByCutoff;
  readonly ragprod: ByCutoff;
  readonly autorag_each_gold_own_group: Values;
  readonly autorag_all_gold_one_group: Values;
  readonly autorag_given_groups?: Values | null;
  readonly ragas_context_precision: number;
  readonly deepeval_contextual_precision: number;
  readonly ragas_id: Values;
}

const LIVERAG = {
  P: "context_precision",
  R: "context_recall",
  F1: "context_f1",
  nDCG10: "ndcg_10",
  ret: "retrieved_docs_count",
  gold: "gold_docs_count",
  hit: "correct_docs_count",
};
const REMEM = { R: "Recall", Rall: "Recall_all", nDCGany: "NDCG_any" };
const AUTORAG = {
  P: "retrieval_precision",
  R: "retrieval_recall",
  F1: "retrieval_f1",
  MRR: "retrieval_mrr",
  MAP: "retrieval_map",
  nDCG: "retrieval_ndcg",
};
const RAGPROD = {
  P: "precision_at_k",
  R: "recall_at_k",
  F1: "f1_at_k",
  MRR: "mrr",
  MAP: "map",
  nDCG: "ndcg_at_k",
  Hit: "hit_rate",
  nret: "num_retrieved",
  nrel: "num_relevant",
  nhit: "num_relevant_retrieved",
};

/** Every cell of the cases. null there stands for whichever way the tool has of giving no number. */
export function* smallCells(cases: readonly SmallCase[]): Iterable<Cell> {
  for (const c of cases) {
    const hits = c.retrieved;
    const gold = { relevant: c.gold };
    const cell = (tool: string, where: string, wanted: unknown, got: State, nothing: State): Cell => ({
      tool,
      case: c.id,
      where,
      wanted: wanted === null ? nothing : wantedState(wanted),
      got,
      chosen: undefined,
    });
    const score = (
      as: string,
      metric: string,
      given: Partial<Parameters<typeof evaluateOne>[0]> = {},
    ): State => {
      const one = Object.values(evaluateOne({ as, metrics: metric, gold, hits, ...given }))[0]!;
      return gotState(one.status === "scored" ? one.value : one);
    };

    for (const [short, name] of Object.entries(LIVERAG))
      yield cell("liverag", name, c.liverag[short], score("liverag", name), "tool-absent");
    const all = evaluate({ as: "liverag", gold: { q: gold }, run: { q: hits } }).mean(
      "pct_records_with_all_refs",
    );
    yield cell("liverag", "all refs", c.liverag["all"] ? 100 : 0, all.mean ?? "no mean", "tool-absent");

    for (const [k, values] of Object.entries(c.remem))
      for (const [short, name] of Object.entries(REMEM))
        yield cell("remem", `${name}@${k}`, values[short], score("remem", `${name}@${k}`), "tool-none");
    for (const [k, values] of Object.entries(c.ragprod))
      for (const [short, name] of Object.entries(RAGPROD))
        yield cell(
          "ragprod",
          `${name} of ${k}`,
          values[short],
          score("ragprod", name, { k: Number(k) }),
          "tool-none",
        );

    for (const [short, name] of Object.entries(AUTORAG)) {
      const own = score("autorag", name, { options: ["and"] });
      yield cell("autorag and", name, c.autorag_each_gold_own_group[short], own, "tool-none");
      const either = score("autorag", name, { options: ["or"] });
      yield cell("autorag or", name, c.autorag_all_gold_one_group[short], either, "tool-none");
      if (!c.autorag_groups || !c.autorag_given_groups) continue;
      const given = score("autorag", name, { gold: { groups: c.autorag_groups } });
      yield cell("autorag", name, c.autorag_given_groups[short], given, "tool-none");
    }

    // The judge said yes to the contexts of gold documents.
    const verdicts = hits.map((id) => (c.gold.some((one) => id.includes(one)) ? "yes" : "no"));
    const judged = { judgement: { verdicts } };
    const ragas = score("ragas", "llm_context_precision_with_reference", judged);
    yield cell("ragas", "context precision", c.ragas_context_precision, ragas, "tool-nan");
    for (const as of ["deepeval", "deepeval2"]) {
      const precision = score(as, "contextual_precision", judged);
      yield cell(as, "contextual precision", c.deepeval_contextual_precision, precision, "tool-none");
    }
    yield cell(
      "ragas",
      "id precision",
      c.ragas_id["P"],
      score("ragas", "id_based_context_precision"),
      "tool-nan",
    );
    yield cell("ragas", "id recall", c.ragas_id["R"], score("ragas", "id_based_context_recall"), "tool-nan");
  }
}
