/** `goldie gate`. */
import { GoldieError } from "../../../core/problem.ts";
import { compare } from "../../../evaluate/compare/compare.ts";
import { gate } from "../../../evaluate/gate/gate.ts";
import { gateProblem } from "../../../evaluate/gate/problems.ts";
import { gateRules, metricsOf } from "../../../evaluate/gate/rules.ts";
import type { Result } from "../../../evaluate/score/result.ts";
import { systemCode } from "../../../files/write-trouble.ts";
import { gateGithub } from "../../../reports/gate/github.ts";
import { gateGitlab } from "../../../reports/gate/gitlab.ts";
import { gateJson } from "../../../reports/gate/json.ts";
import { gateJunit } from "../../../reports/gate/junit.ts";
import { gateMarkdown } from "../../../reports/gate/markdown.ts";
import { exitOf, type ReportedGate } from "../../../reports/gate/model.ts";
import { gateText } from "../../../reports/gate/text.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { rulesBy } from "../../shared/asked.ts";
import { widthFor } from "../../shared/help.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { type Operands, operandsBy } from "../../shared/operands.ts";
import { refuseInputs, writeOutput } from "../../shared/output.ts";
import { showWarnings } from "../../shared/problems.ts";
import { withInputs } from "../../shared/sources.ts";
import { resultsIn } from "../../shared/stored-scores.ts";
import { styleOf } from "../../shared/style.ts";
import { rulesOf, shareOf } from "./_rules.ts";
import { wrongUse } from "./problems.ts";

export const BASELINE = "goldie.baseline.json";

export async function runGate(written: Args, effects: Effects): Promise<number> {
  const { args, names } = await namedRuns(written, 0, effects, { several: false });
  const rules = rulesOf(args);
  const checked = gateRules(rules);
  if (checked.length === 0) throw gateProblem.error("no-rules", {});
  const timed = checked.find(({ metric }) => metric.startsWith("latency"));
  if (timed !== undefined) throw wrongUse("no-timings", { metric: timed.metric });
  const maxFailed = shareOf(args.text("max-failed"));
  const outputs = args.all("output").map((path) => ({ path, write: writerOf(path) }));
  if (args.positionals.length === 0) throw wrongUse("nothing-to-gate");
  const path = args.text("baseline") ?? BASELINE;
  await refuseInputs(
    outputs.map(({ path: output }) => output),
    [...args.positionals, ...args.all("gold"), path],
    effects,
  );
  const needed = checked.some(({ kind }) => kind === "not-worse");
  const baseline = needed || args.has("baseline") ? await baselineAt(path, effects) : undefined;
  const as = args.text("as");
  const asked = { metrics: metricsOf(checked), ...(as === undefined ? {} : { as }), ...rulesBy(args) };
  const operands = await operandsBy(args, names, effects, { command: "gate", asked, least: 1 });
  const { result } = only(operands);
  const compared = checked.flatMap(({ kind, metric }) => (kind === "not-worse" ? [metric] : []));
  const reported: ReportedGate = {
    report: gate(result, {
      rules,
      ...(baseline === undefined ? {} : { baseline }),
      ...(maxFailed === undefined ? {} : { maxFailed }),
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
  await orNobodyReads(async () => {
    if (!args.has("quiet")) await showWarnings(above, effects, args, "above");
    await effects.stdout.write(args.has("json") ? gateJson(reported) : terminalText(reported, args, effects));
    if (args.has("annotations")) await effects.stdout.write(gateGithub(reported));
    if (!args.has("quiet")) await showWarnings(below, effects, args);
  });
  return exitOf(reported);
}

function terminalText(reported: ReportedGate, args: Args, { stdout, env }: Effects): string {
  const text = gateText(reported, { colour: styleOf(stdout, env).on, width: widthFor(stdout) });
  // A question must not become a command to the build server.
  return args.has("annotations") ? text.replaceAll("::", ": :") : text;
}

/** `goldie gate … | head` has the exit code of the gate, whoever reads it. */
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

/** A baseline that is not there, or cannot be read, is bad input: never a gate that passes. */
function baselineAt(path: string, effects: Effects): Promise<Result> {
  return withInputs(effects, true, async (inputs) => {
    const source = await inputs.open(path).catch((error: unknown) => {
      if (error instanceof GoldieError && error.problem.code === "no-file")
        throw wrongUse("no-baseline", { path });
      throw error;
    });
    const [result, ...others] = await resultsIn(source);
    if (result === undefined || others.length > 0)
      throw wrongUse("baseline-of-several", { path, found: others.length + (result === undefined ? 0 : 1) });
    return result;
  });
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
