/** Everything a command can touch outside itself, passed in. */
import { createReadStream } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { type FileSystem, nodeFileSystem } from "../files/file-system.ts";
import { isTerminal, nodeOut } from "./_out.ts";

export interface Out {
  readonly isTTY: boolean;
  /** Width of the terminal. */
  readonly columns: number | undefined;
  /** Resolves when the text is written; rejects with the system error (EPIPE if the reader has gone). */
  write(text: string | Uint8Array): Promise<void>;
}

export interface Effects {
  readonly stdout: Out;
  readonly stderr: Out;
  readonly stdin: { readonly isTTY: boolean; bytes(): AsyncIterable<Uint8Array> };
  readonly files: FileSystem;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since an arbitrary start. */
  now(): number;
  /** The current date, for files that store one. */
  date(): Date;
  /** Resolves after this many milliseconds, or as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Runs `clean` if the user interrupts. Returns a function that unregisters it. */
  onInterrupt(clean: () => void): () => void;
  /**
   * `stop` runs when the user interrupts, or at once if they already have, with the exit code to end with; the program
   * then ends by itself. A second interruption ends it immediately.
   */
  onCancel(stop: (code: number) => void): () => void;
  /** Calls `hear` with uncaught errors while the user's code runs; otherwise they end the process. */
  onStray(hear: (error: unknown) => void): () => void;
  /** False if the user's code, such as a config, must not run. Default: true. */
  readonly ownCode?: boolean;
  /** Imports the user's module at a full path. */
  load(path: string): Promise<unknown>;
  readonly fetch: typeof fetch;
  /** Unique among running processes; for names of temporary files. */
  readonly id: number;
}

/** The real ones. */
export function nodeEffects(): Effects {
  // Created on first use: help and lists touch no file.
  let files: FileSystem | undefined;
  return {
    stdout: nodeOut(1),
    stderr: nodeOut(2),
    stdin: {
      get isTTY() {
        return isTerminal(0);
      },
      bytes: () => createReadStream("", { fd: 0, autoClose: false }),
    },
    get files() {
      files ??= nodeFileSystem(process.cwd());
      return files;
    },
    env: process.env,
    now: () => performance.now(),
    date: () => new Date(),
    sleep: (ms, signal) => setTimeout(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {}),
    ...nodeInterruptions(),
    onStray(hear) {
      // Unhandled rejections arrive here too.
      process.on("uncaughtException", hear);
      return () => void process.off("uncaughtException", hear);
    },
    load: (path) => import(pathToFileURL(path).href),
    fetch: (...given) => fetch(...given),
    id: process.pid,
  };
}

/** As shells report them. SIGHUP: the terminal was closed. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Listens to signals only while there is something to clean up: Node calls listeners between two turns of the event
 * loop, so a long computation could not be interrupted.
 */
function nodeInterruptions(): Pick<Effects, "onInterrupt" | "onCancel"> {
  const cleaners = new Set<() => void>();
  const stops = new Set<(code: number) => void>();
  let stopping: number | undefined;
  const heard = (signal: keyof typeof EXIT_CODES): void => {
    if (stops.size > 0 && stopping === undefined) {
      stopping = EXIT_CODES[signal];
      for (const stop of stops) stop(stopping);
      return;
    }
    for (const clean of cleaners) clean();
    // Die from the signal as by default. process.exit would wait for a pending read, and standard input may never end.
    for (const one of signals) process.off(one, heard);
    process.kill(process.pid, signal);
  };
  const signals = Object.keys(EXIT_CODES) as (keyof typeof EXIT_CODES)[];
  const during = <T>(set: Set<T>, one: T): (() => void) => {
    if (cleaners.size + stops.size === 0) for (const signal of signals) process.on(signal, heard);
    set.add(one);
    return () => {
      if (!set.delete(one) || cleaners.size + stops.size > 0) return;
      for (const signal of signals) process.off(signal, heard);
    };
  };
  return {
    onInterrupt: (clean) => during(cleaners, clean),
    onCancel(stop) {
      const forget = during(stops, stop);
      if (stopping !== undefined) stop(stopping);
      return forget;
    },
  };
}
