/** Sets up the judge from the flags, with budget, limits and journal. */

import type { Clock } from "../../../calls/clock.ts";
import type { Problem } from "../../../core/problem.ts";
import type { ProblemLog } from "../../../core/problem-log.ts";
import { openToAppend } from "../../../files/append-file.ts";
import { createRepeatedJudge } from "../../../judges/calibrate/repeat.ts";
import type { Judge } from "../../../judges/judge-types.ts";
import { createLexicalJudge } from "../../../judges/lexical/index.ts";
import { parseJudge } from "../../../judges/model/from-name.ts";
import { createModelJudge } from "../../../judges/model/index.ts";
import type { Caller, ModelClient } from "../../../judges/model-types.ts";
import { type BatchCaller, createBatchCaller } from "../../../judges/spend/batch.ts";
import { createCaller } from "../../../judges/spend/caller.ts";
import { createDryCaller } from "../../../judges/spend/dry-run.ts";
import { type FileStore, openFileStore } from "../../../judges/spend/file-store.ts";
import { type CallStore, createMemoryStore } from "../../../judges/spend/store.ts";
import type { Usage } from "../../../judges/spend/usage.ts";
import type { Effects } from "../../effects.ts";
import { type Args, refuseFlags } from "../args.ts";
import type { Inputs } from "../sources.ts";
import { loadJudge } from "./_module.ts";
import { budgetBy, pricesBy } from "./_spend.ts";
import { readBatches } from "./batch.ts";
import { wrongUse } from "./problems.ts";

/** Milliseconds that calls under way may take after Ctrl-C: they are paid for, but a server may never answer. */
const GRACE = 500;

/** The judge, and what is known about its calls. */
export interface Setup {
  readonly judge: Judge;
  /** For a judge that makes calls. */
  readonly calls?: {
    readonly client: ModelClient;
    /** Where replies are kept. */
    readonly store: string;
    readonly kind: "live" | "dry" | "batch";
    usage(): Usage | undefined;
    readonly batch?: BatchCaller;
  };
  /** Cases judged at the same time. */
  readonly concurrency: number;
  close(): Promise<void>;
  /** Returns replies that were paid for but could not be saved. */
  unsaved?(): Problem | undefined;
}

const STORE = ".goldie/calls.jsonl";
const OF_CALLS = ["per-chunk", "budget", "prices", "store", "batch-out", "batch-in"];

const NO_KEYS = { OPENAI_API_KEY: "none", ANTHROPIC_API_KEY: "none" };

export async function setUpJudge(
  args: Args,
  inputs: Inputs,
  effects: Effects,
  log: ProblemLog,
): Promise<Setup> {
  const named = parseJudge(args.text("judge") ?? (await judgeOfConfig(args, effects)) ?? "lexical", {
    // A dry run needs no key: nothing is sent.
    env: args.has("dry-run") ? { ...NO_KEYS, ...effects.env } : effects.env,
    fetch: effects.fetch,
    now: () => effects.date().getTime(),
  });
  const repeats = args.count("repeats", 1) ?? 1;
  const calls = args.count("concurrency", 1);
  if (named.kind === "lexical") {
    refuseFlags(args, [...OF_CALLS, "repeats", "concurrency"], (flag) =>
      wrongUse("flag-without-model", { flag }),
    );
    return { judge: createLexicalJudge(), concurrency: 1, close: async () => {} };
  }
  if (named.kind === "nli") return setUpNli(named, args, effects, log);
  const own = named.kind === "module" ? await loadJudge(named.path, inputs, effects) : named;
  if ("judge" in own) {
    refuseFlags(args, OF_CALLS, (flag) => wrongUse("flag-without-calls", { flag }));
    const judge = createRepeatedJudge(own.judge, repeats);
    return { judge, concurrency: calls ?? 8, close: async () => {} };
  }
  const { client } = own;
  const { caller, ...made } = await callerFor(client, args, inputs, effects, log);
  const options = { perChunk: args.has("per-chunk") };
  const judge = createModelJudge({ caller, identity: client.identity, options });
  return {
    judge: createRepeatedJudge(judge, repeats),
    calls: { client, ...made },
    // More cases than calls, since some wait for their second question.
    concurrency: Math.max(32, 4 * (calls ?? 8)),
    close: made.close,
    ...(made.unsaved === undefined ? {} : { unsaved: made.unsaved }),
  };
}

/** Cases are judged together, so that their pairs fill batches. */
const NLI_CASES = 64;

