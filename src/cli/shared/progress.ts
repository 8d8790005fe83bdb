/** A progress bar on stderr for work of more than a second. Plain ASCII, for old Windows consoles. */
import type { Effects } from "../effects.ts";

const AFTER = 1000;
const EVERY = 100;
const BAR = 24;

export interface Progress {
  /** Progress: `done` of `total` bytes (0: unknown). */
  step(what: string, done: number, total: number): void;
  /** The completed share, and a text; `what` is called only when the bar is drawn. */
  show(share: number, what: () => string): void;
  /** Wipes the bar. */
  end(): void;
}

const silent: Progress = { step: () => {}, show: () => {}, end: () => {} };

export function createProgress({ stderr, now }: Effects, quiet = false): Progress {
  if (!stderr.isTTY || quiet) return silent;
  const start = now();
  let last = Number.NEGATIVE_INFINITY;
  let width = 0;
  const draw = (bar: string, what: string): void => {
    const room = (stderr.columns ?? 80) - bar.length - 2;
    const line = `${bar} ${what.length > room ? `...${what.slice(3 - room)}` : what}`;
    // Ignore errors: a closed terminal must not stop the command.
    stderr.write(`\r${line.padEnd(width)}`).catch(() => {});
    width = line.length;
  };
  const isTime = (): boolean => {
    const time = now();
    if (time - start < AFTER || time - last < EVERY) return false;
    last = time;
    return true;
  };
  const barOf = (share: number): string =>
    `[${"#".repeat(Math.round(share * BAR)).padEnd(BAR, ".")}] ${String(Math.floor(share * 100)).padStart(3)} %`;
  return {
    step(what, done, total) {
      if (!isTime()) return;
      draw(total > 0 ? barOf(Math.min(1, done / total)) : `${(done / 1e6).toFixed(0)} MB`, what);
    },
    show(share, what) {
      if (isTime()) draw(barOf(Math.min(1, Math.max(0, share))), what());
    },
    end() {
      if (width > 0) stderr.write(`\r${" ".repeat(width)}\r`).catch(() => {});
      width = 0;
    },
  };
}
