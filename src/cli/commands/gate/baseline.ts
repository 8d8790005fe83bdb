/** The baseline file: its scores and rules. */
import { GoldieError } from "../../../core/problem.ts";
import { type BaselineGate, baselineGate } from "../../../evaluate/gate/baseline.ts";
import type { Result } from "../../../evaluate/score/result.ts";
import type { Effects } from "../../effects.ts";
import { withInputs } from "../../shared/sources.ts";
import { readJsonIn, resultsOf } from "../../shared/stored-scores.ts";
import { wrongUse } from "./problems.ts";

export const BASELINE = "goldie.baseline.json";

export interface BaselineFile {
  readonly result: Result;
  readonly gate: BaselineGate;
}

/** Undefined if there is no such file. An unreadable one is an error, so that the gate cannot pass. */
export function baselineAt(path: string, effects: Effects): Promise<BaselineFile | undefined> {
  return withInputs(effects, true, async (inputs) => {
    const source = await inputs.open(path).catch((error: unknown) => {
      if (error instanceof GoldieError && error.problem.code === "no-file") return undefined;
      throw error;
    });
    if (source === undefined) return undefined;
    const { results, gate } = await readJsonIn(source, (json) => ({
      results: resultsOf(json),
      gate: baselineGate(json),
    }));
    const [result, ...others] = results;
    if (result === undefined || others.length > 0)
      throw wrongUse("baseline-of-several", { path, found: results.length });
    return { result, gate };
  });
}
