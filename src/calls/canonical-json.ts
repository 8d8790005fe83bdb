/** Keys of calls, derived from their content: equal data, equal key. */
import { createHash } from "node:crypto";

/** A part of the content cannot be written as JSON. */
export class NoJson extends Error {
  readonly found: string;
  constructor(value: unknown) {
    super(`${String(value)} is nothing that JSON can hold`);
    this.name = "NoJson";
    this.found = String(value);
  }
}

/** The SHA-256 of data as canonical JSON; 64 hexadecimal digits. */
export const contentKey = (content: unknown): string => sha256(canonicalJson(content));

export const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/** JSON with sorted keys, so that equal data gives equal text. Refuses values that JSON drops or changes: calls that differ only there would share a key. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object") {
    const entries = Object.entries(value).filter(([, one]) => one !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join(",")}}`;
  }
  throw new NoJson(value);
}
