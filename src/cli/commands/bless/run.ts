/** `goldie bless`. */
import { jsonText } from "../../../core/json-text.ts";
import { GoldieError, type Problem } from "../../../core/problem.ts";
import { compare } from "../../../evaluate/compare/compare.ts";
import { type BaselineGate, baselineText } from "../../../evaluate/gate/baseline.ts";
import { gate } from "../../../evaluate/gate/gate.ts";
import { gateRules, metricsOf, ruleText } from "../../../evaluate/gate/rules.ts";
import { CORRELATION, fineMargins, sightOf } from "../../../evaluate/gate/sight.ts";
import type { Result } from "../../../evaluate/score/result.ts";
import { ruleSentence } from "../../../reports/gate/sentences.ts";
import { shellWord } from "../../../text/shell-word.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { askedBy } from "../../shared/asked.ts";
import { configBy } from "../../shared/config-args.ts";
import { mayBeStored } from "../../shared/may-be-stored.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { operandsBy } from "../../shared/operands.ts";
import { refuseInputs, writeOutput } from "../../shared/output.ts";
import { showWarnings } from "../../shared/problems.ts";
import { PartFailed } from "../../shared/stopped.ts";
import { namedStored } from "../../shared/stored-runs.ts";
import { BASELINE, type BaselineFile, baselineAt } from "../gate/baseline.ts";
import { rulesOf, shareOf } from "../gate/rules.ts";
import { type Blessed, blessedText, type Replaced } from "./_text.ts";
import { blessProblem, wrongUse } from "./problems.ts";

export async function runBless(written: Args, effects: Effects): Promise<number> {
  const { args, names } = await namedRuns(written, 0, effects, { several: false });
  const config = args.has("baseline") ? undefined : await configBy(args, effects);
  const path = args.text("baseline") ?? config?.config.baseline ?? BASELINE;
  await refuseInputs([path], [...args.positionals, ...args.all("gold")], effects);
  const old = await oldBaseline(path, effects);
  const { stored, kept } = rulesToStore(args, old.file);
  const asked = askedBy(args);
  const metrics = metricsOf(gateRules(stored.rules));
  const operands = await operandsBy(args, names, effects, {
    command: "bless",
    asked: metrics.length === 0 ? asked : { ...asked, metrics: withMetrics(asked.metrics, metrics) },
    least: 1,
  });
  const { runs } = operands;
  if (runs.length > 1) throw wrongUse("bless-of-several", { names: runs.map(({ result }) => result.name) });
  const { result } = runs[0]!;
  // A failed query in the baseline would be ignored by every later gate.
  const failed = result.summary().find(({ counts }) => counts.failed > 0);
  if (failed !== undefined)
    throw new PartFailed(
      blessProblem("failed-baseline", { metric: failed.metric, count: failed.counts.failed }),
    );
  const warnings = [...old.problems, ...rulesTried(result, stored)];
  const replaced = old.file && replacedBy(old.file.result, result, warnings);
  await writeOutput(path, effects, (write) => write(baselineText(result, stored)));
  const { above, below } = operands.problems;
  if (!args.has("quiet")) await showWarnings(above, effects, args, "above");
  const blessed: Blessed = {
    path,
    name: result.name,
    queries: result.queries.length,
    sight: sightOf(result),
    rules: gateRules(stored.rules).map(ruleText),
    kept,
    ...(replaced === undefined ? {} : { replaced }),
    check: await checkOf(written, result.name, effects),
  };
  await effects.stdout.write(args.has("json") ? blessedJson(blessed, stored) : blessedText(blessed));
  if (!args.has("quiet")) await showWarnings([...below, ...warnings], effects, args);
  return 0;
}

