/** Live runs as plain files under .goldie/runs/: a folder each, which survives being killed. */
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Answer } from "../core/answer.ts";
import type { QueryId } from "../core/ids.ts";
import { GoldieError, type Problem } from "../core/problem.ts";
import type { Hit } from "../core/ranking.ts";
import type { RetrieverParams } from "../core/retriever.ts";
import { rowOfAnswer } from "../evaluate/answers/stored-answer.ts";
import { type AppendFile, openToAppend, PRIVATE } from "../files/append-file.ts";
import { nodeFileSystem } from "../files/file-system.ts";
import { thisProcess } from "../files/process-owner.ts";
import { replaceFile } from "../files/replace-file.ts";
import { systemCode, writeTrouble } from "../files/write-trouble.ts";
import { findRun, lookUp } from "./_find.ts";
import { MANIFEST, NOTE, type OwnedManifest, readInfo, writerOf } from "./_manifest.ts";
import { answerFiles, isRunId, runId } from "./_names.ts";
import { readScores, readStored, SCORES } from "./_read.ts";
import { takeRun } from "./_writers.ts";
import { storeProblem } from "./problems.ts";
import type { StoredState } from "./stored-state.ts";
import { readSummary, type StoredSummary, writeSummary } from "./summary.ts";

/** What is known when a run starts. */
export interface RunSetup {
  readonly retrievers: readonly {
    readonly name: string;
    readonly about?: string;
    readonly params?: RetrieverParams;
    /** Where it is declared as data: its kind, and hashes of what was written and of the files it names. */
    readonly declared?: { readonly type: string; readonly entry: string; readonly files?: string };
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
  /** Instead: nothing of it is kept. A run that goes on stays as it was, cancelled. */
  discard(): Promise<void>;
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
  /** Goes on with a run that was interrupted or cancelled, or whose failed queries are asked again. `changed`: what its manifest says from now on. */
  goOn(
    info: StoredRunInfo,
    words?: ReadonlyMap<QueryId, string>,
    changed?: Partial<Pick<RunSetup, "settings" | "config">>,
  ): Promise<RunWriter>;
  /** Newest first. */
  list(): Promise<readonly StoredRunInfo[]>;
  /** "last", "last~1", an id or the start of one, or a note; with "/retriever" one of its retrievers. Throws a Problem that names the nearest. */
  find(ref: string): Promise<FoundRun>;
  /** Does a run go by this name? For operands that may be files, too. */
  has(ref: string): Promise<boolean>;
  read(info: StoredRunInfo): Promise<StoredRun>;
  /** The text of scores.json alone; undefined where the run did not come so far. */
  scores(info: StoredRunInfo): Promise<string | undefined>;
  /** The means alone, by retriever; undefined where the run did not come so far. Throws a Problem where its scores cannot be read. */
  summary(info: StoredRunInfo): Promise<readonly StoredSummary[] | undefined>;
  note(info: StoredRunInfo, text: string): Promise<void>;
}

/**
 * The runs of a project, under .goldie/runs/ of its folder. Each has a folder of its own, so runs at the same time do not
 * meet; the folder appears with its manifest in it.
 */
export function openStore({ folder: project, now, id, random }: StoreOptions): Store {
  const root = join(project, ".goldie");
  const folder = join(root, "runs");
  const files = nodeFileSystem(project);
  const replace = (path: string, text: string): Promise<void> =>
    replaceFile(path, { files, id, mode: PRIVATE }, (write) => write(text));
  const writeManifest = (path: string, manifest: OwnedManifest): Promise<void> =>
    replace(join(path, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);

  async function list(): Promise<readonly StoredRunInfo[]> {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
    const ids = names.filter(isRunId).sort().reverse();
    return Promise.all(ids.map((one) => readInfo(join(folder, one), one)));
  }

  /** Where answers of a retriever go. */
  async function writer(path: string, manifest: OwnedManifest, words: RunSetup["words"]): Promise<RunWriter> {
    const out = new Map<string, AppendFile>();
    for (const { name, file } of manifest.retrievers) out.set(name, await openToAppend(join(path, file)));
    const close = async (sync = true): Promise<void> => {
      for (const file of out.values()) {
        if (sync) await file.sync();
        await file.close();
      }
    };
    return {
      id: manifest.id,
      folder: path,
      answer(retriever, query, answer) {
        const file = out.get(retriever)!;
        const row = `${JSON.stringify(rowOfAnswer(query, answer, words?.get(query)))}\n`;
        try {
          // Whoever was killed in the middle of a line: the next one must not be glued to it.
          file.append(file.end().torn ? `\n${row}` : row);
        } catch (error) {
          throw new GoldieError(writeTrouble(path, error));
        }
      },
      async finish({ state, scores, timings }) {
        // After Ctrl-C, do not wait for a busy disk: whatever a crash of the machine loses is asked again.
        await close(state === "complete");
        if (scores !== undefined) {
          await replace(join(path, SCORES), scores);
          await writeSummary({ folder: path, scores: SCORES, replace }, scores);
        }
        const finished = new Date(now()).toISOString();
        await writeManifest(path, {
          ...manifest,
          state,
          finished,
          ...(timings === undefined ? {} : { timings }),
        });
      },
      async discard() {
        await close();
        await rm(path, { recursive: true, force: true });
      },
    };
  }

  async function makeRoot(): Promise<void> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const ignored = join(root, ".gitignore");
      if ((await files.facts(ignored)) === undefined) await replace(ignored, "*\n");
    } catch (error) {
      if (error instanceof GoldieError || systemCode(error) === undefined) throw error;
      throw new GoldieError(writeTrouble(folder, error));
    }
  }

