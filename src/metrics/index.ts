import type { Metric } from "../core/metric.ts";
import { accuracy } from "./accuracy.ts";
import { allFound } from "./all-found.ts";
import { allGroups } from "./all-groups.ts";
import { alphaDcg } from "./alpha-dcg.ts";
import { alphaNdcg } from "./alpha-ndcg.ts";
import { answerRelevancy } from "./answer-relevancy.ts";
import { ap } from "./ap.ts";
import { apIa } from "./ap-ia.ts";
import { bing } from "./bing.ts";
import { bpm } from "./bpm.ts";
import { bpref } from "./bpref.ts";
import { chain } from "./chain.ts";
import { claimsPerContext } from "./claims-per-context.ts";
import { compatibility } from "./compatibility.ts";
import { contextEntitiesRecall } from "./context-entities-recall.ts";
import { contextNoise } from "./context-noise.ts";
import { contextPrecision } from "./context-precision.ts";
import { contextRating } from "./context-rating.ts";
import { contextRecall } from "./context-recall.ts";
import { contextRedundancy } from "./context-redundancy.ts";
import { contextRelevancy } from "./context-relevancy.ts";
import { contextUseful } from "./context-useful.ts";
import { count } from "./count.ts";
import { dcg } from "./dcg.ts";
import { err } from "./err.ts";
import { errIa } from "./err-ia.ts";
import { f } from "./f.ts";
import { faithfulness } from "./faithfulness.ts";
import { fallout } from "./fallout.ts";
import { firstSupportingRank } from "./first-supporting-rank.ts";
import { g } from "./g.ts";
import { gmAp } from "./gm-ap.ts";
import { gmBpref } from "./gm-bpref.ts";
import { groupAp } from "./group-ap.ts";
import { groupNdcg } from "./group-ndcg.ts";
import { groupRecall } from "./group-recall.ts";
import { groupRr } from "./group-rr.ts";
import { hit } from "./hit.ts";
import { hole } from "./hole.ts";
import { hopRecall } from "./hop-recall.ts";
import { idealDcg } from "./ideal-dcg.ts";
import { infap } from "./infap.ts";
import { insq } from "./insq.ts";
import { inst } from "./inst.ts";
import { iprec } from "./iprec.ts";
import { iprecMean } from "./iprec-mean.ts";
import { judged } from "./judged.ts";
import { leak } from "./leak.ts";
import { leaks } from "./leaks.ts";
import { ndcg } from "./ndcg.ts";
import { ndcgRel } from "./ndcg-rel.ts";
import { nerrIa } from "./nerr-ia.ts";
import { nerr8 } from "./nerr8.ts";
import { nerr9 } from "./nerr9.ts";
import { nerr10 } from "./nerr10.ts";
import { nerr11 } from "./nerr11.ts";
import { nnrbp } from "./nnrbp.ts";
import { nrbp } from "./nrbp.ts";
import { pIa } from "./p-ia.ts";
import { precision } from "./precision.ts";
import { rPrecision } from "./r-precision.ts";
import { rbp } from "./rbp.ts";
import { rbpResidual } from "./rbp-residual.ts";
import { recall } from "./recall.ts";
import { recallCapped } from "./recall-capped.ts";
import { relativePrecision } from "./relative-precision.ts";
import { rndcg } from "./rndcg.ts";
import { rr } from "./rr.ts";
import { sdcg } from "./sdcg.ts";
import { setAp } from "./set-ap.ts";
import { setF } from "./set-f.ts";
import { setPrecision } from "./set-precision.ts";
import { setRecall } from "./set-recall.ts";
import { similarity } from "./similarity.ts";
import { spanIou } from "./span-iou.ts";
import { spanPrecision } from "./span-precision.ts";
import { spanRecall } from "./span-recall.ts";
import { subtopicRecall } from "./subtopic-recall.ts";
import { tokenF } from "./token-f.ts";
import { tokenPrecision } from "./token-precision.ts";
import { tokenRecall } from "./token-recall.ts";
import { unjudged } from "./unjudged.ts";
import { utility } from "./utility.ts";
import { yaap } from "./yaap.ts";

/** Every metric, in display order. */
export { metricProblem } from "./_problems.ts";

export const metrics: readonly Metric[] = [
  recall,
  recallCapped,
  precision,
  relativePrecision,
  fallout,
  f,
  hit,
  allFound,
  rr,
  ap,
  gmAp,
  yaap,
  infap,
  bpref,
  gmBpref,
  ndcg,
  dcg,
  idealDcg,
  ndcgRel,
  rndcg,
  g,
  bing,
  err,
  rbp,
  rbpResidual,
  rPrecision,
  iprec,
  iprecMean,
  accuracy,
  sdcg,
  bpm,
  inst,
  insq,
  nerr8,
  nerr9,
  nerr10,
  nerr11,
  compatibility,
  setRecall,
  setPrecision,
  setF,
  setAp,
  utility,
  groupRecall,
  allGroups,
  groupRr,
  groupAp,
  groupNdcg,
  hopRecall,
  chain,
  subtopicRecall,
  pIa,
  apIa,
  alphaNdcg,
  alphaDcg,
  nerrIa,
  errIa,
  nnrbp,
  nrbp,
  tokenRecall,
  tokenPrecision,
  tokenF,
  similarity,
  spanRecall,
  spanPrecision,
  spanIou,
  contextRecall,
  contextPrecision,
  contextRelevancy,
  contextEntitiesRecall,
  firstSupportingRank,
  faithfulness,
  contextUseful,
  contextRedundancy,
  contextNoise,
  claimsPerContext,
  answerRelevancy,
  contextRating,
  count,
  judged,
  unjudged,
  hole,
  leak,
  leaks,
];
