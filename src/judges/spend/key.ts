import { contentKey, NoJson } from "../../calls/canonical-json.ts";
import type { ModelClient, ModelRequest } from "../model-types.ts";
import { spendProblem } from "./problems.ts";

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
  try {
    return contentKey(content);
  } catch (error) {
    if (!(error instanceof NoJson)) throw error;
    throw spendProblem.error("call-key", { found: error.found });
  }
}
