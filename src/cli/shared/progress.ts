/** A bar on stderr for what takes longer than a second. Plain ASCII, for old Windows consoles. */
import type { Effects } from "../effects.ts";

const AFTER = 1000;
const EVERY = 100;
const BAR = 24;

export interface Progress {
  /** Progress: `done` of `total` bytes (0: unknown). */
  step(what: string, done: number, total: number): void;
  /** Wipes the bar. */
  end(): void;
}

const silent: Progress = { step: () => {}, end: () => {} };

export function createProgress({ stderr, now }: Effects, quiet = false): Progress {
  if (!stderr.isTTY || quiet) return silent;
  const start = now();
  let last = Number.NEGATIVE_INFINITY;
  let width = 0;
  const draw = (line: string): void => {
    // Ignore errors: a closed terminal must not stop the command.
    stderr.write(`\r${line.padEnd(width)}`).catch(() => {});
    width = line.length;
  };
  return {
    step(what, done, total) {
      const time = now();
      if (time - start < AFTER || time - last < EVERY) return;
      last = time;
      const share = total > 0 ? Math.min(1, done / total) : undefined;
      const bar =
        share === undefined
          ? `${(done / 1e6).toFixed(0)} MB`
          : `[${"#".repeat(Math.round(share * BAR)).padEnd(BAR, ".")}] ${String(Math.floor(share * 100)).padStart(3)} %`;
      const room = (stderr.columns ?? 80) - bar.length - 2;
      draw(`${bar} ${what.length > room ? `...${what.slice(3 - room)}` : what}`);
    },
    end() {
      if (width > 0) stderr.write(`\r${" ".repeat(width)}\r`).catch(() => {});
      width = 0;
    },
  };
}
