import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { product, ratio, sum, value } from "../core/derivation.ts";
import {
  add,
  and,
  div,
  eq,
  form,
  ge,
  grade,
  hits,
  judged,
  lt,
  mul,
  not,
  rank,
  running,
  sub,
  when,
} from "../core/form.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument } from "./_explain.ts";
import { ifNoRelevant, relevantDocs, relevantHit } from "./_forms.ts";
import { level } from "./_params.ts";
import { isRelevant, rankOf, relevantTotal, steps } from "./_ranks.ts";

/** Keeps the share defined where nothing above was judged. */
const EPSILON = 1e-5;

/** What was seen above each relevant hit: relevant, judged not relevant, and in the pool without a judgement. */
function* relevantHits(r: JudgedRanking, rel: number | undefined) {
  let relevant = 0;
  let other = 0;
  let pooled = 0;
  for (let rank = 0; rank < r.length; rank++) {
    if (isRelevant(r, rank, rel)) yield { rank, relevant: relevant++, other, pooled };
    else if (r.judged[rank] === 1 && r.grades[rank]! < 0) pooled++;
    else if (r.judged[rank] === 1) other++;
  }
}

export const infap = defineMetric({
  kind: "computed",
  id: "infap",
  aliases: ["inf-ap"],
  title: "Inferred average precision",
  definition:
    "Average precision estimated from a sample of judgements: of the hits above a relevant one, those in the pool are taken to be relevant as often as the judged ones are. A negative grade says that a document was in the pool and not judged.",
  formula:
    "sum over relevant hits at rank i of (1/i + (i-1)/i × pooled above/(i-1) × (relevant above + e)/(judged above + 2e)) / all relevant, e = 0.00001",
  steps: [
    "At each relevant hit, count the hits above it that are relevant, judged not relevant, or pooled but not judged (negative grade).",
    "Estimate the precision down to its rank from these; at rank 1 it is 1.",
    "Add these up and divide by the number of relevant documents.",
  ],
  cite: "Yilmaz, Aslam, Estimating average precision with incomplete and imperfect judgments, 2006; trec_eval infAP",
  params: { rel: level },
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every relevant document was retrieved, before all others",
  worst: "no relevant document was retrieved",
  aggregate: "mean",
  laws: ["rename-safe"],
  pushDown({ rel }) {
    const relevant = running("count", relevantHit(rel), "above");
    const other = and(judged, not(relevantHit(rel)));
    const others = running("count", and(other, ge(grade, 0)), "above");
    const pooled = running("count", and(other, lt(grade, 0)), "above");
    const above = sub(rank, 1);
    const inPool = div(add(add(relevant, others), pooled), above);
    const share = div(add(relevant, EPSILON), add(add(relevant, others), 2 * EPSILON));
    const term = add(div(1, rank), mul(mul(div(above, rank), inPool), share));
    return form(
      div(hits("sum", relevantHit(rel), when(eq(rank, 1), 1, term)), relevantDocs(rel)),
      ifNoRelevant(rel),
    );
  },
  compute(r, { rel }) {
    const all = relevantTotal(r, rel);
    if (all === 0) return noRelevant;
    let relevant = 0;
    let other = 0;
    let pooled = 0;
    let total = 0;
    const end = steps(r, r.length);
    for (let i = 0; i < end; i++) {
      const rank = rankOf(r, i);
      if (isRelevant(r, rank, rel)) {
        total +=
          rank === 0
            ? 1
            : 1 / (rank + 1) +
              (rank / (rank + 1)) *
                ((relevant + other + pooled) / rank) *
                ((relevant + EPSILON) / (relevant + other + 2 * EPSILON));
        relevant++;
      } else if (r.judged[rank] === 1 && r.grades[rank]! < 0) pooled++;
      else if (r.judged[rank] === 1) other++;
    }
    return scored(total / all);
  },
  explain(r, { rel }) {
    const all = relevantTotal(r, rel);
    if (all === 0) return noRelevantDocument;
    const terms: Derivation[] = [];
    for (const { rank, relevant, other, pooled } of relevantHits(r, rel))
      terms.push(
        rank === 0
          ? value("relevant at rank 1", 1, 1)
          : sum(
              "estimated precision",
              [
                ratio("1 / rank", value("one", 1), value("rank", rank + 1)),
                product("of the hits above", [
                  ratio("their share", value("hits above", rank), value("rank", rank + 1)),
                  ratio(
                    "in the pool",
                    value("pooled above", relevant + other + pooled),
                    value("hits above", rank),
                  ),
                  ratio(
                    "relevant among the judged",
                    value("relevant above + e", relevant + EPSILON),
                    value("judged above + 2e", relevant + other + 2 * EPSILON),
                  ),
                ]),
              ],
              rank + 1,
            ),
      );
    return ratio(
      "infap",
      sum("estimated precision at each relevant hit", terms),
      value("relevant documents", all),
    );
  },
});
