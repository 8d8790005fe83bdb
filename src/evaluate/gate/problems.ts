/** What is wrong with the rules of a gate, or with its baseline. */
import { defineProblems } from "../../core/problem-table.ts";
import { counted } from "../../text/counted.ts";

interface PlacedRule {
  readonly place: string;
}

export const gateProblem = defineProblems({
  "bad-rule/unknown-key": ({ place, found }: PlacedRule & { readonly found: string }) => ({
    what: `${place} has an unknown key "${found}"`,
    fix: "use metric, min, max, notWorseThan, margin, must and where",
  }),
  "bad-rule/number": ({
    place,
    name,
    found,
  }: PlacedRule & { readonly name: string; readonly found: string }) => ({
    what: `${place}: ${name} is ${found}, not a number`,
    fix: "give a finite number",
  }),
  "bad-rule/margin": ({ place, found }: PlacedRule & { readonly found: string }, _at, voice) => ({
    what: `${place}: margin ${found} is not valid`,
    fix:
      voice === "command"
        ? "give a margin of 0 or more: --not-worse ndcg@10=0.02"
        : 'give a margin of 0 or more, together with notWorseThan: "baseline"',
  }),
  "bad-rule/max-failed": ({ found }: { readonly found: string }) => ({
    what: `maxFailed is ${found}`,
    fix: "give a share from 0 to 1",
  }),
  "bad-rule/out-of-range": ({
    rule,
    low,
    high,
  }: {
    readonly rule: string;
    readonly low: number;
    readonly high: number;
  }) => ({
    what: `${rule} can never decide anything: the metric goes from ${low} to ${high}`,
    fix: "write shares as numbers: 0.8 for 80 %, a margin of 0.05 for 5 points",
  }),
  "bad-rule/baseline-only": ({ place, found }: PlacedRule & { readonly found: string }) => ({
    what: `${place}: notWorseThan is "${found}"`,
    fix: 'the only value is "baseline"',
  }),
  "bad-rule/must-alone": ({ place }: PlacedRule) => ({
    what: `${place} has "must" and another rule`,
    fix: "split it into two rules",
  }),
  "bad-rule/no-metric": ({ place }: PlacedRule) => ({
    what: `${place} has no metric`,
    fix: 'add one, for example { metric: "recall@5", min: 0.8 }',
  }),
  "bad-rule/no-limit": ({ place }: PlacedRule) => ({
    what: `${place} has nothing to check`,
    fix: 'add min, max or notWorseThan: "baseline"',
  }),
  "bad-rule/flag": ({ found }: { readonly found: string }) => ({
    what: `cannot read the rule "${found}"`,
    fix: "write METRIC=NUMBER, for example recall@5=0.8; a margin of 5 points is 0.05",
  }),
  "bad-rule/latency": ({ place, metric }: PlacedRule & { readonly metric: string }) => ({
    what: `${place}: ${metric} has an upper limit only`,
    fix: `write max, in milliseconds, for example --max ${metric}=300`,
  }),
  "bad-rule/latency-number": ({ place, found }: PlacedRule & { readonly found: string }) => ({
    what: `${place}: ${found} is not a percentile and a time`,
    fix: "write a percentile up to 100 and milliseconds, for example latency-p95=300",
  }),
  "no-timings": ({ rule }: { readonly rule: string }) => ({
    what: `${rule}: this run has no timings`,
    why: "run files and results say what was retrieved, not how long it took",
    fix: "check latency where the retriever is asked, and leave the rule out here",
  }),
  "no-rules": (_: object, _at, voice) => ({
    what: "the gate has no rules",
    fix:
      voice === "command"
        ? "give at least one, for example --not-worse ndcg@10 or --min recall@5=0.8, or store some: goldie bless GOLD RUN --not-worse ndcg@10"
        : 'give at least one, for example { metric: "recall@5", min: 0.8 }',
  }),
  "must-needs-a-number": ({ metric }: { readonly metric: string }) => ({
    what: `must ${metric}: this metric is not yes or no, so the rule needs a number`,
    fix: `write the least value every query has to reach, for example ${metric}=0.5`,
  }),
  "no-such-queries": ({
    rule,
    tags,
    values,
  }: {
    readonly rule: string;
    readonly tags: readonly string[];
    readonly values: readonly string[];
  }) => ({
    what: `${rule}: no query of the gold matches`,
    fix:
      tags.length === 0
        ? "the gold has no tags; add them, or drop the condition"
        : `check the tag and its value; the gold has ${(values.length === 0 ? tags : values).join(", ")}`,
  }),
  "no-mean": ({ rule, because }: { readonly rule: string; readonly because: string }) => ({
    what: `${rule}: there is no mean to check (${because})`,
    fix: "look at the gold and the run with goldie eval",
  }),
  "query-without-score": (
    { rule, because }: { readonly rule: string; readonly because: string },
    { query },
  ) => ({
    what: `${rule}: query ${query} has no score (${because})`,
    fix: "correct its gold, or drop it from the condition",
  }),
  "baseline-needed": ({ rule }: { readonly rule: string }) => ({
    what: `${rule} needs a baseline`,
    fix: "make one with goldie bless GOLD RUN and commit goldie.baseline.json",
  }),
  "baseline-broken": ({ place, wanted }: { readonly place: string; readonly wanted: string }) => ({
    what: `this is not a baseline: ${place} should be ${wanted}`,
    fix: "make it again with goldie bless GOLD RUN",
  }),
  "baseline-not-json": ({ message }: { readonly message: string }) => ({
    what: `the baseline is not valid JSON: ${message}`,
    fix: "restore it from version control, or make it again with goldie bless GOLD RUN",
  }),
  "baseline-schema": ({ found }: { readonly found: string }) => ({
    what: `the baseline has schema ${found}, and this version reads schema 1`,
    fix: "update goldie, or make the baseline again with goldie bless GOLD RUN",
  }),
  "baseline-lacks-metric": ({
    metric,
    metrics,
  }: {
    readonly metric: string;
    readonly metrics: readonly string[];
  }) => ({
    what: `the baseline has no ${metric}, only ${metrics.join(", ")}`,
    fix: `bless it again with -m ${[...metrics, metric].join(",")}`,
  }),
  "baseline-other-rules": ({
    option,
    baseline,
    run,
  }: {
    readonly option: string;
    readonly baseline: string;
    readonly run: string;
  }) => ({
    what: `the baseline was scored with ${option} ${baseline}, this run with ${run}`,
    why: "scores under different rules cannot be compared",
    fix: "use the same flags for both, or make the baseline again with goldie bless GOLD RUN",
  }),
  "baseline-without-gold": () => ({
    what: "the baseline or the run does not say which gold it was scored against",
    why: "a change of the gold would look like a change of the run",
    fix: "make the baseline again with goldie bless GOLD RUN, and give the gate gold and run",
  }),
  "baseline-gold-changed": ({
    rule,
    shared,
    all,
  }: {
    readonly rule: string;
    readonly shared: number;
    readonly all: number;
  }) => ({
    what: `${rule}: only ${shared} of the baseline's ${counted(all, "scored query", "scored queries")} are left with the same gold and a score`,
    why: "below 80 % the comparison would be about other questions",
    fix: "make the baseline again with goldie bless GOLD RUN",
  }),
  "too-few-queries": ({ rule, count }: { readonly rule: string; readonly count: number }) => ({
    what: `${rule}: ${counted(count, "query", "queries")} in common with the baseline, and a comparison needs at least two`,
    fix: "add queries to the gold, and bless again",
  }),
});
