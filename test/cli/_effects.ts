/** Effects for tests: a real folder, everything else in memory. */
import { pathToFileURL } from "node:url";
import { systemClock } from "../../src/calls/clock.ts";
import type { Effects, Out } from "../../src/cli/effects.ts";
import { type FileSystem, nodeFileSystem } from "../../src/files/file-system.ts";

interface Captured extends Out {
  text: string;
}

export interface TestEffects extends Effects {
  readonly stdout: Captured;
  readonly stderr: Captured;
  /** Runs what waits for an interruption. */
  interrupt(): void;
  /** What the user's first Ctrl-C does to a command that comes to its own end. */
  cancel(): void;
}

export interface Given {
  readonly cwd: string;
  readonly tty?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: Uint8Array;
  readonly now?: () => number;
  readonly files?: Partial<FileSystem>;
  readonly load?: Effects["load"];
  readonly sleep?: Effects["sleep"];
  readonly fetch?: typeof fetch;
  /** Instead of taking the text. */
  readonly write?: (text: string | Uint8Array) => Promise<void>;
}

export function testEffects({
  cwd,
  tty = false,
  env = {},
  stdin,
  now = () => 0,
  files,
  write,
  load = (path) => import(pathToFileURL(path).href),
  sleep = systemClock.sleep,
  fetch: send = fetch,
}: Given): TestEffects {
  const cleaners = new Set<() => void>();
  const stops = new Set<(code: number) => void>();
  let isCancelled = false;
  const decoder = new TextDecoder();
  const out = (instead?: Given["write"]): Captured => ({
    isTTY: tty,
    columns: tty ? 80 : undefined,
    text: "",
    async write(text) {
      if (instead !== undefined) return instead(text);
      this.text += typeof text === "string" ? text : decoder.decode(text);
    },
  });
  return {
    stdout: out(write),
    stderr: out(),
    stdin: {
      isTTY: stdin === undefined,
      async *bytes() {
        if (stdin !== undefined) yield stdin;
      },
    },
    files: { ...nodeFileSystem(cwd), ...files },
    env,
    now,
    date: () => new Date(2026, 4, 20, 10, 11, 12),
    onInterrupt(clean) {
      cleaners.add(clean);
      return () => void cleaners.delete(clean);
    },
    interrupt() {
      for (const clean of cleaners) clean();
    },
    onCancel(stop) {
      stops.add(stop);
      if (isCancelled) stop(130);
      return () => void stops.delete(stop);
    },
    cancel() {
      isCancelled = true;
      for (const stop of stops) stop(130);
    },
    onStray: () => () => {},
    load,
    sleep,
    fetch: send,
    id: 7,
  };
}
