/** Gold and runs as passed to the library: opens paths, uses sources as they are. */
import { GoldieError } from "../core/problem.ts";
import { shown } from "../core/shown.ts";
import type { Source } from "../files/source.ts";
import { openSource } from "../formats/open-source.ts";
import { engineProblem } from "./_problems.ts";

interface GivenInputs {
  readonly gold: Source | string;
  readonly runs: readonly (Source | string)[];
}
export interface OpenedInputs {
  readonly gold: Source;
  readonly runs: readonly Source[];
}

/** Sources opened here are closed when `use` is done. */
export async function withOpened<T>(
  given: GivenInputs,
  use: (inputs: OpenedInputs) => Promise<T>,
): Promise<T> {
  const opened: Source[] = [];
  const open = async (input: unknown, where: string): Promise<Source> => {
    if (isSource(input)) return input;
    if (typeof input !== "string") throw wrong(input, where);
    const source = await openSource(input);
    opened.push(source);
    return source;
  };
  const { gold, runs } = (given ?? {}) as Partial<GivenInputs>;
  try {
    const read = await open(gold, "gold");
    if (!Array.isArray(runs)) throw wrong(runs, "runs");
    const sources: Source[] = [];
    for (const [i, run] of runs.entries()) sources.push(await open(run, `runs[${i}]`));
    return await use({ gold: read, runs: sources });
  } finally {
    for (const source of opened) await source.close?.();
  }
}

const isSource = (x: unknown): x is Source =>
  typeof x === "object" &&
  x !== null &&
  typeof (x as Source).head === "function" &&
  typeof (x as Source).pieces === "function";

function wrong(input: unknown, where: string): GoldieError {
  const promise = typeof (input as { then?: unknown } | null | undefined)?.then === "function";
  const found = input === undefined ? "absent" : promise ? "a promise" : shown(input);
  return new GoldieError(
    engineProblem("bad-source", { argument: where, found, ...(promise ? { promise } : {}) }),
  );
}
