import { delimited } from "./_delimited.ts";
import type { Report } from "./_types.ts";

export const csv: Report = {
  id: "csv",
  about: "Means with their counts, or scores by query, for spreadsheets and data frames.",
  extensions: ["csv"],
  write: (results, options) => delimited(results, options, ","),
};
