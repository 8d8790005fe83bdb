/** Types of ClickHouse, and their values in JSON. */
import type { SqlColumn, SqlValue } from "../../engine.ts";

/** Without what a type is wrapped in: LowCardinality(Nullable(String)) is a String. */
function bare(type: string): string {
  const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type)?.[1];
  return inner === undefined ? type : bare(inner);
}

const INTEGER = /^U?Int\d+$/;
const NUMBER = /^(Float(32|64)|BFloat16|Decimal.*)$/;
const TEXT = /^(String|FixedString\(\d+\)|UUID|Enum(8|16)?\(.*\))$/;

export function kindOf(type: string): SqlColumn["kind"] {
  const inner = bare(type);
  if (INTEGER.test(inner)) return "integer";
  if (NUMBER.test(inner)) return "number";
  return TEXT.test(inner) ? "text" : "other";
}

export function decoderOf(type: string): (value: unknown) => SqlValue {
  const inner = bare(type);
  if (INTEGER.test(inner)) return orNull(whole);
  // "nan", "inf" and "-inf" come as texts.
  if (/^Float/.test(inner))
    return orNull((value) => (typeof value === "string" ? named(value) : Number(value)));
  return orNull((value) => (typeof value === "object" ? JSON.stringify(value) : (value as SqlValue)));
}

const orNull =
  (decode: (value: unknown) => SqlValue) =>
  (value: unknown): SqlValue =>
    value === null || value === undefined ? null : decode(value);

const whole = (value: unknown): SqlValue => {
  const exact = BigInt(String(value));
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
};

const named = (text: string): number => {
  if (/^-?inf/.test(text)) return text.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(text);
};
