/** docs/guide/why-tools-differ.md: the same list, scored by five sets of rules. */
import { evaluate } from "../../src/index.ts";
import { code, table } from "./markdown.ts";
import { show } from "./show.ts";

const GOLD = ["a", "b", "c", "d", "e"];
const HITS = ["x", "a", "b", "a"];

/** Who, and what they call nDCG, recall, precision and average precision. */
const NAMES: readonly (readonly [string, ...(string | undefined)[]])[] = [
  ["textbook", "ndcg@5", "recall@5", "precision@5", "ap@5"],
  ["LiveRAG", "liverag:ndcg_10", "liverag:context_recall", "liverag:context_precision", undefined],
  ["REMem", "remem:NDCG_any@5", "remem:Recall@5", undefined, undefined],
  [
    "AutoRAG",
    "autorag:retrieval_ndcg",
    "autorag:retrieval_recall",
    "autorag:retrieval_precision",
    "autorag:retrieval_map",
  ],
  ["ragprod", "ragprod:ndcg_at_k", "ragprod:recall_at_k", "ragprod:precision_at_k", "ragprod:map"],
];

export function sameList(): string {
  const metrics = NAMES.flatMap(([, ...names]) => names.filter((name) => name !== undefined));
  const result = evaluate({ gold: { q: GOLD }, run: { q: HITS }, metrics });
  const cell = (name: string | undefined): string => {
    if (name === undefined) return "";
    const score = result.score("q", name);
    return score.status === "scored" ? String(Number(score.value.toFixed(4))) : score.status;
  };
  return [
    `Gold ${code(show(GOLD))}, retrieved ${code(show(HITS))}, k = 5 (LiveRAG's nDCG is always at 10, AutoRAG has no k):`,
    "",
    table(
      ["", "nDCG", "recall", "precision", "average precision"],
      NAMES.map(([who, ...names]) => [who, ...names.map(cell)]),
    ),
  ].join("\n");
}
