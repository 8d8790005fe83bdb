import type { Judged, JudgedBy, JudgedPart, PreparedCase } from "../../core/judgement-record.ts";
import { addCost, noCost } from "../cost.ts";
import type { Judge } from "../judge-types.ts";
import type { Caller, ModelClient } from "../model-types.ts";
import { createCaller } from "../spend/caller.ts";
import { estimateTokens } from "../spend/estimate.ts";
import { assemble } from "./_assemble.ts";
import type { DataItem } from "./_data-lines.ts";
import { extractClaims, searchEntities } from "./_extract.ts";
import { joinFound } from "./_found.ts";
import { groupStatements } from "./_groups.ts";
import { findSupport } from "./_support.ts";
import { modelProblem } from "./problems.ts";
import { defaultPrompts, type ModelPrompts, promptsHash } from "./prompts.ts";

export interface ModelJudgeOptions {
  /** Own words for the questions, in another language or for another field; their hash is in every record. */
  readonly prompts?: Partial<ModelPrompts>;
  /** Statements of one call, in tokens; more are asked in several calls, with the same result. */
  readonly groupTokens?: number;
  /** One call for each chunk: no chunk gains or loses by its place, at the price of more calls. */
  readonly perChunk?: boolean;
  /** Of a reply at first, and when it was cut off. */
  readonly maxOutputTokens?: number;
  readonly mostOutputTokens?: number;
  /** Flags support by a statement that shares no word with the claim. */
  readonly checkWords?: boolean;
}

export interface ModelJudgeSetup {
  /** The model. Without a caller, replies are kept in memory for this judge alone. */
  readonly client?: ModelClient;
  /** The engine of calls around it: journal, pace, budget. */
  readonly caller?: Caller;
  /** Of the client behind the caller, where only the caller is given: named in every record. */
  readonly identity?: ModelClient["identity"];
  readonly options?: ModelJudgeOptions;
}

/**
 * A judge that asks a model: at most two questions for a case, or one where its reference was seen before.
 * @example
 * createModelJudge({ client: createOpenAiClient({ model: "qwen3", baseUrl: "http://localhost:11434/v1" }) });
 */
export function createModelJudge({ client, options = {}, ...given }: ModelJudgeSetup): Judge {
  const caller = given.caller ?? (client === undefined ? noModel() : createCaller({ client }));
  const identity = given.identity ?? client?.identity;
  const prompts: ModelPrompts = { ...defaultPrompts, ...options.prompts };
  const { groupTokens = 8000, perChunk = false, maxOutputTokens = 4096, checkWords = true } = options;
  const mostOutputTokens = options.mostOutputTokens ?? maxOutputTokens * 4;
  checkTokens({ groupTokens, maxOutputTokens, mostOutputTokens });
  return {
    by: {
      name:
        identity === undefined
          ? "model"
          : [identity.provider, identity.model].filter((s) => s !== "").join(":"),
      version: `${prompts.claims.version}.${prompts.support.version}`,
      prompts: promptsHash(prompts),
      settings: { ...settingsOf(identity), groupTokens, perChunk },
    },
    limits: [
      "a model's verdicts can differ from run to run: judge with repeats to see how often",
      "models agree with people on about 75 to 90 % of single claims: compare with labels of your own (goldie calibrate)",
    ],
    async judge(one, signal) {
      const asking = { caller, mostOutputTokens, maxOutputTokens, signal };
      const groups = groupStatements(one.chunks, { groupTokens, perChunk });
      const tokens = (): number =>
        groups.flat().reduce((sum, [id, text]) => sum + estimateTokens(id) + estimateTokens(text), 0);
      const next = { calls: groups.length, tokens };
      const taken =
        one.reference === undefined
          ? undefined
          : !/[\p{L}\p{N}]/u.test(one.reference)
            ? // Without words there is nothing to ask about.
              { extracted: { claims: [], entities: [] }, flags: [], cost: noCost }
            : await extractClaims(one.reference, one.id, prompts.claims, { ...asking, next });
      // Asking on without the claims would pay for half an answer.
      if (taken !== undefined && "problem" in taken && taken.silent)
        return { unjudged: partsOf(one).map((part) => ({ part, problem: taken.problem })), cost: taken.cost };
      const problem = taken !== undefined && "problem" in taken ? taken.problem : undefined;
      const extracted = taken !== undefined && "extracted" in taken ? taken : undefined;
      const claims = extracted?.extracted.claims.map(({ id, text }): DataItem => [id, text]);
      const found = joinFound(
        await Promise.all(
          groups.map((statements) =>
            findSupport(
              { ...questionOf(one), claims: claims ?? [], statements },
              { ...asking, template: prompts.support },
            ),
          ),
        ),
      );
      const { flags = [], ...said } = assemble(one, claims, found, checkWords);
      const unjudged = [
        ...(problem === undefined
          ? []
          : (["claims", "entities"] as const).map((part) => ({ part, problem }))),
        ...found.unjudged,
      ];
      const judged: Judged = {
        ...said,
        ...(extracted === undefined
          ? {}
          : { entities: searchEntities(extracted.extracted.entities, one.chunks) }),
        unjudged,
        flags: [...(extracted?.flags ?? []), ...flags],
        cost: addCost(addCost(noCost, taken?.cost), found.cost),
      };
      return judged;
    },
  };
}

const partsOf = ({ responseClaims }: PreparedCase): JudgedPart[] => [
  "claims",
  "entities",
  ...(responseClaims === undefined ? [] : (["responseClaims"] as const)),
  "statements",
];

const questionOf = ({ id, question, repeat, responseClaims = [] }: PreparedCase) => ({
  item: id,
  question,
  ...(repeat === undefined ? {} : { repeat }),
  responseClaims: responseClaims.map(({ id: claim, text }): DataItem => [claim, text]),
});

function settingsOf(identity: ModelClient["identity"] | undefined): NonNullable<JudgedBy["settings"]> {
  const out: Record<string, string | number | boolean> = {};
  if (identity?.baseUrl !== undefined) out["baseUrl"] = identity.baseUrl;
  for (const [name, value] of Object.entries(identity?.params ?? {}))
    if (value !== undefined)
      out[name] =
        typeof value === "string" || typeof value === "number" || typeof value === "boolean"
          ? value
          : JSON.stringify(value);
  return out;
}

function noModel(): never {
  throw modelProblem.error("bad-judge/no-model", {});
}

function checkTokens(given: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(given))
    if (!(Number.isInteger(value) && value > 0))
      throw modelProblem.error("bad-option/tokens", { option: name, found: String(value) });
}
