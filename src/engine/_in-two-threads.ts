/** Reads each half of a large run in a separate thread. */
import { ProblemLog } from "../core/problem-log.ts";
import type { Evaluator } from "../evaluate/evaluate.ts";
import type { Source } from "../files/source.ts";
import type { Format } from "../formats/index.ts";
import { contextOf } from "./_context.ts";
import type { GoldFile } from "./_gold-file.ts";
import { GoldTable } from "./_gold-table.ts";
import { withProgress } from "./_progress.ts";
import { halves, rangeSource } from "./_ranges.ts";
import { RowScorer, Scattered } from "./_score-rows.ts";
import type { Attempt, RunOptions } from "./_score-run.ts";
import { claimer, merge, sharedColumns } from "./_threads.ts";
import { worthThreads } from "./_worth-threads.ts";

/** undefined: not possible, or not worth it. */
export async function inTwoThreads(
  evaluator: Evaluator,
  gold: GoldFile,
  source: Source,
  format: Format,
  options: RunOptions,
): Promise<Attempt | "scattered" | undefined> {
  const { second, threads, columns, asked, name, onRanking, onProgress, texts } = options;
  if (second === undefined || onRanking !== undefined || texts || asked.judgements !== undefined)
    return undefined;
  if (!(gold.values instanceof GoldTable)) return undefined;
  if (!worthThreads(source, asked, threads)) return undefined;
  const ranges = await halves(source, format);
  if (ranges === undefined) return undefined;
  const claims = new SharedArrayBuffer(gold.lookup.names.size);
  let values: SharedArrayBuffer | undefined;
  const scoring = evaluator.start(name, (metrics, n) => {
    values = new SharedArrayBuffer(metrics * n * Float64Array.BYTES_PER_ELEMENT);
    return sharedColumns(values)(metrics, n);
  });
  if (scoring.scoresUnknown) return undefined;
  const reply = second.score({
    asked: { ...asked },
    gold: gold.values.share(),
    run: { name: source.name, format: format.id, range: ranges[1] },
    columns,
    values: values!,
    claims,
  });
  const log = new ProblemLog();
  const scorer = new RowScorer({
    cells: scoring,
    gold: gold.lookup,
    log,
    file: source.name,
    claim: claimer(claims, 1),
  });
  const half = rangeSource(source.name, ranges[0]);
  const share = (ranges[0].end - ranges[0].start) / source.file!.size;
  const counted = onProgress === undefined ? half : withProgress(half, onProgress, { of: source, share });
  try {
    await format.read(counted, scorer, contextOf(source, "run", columns, [log]));
    scorer.finish();
  } catch (error) {
    if (error instanceof Scattered) return "scattered";
    throw error;
  }
  const merged = await merge(await reply, ranges[1], scoring, scorer, log);
  return merged ? { scoring, log, scorer } : "scattered";
}
