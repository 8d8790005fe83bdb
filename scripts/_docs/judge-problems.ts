/** Every Problem code of judges and calibration, and every flag of a record, with a call that brings it about: docs/guide/judging.md. */

import type { Effects } from "../../src/cli/effects.ts";
import { loadJudge } from "../../src/cli/shared/judge/_module.ts";
import type { Inputs } from "../../src/cli/shared/sources.ts";
import type { Flag, JudgeCase, JudgementRecord } from "../../src/core/judgement-record.ts";
import type { Problem } from "../../src/core/problem.ts";
import { GoldieError } from "../../src/core/problem.ts";
import { memorySource } from "../../src/engine/index.ts";
import type { AppendFile } from "../../src/files/append-file.ts";
import {
  CallError,
  type CallTrouble,
  calibrate,
  compareJudges,
  createAiSdkClient,
  createBatchCaller,
  createCaller,
  createFunctionClient,
  createLexicalJudge,
  createMemoryStore,
  createModelJudge,
  createNliJudge,
  createOpenAiClient,
  createPairJudge,
  createRepeatedJudge,
  judge,
  type LabelRow,
  type ModelReply,
  openFileStore,
  otherJudge,
  parseCalibration,
  parseJudge,
  parseRecord,
  prepareCase,
  readBatchResults,
} from "../../src/judges/index.ts";
import type { Judge } from "../../src/judges/judge-types.ts";
import { follow, type Script } from "../../src/judges/model/_scripted.ts";
import { modelProblem } from "../../src/judges/model/problems.ts";
import { nliProblem } from "../../src/judges/nli/problems.ts";
import { callKey } from "../../src/judges/spend/key.ts";
import { wilson } from "../../src/stats/index.ts";
import { code, table } from "./markdown.ts";

type Found = readonly (Problem | Flag)[];

const one: JudgeCase = {
  id: "q1",
  question: "When was the mill built?",
  contexts: ["Ada built the mill in 1840. It never burnt down."],
  reference: "Ada built the mill in 1840.",
};
const judged = async (by: Judge, given: JudgeCase = one): Promise<JudgementRecord> =>
  (await judge({ cases: [given], judge: by })).judgements.get("q1")!;
const unjudged = async (by: Judge): Promise<Found> =>
  ((await judged(by)).unjudged ?? []).map(({ problem }) => problem);
const flags = async (by: Judge, given?: JudgeCase): Promise<Found> => (await judged(by, given)).flags ?? [];

/** A model that says these things: of the reference, and of the contexts. */
const saying = (
  claims: Partial<ModelReply> & { text: string },
  support: Partial<ModelReply> & { text: string } = claims,
): Judge =>
  createModelJudge({
    caller: {
      call: async ({ prompt }) => ({
        reused: false,
        reply: { finish: "stop", ...(prompt.startsWith("claims") ? claims : support) },
      }),
    },
  });
const taken = (claim: string, ...entities: string[]) => ({
  text: JSON.stringify({ claims: [claim], entities }),
});
const claim = taken("Ada built the mill in 1840.");

/** A model that reads by a script, which is a good one but for what is given here. */
const reading = (script: Partial<Script>): Judge => {
  const good: Script = {
    claims: (reference) => ({ claims: [reference], entities: [] }),
    level: (said, statement) => (said === statement ? "full" : "none"),
    relevant: () => false,
  };
  return createModelJudge({
    caller: {
      call: async (request) => ({
        reused: false,
        reply: { finish: "stop", text: follow({ ...good, ...script }, request, request.render("fence")) },
      }),
    },
  });
};

/** A model whose calls end so. */
const ending = (trouble: CallTrouble, message: string): (() => Promise<Found>) => {
  const caller = {
    call: async () => {
      throw new CallError(trouble, message);
    },
  };
  return () => unjudged(createModelJudge({ caller }));
};

/** Another answer each time. */
function fickle(): Judge {
  let times = 0;
  return {
    by: { name: "fickle", version: "1" },
    limits: [],
    judge: () => ({ relevant: times++ % 2 === 0 ? ["1.1"] : [] }),
  };
}

const record = (changes: Partial<JudgementRecord> = {}): JudgementRecord => ({
  format: "goldie-judgement@1",
  id: "q1",
  question: "When?",
  reference: "In 1840.",
  chunks: [{ text: "In 1840.", statements: [{ id: "1.1", text: "In 1840.", relevant: true }] }],
  claims: [{ id: "c1", text: "In 1840.", support: [{ chunk: 0, level: "full", by: ["1.1"] }] }],
  judge: { name: "lexical", version: "1" },
  ...changes,
});
const calibrating = (labels: readonly LabelRow[], ...records: JudgementRecord[]): Found =>
  calibrate({ labels, records, resamples: 100 }).problems;
