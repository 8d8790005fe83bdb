/** How far the commands of a project are: a small file for each process under .goldie/progress/, for the dashboard. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PRIVATE } from "../files/append-file.ts";
import { isAlive, type Owner, thisProcess } from "../files/process-owner.ts";

export interface ProgressStep {
  /** Such as the retriever that is asked now. */
  readonly detail?: string;
  readonly done: number;
  readonly total: number;
  readonly failed: number;
}

/** What a process tells others. Nothing is thrown: a command must not fail for this. */
export interface ProgressTeller {
  /** Written at most once a second, and not in the first: most commands are over by then. */
  step(step: ProgressStep): void;
  /** The user wants it to end. */
  stopping(): void;
  /** Removes the file. */
  end(): Promise<void>;
}

export interface TellingOptions {
  /** The folder that holds .goldie/. */
  readonly folder: string;
  readonly what: RunningProcess["what"];
  /** Milliseconds from any start on. */
  readonly now: () => number;
  readonly date: () => Date;
  /** When it started, by `now`. */
  readonly start?: number;
}

export interface RunningProcess extends ProgressStep {
  /** Tells it from all others. */
  readonly key: string;
  readonly what: "run" | "judge";
  /** ISO 8601. */
  readonly started: string;
  readonly state: "running" | "stopping";
}

interface ProgressFile extends Omit<RunningProcess, "key"> {
  readonly schema: 1;
  readonly owner: Owner;
}

const EVERY_MS = 1000;

const progressFolder = (project: string): string => join(project, ".goldie", "progress");

/** `folder`: one that has no .goldie/ gets none; such a project has no dashboard. */
export function tellProgress({
  folder: project,
  what,
  now,
  date,
  start = now(),
}: TellingOptions): ProgressTeller {
  const folder = progressFolder(project);
  const owner = thisProcess();
  const path = join(folder, `${owner.pid}.json`);
  const aside = `${path}.${owner.id}.tmp`;
  const started = new Date(date().getTime() - (now() - start)).toISOString();
  let last = start;
  let state: RunningProcess["state"] = "running";
  let step: ProgressStep | undefined;
  let written = false;
  let broken = false;
  let writing = Promise.resolve();
  const write = (): void => {
    if (step === undefined || broken) return;
    const file: ProgressFile = { schema: 1, what, ...step, started, state, owner };
    writing = writing.then(async () => {
      try {
        if (!written) await mkdir(folder).catch(ignoreExisting);
        await writeFile(aside, JSON.stringify(file), { mode: PRIVATE });
        await rename(aside, path);
        written = true;
      } catch {
        broken = true;
      }
    });
  };
  return {
    step(next) {
      step = next;
      if (now() - last < EVERY_MS) return;
      last = now();
      write();
    },
    stopping() {
      state = "stopping";
      if (written) write();
    },
    async end() {
      await writing;
      if (written || broken)
        await Promise.all([path, aside].map((one) => rm(one, { force: true }))).catch(() => {});
    },
  };
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

/** Those of processes that ended without a word are left out. Oldest first. */
export async function runningProcesses(project: string): Promise<readonly RunningProcess[]> {
  const folder = progressFolder(project);
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.filter((name) => /^\d+\.json$/.test(name)).map((name) => readRunning(join(folder, name))),
  );
  return found
    .filter((one) => one !== undefined)
    .sort((a, b) => (a.started < b.started ? -1 : a.started > b.started ? 1 : a.key < b.key ? -1 : 1));
}

async function readRunning(path: string): Promise<RunningProcess | undefined> {
  let file: unknown;
  try {
    file = JSON.parse(await readFile(path, "utf8"));
  } catch {
    return undefined;
  }
  if (!isProgress(file) || isAlive(file.owner) !== true) return undefined;
  const { what, detail, done, total, failed, started, state, owner } = file;
  return {
    key: owner.id,
    what,
    ...(detail === undefined ? {} : { detail }),
    done,
    total,
    failed,
    started,
    state,
  };
}

function isProgress(value: unknown): value is ProgressFile {
  const one = value as Partial<ProgressFile> | null;
  const isCount = (x: unknown): boolean => Number.isInteger(x) && (x as number) >= 0;
  return (
    typeof one === "object" &&
    one !== null &&
    one.schema === 1 &&
    (one.what === "run" || one.what === "judge") &&
    (one.detail === undefined || typeof one.detail === "string") &&
    [one.done, one.total, one.failed].every(isCount) &&
    typeof one.started === "string" &&
    (one.state === "running" || one.state === "stopping") &&
    typeof one.owner === "object" &&
    one.owner !== null &&
    typeof one.owner.id === "string" &&
    typeof one.owner.pid === "number"
  );
}

/** `hear` is called with all that runs now, at once and whenever that changes. The function that comes back ends it. */
export function followProgress(
  project: string,
  hear: (running: readonly RunningProcess[]) => void,
  everyMs = EVERY_MS,
): () => void {
  let last: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async (): Promise<void> => {
    const running = await runningProcesses(project);
    if (isOver) return;
    const text = JSON.stringify(running);
    if (text !== last) hear(running);
    last = text;
    timer = setTimeout(look, everyMs);
  };
  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
