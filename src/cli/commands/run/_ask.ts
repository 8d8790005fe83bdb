/** Asks the retrievers, with a progress bar and Ctrl-C. */
import { setImmediate } from "node:timers/promises";
import { type LiveOptions, type LiveResult, runToTheEnd, type UnscoredRuns } from "../../../live/run.ts";
import { tellProgress } from "../../../store/progress.ts";
import type { Effects } from "../../effects.ts";
import { createProgress } from "../../shared/progress.ts";

export interface AskedLive {
  readonly live: LiveResult | UnscoredRuns;
  /** The exit code, if the user stopped it. */
  readonly stopped?: number;
  /** An uncaught error of the user's code, which stopped the run. */
  readonly stray?: { readonly error: unknown };
}

export async function askLive(
  options: LiveOptions,
  effects: Effects,
  { quiet, project }: { readonly quiet: boolean; readonly project: string },
): Promise<AskedLive> {
  const progress = createProgress(effects, quiet);
  const told = tellProgress({
    folder: project,
    what: "run",
    now: () => effects.now(),
    date: () => effects.date(),
  });
  const stop = new AbortController();
  let stopped: number | undefined;
  const cancel = (code: number): void => {
    stopped = code;
    stop.abort();
    progress.end();
    told.stopping();
    effects.stderr.write("stopping; press Ctrl-C again to quit at once\n").catch(() => {});
  };
  const forget = effects.onCancel(cancel);
  let stray: { readonly error: unknown } | undefined;
  const deaf = effects.onStray((error) => {
    stray ??= { error };
    stop.abort();
  });
  const names = Object.keys(options.retrievers);
  try {
    const live = await runToTheEnd({
      ...options,
      signal: stop.signal,
      on(event) {
        if (event.kind !== "progress" || stopped !== undefined) return;
        const { retriever, done, total, failed, rate, leftMs } = event;
        const before = names.indexOf(retriever);
        const place = names.length === 1 ? "" : ` (${before + 1} of ${names.length})`;
        told.step({ detail: `${retriever}${place}`, done, total, failed });
        progress.show((before + done / Math.max(1, total)) / names.length, () =>
          [
            `${names.length === 1 ? "" : `${retriever}: `}${done} of ${total}`,
            ...(failed === 0 ? [] : [`${failed} failed`]),
            ...(rate === undefined ? [] : [`${rateText(rate)}/s`]),
            ...(leftMs === undefined ? [] : [`${timeText(leftMs)} left`]),
          ].join(", "),
        );
      },
    });
    // A signal that came meanwhile is heard when the event loop turns; it would be lost with its listener.
    await setImmediate();
    return {
      live,
      ...(stopped === undefined ? {} : { stopped }),
      ...(stray === undefined ? {} : { stray }),
    };
  } finally {
    forget();
    deaf();
    progress.end();
    await told.end();
  }
}

const rateText = (rate: number): string => (rate >= 10 ? rate.toFixed(0) : rate.toFixed(1));

/** "45 s", "3 min", "2 h". */
function timeText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 100) return `${seconds} s`;
  return seconds < 6000 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
