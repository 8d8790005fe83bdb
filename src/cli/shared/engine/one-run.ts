/** Of the runs in tables, the one that a command looks at. */
import { nearest } from "../../../core/problem.ts";
import type { Args } from "../args.ts";
import { wrongUse } from "./problems.ts";

/** @throws GoldieError if there are several and none is named, or none of this name. */
export function oneRun(names: readonly string[], args: Args, command: string): string {
  const run = args.text("run");
  if (run !== undefined && !names.includes(run))
    throw wrongUse("engine-run", { run, names, nearest: nearest(run, names, 1) });
  if (run === undefined && names.length > 1) throw wrongUse("engine-several-runs", { command, names });
  return run ?? names[0]!;
}
