/** What is wrong with the use of `goldie eval`, of other tools' flags and folders in particular. */

import { defineProblems } from "../../../core/problem-table.ts";
import { wordsOf } from "../../../core/shown.ts";
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "flag-without-judge": ({ flag }: { flag: string }) => ({
    what: `${flag} only applies to metrics that need a judge`,
    fix: "add one, such as -m context-recall",
  }),

  // trec_eval
  "trec-cutoffs": ({ flag }: { flag: string }) => ({
    what: `${flag} does not apply to trec_eval`,
    fix: "name the cut-offs with the measure: -m P.5,10",
  }),
  "trec-options": ({ flag }: { flag: string }) => ({
    what: `${flag} does not apply to trec_eval`,
    fix: "its options are flags here: -c, -l, -M and -J",
  }),
  "not-in-trec-text": ({ flag }: { flag: string }) => ({
    what: `${flag} has no effect on trec_eval's text`,
    fix: "leave it out, or add --json",
  }),

  // AutoRAG
  "not-on-project": ({ flag }: { flag: string }) => ({
    what: `${flag} does not apply to a project folder`,
    fix: "leave it out; `>` writes the summary to a file",
  }),
  "not-in-autorag-summary": ({ flag }: { flag: string }) => ({
    what: `${flag} has no effect on AutoRAG's summary`,
    fix: "leave it out, or add --json",
  }),

  // LiveRAG
  "results-and-reference": () => ({
    what: "--results and --reference go together, without further files",
    fix: "goldie eval --as liverag --results RUN --reference GOLD",
  }),
  "not-beside-results": ({ flag }: { flag: string }) => ({
    what: `${flag} cannot be combined with --results`,
    fix: "leave it out, or score the files as everywhere: goldie eval --as liverag GOLD RUN",
  }),
});

const NO_JUDGEMENT = "a gold and a run do not hold what a judge said of them";
const judges = (dialect: string): string => `\`goldie judge FILE --as ${dialect}\` judges, and computes them`;

export const evalProblem = defineProblems({
  "needs-judge/all": (f: { tool: string; dialect: string; names: readonly string[] }) => ({
    what: `every metric of ${f.tool} needs a judge: ${f.names.join(", ")}`,
    why: NO_JUDGEMENT,
    fix: judges(f.dialect),
  }),
  "needs-judge/some": (f: { tool: string; dialect: string; names: readonly string[]; of: number }) => ({
    what: `${f.names.length} of the ${f.of} metrics of ${f.tool} need a judge and were left out: ${f.names.join(", ")}`,
    why: NO_JUDGEMENT,
    fix: judges(f.dialect),
  }),
  "no-results/project": () => ({
    what: "no trial of this project has retrieved anything",
    fix: "run AutoRAG first, or name a run",
  }),
  "no-results/no-such-node": (f: {
    nodes: readonly { readonly node: string; readonly trial: string }[];
  }) => ({
    what: "the project has no such node or trial",
    fix: `there are ${wordsOf(f.nodes.map(({ trial, node }) => `${node} of trial ${trial}`))}`,
  }),
});
