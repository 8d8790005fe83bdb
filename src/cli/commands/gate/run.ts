/** `goldie gate`. */
import type { GateRuleInput } from "../../../core/gate-rule.ts";
import { GoldieError } from "../../../core/problem.ts";
import { compare } from "../../../evaluate/compare/compare.ts";
import { gate } from "../../../evaluate/gate/gate.ts";
import { gateProblem } from "../../../evaluate/gate/problems.ts";
import { gateRules, metricsOf, rulesFrom, ruleText } from "../../../evaluate/gate/rules.ts";
import type { Result } from "../../../evaluate/score/result.ts";
import { systemCode } from "../../../files/write-trouble.ts";
import { gateGithub } from "../../../reports/gate/github.ts";
import { gateGitlab } from "../../../reports/gate/gitlab.ts";
import { gateJson } from "../../../reports/gate/json.ts";
import { gateJunit } from "../../../reports/gate/junit.ts";
import { gateMarkdown } from "../../../reports/gate/markdown.ts";
import { exitOf, type ReportedGate } from "../../../reports/gate/model.ts";
import { gateText } from "../../../reports/gate/text.ts";
import type { Report } from "../../../reports/model.ts";
import type { Effects } from "../../effects.ts";
import { type Args, refuseFlags } from "../../shared/args.ts";
import { rulesBy } from "../../shared/asked.ts";
import { configBy } from "../../shared/config-args.ts";
import { asksForEngine, withEngineOf } from "../../shared/engine/configured.ts";
import { wrongUse as engineUse } from "../../shared/engine/problems.ts";
import { widthFor } from "../../shared/help.ts";
import { isHtml, writeHtml } from "../../shared/html.ts";
import { mayBeStored } from "../../shared/may-be-stored.ts";
import { holds } from "../../shared/mixed-up.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { type Operands, operandsBy } from "../../shared/operands.ts";
import { refuseInputs, writeOutput } from "../../shared/output.ts";
import { showWarnings } from "../../shared/problems.ts";
import { projectStore } from "../../shared/project.ts";
import { reportOfOperands } from "../../shared/report-of.ts";
import { withInputs } from "../../shared/sources.ts";
import { namedStored } from "../../shared/stored-runs.ts";
import { storedIn } from "../../shared/stored-scores.ts";
import { styleOf } from "../../shared/style.ts";
import { storedReport } from "../report/stored.ts";
import { BASELINE, type BaselineFile, baselineAt } from "./baseline.ts";
import { wrongUse } from "./problems.ts";
import { rulesOf, shareOf } from "./rules.ts";

export async function runGate(given: Args, effects: Effects): Promise<number> {
  const flagged = rulesOf(given);
  gateRules(flagged);
  // Loading a config runs the user's code: skip it if the command line is complete.
  const config =
    given.positionals.length === 0 || flagged.length === 0 || given.has("config") || asksForEngine(given)
      ? await configBy(given, effects)
      : undefined;
  // Without arguments it is the last run, whatever tables the config has.
  const inTables = asksForEngine(given);
  if (!inTables) {
    const engine = config?.config.engine;
    refuseFlags(given, ["run", "pull"], (flag) =>
      engine === undefined
        ? engineUse("flag-without-engine", { flag })
        : wrongUse("engine-without-table", {
            flag,
            table: (typeof engine === "object" ? engine.runTable : undefined) ?? "TABLE",
          }),
    );
    await refuseNothing(given, effects);
  }
  const share = shareOf(given.text("max-failed"));
  const pages = given.all("output").filter(isHtml);
  const outputs = given
    .all("output")
    .filter((path) => !isHtml(path))
    .map((path) => ({ path, write: writerOf(path) }));
  const path = given.text("baseline") ?? config?.config.baseline ?? BASELINE;
  await refuseInputs(given.all("output"), [...given.positionals, ...given.all("gold"), path], effects);
  const file = await baselineAt(path, effects);
  const { args, names } = inTables
    ? { args: withEngineOf(given, config?.config ?? {}), names: [] }
    : await namedRuns(await orLast(given, file, effects), 0, effects, { several: false });
  const stored = [
    ...(file === undefined ? [] : [{ from: path, rules: file.gate.rules }]),
    ...(config?.config.gate === undefined ? [] : [{ from: config.path, rules: config.config.gate }]),
  ];
  const metric = file?.result.rowMetrics[0];
  const byDefault =
    metric !== undefined && flagged.length === 0 && stored.every((one) => one.rules.length === 0);
  const sources = byDefault ? [{ from: "the default", rules: [notWorse(metric)] }] : stored;
  const maxFailed = share ?? file?.gate.maxFailed;
  const checked = rulesFrom(sources, flagged).map(({ rule }) => rule);
  const needed = checked.some(({ kind }) => kind === "not-worse");
  if (file === undefined && (needed || args.has("baseline"))) throw wrongUse("no-baseline", { path });
  if (checked.length === 0)
    throw file === undefined ? wrongUse("nothing-blessed", { path }) : gateProblem.error("no-rules", {});
  const baseline = needed || args.has("baseline") ? file?.result : undefined;
  const as = args.text("as");
  const metrics = metricsOf(checked);
  // Rules about latency need no scores.
  const asked = {
    ...(metrics.length === 0 ? {} : { metrics }),
    ...(as === undefined ? {} : { as }),
    ...rulesBy(args),
  };
  // Loaded on demand: tables and engines.
  const operands = inTables
    ? await (await import("../../shared/engine/engine-operands.ts")).engineOperands(
        args,
        { command: "gate", asked, one: true },
        effects,
      )
    : await operandsBy(args, names, effects, { command: "gate", asked, least: 1 });
  const { result, timings } = only(operands);
  const edited = operands.problems.above.find(({ code }) => code === "gold-edited");
  // A gate must not pass on scores of other gold.
  if (edited !== undefined) throw new GoldieError(edited);
  const timed = checked.find(({ kind }) => kind === "latency");
  if (timed !== undefined && timings === undefined)
    throw gateProblem.error("no-timings", { rule: ruleText(timed) });
  const compared = checked.flatMap(({ kind, metric }) => (kind === "not-worse" ? [metric] : []));
  const reported: ReportedGate = {
    report: gate(result, {
      rules: flagged,
      sources,
      ...(baseline === undefined ? {} : { baseline }),
      ...(maxFailed === undefined ? {} : { maxFailed }),
      ...(timings === undefined ? {} : { timings }),
    }),
    allowUndecided: args.has("allow-undecided"),
    ...(baseline === undefined || compared.length === 0
      ? {}
      : { moved: compare([baseline, result], { metrics: [compared[0]!] }).pairs[0]!.moved }),
    ...(operands.words === undefined ? {} : { words: operands.words }),
    ...(operands.gold === undefined ? {} : { gold: operands.gold }),
  };
  for (const { path: output, write } of outputs)
    await writeOutput(output, effects, (out) => out(write(reported)));
  const { above, below } = operands.problems;
  if (pages.length > 0) {
    // With the lists of a stored run, if they still belong to its scores.
    const stored = inTables ? undefined : await storedReport(args, names, effects);
    const { report } = stored ?? { report: reportOfOperands(operands) };
    const gated = gatedReport({ ...report, problems: [...above, ...below] }, baseline, reported);
    for (const page of pages) await writeHtml(page, gated, args, effects);
  }
  await orNobodyReads(async () => {
    if (!args.has("quiet")) await showWarnings(above, effects, args, "above");
    if (!args.has("quiet") && byDefault)
      await effects.stderr.write(
        `no rules are given, so the gate checks --not-worse ${metric}, the first metric of ${path}\n`,
      );
    await effects.stdout.write(args.has("json") ? gateJson(reported) : terminalText(reported, args, effects));
    if (args.has("annotations")) await effects.stdout.write(gateGithub(reported));
    if (!args.has("quiet")) await showWarnings(below, effects, args);
  });
  return exitOf(reported);
}

