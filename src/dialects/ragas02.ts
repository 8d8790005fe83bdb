import type { Dialect, DialectMetric } from "../core/dialect.ts";
import type { MatchRule } from "../core/rules.ts";
import { binaryJoin, nan, nanMean, plainVerdicts, raises, when, zero, zeroIf } from "./_common.ts";

/** 1 - edits / length of the longer text. */
const similar: MatchRule = { text: "edit", at: 0.5 };
const nanIfNothing = { "nothing-to-judge": nan } as const;

/** The metrics that both versions have. */
export const classic: readonly DialectMetric[] = [
  {
    name: "non_llm_context_precision_with_reference",
    is: "ap(of=hits,smooth=1e-10)",
    join: { match: similar },
    guard: [...when(zero, "empty-ranking"), ...when(raises, "empty-gold")],
  },
  {
    name: "non_llm_context_recall",
    is: "group-recall",
    join: { match: { ...similar, above: true }, shape: "each-own-group" },
    guard: [...when(nan, "empty-gold"), ...when(raises, "empty-ranking")],
  },
  { name: "llm_context_precision_with_reference", is: "context-precision(without=none,smooth=1e-10)" },
  {
    name: "llm_context_precision_without_reference",
    is: "context-precision(against=response,smooth=1e-10)",
  },
  { name: "context_recall", is: "context-recall", otherwise: nanIfNothing },
  { name: "context_entity_recall", is: "context-entities-recall(of=listed,smooth=1e-8)" },
  {
    name: "nv_context_relevance",
    is: "context-rating",
    verdicts: { rating: "highest-digit", unread: "first-decides" },
    guard: when(zero, "blank-contexts", "contexts-in-question"),
    otherwise: nanIfNothing,
  },
];

/** Of answers. The arithmetic over claims and their verdicts is the same as ours; claims and verdicts are those of the record. */
export const answer: readonly DialectMetric[] = [
  { name: "faithfulness", is: "faithfulness", otherwise: nanIfNothing },
];

/** They take embeddings, questions that a model makes up, or other prompts. */
const notReproduced: NonNullable<Dialect["notReproduced"]> = [
  { name: "answer_relevancy", own: "answer-relevancy" },
  { name: "response_relevancy", own: "answer-relevancy" },
  { name: "faithfulness_with_hhem", own: "faithfulness" },
  { name: "nv_response_groundedness", own: "faithfulness" },
  ...[
    ...["answer_correctness", "answer_similarity", "semantic_similarity", "factual_correctness"],
    ...["nv_accuracy", "noise_sensitivity", "summary_score", "topic_adherence", "agent_goal_accuracy"],
    ...["tool_call_accuracy", "bleu_score", "rouge_score", "exact_match", "string_present"],
    ...["non_llm_string_similarity", "llm_sql_equivalence_with_reference"],
  ].map((name) => ({ name })),
];

/** Other names that the tool's classes carry; its result columns are called by them. */
export const otherNames: readonly DialectMetric[] = [
  { name: "context_precision", is: "context-precision(without=none,smooth=1e-10)" },
  { name: "context_utilization", is: "context-precision(against=response,smooth=1e-10)" },
];

/** How the classic metrics differ. */
export const classicDiffers: Dialect["differs"] = [
  {
    says: "Context precision adds 1e-10 to what it divides by, so perfect is not 1.",
    case: { gold: {}, hits: [], judgement: { verdicts: [1, 0, 0] } },
    metric: "llm_context_precision_with_reference",
    value: 0.9999999999,
    textbook: "context-precision",
    textbookValue: 1,
  },
  {
    says: "Context precision of no context is 0.",
    case: { gold: {}, hits: [], judgement: { verdicts: [] } },
    metric: "llm_context_precision_with_reference",
    value: 0,
    textbook: "context-precision",
    textbookValue: "nothing-to-judge",
  },
  {
    says: "Entity recall counts the entities of the reference as often as they are listed, and adds 1e-8.",
    case: {
      gold: {},
      hits: [],
      judgement: { entities: { reference: ["Paris", "Paris"], contexts: ["Paris"] } },
    },
    metric: "context_entity_recall",
    value: 0.4999999975,
    textbook: "context-entities-recall",
    textbookValue: 1,
  },
  {
    says: "Without a model, a context is relevant if half of it is like a reference text; precision divides by the hits, plus 1e-10.",
    case: { gold: { relevant: ["1"], passages: [[{ text: "ab" }]] }, hits: [{ id: "1", text: "ac" }] },
    metric: "non_llm_context_precision_with_reference",
    value: 0.9999999999,
    textbook: "ap",
    textbookValue: 1,
  },
  {
    says: "Without a model, recall requires a text more than half alike; for precision, half is enough.",
    case: { gold: { relevant: ["1"], passages: [[{ text: "ab" }]] }, hits: [{ id: "1", text: "ac" }] },
    metric: "non_llm_context_recall",
    value: 0,
    textbook: "recall",
    textbookValue: 1,
  },
  {
    says: "Of a judge's reply the greatest of the digits 2, 1 and 0 that it holds is the rating.",
    case: {
      gold: {},
      hits: [],
      judgement: { question: "q", contexts: ["c"], ratings: ["10 of 10", "2"] },
    },
    metric: "nv_context_relevance",
    value: 0.75,
    textbook: "context-rating",
    textbookValue: "failed",
  },
  {
    says: "If the first judge's reply cannot be read, the second does not count.",
    case: { gold: {}, hits: [], judgement: { question: "q", contexts: ["c"], ratings: ["?", "2"] } },
    metric: "nv_context_relevance",
    value: "tool-nan",
    textbook: "context-rating",
    textbookValue: "failed",
  },
  {
    says: "Contexts that are part of the question are rated 0 without asking.",
    case: {
      gold: {},
      hits: [],
      judgement: { question: "what is a fjord", contexts: ["a fjord"], ratings: ["2", "2"] },
    },
    metric: "nv_context_relevance",
    value: 0,
    textbook: "context-rating",
    textbookValue: 1,
  },
];

export const ragas02: Dialect = {
  id: "ragas02",
  tool: "Ragas",
  version: "0.2.14",
  cite: "Ragas 0.2.14, ragas.metrics",
  about:
    "The context metrics of Ragas 0.2: by a model's verdicts, by its ratings, or by the likeness of texts. Where it prints NaN the query is left out of the mean.",
  join: binaryJoin,
  // A query without a sample is not in its dataset.
  average: { ...nanMean, missing: "leave-out" },
  verdicts: plainVerdicts,
  otherwise: zeroIf("nothing-to-judge"),
  metrics: { context: classic, answer, names: otherNames },
  notReproduced,
  differs: classicDiffers,
};
