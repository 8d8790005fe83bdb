/** Scores one run from its file, on the chosen path. */
import type { QueryId } from "../core/ids.ts";
import { ProblemLog } from "../core/problem-log.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import type { Evaluator, PrepareOptions } from "../evaluate/evaluate.ts";
import type { RankingInput } from "../evaluate/input/read-run.ts";
import type { Scoring } from "../evaluate/score/scoring.ts";
import type { RunMisses } from "../evaluate/why/missed.ts";
import type { Source } from "../files/source.ts";
import { detectFormat } from "../formats/detect.ts";
import type { Format, Sink, TableReading } from "../formats/index.ts";
import { contextOf } from "./_context.ts";
import { expectedHits } from "./_expected-hits.ts";
import type { GoldFile } from "./_gold-file.ts";
import { inTwoThreads } from "./_in-two-threads.ts";
import { KeepingSink } from "./_keeping-sink.ts";
import { KeptRun } from "./_kept-run.ts";
import { MissWatch } from "./_miss-watch.ts";
import { type OnProgress, withProgress } from "./_progress.ts";
import { scoreScattered } from "./_regroup.ts";
import { scoreKept } from "./_regroup-kept.ts";
import { RowScorer, Scattered } from "./_score-rows.ts";
import type { SecondThread } from "./_threads.ts";
import {
  choosePath,
  FIRST_HITS,
  type PathChoice,
  type PathNeeds,
  type PathRoom,
  withoutRoom,
} from "./choose-path.ts";

export interface RunOptions {
  /** The name of the run in the output. */
  readonly name: string;
  readonly runFormat: string | undefined;
  readonly columns: Readonly<Record<string, string>>;
  readonly table: TableReading | undefined;
  readonly asked: Omit<PrepareOptions, "gold">;
  readonly texts: boolean;
  /** Where it was looked at already, with the same columns, table and texts. */
  readonly look: Promise<FirstLook> | undefined;
  readonly needs: PathNeeds;
  /** Memory left for all runs. */
  readonly room: Readonly<PathRoom>;
  /** Where it may help. */
  readonly second: SecondThread | undefined;
  readonly threads: number | undefined;
  readonly onProgress: OnProgress | undefined;
  readonly onRanking: ((query: QueryId, ranking: JudgedRanking | undefined) => void) | undefined;
}

/** A run that was read and scored, before it is summed up. */
export interface Attempt {
  readonly scoring: Scoring;
  readonly log: ProblemLog;
  readonly scorer: RowScorer;
  readonly keep?: KeptRun | undefined;
  readonly misses?: MissWatch | undefined;
}

export interface ScoredRun extends Attempt {
  readonly format: string;
  readonly path: PathChoice;
  /** By query: its hits, where they are kept. */
  readonly ranking: ((query: QueryId) => RankingInput | undefined) | undefined;
  readonly missed: RunMisses | undefined;
}

const encoder = new TextEncoder();

/** What is known of a run before it is read. */
export interface FirstLook {
  readonly format: Format;
  /** How many are expected. */
  readonly hits: number | undefined;
}

export async function lookAtRun(
  source: Source,
  { runFormat, columns, texts, table }: Pick<RunOptions, "runFormat" | "columns" | "texts" | "table">,
): Promise<FirstLook> {
  const { format } = await detectFormat(source, "run", runFormat);
  const hits = await expectedHits(source, format, contextOf(source, "run", columns, [], texts, table));
  return { format, hits };
}

export async function scoreRun(
  evaluator: Evaluator,
  gold: GoldFile,
  source: Source,
  options: RunOptions,
): Promise<ScoredRun> {
  const { format, hits } = await (options.look ?? lookAtRun(source, options));
  const choice = choosePath(options.needs, hits);
  const attempts = new Attempts(evaluator, gold, source, format, { ...options, hits }, choice);
  const attempt = await attempts.score();
  const kept = choice.path === "memory" && attempt.keep?.isFull === false ? attempt.keep : undefined;
  const { names } = gold.lookup;
  return {
    ...attempt,
    format: format.id,
    path: choice.path === "memory" && kept === undefined ? withoutRoom(choice) : choice,
    missed: attempt.misses?.end(options.name),
    ranking:
      kept &&
      ((query) => {
        const bytes = encoder.encode(query);
        return kept.ranking(names.find(bytes, 0, bytes.length));
      }),
  };
}

