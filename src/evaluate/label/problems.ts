/** Messages about runs and metrics that cannot be labelled. */
import { defineProblems } from "../../core/problem-table.ts";

interface BeyondGold {
  readonly highest: number;
  readonly queries: number;
  /** One of them, and its highest grade in the gold. */
  readonly query: string;
  readonly known: number;
}

const OUTWEIGHS =
  "in ndcg and other graded metrics, a document labelled higher outweighs those that the gold knows";

const reaching = ({ queries, query, known }: BeyondGold): string =>
  `the gold of ${queries === 1 ? `query ${query}` : `${queries} queries such as ${query}`} goes up to ${known}`;

export const labelProblem = defineProblems({
  "cannot-label/metrics": ({ metrics }: { readonly metrics: readonly string[] }) => ({
    what: `labelling follows one metric, not ${metrics.length}: ${metrics.join(", ")}`,
    why: "it decides which hits come first, and when more labels change nothing",
    fix: `choose one of them, e.g. ${metrics[0]}`,
  }),
  "cannot-label/metric": ({ metric }: { readonly metric: string }) => ({
    what: `labels of documents do not change ${metric}`,
    fix: "use a metric over documents such as ndcg@10, recall@10 or rr",
  }),
  "cannot-label/match": ({ metric }: { readonly metric: string }) => ({
    what: `${metric} finds gold in the text of hits, and a label of a document says nothing about that`,
    fix: "label runs whose gold names documents",
  }),
  "cannot-label/geometric": ({ metric }: { readonly metric: string }) => ({
    what: `${metric} is not a plain mean over queries`,
    fix: "use the metric that it is the mean of",
  }),
  "nothing-to-label/judged": ({ depth }: { readonly depth: number }) => ({
    what: `every hit in the top ${depth} is judged already`,
    fix: "pool more hits with a greater depth, or score the runs as they are",
  }),
  "nothing-to-label/gold": ({ queries }: { readonly queries: number }) => ({
    what: `no hit can be labelled: the gold of all ${queries} queries has groups, passages or spans, or marks it as unanswerable`,
    fix: "labelling adds single documents; use gold with relevant documents or grades, or with questions alone",
  }),
  "nothing-to-label/hits": ({ runs }: { readonly runs: readonly string[] }) => ({
    what: `${runs.join(" and ")} ${runs.length === 1 ? "has" : "have"} no hits for the queries of the gold`,
    fix: "check that the ids of gold and runs match: goldie doctor GOLD RUN",
  }),
  "grades-beyond-gold/flag": (found: BeyondGold) => ({
    what: `labels go up to grade ${found.highest}, but ${reaching(found)}`,
    why: OUTWEIGHS,
    fix: "leave --grades out to label on the scale of the gold, or regrade the gold first",
  }),
  "grades-beyond-gold/labels": (found: BeyondGold) => ({
    what: `there are labels with grade ${found.highest}, but ${reaching(found)}`,
    why: OUTWEIGHS,
    fix: "correct the grades of these labels, or regrade the gold",
  }),
  "unlabelled-queries": ({ queries }: { readonly queries: number }) => ({
    what: `${queries === 1 ? "1 query" : `${queries} queries`} cannot be labelled: the gold has groups, passages or spans, or marks them as unanswerable`,
    why: "a label of one document does not say which of them it satisfies",
    fix: "edit the gold of these queries by hand",
  }),
});