/** The run next to the baseline, if there is one. */
function gatedReport(report: Report, baseline: Result | undefined, gate: ReportedGate): Report {
  const name =
    report.runs[0]!.result.name === baseline?.name ? `${baseline.name} (baseline)` : baseline?.name;
  return {
    ...report,
    runs: [...(baseline === undefined ? [] : [{ result: baseline.named(name!) }]), ...report.runs],
    gate,
  };
}

const notWorse = (metric: string): GateRuleInput => ({ metric, notWorseThan: "baseline" });

async function refuseNothing(args: Args, effects: Effects): Promise<void> {
  if (args.positionals.length > 0) return;
  if ((await projectStore(effects).then((store) => store.list())).length === 0)
    throw wrongUse("nothing-to-gate");
}

/** Default: the last stored run; if it has several retrievers, the one with the baseline's name. */
async function orLast(args: Args, file: BaselineFile | undefined, effects: Effects): Promise<Args> {
  const gold = args.positionals;
  if (gold.length > 1 || (gold.length === 1 && !(await isGold(gold[0]!, args, effects)))) return args;
  const refs = (await namedStored("last", effects))?.refs ?? [];
  const own = refs.find((ref) => ref === `last/${file?.result.name}`);
  return args.withPositionals([...gold, own ?? "last"]);
}

/** Gold and nothing else, with a stored run to go with it? */
async function isGold(path: string, args: Args, effects: Effects): Promise<boolean> {
  if (path === "-" || args.has("gold")) return false;
  if ((await projectStore(effects).then((store) => store.list())).length === 0) return false;
  try {
    if ((await mayBeStored(path, effects)) && (await namedStored(path, effects)) !== undefined) return false;
    return await withInputs(
      effects,
      true,
      async (inputs) =>
        (await storedIn(path, inputs, args)) === undefined &&
        (await holds(inputs, path, "gold")) &&
        !(await holds(inputs, path, "run")),
    );
  } catch (error) {
    // The reader of the file reports it.
    if (error instanceof GoldieError) return false;
    throw error;
  }
}

function terminalText(reported: ReportedGate, args: Args, { stdout, env }: Effects): string {
  const text = gateText(reported, { colour: styleOf(stdout, env).on, width: widthFor(stdout) });
  // The text of a question must not be taken for a workflow command.
  return args.has("annotations") ? text.replaceAll("::", ": :") : text;
}

/** `goldie gate … | head` keeps the gate's exit code. */
async function orNobodyReads(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (systemCode(error) !== "EPIPE") throw error;
  }
}

function only({ runs }: Operands): Operands["runs"][number] {
  if (runs.length > 1) throw wrongUse("gate-of-several", { names: runs.map(({ result }) => result.name) });
  return runs[0]!;
}

function writerOf(path: string): (gate: ReportedGate) => string {
  const name = path.toLowerCase();
  if (name.endsWith(".xml")) return gateJunit;
  if (name.endsWith(".md")) return gateMarkdown;
  if (name.endsWith(".codequality.json")) return gateGitlab;
  if (name.endsWith(".json")) return gateJson;
  if (name.endsWith(".txt")) return (gate) => gateText(gate);
  throw wrongUse("gate-output", { path });
}
