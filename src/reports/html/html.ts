/** A report as one HTML file that opens without a server, makes no request, and needs no script for its summary. */
import type { Report } from "../model.ts";
import { type QueryViewOptions, queryViews } from "../view/query-view.ts";
import { type ViewOptions, viewOf } from "../view/view.ts";
import { type PageOptions, writePage } from "./write-page.ts";

export interface HtmlOptions
  extends Omit<ViewOptions, "curves">,
    Omit<QueryViewOptions, "derivations">,
    PageOptions {}

/** Lists beyond which only the headline metric has its computation shown: that of all is larger than the lists. */
const MANY_LISTS = 4_000;

/** The file in pieces. The same report gives the same bytes. */
export function htmlReport(report: Report, options: HtmlOptions = {}): Iterable<string> {
  const view = viewOf(report, options);
  if (view.queries.ids.length * view.runs.length <= MANY_LISTS || view.metrics.length < 2)
    return writePage(view, queryViews(report, view, options), options);
  const note = `To keep this file small, it shows how scores were computed for ${view.metrics[0]!.name} only.`;
  return writePage(
    { ...view, notes: [...view.notes, note] },
    queryViews(report, view, { ...options, derivations: "headline" }),
    options,
  );
}