/** `hits`: how many are expected. */
type ScoreAttempt = RunOptions & { readonly hits: number | undefined };

class Attempts {
  readonly #evaluator: Evaluator;
  readonly #gold: GoldFile;
  readonly #source: Source;
  readonly #format: Format;
  readonly #options: ScoreAttempt;
  readonly #choice: PathChoice;
  readonly #counted: Source;

  constructor(
    evaluator: Evaluator,
    gold: GoldFile,
    source: Source,
    format: Format,
    options: ScoreAttempt,
    choice: PathChoice,
  ) {
    this.#evaluator = evaluator;
    this.#gold = gold;
    this.#source = source;
    this.#format = format;
    this.#options = options;
    this.#choice = choice;
    this.#counted = options.onProgress === undefined ? source : withProgress(source, options.onProgress);
  }

  /** Uses two threads if that pays off and only scores are needed. */
  async score(): Promise<Attempt> {
    const { path, misses } = this.#choice;
    const halves =
      path === "memory" || misses
        ? undefined
        : await inTwoThreads(this.#evaluator, this.#gold, this.#source, this.#format, this.#options);
    return halves === "scattered" ? this.#scattered() : (halves ?? this.#once());
  }

  /** Reads once; scattered queries are grouped from the kept rows. */
  async #once(): Promise<Attempt> {
    const first = this.#start(this.#keep());
    // Keep the reader's Problems, even if the cells are discarded.
    const told = new ProblemLog();
    const sink = new KeepingSink(first.scorer, first.keep, this.#choice.most);
    try {
      await this.#read(sink, [first.log, told]);
      sink.end();
    } catch (error) {
      if (!(error instanceof Scattered)) throw error;
      return this.#scattered();
    }
    if (!sink.isScattered) return first;
    const again = this.#start(this.#keep());
    again.log.merge(told);
    again.scorer.follow(first.scorer);
    scoreKept(first.keep, this.#gold.lookup.names, again.scorer, again.scoring.scoresUnknown);
    return again;
  }

  /** Scattered rows that were not kept are read again. */
  async #scattered(): Promise<Attempt> {
    const attempt = this.#start(undefined);
    await scoreScattered(
      (sink, quiet) => this.#read(sink, quiet ? [] : [attempt.log]),
      this.#gold.lookup.names,
      attempt.scorer,
      attempt.scoring.scoresUnknown,
    );
    return attempt;
  }

  #keep(): KeptRun {
    const again = this.#choice.path === "memory";
    return new KeptRun(this.#source.name, again ? this.#options.room.again : FIRST_HITS, again);
  }

  #misses(): MissWatch | undefined {
    if (!this.#choice.misses) return undefined;
    const { needs, room, asked, hits } = this.#options;
    const firstHits = needs.misses === "all";
    return new MissWatch({ gold: this.#gold.values, asked, firstHits }, room.misses, hits);
  }

  #start<K extends KeptRun | undefined>(keep: K): Attempt & { readonly keep: K } {
    const { name, onRanking } = this.#options;
    const scoring = this.#evaluator.start(name);
    scoring.onRanking = onRanking;
    const log = new ProblemLog();
    const misses = this.#misses();
    const scorer = new RowScorer({
      cells: scoring,
      gold: this.#gold.lookup,
      log,
      file: this.#source.name,
      keep,
      watch: misses,
    });
    return { scoring, log, scorer, keep, misses };
  }

  #read(sink: Sink, logs: readonly ProblemLog[]): Promise<void> {
    const { columns, texts, table } = this.#options;
    const context = contextOf(this.#source, "run", columns, logs, texts, table);
    return this.#format.read(this.#counted, sink, context);
  }
}
