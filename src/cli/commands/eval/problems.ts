/** Usage errors of `goldie eval`, including other tools' flags and folders. */
import { defineProblems } from "../../../core/problem-table.ts";
import { wordsOf } from "../../../core/shown.ts";
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "flag-without-judge": ({ flag }: { flag: string }) => ({
    what: `${flag} only applies to metrics that need a judge`,
    fix: "drop it, or add such a metric, for example -m context-recall",
  }),

  // trec_eval
  "trec-cutoffs": ({ flag }: { flag: string }) => ({
    what: `${flag} does not apply to trec_eval`,
    fix: "put the cut-offs into the measure: -m P.5,10",
  }),
  "trec-options": ({ flag }: { flag: string }) => ({
    what: `${flag} does not apply to trec_eval`,
    fix: "use the flags of trec_eval: -c, -l, -M and -J",
  }),
  "not-in-trec-text": ({ flag }: { flag: string }) => ({
    what: `${flag} has no effect on trec_eval's text output`,
    fix: "drop it, or add --json",
  }),

  // AutoRAG
  "not-on-project": ({ flag }: { flag: string }) => ({
    what: `${flag} does not apply to a project folder`,
    fix: "drop it; to write the summary to a file, use > FILE",
  }),
  "not-in-autorag-summary": ({ flag }: { flag: string }) => ({
    what: `${flag} has no effect on AutoRAG's summary`,
    fix: "drop it, or add --json",
  }),

  // LiveRAG
  "results-and-reference": () => ({
    what: "--results and --reference must be used together and without other files",
    fix: "goldie eval --as liverag --results RUN --reference GOLD",
  }),
  "not-beside-results": ({ flag }: { flag: string }) => ({
    what: `${flag} cannot be combined with --results`,
    fix: "drop it, or pass the files as arguments: goldie eval --as liverag GOLD RUN",
  }),
});

const NO_JUDGEMENT = "gold and run files contain no judgements";
const judges = (dialect: string): string => `judge the cases: goldie judge FILE --as ${dialect}`;

export const evalProblem = defineProblems({
  "needs-judge/all": (f: { tool: string; dialect: string; names: readonly string[] }) => ({
    what: `every metric of ${f.tool} needs a judge: ${f.names.join(", ")}`,
    why: NO_JUDGEMENT,
    fix: judges(f.dialect),
  }),
  "needs-judge/some": (f: { tool: string; dialect: string; names: readonly string[]; of: number }) => ({
    what: `skipped ${f.names.length} of the ${f.of} metrics of ${f.tool}, which need a judge: ${f.names.join(", ")}`,
    why: NO_JUDGEMENT,
    fix: judges(f.dialect),
  }),
  "no-results/project": () => ({
    what: "no trial of this project has retrieval results",
    fix: "run AutoRAG first, or pass a run file",
  }),
  "no-results/no-such-node": (f: {
    nodes: readonly { readonly node: string; readonly trial: string }[];
  }) => ({
    what: "the project has no such node or trial",
    fix: `use one of: ${wordsOf(f.nodes.map(({ trial, node }) => `${node} of trial ${trial}`))}`,
  }),
});
