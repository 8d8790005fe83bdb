/** Tells a table of hits from one of grades. */
import { ProblemLog } from "../../core/problem-log.ts";
import { loadRun } from "../../engine/load.ts";
import { RankingColumns } from "../../evaluate/input/read-run.ts";
import { SMALL_FILE } from "../../files/source.ts";
import type { Inputs } from "./sources.ts";

/** Does a small file have scores with a fraction, which grades hardly ever have? */
export async function hasScores(inputs: Inputs, path: string): Promise<boolean> {
  const source = await inputs.open(path);
  if ((source.file?.size ?? Number.POSITIVE_INFINITY) > SMALL_FILE) return false;
  const { run } = await loadRun(source, { log: new ProblemLog() });
  for (const list of run.values())
    if (list instanceof RankingColumns && list.scores?.some((x) => !Number.isInteger(x ?? 0))) return true;
  return false;
}
