import { delimited } from "./_delimited.ts";
import type { Report } from "./_types.ts";

export const tsv: Report = {
  id: "tsv",
  about: "The same as CSV, with tabs.",
  extensions: ["tsv"],
  write: (results, options) => delimited(results, options, "\t"),
};
