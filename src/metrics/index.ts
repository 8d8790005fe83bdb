import type { Metric } from "../core/types.ts";
import { allFound } from "./all-found.ts";
import { allGroups } from "./all-groups.ts";
import { ap } from "./ap.ts";
import { contextEntitiesRecall } from "./context-entities-recall.ts";
import { contextPrecision } from "./context-precision.ts";
import { contextRating } from "./context-rating.ts";
import { contextRecall } from "./context-recall.ts";
import { contextRelevancy } from "./context-relevancy.ts";
import { count } from "./count.ts";
import { dcg } from "./dcg.ts";
import { f } from "./f.ts";
import { groupAp } from "./group-ap.ts";
import { groupNdcg } from "./group-ndcg.ts";
import { groupRecall } from "./group-recall.ts";
import { groupRr } from "./group-rr.ts";
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
import { similarity } from "./similarity.ts";
import { tokenF } from "./token-f.ts";
import { tokenPrecision } from "./token-precision.ts";
import { tokenRecall } from "./token-recall.ts";
import { unjudged } from "./unjudged.ts";

/** Every metric, in the order in which people are shown them. */
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
  groupRecall,
  allGroups,
  groupRr,
  groupAp,
  groupNdcg,
  tokenRecall,
  tokenPrecision,
  tokenF,
  similarity,
  contextRecall,
  contextPrecision,
  contextRelevancy,
  contextEntitiesRecall,
  contextRating,
  count,
  judged,
  unjudged,
];
