/** An engine while a command needs it. */
import { GoldieError, type Problem } from "../../../core/problem.ts";
import type { SqlEngine, SqlProgress, SqlQueryOptions } from "../../../sql/engine.ts";
import { type EngineKind, openEngine } from "../../../sql/engines/open.ts";
import { saidIn } from "../../../sql/faults.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../args.ts";
import { createProgress, type Progress } from "../progress.ts";
import { type Inputs, withInputs } from "../sources.ts";
import { PartFailed, Stopped } from "../stopped.ts";

/** Opens the engine, and closes it whatever happens. Ctrl-C stops the statement. */
export async function withEngine<T>(
  args: Args,
  kind: EngineKind,
  effects: Effects,
  use: (engine: SqlEngine, options: SqlQueryOptions, inputs: Inputs) => Promise<T>,
): Promise<T> {
  const progress = createProgress(effects, args.has("quiet"));
  const stop = new AbortController();
  let stopped: number | undefined;
  const forget = effects.onCancel((code) => {
    stopped = code;
    stop.abort();
    progress.end();
    effects.stderr.write("stopping; press Ctrl-C again to quit at once\n").catch(() => {});
  });
  let engine: SqlEngine | undefined;
  try {
    engine = await openEngine(args.text("engine")!, {
      resolve: (path) => effects.files.resolve(path),
      writable: args.has("write-to"),
      env: effects.env,
      fetch: effects.fetch,
      clock: { now: () => effects.now(), sleep: (ms, signal) => effects.sleep(ms, signal) },
    });
    const options = {
      signal: stop.signal,
      onProgress: shownBy(progress, kind.scheme),
      onRetry: (problem: Problem) => {
        progress.end();
        if (!args.has("quiet"))
          effects.stderr
            .write(`${kind.scheme} failed, and is asked again: ${saidIn(problem)}\n`)
            .catch(() => {});
      },
    };
    const opened = engine;
    return await withInputs(effects, args.has("quiet"), (inputs) => use(opened, options, inputs));
  } catch (error) {
    if (stopped !== undefined && !tellsOfTable(error)) throw new Stopped(stopped);
    throw error instanceof GoldieError && error.problem.code === "engine-failed"
      ? new PartFailed(error.problem)
      : error;
  } finally {
    forget();
    progress.end();
    await engine?.close();
  }
}

/** What a stopped command leaves behind is reported. */
const tellsOfTable = (error: unknown): boolean =>
  error instanceof GoldieError && /^table-/.test(error.problem.reason ?? "");

const shownBy =
  (progress: Progress, engine: string) =>
  ({ done, rows, bytes = 0, state }: SqlProgress): void => {
    const what = (): string =>
      [engine, ...(state === undefined ? [] : [state]), ...(rows === undefined ? [] : [`${rows} rows`])].join(
        ", ",
      );
    if (done === undefined) progress.step(what(), bytes, 0);
    else progress.show(done, what);
  };
