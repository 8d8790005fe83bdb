/** `goldie run --watch`: runs again whenever one of its inputs changes. */
import { sep } from "node:path";
import type { Problem } from "../../../core/problem.ts";
import { GoldieError } from "../../../core/problem.ts";
import { counted } from "../../../text/counted.ts";
import type { Effects } from "../../effects.ts";
import { type Args, refuseFlags } from "../../shared/args.ts";
import { showErrors } from "../../shared/problems.ts";
import { tableReport } from "../../shared/reports.ts";
import { PartFailed } from "../../shared/stopped.ts";
import { resultsIn } from "./_report.ts";
import { sinceText } from "./_since.ts";
import { wrongUse } from "./problems.ts";
import { runOnce, type Showing } from "./run.ts";

/** Editors write a file in several steps. */
const QUIET_MS = 100;

export async function watchRuns(args: Args, effects: Effects): Promise<number> {
  refuseFlags(args, ["resume", "only-failed", "json"], (flag) => wrongUse("watch-and", { flag }));
  const { watch } = await import("chokidar");
  let files = new Set<string>();
  /** By retriever: what it searches or runs. */
  const searched = new Map<string, readonly string[]>();
  const changed = new Set<string>();
  let wake: () => void = () => {};
  const written = new Set(args.all("output").map((path) => effects.files.resolve(path)));
  const watcher = watch([], {
    ignoreInitial: true,
    // A corpus may be the whole folder, and each run is stored in it.
    ignored: (path) => IGNORED.test(path) || written.has(path),
    awaitWriteFinish: { stabilityThreshold: QUIET_MS, pollInterval: 25 },
  });
  watcher.on("all", (_, path) => {
    changed.add(path);
    wake();
  });
  const known = (paths: readonly string[]): void => {
    // The imports of a broken file are unknown: keep watching its previous ones.
    const added = paths.filter((path) => !files.has(path));
    files = new Set([...files, ...added]);
    watcher.add(added);
  };
  /** The retrievers affected by what changed; undefined: all. */
  const affected = (): Showing["only"] => {
    const names = [...changed].map((path) =>
      [...searched].flatMap(([name, own]) => (own.some((one) => isIn(path, one)) ? [name] : [])),
    );
    const others = new Set([...files].filter((file) => ![...searched.values()].flat().includes(file)));
    const isPart = changed.size > 0 && names.every((some) => some.length > 0);
    return isPart && ![...changed].some((path) => others.has(path)) ? new Set(names.flat()) : undefined;
  };
  let ended: number | undefined;
  const listen = (): (() => void) =>
    effects.onCancel((code) => {
      ended = code;
      wake();
    });
  let first = true;
  try {
    for (;;) {
      const only = affected();
      changed.clear();
      const showing = {
        ...(first ? {} : { print: inLines }),
        ...(only === undefined ? {} : { only }),
        known,
        searched(found: ReadonlyMap<string, readonly string[]>) {
          if (only === undefined) searched.clear();
          for (const [name, paths] of found) searched.set(name, paths);
          known([...found.values()].flat());
        },
      };
      await once(args, effects, showing, first);
      first = false;
      // Not before: a run listens while it asks, and at other times a signal ends the process.
      const forget = listen();
      try {
        if (ended !== undefined) return ended;
        await effects.stdout.write(`\nwatching ${watchedText(files, searched)}; press Ctrl-C to stop\n`);
        await new Promise<void>((done) => {
          wake = done;
          if (changed.size > 0 || ended !== undefined) done();
        });
        if (ended !== undefined) return ended;
      } finally {
        forget();
      }
    }
  } finally {
    await watcher.close();
  }
}

const IGNORED = /[\\/](?:\.goldie|\.git|node_modules)(?:[\\/]|$)/;

const isIn = (path: string, place: string): boolean => path === place || path.startsWith(`${place}${sep}`);

/** Files and folders alike. */
const watchedText = (
  files: ReadonlySet<string>,
  searched: ReadonlyMap<string, readonly string[]>,
): string => {
  const own = new Set([...searched.values()].flat()).size;
  const others = counted(files.size - own, "file", "files");
  return own === 0 ? others : `${others} and what ${[...searched.keys()].join(", ")} searches or runs`;
};

/** Errors are shown, and watching continues. */
async function once(
  args: Args,
  effects: Effects,
  showing: Partial<Showing> & Pick<Showing, "known">,
  first: boolean,
): Promise<void> {
  try {
    await runOnce(args, effects, showing);
  } catch (error) {
    if (first && error instanceof GoldieError && error.problem.code === "wrong-use") throw error;
    await showErrors(problemsOf(error), effects);
  }
}

function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof PartFailed) return [error.problem];
  if (error instanceof GoldieError) return error.problems.length > 0 ? error.problems : [error.problem];
  throw error;
}

/** After the first run: changes, one line per metric; the table if there is nothing to compare with. */
const inLines: Showing["print"] = async ({ report, earlier, live }, args, effects) => {
  const since = earlier === undefined ? "" : sinceText(earlier, resultsIn(live));
  await effects.stdout.write(`\n${since === "" ? tableReport(report, args, effects) : since}`);
};
