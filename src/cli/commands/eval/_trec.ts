/** trec_eval's own flags, known only with its dialects. */
import type { TrecEvalFlags } from "../../../reports/trec-eval.ts";
import type { Args } from "../../shared/args.ts";
import type { CommandFlag } from "../../shared/command.ts";

/** The dialects that have trec_eval's command line and its text layout. */
const TREC: readonly TrecEvalFlags["as"][] = ["trec_eval", "trec_eval9"];

export const trecFlags: readonly CommandFlag[] = [
  { flag: "-q", about: "also print a row per query", under: TREC },
  { flag: "-c", about: "average over all queries in the qrels; missing ones score 0", under: TREC },
  { flag: "-n", about: "omit the summary rows", under: TREC },
  { flag: "-l", value: "GRADE", about: "minimum grade that counts as relevant", under: TREC },
  { flag: "-M", value: "N", about: "use only the top N hits of each query", under: TREC },
  { flag: "-J", about: "ignore unjudged hits", under: TREC },
];

/** The flags as trec_eval reads them; undefined with any other dialect. */
export function trecBy(args: Args): TrecEvalFlags | undefined {
  const as = TREC.find((id) => id === args.text("as"));
  if (as === undefined) return undefined;
  const value = (name: "l" | "M") => (args.has(name) ? { [name]: args.text(name)! } : {});
  return {
    as,
    q: args.has("q") || args.has("per-query"),
    c: args.has("c"),
    n: args.has("n"),
    J: args.has("J"),
    ...value("l"),
    ...value("M"),
    ...(args.has("metrics") ? { m: args.all("metrics") } : {}),
  };
}
