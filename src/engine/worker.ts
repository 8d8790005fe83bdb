/** The second thread: reads its part of each run it is sent, and says what it found. */
import { parentPort } from "node:worker_threads";
import { GoldieError } from "../core/problem.ts";
import { ProblemLog } from "../core/problem-log.ts";
import { prepare } from "../evaluate/evaluate.ts";
import { detectFormat } from "../formats/detect.ts";
import { ByteNames } from "./_bytes-table.ts";
import { contextOf } from "./_context.ts";
import { GoldTable } from "./_gold-table.ts";
import { rangeSource } from "./_ranges.ts";
import { RowScorer, Scattered } from "./_score-rows.ts";
import { claimer, sharedColumns, type ThreadReply, type ThreadTask } from "./_threads.ts";

async function run(task: ThreadTask): Promise<ThreadReply> {
  const gold = new GoldTable(ByteNames.of(task.gold.names), task.gold.parts);
  const source = rangeSource(task.run.name, task.run.range);
  const { format } = await detectFormat(source, "run", task.run.format);
  const log = new ProblemLog();
  const scoring = prepare({ ...task.asked, gold }).start(task.run.name, sharedColumns(task.values));
  const scorer = new RowScorer({
    cells: scoring,
    gold: { names: gold.names, ids: gold },
    log,
    file: source.name,
    claim: claimer(task.claims, 2),
  });
  try {
    await format.read(source, scorer, contextOf(source, "run", task.columns, [log]));
    scorer.finish();
  } catch (error) {
    if (error instanceof Scattered) return { scattered: true };
    if (error instanceof GoldieError) return { problems: error.problems };
    throw error;
  }
  return {
    cells: scoring.cells(),
    unknown: scorer.unknown(),
    readLog: log.toJSON(),
    tag: scorer.tagged,
  };
}

parentPort?.on("message", async (task: ThreadTask) => {
  parentPort?.postMessage(await run(task));
});
