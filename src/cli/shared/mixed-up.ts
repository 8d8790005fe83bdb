/** Files in the wrong place on a command line: swapped, or one left out. */
import { GoldieError } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import { reworded } from "../../core/problem-table.ts";
import { loadGold, loadRun } from "../../engine/load.ts";
import { fileProblemTables } from "../../files/problem-tables.ts";
import { SMALL_FILE, type Source } from "../../files/source.ts";
import { detectFormat } from "../../formats/detect.ts";
import type { Effects } from "../effects.ts";
import { wrongUse } from "./_problems.ts";
import { hasScores } from "./has-scores.ts";
import type { Request } from "./request.ts";
import { type Inputs, withInputs } from "./sources.ts";
import { isWrongUse } from "./wrong-use.ts";

/** Runs `use` with the files of a request; if swapped files caused an error, says so. */
export function withFiles<T>(
  effects: Effects,
  request: Request,
  command: string,
  use: (inputs: Inputs) => Promise<T>,
): Promise<T> {
  return withInputs(effects, request.quiet, (inputs) => tellingMixedUp(inputs, request, command, use));
}

/** The same with files that are already open. */
export async function tellingMixedUp<T>(
  inputs: Inputs,
  request: Pick<Request, "gold" | "runs">,
  command: string,
  use: (inputs: Inputs) => Promise<T>,
): Promise<T> {
  try {
    return await use(inputs);
  } catch (error) {
    throw error instanceof GoldieError ? await mixedUp(error, request, command, inputs) : error;
  }
}

async function mixedUp(
  error: GoldieError,
  request: Pick<Request, "gold" | "runs">,
  command: string,
  inputs: Inputs,
): Promise<GoldieError> {
  const { gold, runs } = request;
  const { problem } = error;
  if (problem.code === "no-file") {
    const pattern = runs.find((path) => path === problem.fields?.["path"] && /[*?]/.test(path));
    return pattern === undefined
      ? withoutGiven(error, [gold, ...runs])
      : wrongUse("quoted-pattern", { path: pattern });
  }
  const [run] = runs;
  if (run === undefined) return (await goldForgotten(inputs, gold, command)) ?? error;
  if (isWrongUse(problem) || gold === "-" || run === "-") return error;
  const isGold = await holds(inputs, gold, "gold");
  const isRun = await holds(inputs, gold, "run");
  const two = await twoOfAKind(inputs, request, command, isGold, isRun);
  if (two !== undefined) return two;
  // A table of hits reads as grades too, but for its scores.
  if (!isRun || (isGold && !(await hasScores(inputs, gold)))) return error;
  if (!(await holds(inputs, run, "gold"))) return error;
  // A table of scores can be read as grades, so treat a file as gold only if it is not a run.
  if (await holds(inputs, run, "run")) return error;
  return wrongUse("files-swapped", { command, gold, runs });
}

/** One file alone: is it a run, or gold? */
export async function goldForgotten(
  inputs: Inputs,
  path: string,
  command: string,
): Promise<GoldieError | undefined> {
  if (path === "-") return undefined;
  const isGold = await holds(inputs, path, "gold");
  if (isGold === (await holds(inputs, path, "run"))) return undefined;
  if (isGold) return wrongUse("no-run", { path, command });
  const { format } = await detectFormat(await inputs.open(path), "run");
  return wrongUse("no-gold", { path, format: format.title, runs: [path], command });
}

/** Gold where the run should be, or a run where the gold should be. */
async function twoOfAKind(
  inputs: Inputs,
  { gold, runs }: Pick<Request, "gold" | "runs">,
  command: string,
  isGold: boolean,
  isRun: boolean,
): Promise<GoldieError | undefined> {
  if (isGold === isRun) return undefined;
  const [kind, other] = isGold ? (["gold", "run"] as const) : (["run", "gold"] as const);
  for (const path of runs) {
    if (path === "-" || !(await holds(inputs, path, kind)) || (await holds(inputs, path, other))) {
      if (isGold) continue;
      return undefined;
    }
    if (isGold) {
      const { format } = await detectFormat(await inputs.open(path), "gold");
      return wrongUse("two-golds", { path, format: format.title, gold, command });
    }
  }
  if (isGold) return undefined;
  const { format } = await detectFormat(await inputs.open(gold), "run");
  return wrongUse("no-gold", { path: gold, format: format.title, runs: [gold, ...runs], command });
}

/** Without the suggestion of a file that is already an argument. */
function withoutGiven(error: GoldieError, given: readonly string[]): GoldieError {
  const { problem } = error;
  const [meant] = (problem.fields?.["nearest"] ?? []) as readonly string[];
  if (meant === undefined || !given.includes(meant)) return error;
  const fields = { ...problem.fields, nearest: [] };
  return new GoldieError(reworded({ ...problem, fields }, fileProblemTables, "command"));
}

/** Can the whole file be read as this kind? For sources that cannot be read again, the head is enough. */
export async function holds(inputs: Inputs, path: string, kind: "gold" | "run"): Promise<boolean> {
  try {
    const source: Source = await inputs.open(path);
    const log = new ProblemLog();
    const size = source.file?.size;
    if (size === undefined || size > SMALL_FILE) await detectFormat(source, kind);
    else if (kind === "gold") await loadGold(source, { log });
    else await loadRun(source, { log });
    return log.errors === 0;
  } catch (error) {
    if (error instanceof GoldieError) return false;
    throw error;
  }
}