async function setUpNli(
  { folder, support }: { readonly folder: string; readonly support?: string },
  args: Args,
  effects: Effects,
  log: ProblemLog,
): Promise<Setup> {
  refuseFlags(
    args,
    [...OF_CALLS.filter((flag) => flag !== "store"), "repeats", "concurrency", "dry-run"],
    (flag) => wrongUse("flag-with-nli", { flag }),
  );
  const { loadNliModel, nliJudgeOf } = await import("../../../judges/nli/index.ts");
  const path = args.text("store") ?? STORE;
  const clock: Clock = { now: () => effects.date().getTime(), sleep: effects.sleep };
  // Before the store, so that a wrong folder leaves no file behind.
  const model = await loadNliModel({
    folder,
    at: effects.files.resolve("."),
    ...(support === undefined ? {} : { support }),
  });
  const store = await openStore(path, effects, clock, false, "scores").catch(async (error: unknown) => {
    await model.close();
    throw error;
  });
  const judge = nliJudgeOf(model, { store, clock });
  return {
    judge,
    concurrency: NLI_CASES,
    async close() {
      await judge.close();
      await store.close().catch((error: unknown) => {
        if (store.unsaved === undefined) throw error;
      });
      for (const problem of store.problems ?? []) log.add(problem);
    },
    unsaved: () => store.unsaved,
  };
}

/** Loaded on demand, together with the config reader. */
async function judgeOfConfig(args: Args, effects: Effects): Promise<string | undefined> {
  if (effects.ownCode === false) return undefined;
  const { configBy } = await import("../config-args.ts");
  return (await configBy(args, effects))?.config.judge;
}

/** A model for other tasks than judging. `refuse`: the error for a judge that is not a model. */
export async function setUpModel(
  args: Args,
  inputs: Inputs,
  effects: Effects,
  log: ProblemLog,
  refuse: (judge: "lexical" | { readonly path: string }) => Error,
): Promise<Made> {
  const named = parseJudge(args.text("judge")!, {
    env: args.has("dry-run") ? { ...NO_KEYS, ...effects.env } : effects.env,
    fetch: effects.fetch,
    now: () => effects.date().getTime(),
  });
  if (named.kind === "lexical") throw refuse("lexical");
  if (named.kind === "nli") throw refuse({ path: args.text("judge")! });
  const own = named.kind === "module" ? await loadJudge(named.path, inputs, effects) : named;
  if ("judge" in own) throw refuse({ path: args.text("judge")! });
  return { client: own.client, ...(await callerFor(own.client, args, inputs, effects, log)) };
}

export type Made = NonNullable<Setup["calls"]> &
  Pick<Setup, "close" | "unsaved"> & { readonly caller: Caller };

async function callerFor(
  client: ModelClient,
  args: Args,
  inputs: Inputs,
  effects: Effects,
  log: ProblemLog,
): Promise<Omit<Made, "client">> {
  const path = args.text("store") ?? STORE;
  const prices = pricesBy(args);
  const budget = budgetBy(args);
  const priced = prices === undefined ? {} : { prices };
  const dry = args.has("dry-run");
  const clock: Clock = { now: () => effects.date().getTime(), sleep: effects.sleep };
  const store = await openStore(path, effects, clock, dry);
  const close = (): Promise<void> => store.close();
  if (dry) {
    refuseFlags(args, ["batch-out", "batch-in"], (flag) => wrongUse("batch-in-dry-run", { flag }));
    const caller = createDryCaller({ identity: client.identity, store, ...priced });
    return { caller, kind: "dry", store: path, usage: caller.usage, close };
  }
  if (args.has("batch-out") || args.has("batch-in")) {
    refuseFlags(args, ["budget", "concurrency"], (flag) => wrongUse("flag-in-batch", { flag }));
    const batch = createBatchCaller({ client, store });
    await readBatches(args.all("batch-in"), { client, store, clock }, inputs, log);
    return { caller: batch, kind: "batch", batch, store: path, usage: () => undefined, close };
  }
  const concurrency = args.count("concurrency", 1);
  const caller = createCaller({
    client,
    store,
    clock,
    budget,
    ...priced,
    limits: { graceMs: GRACE, ...(concurrency === undefined ? {} : { concurrency }) },
  });
  return {
    caller,
    kind: "live",
    store: path,
    usage: caller.usage,
    async close() {
      await caller.close();
      // Report unsaved replies after the results, which are still worth showing.
      await store.close().catch((error: unknown) => {
        if (store.unsaved === undefined) throw error;
      });
      for (const problem of store.problems ?? []) log.add(problem);
    },
    unsaved: () => store.unsaved,
  };
}

/** A dry run writes no file. */
async function openStore(
  path: string,
  { files }: Effects,
  clock: Clock,
  dry: boolean,
  of: "replies" | "scores" = "replies",
): Promise<CallStore & Partial<Pick<FileStore, "problems" | "unsaved">>> {
  if (dry && (await files.facts(path)) === undefined) return createMemoryStore();
  return openFileStore(path, { clock, of, openFile: (name) => openToAppend(files.resolve(name)) });
}
