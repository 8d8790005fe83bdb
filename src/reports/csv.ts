import type { Report } from "./_types.ts";
import { delimited } from "./parts/delimited.ts";

export const csv: Report = {
  id: "csv",
  about: "Means with their counts, or scores by query, for spreadsheets and data frames.",
  extensions: ["csv"],
  write: (results, options) => delimited(results, options, ","),
};
