/** promptfoo's expectations as gold, where possible. */

export type Expected =
  /** A reference answer. */
  | { readonly as: "answer"; readonly text: string }
  /** Groups of texts: of each group one must be found. */
  | { readonly as: "passages"; readonly groups: readonly (readonly string[])[] }
  /** Nothing that retrieval could be measured against. */
  | { readonly as: "nothing"; readonly type: string };

/** type, perhaps a threshold in parentheses, a colon, the value. A cell without a type is the expected answer. */
const ASSERTION = /^(not-)?([a-z]+(?:-[a-z]+)*)(?:\(\s*[\d.]+\s*\))?(?::([\s\S]*))?$/;
const ANSWERS = new Set([
  "equals",
  "similar",
  "levenshtein",
  "factuality",
  "answer-similarity",
  "context-recall",
  "model-graded-factuality",
  "rouge-n",
  "bleu",
  "meteor",
  "starts-with",
]);
/** promptfoo's types that say nothing about what should be found. */
const OTHERS = new Set(
  "answer-relevance classifier contains-html contains-json contains-sql contains-xml context-faithfulness context-relevance conversation-relevance cost eval finish-reason fn g-eval gleu grade guardrails human is-html is-json is-refusal is-sql is-xml is-valid-function-call is-valid-openai-function-call is-valid-openai-tools-call javascript latency llm-rubric model-graded-closedqa moderation perplexity perplexity-score pi python regex ruby search-rubric select-best max-score trace-error-spans trace-span-count trace-span-duration trajectory webhook word-count".split(
    " ",
  ),
);

const list = (value: string): string[] =>
  value
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");

/**
 * @example parseExpected("contains-all: Paris, 987") // { as: "passages", groups: [["Paris"], ["987"]] }
 * @example parseExpected("Paris") // { as: "answer", text: "Paris" }
 */
export function parseExpected(cell: string): Expected {
  const text = cell.trim();
  if (text.startsWith("file://")) return { as: "nothing", type: "file" };
  const [, not, type, rest] = ASSERTION.exec(text) ?? [];
  const value = rest?.trim() ?? "";
  if (type === undefined) return { as: "answer", text };
  if (not !== undefined && (isKnown(type) || rest !== undefined))
    return { as: "nothing", type: `not-${type}` };
  if (OTHERS.has(type)) return { as: "nothing", type };
  if (value === "")
    return isKnown(type) && rest !== undefined ? { as: "nothing", type } : { as: "answer", text };
  switch (type) {
    case "contains":
    case "icontains":
      return { as: "passages", groups: [[value]] };
    case "contains-any":
    case "icontains-any":
      return { as: "passages", groups: [list(value)] };
    case "contains-all":
    case "icontains-all":
      return { as: "passages", groups: list(value).map((one) => [one]) };
    default:
      return ANSWERS.has(type) ? { as: "answer", text: value } : { as: "answer", text };
  }
}

const isKnown = (type: string): boolean =>
  ANSWERS.has(type) || OTHERS.has(type) || /^i?contains(-any|-all)?$/.test(type);
