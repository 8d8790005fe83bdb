import type { Suite } from "../_tables.ts";
import { autorag } from "./autorag.ts";
import { deepeval } from "./deepeval.ts";
import { haystack } from "./haystack.ts";
import { liverag } from "./liverag.ts";
import { llamaindex } from "./llamaindex.ts";
import { mlflow } from "./mlflow.ts";
import { ragas } from "./ragas.ts";
import { ragprod } from "./ragprod.ts";
import { remem } from "./remem.ts";
import { sentenceTransformers } from "./sentence-transformers.ts";
import { torchmetrics } from "./torchmetrics.ts";

/** What the RAG tools print. */
export const rag: Suite = {
  name: "RAG tools",
  folder: "rag",
  inputs: "inputs",
  readers: {
    autorag: autorag("autorag", "autorag", "autorag"),
    "autorag-py312": autorag("autorag", "autorag-py312", "autorag (py312)"),
    "autorag-0.2.15": autorag("autorag02", "autorag-0.2.15", "autorag02"),
    ragprod,
    remem,
    liverag,
    ragas: ragas("ragas", "ragas"),
    "ragas-0.2.14": ragas("ragas02", "ragas-0.2.14"),
    deepeval: deepeval("deepeval", "deepeval"),
    "deepeval-2.6.5": deepeval("deepeval2", "deepeval-2.6.5"),
    llamaindex,
    haystack,
    "sentence-transformers": sentenceTransformers,
    torchmetrics,
    mlflow,
  },
  notCovered: [
    {
      table: "liverag",
      field: "ndcg_errors",
      what: "what trectools and pandas said",
      why: "the tool prints 0 instead, and that is compared",
    },
  ],
};
