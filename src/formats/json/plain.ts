/** Parsed JSON as the plain values that the library takes. */
import { JsonObject, type JsonValue } from "./parse.ts";

/** Keys whose value is an id, at any depth. */
const ID_KEYS = new Set(["id", "_id", "doc", "query", "doc_id", "query_id"]);

/**
 * Objects become plain objects. A whole number beyond 2^53 becomes text if it may be an id (in a list, under an id's key)
 * and a double elsewhere. `twice` is called with a duplicate key: only one of its values can be kept.
 */
export function plainOf(
  value: JsonValue,
  hear: { twice(key: string): void; exact(digits: string): void } = { twice() {}, exact() {} },
): unknown {
  const plain = (one: JsonValue, isId: boolean): unknown => {
    if (typeof one === "bigint") {
      if (!isId) return Number(one);
      hear.exact(String(one));
      return String(one);
    }
    if (one instanceof JsonObject) {
      const twice = one.twice();
      if (twice !== undefined) hear.twice(twice);
      return Object.fromEntries(one.keys.map((key, i) => [key, plain(one.values[i]!, ID_KEYS.has(key))]));
    }
    return Array.isArray(one) ? one.map((item) => plain(item, true)) : one;
  };
  return plain(value, false);
}

export const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
