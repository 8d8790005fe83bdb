/** Live runs as plain files under .goldie/runs/: a folder each, which survives being killed. */
import type { Answer } from "../core/answer.ts";
import type { QueryId } from "../core/ids.ts";
import type { Problem } from "../core/problem.ts";
import type { Hit } from "../core/ranking.ts";
import type { RetrieverParams } from "../core/retriever.ts";

/** What is known when a run starts. */
export interface RunSetup {
  readonly retrievers: readonly {
    readonly name: string;
    readonly about?: string;
    readonly params?: RetrieverParams;
  }[];
  readonly gold: { readonly file?: string; readonly hash: string; readonly queries: number };
  readonly config?: { readonly file: string; readonly hash: string };
  readonly git?: { readonly commit: string; readonly branch?: string; readonly changed?: boolean };
  /** Of Goldie, Node and whatever else matters. */
  readonly versions: Readonly<Record<string, string>>;
  /** What the run was asked for: metrics, k, depth, filter … as JSON. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The words of the queries, where there are some. */
  readonly words?: ReadonlyMap<QueryId, string>;
}

/** running: a live process writes it. interrupted: its process ended without a word. damaged: its manifest cannot be read. */
export type StoredState = "running" | "complete" | "cancelled" | "interrupted" | "damaged";

/** What manifest.json holds. */
export interface RunManifest extends Omit<RunSetup, "retrievers" | "words"> {
  readonly schema: 1;
  readonly id: string;
  readonly created: string;
  /** The file of each retriever's answers. */
  readonly retrievers: readonly (RunSetup["retrievers"][number] & { readonly file: string })[];
  readonly state: "running" | "complete" | "cancelled";
  readonly finished?: string;
  /** By retriever, as the writer passed them: percentiles, counts. */
  readonly timings?: Readonly<Record<string, unknown>>;
}

export interface StoredRunInfo {
  readonly id: string;
  /** The full path. */
  readonly folder: string;
  readonly state: StoredState;
  readonly note?: string;
  /** Absent where it is damaged. */
  readonly manifest?: RunManifest;
  /** Why it is damaged. */
  readonly problem?: Problem;
}

/** Takes the answers of one run. Each is on its way to the disk when `answer` returns: a kill loses none of them. */
export interface RunWriter {
  readonly id: string;
  readonly folder: string;
  answer(retriever: string, query: QueryId, answer: Answer): void;
  /** `scores`: the text of scores.json, which is the report of --json. */
  finish(end: {
    readonly state: "complete" | "cancelled";
    readonly scores?: string;
    readonly timings?: Readonly<Record<string, unknown>>;
  }): Promise<void>;
}

/** One retriever's part of a stored run. */
export interface StoredAnswers {
  readonly name: string;
  readonly about?: string;
  readonly params?: RetrieverParams;
  readonly answers: ReadonlyMap<QueryId, Answer>;
  /** The same as the input of `evaluate`: a failed query is an Error. */
  readonly run: ReadonlyMap<QueryId, readonly Hit[] | Error>;
}
export interface StoredRun {
  readonly info: StoredRunInfo;
  readonly retrievers: readonly StoredAnswers[];
  readonly words: ReadonlyMap<QueryId, string>;
  /** The text of scores.json; absent where the run did not come so far. */
  readonly scores?: string;
  /** Lines that could not be read. */
  readonly problems: readonly Problem[];
}

/** A run, or one retriever of it ("last/bm25"). */
export interface FoundRun {
  readonly info: StoredRunInfo;
  readonly retriever?: string;
}

export interface StoreOptions {
  /** The folder that holds .goldie/. */
  readonly folder: string;
  readonly now: () => number;
  /** A number that no other process uses now, such as the process id. */
  readonly id: number;
  readonly random: () => number;
}

export interface Store {
  /** The full path of .goldie/runs. */
  readonly folder: string;
  begin(setup: RunSetup): Promise<RunWriter>;
  /** Goes on with a run that was interrupted or cancelled, or whose failed queries are asked again. */
  goOn(info: StoredRunInfo): Promise<RunWriter>;
  /** Newest first. */
  list(): Promise<readonly StoredRunInfo[]>;
  /** "last", "last~1", an id or the start of one, or a note; with "/retriever" one of its retrievers. Throws a Problem that names the nearest. */
  find(ref: string): Promise<FoundRun>;
  /** Does a run go by this name? For operands that may be files, too. */
  has(ref: string): Promise<boolean>;
  read(info: StoredRunInfo): Promise<StoredRun>;
  note(info: StoredRunInfo, text: string): Promise<void>;
}

export function openStore(_options: StoreOptions): Store {
  throw new Error("not built yet");
}
