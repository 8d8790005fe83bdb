/** Input files as the user named them, and standard input once. */
import { sep } from "node:path";
import { GoldieError, type ProblemField } from "../../core/problem.ts";
import { reworded } from "../../core/problem-table.ts";
import { fileProblemTables } from "../../files/problem-tables.ts";
import { remembered } from "../../files/remembered.ts";
import type { Source } from "../../files/source.ts";
import { openSource } from "../../formats/open-source.ts";
import type { Effects } from "../effects.ts";
import { wrongUse } from "./_problems.ts";
import { createProgress, type Progress } from "./progress.ts";

export interface Inputs {
  /** `again`: it will be read more than once, and its bytes are kept for that. */
  open(path: string, again?: boolean): Promise<Source>;
  /** How far a file was read, where it is not read through what was opened here. */
  read(source: Source, done: number, size: number | undefined): void;
  /** Gives back what was opened. */
  close(): Promise<void>;
}

/** Standard input is one file: it cannot be two of them. */
export function refuseStdinTwice(paths: readonly string[]): void {
  if (paths.filter((path) => path === "-").length > 1) throw wrongUse("stdin-twice");
}

/** Runs `use` with files that can be opened; afterwards they are given back, and the bar is gone. */
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
  const opened = new Map<string, Promise<Source>>();
  const { files, stdin } = effects;
  const open = async (path: string): Promise<Source> => {
    if (path === "-" && stdin.isTTY) throw wrongUse("nothing-piped");
    const full = path === "-" ? path : files.resolve(path);
    const source = await openSource(full, () => stdin.bytes(), path === "-" ? {} : { name: path }).catch(
      (error: unknown) => {
        throw error instanceof GoldieError ? asWritten(error, full, path, files.cwd) : error;
      },
    );
    return watched(source, progress);
  };
  return {
    open(path, again = false) {
      // A file of cases is gold and run at once: it is opened once.
      const known = opened.get(path) ?? open(path);
      const source = again ? known.then(remembered) : known;
      opened.set(path, source);
      return source;
    },
    read: ({ name }, done, size) => progress.step(`reading ${name}`, done, size ?? 0),
    async close() {
      for (const source of opened.values())
        await source.then(
          (one) => one.close?.(),
          () => {},
        );
    },
  };
}

/** Problems show a path as it was written, not where it led. */
function asWritten({ problem }: GoldieError, full: string, path: string, cwd: string): GoldieError {
  const plain = (field: ProblemField): ProblemField =>
    typeof field === "string"
      ? field.replaceAll(`${cwd}${sep}`, "")
      : Array.isArray(field)
        ? field.map(plain)
        : field;
  const fields = Object.fromEntries(
    Object.entries(problem.fields ?? {}).flatMap(([name, field]) =>
      field === undefined ? [] : [[name, plain(field)]],
    ),
  );
  const file = problem.at?.file === full ? path : problem.at?.file;
  const placed = file === undefined ? problem : { ...problem, at: { ...problem.at, file } };
  return new GoldieError(reworded({ ...placed, fields }, fileProblemTables, "command"));
}

/** Tells the bar how far a source was read. */
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