/** For a stored run, the gate checks the next one; for a file, the next version of that file. */
async function checkOf(args: Args, name: string, effects: Effects): Promise<string> {
  const [first, ...others] = args.positionals;
  const named = ["gold", "baseline"].flatMap((flag) =>
    args.all(flag).flatMap((value) => [`--${flag}`, value]),
  );
  const stored =
    others.length === 0 && (await mayBeStored(first!, effects))
      ? await namedStored(first!, effects)
      : undefined;
  if (stored === undefined)
    return ["goldie gate", ...[...args.positionals, ...named].map(shellWord)].join(" ");
  const last = (await namedStored("last", effects))?.refs ?? [];
  const run = last.length < 2 || last.includes(`last/${name}`) ? [] : [`last/${first!.split("/").at(-1)}`];
  return ["goldie run && goldie gate", ...[...run, ...named].map(shellWord)].join(" ");
}

/** Ignore an unreadable baseline: it is about to be replaced. */
async function oldBaseline(
  path: string,
  effects: Effects,
): Promise<{ readonly file?: BaselineFile; readonly problems: readonly Problem[] }> {
  try {
    const file = await baselineAt(path, effects);
    return { ...(file === undefined ? {} : { file }), problems: [] };
  } catch (error) {
    if (!(error instanceof GoldieError)) throw error;
    return { problems: [blessProblem("old-baseline-unreadable", { path, because: firstLineOf(error) })] };
  }
}

const firstLineOf = ({ message }: Error): string => message.split("\n")[0]!.trim();

/** The rules from the flags, or those of the replaced baseline. */
function rulesToStore(
  args: Args,
  old: BaselineFile | undefined,
): { readonly stored: BaselineGate; readonly kept: boolean } {
  const rules = rulesOf(args);
  const maxFailed = shareOf(args.text("max-failed")) ?? old?.gate.maxFailed;
  const kept = rules.length === 0 && (old?.gate.rules.length ?? 0) > 0;
  return {
    stored: { rules: kept ? old!.gate.rules : rules, ...(maxFailed === undefined ? {} : { maxFailed }) },
    kept,
  };
}

function withMetrics(
  asked: ReturnType<typeof askedBy>["metrics"],
  metrics: readonly string[],
): readonly string[] {
  const named = (asked ?? []) as readonly string[];
  return [...named, ...metrics.filter((metric) => !named.includes(metric))];
}

/** Checks the rules on this run, so that mistakes show now instead of in the first gate. Latencies are not known here. */
function rulesTried(result: Result, { rules }: BaselineGate): Problem[] {
  const checked = gateRules(rules).filter(({ kind }) => kind !== "latency");
  if (checked.length === 0) return [];
  const scored = rules.filter((rule) => gateRules([rule]).every(({ kind }) => kind !== "latency"));
  const report = gate(result, { rules: scored, baseline: result });
  return [
    ...report.rules.flatMap((one) =>
      one.outcome === "pass"
        ? []
        : [blessProblem("rule-not-met", { rule: one.text, found: ruleSentence(one, { report }) })],
    ),
    ...fineMargins(result, checked).map((one) => blessProblem("margin-too-fine", { ...one })),
  ];
}

/** Compares the old baseline with the new one, if possible. */
function replacedBy(old: Result, result: Result, warnings: Problem[]): Replaced | undefined {
  const mine = new Set(result.rowMetrics);
  const metrics = old.rowMetrics.filter((metric) => mine.has(metric));
  try {
    const { pairs, problems } = compare([old.named("old"), result.named("new")], { metrics, hits: false });
    warnings.push(...problems);
    const { verdicts } = pairs[0]!;
    return { name: old.name, verdicts };
  } catch (error) {
    if (!(error instanceof GoldieError)) throw error;
    warnings.push(blessProblem("old-baseline-other", { because: firstLineOf(error) }));
    return undefined;
  }
}

const blessedJson = ({ path, name, sight, kept, replaced }: Blessed, { rules, maxFailed }: BaselineGate) =>
  `${jsonText(
    {
      baseline: path,
      name,
      correlation: CORRELATION,
      metrics: sight,
      ...(rules.length === 0 ? {} : { gate: rules, kept }),
      ...(maxFailed === undefined ? {} : { maxFailed }),
      ...(replaced === undefined ? {} : { replaced }),
    },
    2,
  )}\n`;
