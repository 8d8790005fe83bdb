import type { Dialect } from "../core/dialect.ts";
import { autorag } from "./autorag.ts";
import { autorag02 } from "./autorag02.ts";
import { beir } from "./beir.ts";
import { deepeval } from "./deepeval.ts";
import { deepeval2 } from "./deepeval2.ts";
import { haystack } from "./haystack.ts";
import { irMeasures } from "./ir-measures.ts";
import { liverag } from "./liverag.ts";
import { llamaindex } from "./llamaindex.ts";
import { mlflow } from "./mlflow.ts";
import { msmarco } from "./msmarco.ts";
import { pytrecEval } from "./pytrec-eval.ts";
import { ragas } from "./ragas.ts";
import { ragas02 } from "./ragas02.ts";
import { ragprod } from "./ragprod.ts";
import { ranx } from "./ranx.ts";
import { remem } from "./remem.ts";
import { sentenceTransformers } from "./sentence-transformers.ts";
import { sklearn } from "./sklearn.ts";
import { textbook } from "./textbook.ts";
import { torchmetrics } from "./torchmetrics.ts";
import { trecEval } from "./trec-eval.ts";
import { trecEval9 } from "./trec-eval9.ts";
import { trectools } from "./trectools.ts";

/** One line per dialect. */
export const dialects: readonly Dialect[] = [
  textbook,
  autorag,
  autorag02,
  liverag,
  remem,
  ragprod,
  ragas,
  ragas02,
  deepeval,
  deepeval2,
  llamaindex,
  haystack,
  sentenceTransformers,
  torchmetrics,
  mlflow,
  trecEval,
  trecEval9,
  pytrecEval,
  irMeasures,
  ranx,
  beir,
  sklearn,
  msmarco,
  trectools,
];
