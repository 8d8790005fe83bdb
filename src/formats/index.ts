/** All file formats, one per line. The order does not matter: `detect` returns how sure each one is. */

import { autorag } from "./autorag.ts";
import { beir } from "./beir.ts";
import { cases } from "./cases.ts";
import { csv } from "./csv.ts";
import { datamorgana } from "./datamorgana.ts";
import { deepeval } from "./deepeval.ts";
import type { Format } from "./format.ts";
import { json } from "./json.ts";
import { jsonl } from "./jsonl.ts";
import { langfuse } from "./langfuse.ts";
import { langsmith } from "./langsmith.ts";
import { liverag } from "./liverag.ts";
import { msmarco } from "./msmarco.ts";
import { otel } from "./otel.ts";
import { parquet } from "./parquet.ts";
import { promptfoo } from "./promptfoo.ts";
import { ragas } from "./ragas.ts";
import { ranxJson } from "./ranx-json.ts";
import { trecEvalOutput } from "./trec-eval-output.ts";
import { trecQrels } from "./trec-qrels.ts";
import { trecRun } from "./trec-run.ts";
import { tsv } from "./tsv.ts";

export type * from "./format.ts";

export const formats: readonly Format[] = [
  jsonl,
  json,
  ranxJson,
  csv,
  tsv,
  cases,
  ragas,
  deepeval,
  promptfoo,
  trecRun,
  trecQrels,
  msmarco,
  beir,
  trecEvalOutput,
  parquet,
  autorag,
  liverag,
  datamorgana,
  otel,
  langfuse,
  langsmith,
];
