import type { Suite } from "../_tables.ts";
import { beir } from "./beir.ts";
import { irMeasures } from "./ir-measures.ts";
import { pytrecEval } from "./pytrec-eval.ts";
import { ranx } from "./ranx.ts";
import { sklearn } from "./sklearn.ts";
import { trecEval } from "./trec-eval.ts";
import { trectools } from "./trectools.ts";

/** What trec_eval and its relatives print. */
export const ir: Suite = {
  name: "IR tools (trec_eval to its last printed digit)",
  folder: ".",
  inputs: "inputs",
  readers: {
    "trec_eval-10.0": trecEval("trec_eval", "trec_eval-10.0"),
    "trec_eval-9.0.8": trecEval("trec_eval9", "trec_eval-9.0.8"),
    pytrec_eval: pytrecEval,
    ir_measures: irMeasures,
    ranx,
    beir,
    sklearn,
    trectools,
  },
  notCovered: [
    ...["trec_eval-10.0", "trec_eval-9.0.8"].flatMap((table) => [
      {
        table,
        field: "prefs",
        what: "-R qrels_prefs -m all_prefs",
        why: "measures over preferences are not computed",
      },
      { table, what: "runid", why: "the tag of the run is no number" },
    ]),
    { table: "pytrec_eval", what: "relstring and runid", why: "it returns 0 for both" },
    {
      table: "pytrec_eval",
      what: "second_call_differs",
      why: "what a second call on the same object changes is its chosen difference second-call",
    },
    {
      table: "ir_measures",
      field: "together",
      what: "all measures in one call",
      why: "each is compared as when it is asked for alone",
    },
    {
      table: "ir_measures",
      field: "together_differs",
      what: "measures that change in such a call",
      why: "each is compared as when it is asked for alone",
    },
    {
      table: "ranx",
      field: "strict",
      what: "the call without make_comparable",
      why: "the dialect is the call with it",
    },
    {
      table: "ranx",
      what: "multirun",
      why: "comparisons of runs are no part of the dialect; our own tests are held against SciPy's in stats.json",
    },
    { table: "sklearn", field: "note", what: "a remark on how it was recorded", why: "it is no value" },
    {
      table: "trectools",
      what: "the residual of get_rbp",
      why: "it leaves out what may come below the list; ours, rbp-residual, does not",
    },
  ],
};