  return {
    folder,
    list,
    async begin({ retrievers, words, ...setup }) {
      await makeRoot();
      const names = answerFiles(retrievers.map(({ name }) => name));
      for (;;) {
        const time = now();
        const run = runId(time, random);
        const path = join(folder, run);
        // Nobody sees it before its manifest is there.
        const aside = join(folder, `.${run}.${id}.tmp`);
        const manifest: OwnedManifest = {
          schema: 1,
          id: run,
          created: new Date(time).toISOString(),
          state: "running",
          ...setup,
          retrievers: retrievers.map((one, i) => ({ ...one, file: names[i]! })),
          owner: thisProcess(),
        };
        try {
          await mkdir(aside, { mode: 0o700 });
          await writeManifest(aside, manifest);
          await rename(aside, path);
        } catch (error) {
          await rm(aside, { recursive: true, force: true });
          if (TAKEN.has(systemCode(error) ?? "")) continue;
          throw systemCode(error) === undefined ? error : new GoldieError(writeTrouble(path, error));
        }
        return writer(path, manifest, words);
      }
    },
    async goOn(info, words, changed) {
      const { folder: path, manifest, problem } = info;
      if (manifest === undefined) throw new GoldieError(problem!);
      const owner = thisProcess();
      const taken = await takeRun(path, owner);
      const other = "other" in taken ? taken.other : await writerOf(path);
      if ("other" in taken || other !== undefined) {
        if ("release" in taken) await taken.release();
        throw storeProblem.error("run-goes-on", { id: info.id, pid: other!.pid });
      }
      const { finished: _, ...rest } = manifest;
      const owned: OwnedManifest = { ...rest, ...changed, state: "running", owner };
      await writeManifest(path, owned);
      const open = await writer(path, owned, words);
      const finish: RunWriter["finish"] = async (end) => {
        await open.finish(end);
        await taken.release();
      };
      return { ...open, finish, discard: () => finish({ state: "cancelled" }) };
    },
    find: async (ref) => findRun(ref, await list(), folder),
    has: async (ref) => lookUp(ref, await list()) !== undefined,
    read: readStored,
    scores: readScores,
    summary: (info) => readSummary({ folder: info.folder, scores: SCORES, replace }),
    note: (info, text) => replace(join(info.folder, NOTE), `${text.trim()}\n`),
  };
}

/** Another run has this name. */
const TAKEN: ReadonlySet<string> = new Set(["EEXIST", "ENOTEMPTY"]);
