/** `goldie fuse`. */

import type { Problem } from "../../../core/problem.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { refuseErrors } from "../../../core/refuse-errors.ts";
import { type LoadedGold, type LoadedRun, loadGold, loadRun } from "../../../engine/load.ts";
import { evaluate } from "../../../evaluate/evaluate.ts";
import { type FusedRun, type FusionModel, type FusionOptions, fuse } from "../../../evaluate/fuse/fuse.ts";
import { parseFusion, printFusion } from "../../../evaluate/fuse/fusion-names.ts";
import { optimizeFusion } from "../../../evaluate/fuse/optimize-fusion.ts";
import { trainFusion } from "../../../evaluate/fuse/train-fusion.ts";
import { ofRunFile } from "../../../evaluate/input/problems.ts";
import type { GoldInput } from "../../../evaluate/input/read-gold.ts";
import type { Format } from "../../../formats/index.ts";
import { fusions, normalisations } from "../../../fusion/index.ts";
import { counted } from "../../../text/counted.ts";
import { oneLine } from "../../../text/width.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { columnsBy, tableBy } from "../../shared/asked.ts";
import { refuseAbsentColumns } from "../../shared/asked-columns.ts";
import { twoColumns } from "../../shared/help.ts";
import { type NamedRuns, namedRuns } from "../../shared/named-runs.ts";
import { checkOverlap, overlapOf } from "../../shared/no-overlap.ts";
import { refuseInputs, writeOutput } from "../../shared/output.ts";
import { asErrors, showWarnings } from "../../shared/problems.ts";
import { runNames } from "../../shared/request.ts";
import { type Inputs, refuseStdinTwice, withInputs } from "../../shared/sources.ts";
import { shownPath, targetFormat, writeRankings } from "../../shared/target.ts";
import { wrongUse } from "./problems.ts";

export async function runFuse(written: Args, effects: Effects): Promise<number> {
  const { args, names } = await namedRuns(written, 0, effects);
  if (args.has("list")) {
    await effects.stdout.write(methodList());
    return 0;
  }
  const output = args.text("output");
  if (output === undefined) throw wrongUse("fuse-without-output");
  if (args.positionals.length < 2) throw wrongUse("fuse-of-one");
  refuseStdinTwice([...args.positionals, ...args.all("gold")]);
  const format = targetFormat(output, "run", args.text("to"));
  // Fail on a mistyped method before reading files.
  const call = parseFusion(args.text("method") ?? "rrf", fusions);
  const learns = call.fusion.needs.includes("training");
  if ((learns || args.has("optimize")) && !args.has("gold"))
    throw learns
      ? wrongUse("learning-without-gold", { method: call.fusion.id })
      : wrongUse("optimize-without-gold");
  if (args.has("optimize") && Object.keys(call.fusion.params).length === 0)
    throw wrongUse("nothing-to-optimize", { method: call.fusion.id });
  await refuseInputs([output], [...args.positionals, ...args.all("gold")], effects);
  const log = new ProblemLog();
  const fused = await withInputs(effects, args.has("quiet"), async (inputs) => {
    const runs = await loadRuns(args, names, inputs, log);
    const gold = await goldBy(args, inputs, log);
    refuseAbsentColumns(
      columnsBy(args),
      [
        ...runs.map(({ format }, i) => ({ path: args.positionals[i]!, kind: "run" as const, format })),
        ...(gold === undefined
          ? []
          : [{ path: args.text("gold")!, kind: "gold" as const, format: gold.format }]),
      ],
      log.list(),
    );
    if (gold !== undefined && (learns || args.has("optimize"))) checkRuns(args, runs, gold.gold, log);
    return fuseAll(args, printFusion(call), runs, gold?.gold);
  });
  for (const problem of fused.problems) log.add(problem);
  if (args.has("strict") && log.warnings > 0) throw asErrors(log.list());
  // Before the output is opened: after that, Ctrl-C is only handled between two pieces.
  const pieces = await rendered(fused, format, output, args, log);
  await writeOutput(output, effects, async (write) => {
    for (const piece of pieces) await write(piece);
  });
  if (args.has("quiet")) return 0;
  const hits = [...fused.run.values()].reduce((sum, list) => sum + list.length, 0);
  const counts = `${counted(fused.run.size, "query", "queries")}, ${counted(hits, "hit", "hits")}`;
  await effects.stderr.write(
    `${oneLine(`${fused.name} of ${args.positionals.length} runs → ${shownPath(output, "output")}: ${counts}`)}\n`,
  );
  await showWarnings(log.list(), effects, args);
  return 0;
}

