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
    "trec_eval-10.0": trecEval("trec_eval", "trec_eval-10.0", true),
    "trec_eval-9.0.8": trecEval("trec_eval9", "trec_eval-9.0.8", false),
    pytrec_eval: pytrecEval,
    ir_measures: irMeasures,
    ranx,
    beir,
    sklearn,
    trectools,
  },
};
