import { contentKey, NoJson } from "../../calls/canonical-json.ts";
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
  try {
    return contentKey(content);
  } catch (error) {
    if (!(error instanceof NoJson)) throw error;
    throw new GoldieError({
      code: "call-key",
      what: `a setting or input of a model call is ${error.found}, which JSON cannot hold`,
      why: "two calls that differ only there would count as the same call",
      fix: "use strings, finite numbers, booleans, arrays and plain objects",
    });
  }
}
