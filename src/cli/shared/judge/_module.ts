/** A custom judge: a module that exports one. */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { GoldieError } from "../../../core/problem.ts";
import type { Judge } from "../../../judges/judge-types.ts";
import { createFunctionClient, type JudgeFunction } from "../../../judges/model/clients/function.ts";
import type { ModelClient } from "../../../judges/model-types.ts";
import type { Effects } from "../../effects.ts";
import type { Inputs } from "../sources.ts";
import { judgeProblem } from "./problems.ts";

export type OwnJudge = { readonly judge: Judge } | { readonly client: ModelClient };

/** Reads what the module exports: a function `(messages, schema) => json`, a client of a model, or a judge. */
export async function loadJudge(path: string, inputs: Inputs, effects: Effects): Promise<OwnJudge> {
  // Same message as for any other missing file.
  const bytes = await (await inputs.open(path)).bytes();
  const loaded = await effects.load(effects.files.resolve(path)).catch((error: unknown) => {
    throw cannotLoad(path, error);
  });
  const { default: main, judge, ask } = (loaded ?? {}) as Readonly<Record<string, unknown>>;
  const found = main ?? judge ?? ask;
  if (typeof found === "function") {
    // Replies are saved under this name: a changed file is a different judge.
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
    return {
      client: createFunctionClient({ ask: found as JudgeFunction, name: basename(path), params: { hash } }),
    };
  }
  const fields = (typeof found === "object" && found !== null ? found : {}) as Readonly<
    Record<string, unknown>
  >;
  if (typeof fields["send"] === "function" && fields["identity"] !== undefined)
    return { client: found as ModelClient };
  if (typeof fields["judge"] === "function" && fields["by"] !== undefined) {
    const own = found as Judge;
    return { judge: { ...own, limits: own.limits ?? [], judge: (one, signal) => own.judge(one, signal) } };
  }
  throw judgeProblem.error("bad-judge-module/no-judge", {}, { at: { file: path } });
}

function cannotLoad(path: string, error: unknown): GoldieError {
  const words = error instanceof Error ? error.message : String(error);
  const oldNode = (error as { code?: unknown } | null)?.code === "ERR_UNKNOWN_FILE_EXTENSION";
  const place = { at: { file: path } };
  return new GoldieError(
    oldNode
      ? judgeProblem("bad-judge-module/typescript", { version: process.version }, place)
      : judgeProblem("bad-judge-module/not-loaded", { message: words.split("\n")[0]! }, place),
  );
}
