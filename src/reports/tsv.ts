import { delimited } from "./_delimited.ts";
import { defineWriter } from "./_writer.ts";
import type { ReportWriter } from "./model.ts";

export const tsv: ReportWriter = defineWriter({
  id: "tsv",
  about: "The same as CSV, with tabs.",
  extensions: ["tsv"],
  render: (report, options) => delimited(report, options, "\t"),
});
