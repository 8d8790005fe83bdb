import type { Cost, Flag, PreparedCase, RecordEntity } from "../../core/judgement-record.ts";
import type { Problem } from "../../core/problem.ts";
import { findEntities, foldChunk, searchEntity } from "../lexical/entities.ts";
import type { Following, ModelRequest } from "../model-types.ts";
import { splitClaims } from "../split/claims.ts";
import { type AskOptions, ask } from "./_ask.ts";
import { readClaimsReply } from "./_replies.ts";
import { keyLine, sharesStarts, wordStarts } from "./_words.ts";
import { modelProblem } from "./problems.ts";
import { type PromptTemplate, promptHash, renderPrompt } from "./prompts.ts";

export interface Extracted {
  readonly claims: readonly { readonly id: string; readonly text: string }[];
  readonly entities: readonly string[];
}

/** The claims and entities of a reference. Asked by its text alone: twenty retrievers with one reference pay once. */
export async function extractClaims(
  reference: string,
  item: string,
  template: PromptTemplate,
  options: AskOptions & { readonly maxOutputTokens: number; readonly next?: Following },
): Promise<
  { readonly cost: Cost } & (
    | { readonly extracted: Extracted; readonly flags: Flag[] }
    | { readonly problem: Problem; readonly silent: boolean }
  )
> {
  const request: ModelRequest = {
    prompt: `${template.id}@${template.version}`,
    hash: promptHash(template),
    inputs: { reference },
    schema: template.schema,
    maxOutputTokens: options.maxOutputTokens,
    item,
    ...(options.next === undefined ? {} : { next: options.next }),
    render: (nonce) => renderPrompt(template, [["", reference]], nonce),
    dryReply: () => JSON.stringify({ claims: splitClaims(reference).map((c) => c.text), entities: [] }),
  };
  const asked = await ask(request, readClaimsReply, options);
  if ("problem" in asked) {
    await asked.giveUp();
    return { problem: asked.problem, silent: asked.silent, cost: asked.cost };
  }
  const { value, cost } = asked;
  const starts = wordStarts(reference);
  const own = value.claims.filter(
    (claim) => keyLine(claim).trim() !== "" && sharesStarts(wordStarts(claim), starts),
  );
  const line = keyLine(reference);
  const named = value.entities.filter((entity) => {
    const keys = keyLine(entity);
    return keys.trim() !== "" && line.includes(keys);
  });
  const flags: Flag[] = [
    ...foreign("foreign-claim", "claims that share no word with the reference", value.claims, own),
    ...foreign("foreign-entity", "entities that are not in the reference", value.entities, named),
  ];
  if (own.length === 0) {
    await options.caller.reject?.(request, "no claim of the reply is in the reference");
    return { cost, problem: modelProblem("judge-no-claims", {}), silent: false };
  }
  return {
    cost,
    flags,
    extracted: { claims: own.map((text, i) => ({ id: `c${i + 1}`, text })), entities: distinct(named) },
  };
}

function foreign(code: string, what: string, all: readonly string[], kept: readonly string[]): Flag[] {
  const left = all.length - kept.length;
  return left === 0 ? [] : [{ code, what: `left out ${what}: ${left}` }];
}

/** One of those that are written differently only. */
const distinct = (entities: readonly string[]): string[] =>
  [...new Map([...entities].reverse().map((entity) => [keyLine(entity), entity])).values()].reverse();

/** Where each entity is named. Looked up by our own code: the judge does not see the chunks for this. */
export function searchEntities(entities: readonly string[], chunks: PreparedCase["chunks"]): RecordEntity[] {
  const folded = chunks.map(({ at, statements }) => ({
    at,
    text: foldChunk(statements.map((s) => s.text).join("\n")),
  }));
  return entities.map((text) => {
    const whole = findEntities(text).find((e) => e.start === 0 && e.end === text.length);
    const entity = { text, kind: whole?.kind ?? "name" };
    return { text, chunks: folded.filter((chunk) => searchEntity(entity, chunk.text)).map(({ at }) => at) };
  });
}
