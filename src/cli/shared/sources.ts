/** Input files as the user named them, and standard input once. */
import { remembered, renamed } from "../../files/remembered.ts";
import type { Source } from "../../files/source.ts";
import { openSource } from "../../formats/open-source.ts";
import type { Effects } from "../effects.ts";
import { wrongUse } from "./_problems.ts";
import { mayBeStored } from "./may-be-stored.ts";
import { createProgress, type Progress } from "./progress.ts";
import type { StoredOperand } from "./stored-runs.ts";

export interface Inputs {
  /** `again`: keep its bytes, because it will be read more than once. */
  open(path: string, again?: boolean): Promise<Source>;
  /** Do two of these paths lead to the same file as this one? */
  isTwice(path: string, among: readonly string[]): Promise<boolean>;
  /** One retriever of a stored run, if no file has this name. */
  stored(path: string): Promise<StoredOperand | undefined>;
  /** Reports progress for a file that is read in another way. */
  read(source: Source, done: number, size: number | undefined): void;
  /** Closes everything that was opened. */
  close(): Promise<void>;
}

/** Standard input can be only one of the files. */
export function refuseStdinTwice(paths: readonly string[]): void {
  if (paths.filter((path) => path === "-").length > 1) throw wrongUse("stdin-twice");
}

/** Runs `use` with a way to open files; afterwards closes them and removes the progress bar. */
export async function withInputs<T>(
  effects: Effects,
  quiet: boolean,
  use: (inputs: Inputs) => Promise<T>,
): Promise<T> {
  const progress = createProgress(effects, quiet);
  const inputs = createInputs(effects, progress);
  try {
    return await use(inputs);
  } finally {
    progress.end();
    await inputs.close();
  }
}

function createInputs(effects: Effects, progress: Progress): Inputs {
  /** By real path: the file, and the path under which it was opened first. */
  const opened = new Map<string, { readonly path: string; readonly source: Promise<Source> }>();
  const { files, stdin } = effects;
  const known = new Map<string, Promise<StoredOperand | undefined>>();
  const find = async (path: string): Promise<StoredOperand | undefined> =>
    (await mayBeStored(path, effects))
      ? (await import("./stored-runs.ts")).storedOperand(path, effects)
      : undefined;
  const stored = (path: string): Promise<StoredOperand | undefined> => {
    const found = known.get(path) ?? find(path);
    known.set(path, found);
    return found;
  };
  const open = async (path: string): Promise<Source> => {
    if (path === "-" && stdin.isTTY) throw wrongUse("nothing-piped");
    const answers = await stored(path);
    if (answers !== undefined) return (await import("./stored-runs.ts")).sourceOfStored(answers);
    const full = path === "-" ? path : files.resolve(path);
    const source = await openSource(full, () => stdin.bytes(), path === "-" ? {} : { name: path });
    return watched(source, progress);
  };
  /** One entry per file, however its path is written. */
  const real = async (path: string): Promise<string> => (path === "-" ? path : files.real(path));
  return {
    async open(path, again = false) {
      const key = await real(path);
      // A file of cases is both gold and run: open it once.
      const first = opened.get(key) ?? { path, source: open(path) };
      const source = again ? first.source.then(remembered) : first.source;
      opened.set(key, { path: first.path, source });
      return first.path === path ? source : renamed(await source, path);
    },
    async isTwice(path, among) {
      const [one, ...others] = await Promise.all([path, ...among].map(real));
      return others.filter((other) => other === one).length > 1;
    },
    stored,
    read: ({ name }, done, size) => progress.step(`reading ${name}`, done, size ?? 0),
    async close() {
      for (const { source } of opened.values())
        await source.then(
          (one) => one.close?.(),
          () => {},
        );
    },
  };
}

/** Updates the progress bar while a source is read. */
function watched(source: Source, progress: Progress): Source {
  const total = source.file?.size ?? 0;
  return {
    ...source,
    async *pieces() {
      let done = 0;
      for await (const piece of source.pieces()) {
        done += piece.length;
        progress.step(`reading ${source.name}`, done, total);
        yield piece;
      }
    },
  };
}
