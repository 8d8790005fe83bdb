import type { Metric } from "../core/types.ts";
import { allFound } from "./all-found.ts";
import { ap } from "./ap.ts";
import { count } from "./count.ts";
import { dcg } from "./dcg.ts";
import { f } from "./f.ts";
import { hit } from "./hit.ts";
import { judged } from "./judged.ts";
import { ndcg } from "./ndcg.ts";
import { precision } from "./precision.ts";
import { rPrecision } from "./r-precision.ts";
import { recall } from "./recall.ts";
import { recallCapped } from "./recall-capped.ts";
import { rr } from "./rr.ts";
import { setF } from "./set-f.ts";
import { setPrecision } from "./set-precision.ts";
import { setRecall } from "./set-recall.ts";
import { unjudged } from "./unjudged.ts";

/** Every metric, in the order in which they are listed to people. */
export const metrics: readonly Metric[] = [
  recall,
  recallCapped,
  precision,
  f,
  hit,
  allFound,
  rr,
  ap,
  ndcg,
  dcg,
  rPrecision,
  setRecall,
  setPrecision,
  setF,
  count,
  judged,
  unjudged,
];
