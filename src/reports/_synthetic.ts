/** Questions that were made from the documents themselves are easier than those that people ask. */
import { counted } from "../text/counted.ts";
import type { Report } from "./model.ts";

/** Empty where no query is tagged as synthetic. */
export function syntheticText({ runs }: Report): string {
  const result = runs.find(({ result: { hasRows } }) => hasRows)?.result;
  if (result === undefined || !result.tags().includes("synthetic")) return "";
  const made = [...result.tagged("synthetic").values()].filter((value) => value === "yes").length;
  if (made === 0) return "";
  const share =
    made === result.queries.length
      ? "All queries are"
      : `${made} of ${counted(result.queries.length, "query is", "queries are")}`;
  const usesBm25 = runs.some(({ live }) => live?.about?.startsWith("BM25") === true);
  const words = usesBm25
    ? "; they share its words, which favours BM25 most of all"
    : ", so scores are higher than for questions that people ask";
  return `${share} synthetic: made from the corpus${words}.`;
}
