import type { Report } from "./_types.ts";
import { delimited } from "./parts/delimited.ts";

export const tsv: Report = {
  id: "tsv",
  about: "The same as CSV, with tabs.",
  extensions: ["tsv"],
  write: (results, options) => delimited(results, options, "\t"),
};
