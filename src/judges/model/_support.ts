import type { Unjudged } from "../../core/judgement-record.ts";
import type { ModelRequest } from "../model-types.ts";
import { type AskOptions, ask, type ModelAnswer } from "./_ask.ts";
import { allOf, joinFound, missingOf, nothing, type Question, type SupportFound } from "./_found.ts";
import { halves } from "./_groups.ts";
import { planOf, type SupportPlan } from "./_plan.ts";
import { readSupportReply, type SupportReply } from "./_replies.ts";
import { modelProblem } from "./problems.ts";
import { type PromptTemplate, promptHash, renderPrompt, schemaOf } from "./prompts.ts";

export interface SupportOptions extends AskOptions {
  readonly template: PromptTemplate;
  readonly maxOutputTokens: number;
}

/** Halves and quarters are six calls, after two for the whole. */
const MOST_CUTS = 2;

/** Asks about a group: in halves when it is too much, and once more about claims that the reply left out. `cuts`: how often it was cut in halves since replies were cut off. */
export async function findSupport(q: Question, options: SupportOptions, cuts = 0): Promise<SupportFound> {
  const { asked, plan, request } = await askGroup(q, options);
  if ("problem" in asked) {
    // Replies that are cut off are paid for: a model that never ends would be paid for each statement.
    const isCutOff = asked.problem.code === "judge-cut-off";
    const parts = asked.tooMuch && !(isCutOff && cuts === MOST_CUTS) ? halves(q.statements) : undefined;
    if (parts === undefined) {
      await asked.giveUp();
      return { ...nothing, unjudged: allOf(q, asked.problem), cost: asked.cost };
    }
    const { mostOutputTokens } = options;
    const inParts = isCutOff ? { ...options, maxOutputTokens: mostOutputTokens } : options;
    const both = await Promise.all(
      parts.map((statements) => findSupport({ ...q, statements }, inParts, isCutOff ? cuts + 1 : cuts)),
    );
    return joinFound([{ ...nothing, cost: asked.cost }, ...both]);
  }
  const { value, cost } = asked;
  const found = plan.read(value);
  const missing = new Set(plan.claimIds.filter((id) => !found.evidence.has(id)));
  if (missing.size === 0 || failsClaims(found.unjudged)) return { ...found, cost };
  const rest: Question = {
    ...q,
    claims: q.claims.filter(([id]) => missing.has(id)),
    responseClaims: q.responseClaims.filter(([id]) => missing.has(id)),
  };
  const more = await askGroup(rest, options);
  const second = "problem" in more.asked ? undefined : more.plan.read(more.asked.value);
  const total = joinFound([
    { ...found, cost },
    // What is relevant was said already, with all the claims at hand.
    { ...(second ?? nothing), relevant: new Set(), cost: more.asked.cost },
  ]);
  const still = more.plan.claimIds.filter((id) => !total.evidence.has(id));
  if (still.length === 0 || failsClaims(total.unjudged)) return total;
  if ("problem" in more.asked) await more.asked.giveUp();
  for (const one of [request, more.request])
    await options.caller.reject?.(one, "claims are missing in the reply");
  const problem =
    "problem" in more.asked ? more.asked.problem : modelProblem("judge-left-out", { count: still.length });
  return { ...total, unjudged: [...total.unjudged, ...missingOf(q, still, problem)] };
}

const failsClaims = (unjudged: readonly Unjudged[]): boolean => unjudged.some((u) => u.part !== "statements");

async function askGroup(
  q: Question,
  { template, maxOutputTokens, ...options }: SupportOptions,
): Promise<{
  readonly asked: ModelAnswer<SupportReply>;
  readonly plan: SupportPlan;
  readonly request: ModelRequest;
}> {
  const plan = planOf(q);
  const request: ModelRequest = {
    prompt: `${template.id}@${template.version}`,
    hash: promptHash(template),
    inputs: q.repeat === undefined ? plan.items : { repeat: q.repeat, items: plan.items },
    schema: schemaOf(template.schema, plan.asked),
    maxOutputTokens,
    item: q.item,
    render: (nonce) => renderPrompt(template, plan.items, nonce),
    dryReply: () =>
      JSON.stringify({
        claims: [...plan.asked.claims].map((id) => ({
          id,
          full: plan.isCanary(id) ? [] : plan.numbers.slice(0, 1),
          partial: [],
          against: [],
        })),
        relevant: plan.numbers.filter((_, i) => i % 4 === 0),
      }),
  };
  const asked = await ask(request, (text) => readSupportReply(text, plan.asked), options);
  return { asked, plan, request };
}
