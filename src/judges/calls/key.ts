import { createHash } from "node:crypto";
import { GoldieError } from "../../core/problem.ts";
import type { ModelClient, ModelRequest } from "../model-types.ts";

/**
 * The name of a call by its content: the same key, the same question to the same model.
 * The rendered text is not in it (its fence is random), nor is the model name that a server echoes (some echo anything).
 */
export function callKey(identity: ModelClient["identity"], request: ModelRequest): string {
  const { provider, baseUrl, model, params } = identity;
  const { hash, schema, maxOutputTokens, inputs } = request;
  // The cap is a setting as any other: with a higher one, a reply that was cut off is asked for again.
  const content = {
    format: "goldie-call@1",
    provider,
    baseUrl,
    model,
    params,
    hash,
    schema,
    maxOutputTokens,
    inputs,
  };
  return sha256(canonicalJson(content));
}

export const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/** JSON with sorted names, so that equal data is equal text. What JSON would drop or bend is refused. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object") {
    const entries = Object.entries(value).filter(([, one]) => one !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join(",")}}`;
  }
  throw new GoldieError({
    code: "call-key",
    what: `a setting or input of a model call is ${String(value)}, which JSON cannot hold`,
    why: "two calls that differ only there would count as the same call",
    fix: "use strings, finite numbers, booleans, arrays and plain objects",
  });
}