async function rendered(
  fused: FusedRun,
  format: Format,
  output: string,
  args: Args,
  log: ProblemLog,
): Promise<readonly (string | Uint8Array)[]> {
  const pieces: (string | Uint8Array)[] = [];
  const problem = (one: Problem): void =>
    log.add({ ...one, at: { file: shownPath(output, "output"), ...one.at } });
  const writer = format.write!({
    kind: "run",
    name: args.text("name") ?? fused.name,
    write: (text) => void pieces.push(text),
    problem,
  });
  writeRankings(writer, fused.run, writer.hit === undefined, problem);
  await writer.end();
  refuseErrors(log);
  return pieces;
}

interface NamedLoadedRun extends LoadedRun {
  readonly name: string;
}

async function loadRuns(
  args: Args,
  given: NamedRuns["names"],
  inputs: Inputs,
  log: ProblemLog,
): Promise<NamedLoadedRun[]> {
  const names = runNames(args.positionals, given);
  const format = args.text("run-format");
  const runs: NamedLoadedRun[] = [];
  for (const [i, path] of args.positionals.entries()) {
    const options = {
      log,
      columns: columnsBy(args),
      table: tableBy(args),
      ...(format === undefined ? {} : { format }),
    };
    const again = await inputs.isTwice(path, args.positionals);
    runs.push({ ...(await loadRun(await inputs.open(path, again), options)), name: names[i]! });
    refuseErrors(log);
  }
  return runs;
}

/** Parameters cannot be tuned if all scores are 0. */
function checkRuns(args: Args, runs: readonly NamedLoadedRun[], gold: GoldInput, log: ProblemLog): void {
  const metrics = [args.text("optimize") ?? "recall"];
  const scored = runs.map(({ name, run }, i) => ({
    file: args.positionals[i]!,
    result: evaluate({ gold, run, metrics, name }),
  }));
  const { above, below } = checkOverlap(
    {
      gold: args.text("gold")!,
      runs: scored,
      problems: scored.flatMap(({ file, result }) =>
        overlapOf(result.problems).map((problem) => ofRunFile(problem, file)),
      ),
    },
    args,
  );
  for (const problem of [...above, ...below]) log.add(problem);
}

async function goldBy(args: Args, inputs: Inputs, log: ProblemLog): Promise<LoadedGold | undefined> {
  const path = args.text("gold");
  if (path === undefined) return undefined;
  const gold = await loadGold(await inputs.open(path), {
    log,
    columns: columnsBy(args),
    table: tableBy(args),
  });
  refuseErrors(log);
  return gold;
}

function fuseAll(
  args: Args,
  method: string,
  loaded: readonly NamedLoadedRun[],
  gold: GoldInput | undefined,
): FusedRun {
  const norm = args.text("norm");
  const depth = args.count("depth", 1);
  const options: FusionOptions = {
    method,
    runs: loaded.map(({ name, run }) => ({ name, run })),
    ...(norm === undefined ? {} : { norm }),
  };
  const found = gold === undefined ? {} : learn(options, gold, args.text("optimize"));
  return fuse({ ...options, ...found, ...(depth === undefined ? {} : { depth }) });
}

/** What is learnt from the gold: the best parameters if requested, and what a method trains. */
function learn(
  options: FusionOptions,
  gold: GoldInput,
  metric: string | undefined,
): { params?: Readonly<Record<string, unknown>>; model?: FusionModel } {
  if (metric !== undefined) {
    const { params, model } = optimizeFusion({ ...options, gold, metric });
    return { params, ...(model === undefined ? {} : { model }) };
  }
  const { fusion } = parseFusion(options.method as string, fusions);
  return fusion.needs.includes("training") ? { model: trainFusion({ ...options, gold }) } : {};
}

function methodList(): string {
  const rows = fusions.map(({ id, definition, needs }): [string, string] => [
    id,
    `${definition}${needs.includes("training") ? " Wants --gold." : ""}`,
  ]);
  const norms = normalisations.map(({ id, definition }): [string, string] => [id, definition]);
  return `methods\n${twoColumns(rows)}\n\nnormalisations, for --norm\n${twoColumns(norms)}\n`;
}
