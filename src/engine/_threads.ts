/** Reads the second half of a large run in a separate thread. Both threads write the values of their queries to shared memory. */
import type { Worker } from "node:worker_threads";
import type { Problem } from "../core/problem.ts";
import { GoldieError } from "../core/problem.ts";
import { type LogJson, ProblemLog } from "../core/problem-log.ts";
import { type ProblemTable, reworded } from "../core/problem-table.ts";
import type { CellSink, CellsMade } from "../evaluate/score/cells.ts";
import { ScoreColumns } from "../evaluate/score/score-columns.ts";
import type { NamesJson } from "./_bytes-table.ts";
import type { GoldParts } from "./_gold-table.ts";
import { joinerBy } from "./_one-count.ts";
import { linesBefore, type Range } from "./_ranges.ts";
import type { RowScorer } from "./_score-rows.ts";

/** The task for the thread. Plain data: metrics by name, rules without functions. */
export interface ThreadTask {
  readonly asked: Readonly<Record<string, unknown>>;
  readonly gold: { readonly names: NamesJson; readonly parts: GoldParts };
  readonly run: { readonly name: string; readonly format: string; readonly range: Range };
  readonly columns: Readonly<Record<string, string>>;
  readonly values: SharedArrayBuffer;
  /** By query: 0, or 1 + the thread that has it. */
  readonly claims: SharedArrayBuffer;
}

/** The result of the thread. */
export type ThreadReply =
  | { readonly scattered: true }
  | { readonly problems: readonly Problem[] }
  | {
      readonly cells: CellsMade;
      readonly unknown: readonly string[];
      readonly readLog: LogJson;
      readonly tag: string | undefined;
    };

export const sharedColumns =
  (values: SharedArrayBuffer) =>
  (metrics: number, queries: number): ScoreColumns =>
    new ScoreColumns(metrics, queries, values);

/** A query belongs to the thread that sees it first; if the second sees it too, the run is not grouped by query. */
export const claimer = (claims: SharedArrayBuffer, thread: number): ((query: number) => boolean) => {
  const taken = new Uint8Array(claims);
  return (query) => Atomics.compareExchange(taken, query, 0, thread) === 0;
};

/** It loads its code as soon as it is made, and scores the halves that it is sent, one after the other. */
export class SecondThread {
  readonly #worker: Worker;
  readonly #failed: Promise<never>;
  /** The next one. */
  #reply: Promise<ThreadReply>;

  constructor(script: URL) {
    // Loaded on use: most runs are too small for a second thread.
    const { Worker } = process.getBuiltinModule("node:worker_threads");
    // It creates few objects, so a small heap is enough.
    this.#worker = new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb: 16 } });
    this.#failed = new Promise((_, reject) => {
      this.#worker.once("error", reject);
      this.#worker.once("exit", () => reject(new Error("the second thread ended without a word")));
    });
    this.#reply = this.#next();
    handledLater(this.#reply);
  }

  #next(): Promise<ThreadReply> {
    const reply = new Promise<ThreadReply>((resolve) => {
      this.#worker.once("message", resolve);
    });
    return Promise.race([reply, this.#failed]);
  }

  /** To be awaited after the caller's own half. */
  score(task: ThreadTask): Promise<ThreadReply> {
    this.#worker.postMessage(task);
    const reply = this.#reply;
    // A half that the caller gave up is answered all the same.
    this.#reply = reply.then(() => this.#next());
    handledLater(this.#reply);
    return reply;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** It may fail before it is awaited, or without being awaited at all. */
function handledLater(promise: Promise<unknown>): void {
  promise.catch(() => {});
}

/** Takes over what the second thread found. False: the run is scattered. */
export async function merge(
  reply: ThreadReply,
  range: Range,
  cells: CellSink,
  scorer: RowScorer,
  log: ProblemLog,
): Promise<boolean> {
  if ("scattered" in reply) return false;
  const place = new Relocation(range);
  if ("problems" in reply) {
    const problems = await place.problems(reply.problems);
    throw new GoldieError(problems[0]!, problems);
  }
  // Queries that are not in the gold are not claimed: one may have a list on both sides of the cut.
  if (!reply.unknown.every((name) => scorer.addUnknown(name))) return false;
  cells.merge({ ...reply.cells, log: await place.log(reply.cells.log) });
  if (needsWhole(log.toJSON()) || needsWhole(reply.readLog)) return false;
  // Two tags in a file are worth a warning, which neither half gives.
  if (reply.tag !== scorer.tagged) return false;
  const theirs = ProblemLog.of(await place.log(reply.readLog));
  log.merge(theirs, theirs.warnings > 0 ? joinerBy(await wordTables()) : undefined);
  return true;
}

/** An empty half does not mean an empty file, and names of runs are counted over the whole file. */
const needsWhole = (log: LogJson): boolean =>
  log.some(({ code }) => code === "empty-file" || code === "mixed-runs");

/** Loaded only if there is something to report. */
async function wordTables(): Promise<readonly ProblemTable[]> {
  const [{ centreProblemTables }, { formatProblemTables }] = await Promise.all([
    import("../evaluate/problem-tables.ts"),
    import("../formats/problem-tables.ts"),
  ]);
  return [...centreProblemTables, ...formatProblemTables];
}

/** The thread counts lines from where it began. How many came before is counted only where a Problem names one, and once. */
class Relocation {
  readonly #range: Range;
  #before: Promise<number> | undefined;
  constructor(range: Range) {
    this.#range = range;
  }

  async problems(problems: readonly Problem[]): Promise<Problem[]> {
    if (!problems.some(({ at }) => at?.line !== undefined)) return [...problems];
    this.#before ??= linesBefore(this.#range);
    const before = await this.#before;
    // Messages may name a line, so they are made again.
    const tables = await wordTables();
    return problems.map((problem) => {
      const { at } = problem;
      if (at?.line === undefined) return problem;
      const first = at.firstLine === undefined ? {} : { firstLine: at.firstLine + before };
      const moved = { ...problem, at: { ...at, line: at.line + before, ...first } };
      return reworded(moved, tables, "library");
    });
  }

  log(log: LogJson): Promise<LogJson> {
    return Promise.all(log.map(async (kind) => ({ ...kind, first: await this.problems(kind.first) })));
  }
}
