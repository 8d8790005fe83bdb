/** A report as one HTML file that opens without a server, makes no request, and needs no script for its summary. */
import type { Report } from "../model.ts";
import { type QueryViewOptions, queryViews } from "../view/query-view.ts";
import { type ViewOptions, viewOf } from "../view/view.ts";
import { type PageOptions, writePage } from "./write-page.ts";

export interface HtmlOptions
  extends Omit<ViewOptions, "curves">,
    Omit<QueryViewOptions, "derivations">,
    PageOptions {}

/** The file in pieces. The same report gives the same bytes. */
export function htmlReport(report: Report, options: HtmlOptions = {}): Iterable<string> {
  const view = viewOf(report, options);
  return writePage(view, queryViews(report, view, options), options);
}
