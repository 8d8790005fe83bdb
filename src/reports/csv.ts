import { delimited } from "./_delimited.ts";
import { defineWriter } from "./_writer.ts";
import type { ReportWriter } from "./model.ts";

export const csv: ReportWriter = defineWriter({
  id: "csv",
  about: "Means with their counts, or scores by query, for spreadsheets and data frames.",
  extensions: ["csv"],
  render: (report, options) => delimited(report, options, ","),
});
