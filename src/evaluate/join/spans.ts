/** Hits and gold as stretches of documents, in one unit. */

import type { QueryId } from "../../core/ids.ts";
import type { ProblemLog } from "../../core/problem-log.ts";
import type { DocInterval } from "../../match/cover.ts";
import { commonUnit, type SourceSpan, type SpanUnit, type Stretch, spanName } from "../../match/spans.ts";
import { ofRun } from "../input/problems.ts";
import type { Ranking } from "../input/read-run.ts";
import type { CreditColumns } from "./_credit.ts";
import { joinProblem } from "./problems.ts";

const isSpan = (span: Stretch | undefined): span is Stretch => span !== undefined;

/** The document of a hit: the one it names, or the one that it is. */
const docOf = ({ ids, docs }: Pick<CreditColumns, "ids" | "docs">, i: number): string =>
  docs?.[i] ?? ids[i] ?? "";

/** Two chunks of one document are two hits, even where both go by its id. */
export const hitNames = (c: Pick<CreditColumns, "ids" | "docs" | "spans">): (string | null)[] =>
  c.ids.map((id, i) => {
    const span = c.spans?.[i];
    return span === undefined ? id : spanName({ doc: docOf(c, i), ...span });
  });

/** What the spans of a query are compared in. Where there is nothing of the kind, `checkSpans` has said so. */
export const unitOf = (spans: CreditColumns["spans"], golds: readonly SourceSpan[]): SpanUnit | undefined =>
  commonUnit([...golds, ...(spans ?? []).filter(isSpan)]);

/** undefined: a hit that counts as not retrieved, or has no span. */
export function intervals(
  c: Pick<CreditColumns, "ids" | "docs" | "spans" | "off">,
  golds: readonly SourceSpan[],
): { hits: (DocInterval | undefined)[]; golds: DocInterval[] } {
  const unit = unitOf(c.spans, golds) ?? "characters";
  const interval = (doc: string, span: Stretch | undefined): DocInterval | undefined =>
    span?.[unit] && { doc, from: span[unit][0], to: span[unit][1] };
  return {
    hits: c.ids.map((_, i) => (c.off?.[i] === 1 ? undefined : interval(docOf(c, i), c.spans?.[i]))),
    golds: golds.map((span) => interval(span.doc, span)!),
  };
}

/** Refuses lines against characters, and tells of hits without a span. */
export function checkSpans(
  query: QueryId,
  { ids, spans }: Ranking,
  golds: readonly SourceSpan[],
  log: ProblemLog,
): void {
  if (unitOf(spans, golds) === undefined) throw joinProblem.error("span-units", {}, { at: { query } });
  const without = ids.findIndex((_, i) => spans?.[i] === undefined);
  if (without >= 0 && spans !== undefined)
    log.add(joinProblem("no-span", { rank: without + 1, document: String(ids[without]) }, ofRun(query)));
}
