import type { JudgementRecord } from "../core/judgement-record.ts";

// Every key that a record can have, in the order of its line; keys of tags and settings are sorted by name.
const ORDER = [
  ...["format", "id", "question", "reference", "response", "tags"],
  ...["chunks", "claims", "responseClaims", "entities", "judge", "cost", "unjudged", "flags", "repeated"],
  ...["name", "version", "prompts", "settings", "repeats"],
  ...["calls", "pairs", "reused", "shared", "inputTokens", "outputTokens", "money"],
  ...[
    "part",
    "ids",
    "problem",
    "code",
    "reason",
    "what",
    "why",
    "fix",
    "fields",
    "at",
    "side",
    "file",
    "line",
    "firstLine",
    "query",
    "count",
    "level",
  ],
  ...[
    "text",
    "sameAs",
    "relevant",
    "relevance",
    "statements",
    "support",
    "contradicted",
    "chunk",
    "by",
    "with",
    "sameWords",
  ],
  ...["confidence", "confidences", "missing", "texts"],
];
const place = new Map(ORDER.map((key, i) => [key, i]));

/** One line of JSON with its keys in a fixed order: the same record gives the same bytes, and two files can be compared by diff. */
export function recordLine(record: JudgementRecord): string {
  return JSON.stringify(record, (key, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const byName = key === "tags" || key === "settings" || key === "fields";
    const keys = Object.keys(value).sort((a, b) => {
      const [x, y] = byName ? [0, 0] : [place.get(a) ?? ORDER.length, place.get(b) ?? ORDER.length];
      return x - y || (a < b ? -1 : 1);
    });
    const out: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    for (const k of keys) out[k] = (value as Record<string, unknown>)[k];
    return out;
  });
}
