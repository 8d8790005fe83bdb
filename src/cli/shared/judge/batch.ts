/** Batches: half the price, and a day to wait. */
import { extname } from "node:path";
import type { Clock } from "../../../calls/clock.ts";
import type { ProblemLog } from "../../../core/problem-log.ts";
import type { ModelClient } from "../../../judges/model-types.ts";
import { type BatchCaller, printBatch, readBatchResults } from "../../../judges/spend/batch.ts";
import type { CallStore } from "../../../judges/spend/store.ts";
import { counted } from "../../../text/counted.ts";
import { fill } from "../../../text/fill.ts";
import type { Effects } from "../../effects.ts";
import { widthFor } from "../help.ts";
import { writeOutput } from "../output.ts";
import type { Inputs } from "../sources.ts";

export async function readBatches(
  paths: readonly string[],
  into: { readonly client: ModelClient; readonly store: CallStore; readonly clock: Clock },
  inputs: Inputs,
  log: ProblemLog,
): Promise<void> {
  for (const path of paths) {
    const source = await inputs.open(path);
    const text = new TextDecoder().decode(await source.bytes());
    const { problems } = await readBatchResults(text.split(/\r?\n/), { ...into, file: path });
    for (const problem of problems) log.add(problem);
  }
}

/** Writes the requests, to several files if the service limits their size, and prints what to do next. */
export async function writeBatch(
  path: string,
  { requests }: BatchCaller,
  { batch }: ModelClient,
  effects: Effects,
): Promise<string> {
  const written: string[] = [];
  for (const text of printBatch(requests, batch!)) {
    const name = written.length === 0 ? path : numbered(path, written.length + 1);
    await writeOutput(name, effects, (write) => write(text));
    written.push(name);
  }
  const service = batch!.kind === "openai" ? "OpenAI" : "Anthropic";
  const width = widthFor(effects.stdout);
  const done = `${counted(requests.length, "question", "questions")} → ${written.join(", ")}, for batches of ${service}.`;
  const next =
    "When the results are there, run this again with --batch-in RESULTS; a case with a reference may need a second round.";
  return `${fill(done, "  ", width).trimStart()}\n${fill(next, "", width)}\n`;
}

/** batch.jsonl → batch-2.jsonl */
function numbered(path: string, n: number): string {
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)}-${n}${extension}`;
}