const label: LabelRow = { id: "q1", claim: "c1", label: "yes" };
const other = { name: "openai:gpt-5-mini", version: "1.1" };

const fileOf = (text: string, append: () => void = () => {}): (() => Promise<AppendFile>) => {
  const bytes = Buffer.from(text);
  return async () => ({
    read: async (buffer, position) => bytes.copy(buffer, 0, position),
    append,
    end: () => ({ size: bytes.length, torn: false }),
    sync: async () => {},
    gone: () => false,
    remove: async () => {},
    close: async () => {},
  });
};
const ask = createFunctionClient({ ask: () => ({}), name: "mine" });
const openai = createOpenAiClient({ model: "gpt-5-mini", apiKey: "none" });
const stored = {
  key: "0".repeat(64),
  at: "2026-01-01",
  provider: "p",
  model: "m",
  prompt: "claims",
  reply: { text: "{}", finish: "stop" as const },
};

/** Code → what brings it about. What is thrown is found too. */
const CALLS: Readonly<Record<string, () => Found | Promise<Found>>> = {
  "bad-case": () => [prepareCase({ id: "q1", question: "Who?" } as never) as never],
  "duplicate-case": async () => (await judge({ cases: [one, one] })).problems,
  "unknown-judge": () => [parseJudge("lexcial", { env: {} }) as never],
  "missing-key": () => [parseJudge("openai:gpt-5-mini", { env: {} }) as never],
  "bad-judge": () => [createOpenAiClient({ model: "m", baseUrl: "my server" }) as never],
  "bad-judge-module": async () => [
    (await loadJudge(
      "judge.mjs",
      { open: async () => memorySource("judge.mjs", "") } as unknown as Inputs,
      { load: async () => ({}), files: { resolve: (path: string) => path } } as unknown as Effects,
    )) as never,
  ],
  "missing-package": async () => {
    const load = async () => {
      throw Object.assign(new Error("no such package"), { code: "ERR_MODULE_NOT_FOUND" });
    };
    const request = { schema: {}, maxOutputTokens: 10, prompt: "claims" };
    await createAiSdkClient({ model: {}, load }).send([], request, new AbortController().signal);
    return [];
  },
  "bad-threshold": () => [createLexicalJudge({ thresholds: { full: 2 } }) as never],
  "bad-pair-score": async () => {
    const cases = [
      { id: "q1", question: "Who?", contexts: ["Bo saw the mill."], reference: "Ada built it." },
    ];
    return (await judge({ cases, judge: createPairJudge({ score: () => [7] }) })).problems;
  },
  "bad-nli-model": async () => [
    (await createNliJudge({ folder: "models/mine", load: async () => ({}) })) as never,
  ],
  "nli-too-long": () => [nliProblem("nli-too-long", { count: 530, most: 512 })],
  "language-differs": async () =>
    (
      await judge({
        cases: [{ ...one, contexts: ["艾达在1840年建造了磨坊。"] }],
      })
    ).judgements
      .get("q1")!
      .unjudged!.map(({ problem }) => problem),
  "bad-repeats": () => [createRepeatedJudge(createLexicalJudge(), 0) as never],
  "judge-failed": () =>
    unjudged({
      by: { name: "mine", version: "1" },
      limits: [],
      judge: () => {
        throw new Error("out of coffee");
      },
    }),
  "judge-cancelled": async () =>
    (await judge({ cases: [one], signal: AbortSignal.abort() })).judgements
      .get("q1")!
      .unjudged!.map(({ problem }) => problem),
  "judge-rate": ending("rate", "too many requests; gave up after 15 min"),
  "judge-quota": ending("quota", "you exceeded your current quota"),
  "judge-auth": ending("auth", "incorrect key (401)"),
  "judge-too-long": ending("too-long", "the context is limited to 8192 tokens"),
  "judge-refused-request": ending("refused-request", "the model gpt-6 does not exist (404)"),
  "judge-server": ending("server", "the server is overloaded (503) (tried 6 times)"),
  "judge-network": ending("network", "connection refused (tried 6 times)"),
  "judge-timeout": ending("timeout", "no reply within 120 s (tried 6 times)"),
  "judge-not-api": ending(
    "not-api",
    "HTTP 200: /chat/completions answers with a web page, so it is not an API address",
  ),
  "judge-redirect": ending("redirect", "HTTP 307: the server redirects to other.example"),
  "judge-too-large": ending("too-large", "the reply is larger than 16 MiB unpacked; stopped reading it"),
  "judge-budget": ending("budget", "the budget of 100 calls is used up (100 calls so far)"),
  "judge-pending": ending("pending", "the question is in a batch file, and its answer is not here yet"),
  "judge-refused": () => unjudged(saying({ text: "I cannot help with that.", finish: "refusal" })),
  "judge-cut-off": () => unjudged(saying({ text: '{"claims":[', finish: "length" })),
  "judge-unreadable": () => unjudged(saying({ text: "The claim is true." })),
  "judge-repeats": () => [modelProblem("judge-repeats", {})],
  "judge-no-claims": () => unjudged(saying(taken("Hello."))),
  "judge-left-out": () => unjudged(saying(claim, { text: '{"claims":[],"relevant":[]}' })),
  "judge-canary": () => unjudged(reading({ level: () => "full" })),
  "bad-record": () => [parseRecord({ format: "goldie-judgement@1", id: "q1" }) as never],
  "budget-without-prices": () => [createCaller({ client: ask, budget: { money: 2.5 } }) as never],
  "call-key": () => [
    callKey({ provider: "p", model: "m", params: { seed: Number.NaN } }, {} as never) as never,
  ],
  "call-store": async () => {
    const openFile = fileOf("", () => {
      throw new Error("ENOSPC: no space left on device");
    });
    await (await openFileStore("calls.jsonl", { openFile })).put(stored);
    return [];
  },
  "call-store-line": async () =>
    (await openFileStore("calls.jsonl", { openFile: fileOf('{"key":"12\n') })).problems,
  "no-batches": () => [createBatchCaller({ client: ask, store: createMemoryStore() }) as never],
  "batch-result": async () =>
    (await readBatchResults(["{}"], { client: openai, store: createMemoryStore() })).problems,
  "bad-label": () => calibrating([{ ...label, label: "maybe" }]),
  "label-without-record": () => calibrating([label]),
  "label-not-found": () => calibrating([{ ...label, claim: "c7" }], record()),
  "label-unjudged": () =>
    calibrating(
      [label],
      record({
        unjudged: [{ part: "claims", problem: { code: "judge-refused", what: "refused", fix: "" } }],
      }),
    ),
  "label-twice": () => calibrating([label, label], record()),
  "no-labels": () => calibrating([]),
  "few-labels": () => calibrating([label], record()),
  "mixed-judges": () => calibrating([label], record(), record({ id: "q2", judge: other })),
  "judged-by-one": () => compareJudges([record()], []).problems,
  "other-chunks": () =>
    compareJudges([record()], [record({ chunks: [{ text: "Now.", statements: [] }], claims: [] })]).problems,
  "bad-calibration": () => [parseCalibration({}) as never],
  "calibration-of-another-judge": () => {
    const { calibration } = calibrate({ labels: [label], records: [record()], resamples: 100 });
    return [otherJudge(calibration, other)!];
  },
  "bad-statistic": () => [wilson.compute({ hits: 1, n: 2, confidence: 95 }) as never],
  "may-be-contradicted": () =>
    flags(createLexicalJudge(), { ...one, contexts: ["Ada never built the mill in 1840."] }),
  "no-shared-words": () =>
    flags(
      reading({
        level: (said, statement) => (said === one.reference && statement === "It rains." ? "full" : "none"),
      }),
      {
        ...one,
        contexts: ["It rains."],
      },
    ),
  "unknown-id": () => {
    const rows = ["c1", "c2", "c99"].map((id) => ({ id, full: [], partial: [] }));
    return flags(saying(claim, { text: JSON.stringify({ claims: rows, relevant: [] }) }));
  },
  "foreign-claim": () => flags(reading({ claims: (text) => ({ claims: [text, "Hello."], entities: [] }) })),
  "foreign-entity": () => flags(reading({ claims: (text) => ({ claims: [text], entities: ["Paris"] }) })),
  canary: () => flags(reading({ level: () => "full" })),
  flipped: () => flags(createRepeatedJudge(fickle(), 3)),
};

export const judgeProblemCodes: readonly string[] = Object.keys(CALLS);

export async function judgeProblems(): Promise<string> {
  const rows: string[][] = [];
  for (const [name, make] of Object.entries(CALLS)) {
    const all = await foundBy(make);
    const found = all.find((problem) => problem.code === name);
    if (found === undefined)
      throw new Error(
        `the call for ${name} gives ${all.map((problem) => problem.code).join(", ") || "nothing"}`,
      );
    rows.push([code(name), found.what, "fix" in found ? found.fix : "a flag: look at it"]);
  }
  return table(["code", "example", "fix"], rows);
}

async function foundBy(make: () => Found | Promise<Found>): Promise<Found> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof GoldieError) return error.problems;
    throw error;
  }
}
