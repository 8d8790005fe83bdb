/** Was the gold edited after stored scores were computed? */
import { createHash } from "node:crypto";
import { GoldieError, type Problem } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import { refuseErrors } from "../../core/refuse-errors.ts";
import { type LoadedGold, loadGold } from "../../engine/load.ts";
import { readGold } from "../../evaluate/input/read-gold.ts";
import { goldHash } from "../../evaluate/score/gold-hash.ts";
import type { Result } from "../../evaluate/score/result.ts";
import { storeProblem } from "../../store/problems.ts";
import type { Args } from "./args.ts";
import { columnsBy, tableBy } from "./asked.ts";
import type { Inputs } from "./sources.ts";
import type { StoredOperand } from "./stored-runs.ts";

/** A stored run with the scores that were printed for it. */
interface StoredResult {
  readonly stored: Pick<StoredOperand, "ref" | "run" | "gold">;
  readonly result: Result;
}

/** Nothing if some of them has the gold of today: a comparison with it says what changed. */
export async function goldSince(
  all: readonly StoredResult[],
  inputs: Inputs,
  args: Args,
): Promise<readonly Problem[]> {
  const found: Problem[] = [];
  for (const one of all) {
    const problem = await changeOf(one, inputs, args);
    if (problem === undefined) return [];
    found.push(problem);
  }
  return found.slice(0, 1);
}

async function changeOf(
  { stored: { ref, run, gold: path }, result }: StoredResult,
  inputs: Inputs,
  args: Args,
): Promise<Problem | undefined> {
  const { file, hash } = run.info.manifest?.gold ?? {};
  if (path === undefined || file === undefined) return undefined;
  const now = await goldUnless(hash, path, inputs, args);
  if (now === undefined) return undefined;
  const { gold } = now;
  const changed = [...result.goldHashes()].filter(([query, before]) => {
    const value = gold.get(query);
    return value === undefined || goldHash(readGold(query, value, new ProblemLog())) !== before;
  });
  const facts = { ref, file, changed: changed.length, queries: result.queries.length };
  return changed.length === 0 ? undefined : storeProblem("gold-edited", facts);
}

/** undefined: it is the same file, or cannot be read any more. */
async function goldUnless(
  hash: string | undefined,
  path: string,
  inputs: Inputs,
  args: Args,
): Promise<LoadedGold | undefined> {
  try {
    const source = await inputs.open(path, true);
    if (source.folder === undefined) {
      const sum = createHash("sha256").update(await source.bytes());
      if (sum.digest("hex").slice(0, 16) === hash) return undefined;
    }
    const log = new ProblemLog();
    const format = args.text("gold-format");
    const loaded = await loadGold(source, {
      log,
      columns: columnsBy(args),
      table: tableBy(args),
      texts: false,
      ...(format === undefined ? {} : { format }),
    });
    refuseErrors(log);
    return loaded;
  } catch (error) {
    if (error instanceof GoldieError) return undefined;
    throw error;
  }
}
