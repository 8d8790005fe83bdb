/** Everything a command can touch outside itself, passed in. */
import { createReadStream } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { type FileSystem, nodeFileSystem } from "../files/file-system.ts";
import { isTerminal, nodeOut } from "./_out.ts";

export interface Out {
  readonly isTTY: boolean;
  /** How wide the terminal is. */
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
  /** Milliseconds from any start on. */
  now(): number;
  /** The date, for files that hold one. */
  date(): Date;
  /** Resolves after this many milliseconds, or as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** `clean` runs if the user interrupts; the function that comes back takes it away again. */
  onInterrupt(clean: () => void): () => void;
  /** `stop` runs when the user interrupts, with the exit code to end with; the program then comes to its own end. A second time ends it at once. */
  onCancel(stop: (code: number) => void): () => void;
  /** `hear` is called with uncaught errors while code of the user runs; without it they end the process. */
  onStray(hear: (error: unknown) => void): () => void;
  /** The module at a full path: code of the user. */
  load(path: string): Promise<unknown>;
  readonly fetch: typeof fetch;
  /** A number that no other process uses now, for names of temporary files. */
  readonly id: number;
}

/** The real ones. */
export function nodeEffects(): Effects {
  // Made on first use: help and lists touch no file.
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
      // Rejections that nobody handles come as exceptions.
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
 * Signals are listened to only while there is something to clean: a listener is heard between two steps of the program,
 * so with one a program that computes without a pause could not be stopped.
 */
function nodeInterruptions(): Pick<Effects, "onInterrupt" | "onCancel"> {
  const cleaners = new Set<() => void>();
  const stops = new Set<(code: number) => void>();
  let stopping = false;
  const heard = (signal: keyof typeof EXIT_CODES): void => {
    if (stops.size > 0 && !stopping) {
      stopping = true;
      for (const stop of stops) stop(EXIT_CODES[signal]);
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
    onCancel: (stop) => during(stops, stop),
  };
}
