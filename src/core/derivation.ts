import { ln } from "./exact-log.ts";
import type { DocId } from "./ids.ts";
import type { Because, Score } from "./score.ts";
import { scored, undefinedBecause } from "./score.ts";

/** Which hit a part is about. */
interface AtRank {
  /** From 1. */
  readonly rank?: number;
  /** The id of the hit at that rank; `Result.explain` fills it in. */
  readonly doc?: DocId;
}

/** How a score came about: an expression tree with its ranks. Evaluating it gives the score. */
export type Derivation =
  | ({ readonly op: "value"; readonly what: string; readonly value: number } & AtRank)
  | ({
      readonly op: "sum" | "mean" | "max" | "product";
      readonly what: string;
      readonly of: readonly Derivation[];
      /** The ranks below are places, as in an ideal list, not hits of this one. */
      readonly ideal?: true;
    } & AtRank)
  | ({
      /** The natural logarithm. */
      readonly op: "log";
      readonly what: string;
      readonly of: readonly [Derivation];
    } & AtRank)
  | ({
      readonly op: "ratio";
      readonly what: string;
      readonly top: Derivation;
      readonly bottom: Derivation;
    } & AtRank)
  | { readonly op: "none"; readonly what: string; readonly because: Because };

export const value = (what: string, x: number, rank?: number): Derivation =>
  rank === undefined ? { op: "value", what, value: x } : { op: "value", what, value: x, rank };
export const ratio = (what: string, top: Derivation, bottom: Derivation, rank?: number): Derivation =>
  rank === undefined ? { op: "ratio", what, top, bottom } : { op: "ratio", what, top, bottom, rank };
export const none = (what: string, because: Because): Derivation => ({ op: "none", what, because });
const many =
  (op: "sum" | "mean" | "max" | "product") =>
  (what: string, of: readonly Derivation[], rank?: number): Derivation =>
    rank === undefined ? { op, what, of } : { op, what, of, rank };
export const sum = many("sum");
/** A sum over the places of an ideal list. */
export const idealSum = (what: string, of: readonly Derivation[]): Derivation => ({
  op: "sum",
  what,
  of,
  ideal: true,
});
export const mean = many("mean");
export const max = many("max");
export const product = many("product");
/** The natural logarithm. */
export const log = (what: string, of: Derivation): Derivation => ({ op: "log", what, of: [of] });

/** The value of a derivation; undefined if a part has none. */
function numberOf(d: Derivation): number | Because {
  switch (d.op) {
    case "value":
      return d.value;
    case "none":
      return d.because;
    case "ratio": {
      const top = numberOf(d.top);
      const bottom = numberOf(d.bottom);
      return typeof top !== "number" ? top : typeof bottom !== "number" ? bottom : top / bottom;
    }
    case "log": {
      const x = numberOf(d.of[0]);
      return typeof x === "number" ? ln(x) : x;
    }
    default: {
      let total = d.op === "product" ? 1 : d.op === "max" ? Number.NEGATIVE_INFINITY : 0;
      for (const part of d.of) {
        const x = numberOf(part);
        if (typeof x !== "number") return x;
        total = d.op === "product" ? total * x : d.op === "max" ? Math.max(total, x) : total + x;
      }
      return d.op === "mean" ? total / d.of.length : total;
    }
  }
}

export function evaluateDerivation(d: Derivation): Score {
  const x = numberOf(d);
  return typeof x === "number" ? scored(x) : undefinedBecause(x);
}

/** With a minus sign (U+2212), as in tables. */
const short = (x: number): string => {
  const text = String(Number.isInteger(x) ? Math.abs(x) : Number(Math.abs(x).toPrecision(6)));
  return x < 0 ? `−${text}` : text;
};

/** A score in a few words. */
export function printScore(score: Score): string {
  switch (score.status) {
    case "scored":
      return short(score.value);
    case "undefined":
      return `no value: ${score.because}`;
    case "skipped":
      return `skipped: needs ${score.missing.join(", ")}`;
    case "failed":
      return `failed: ${score.problem.what}`;
  }
}

/** The derivation with the id of the hit beside each rank. `ids`: by rank, from the first. */
export function withDocs(d: Derivation, ids: readonly (DocId | null)[]): Derivation {
  if (d.op === "none" || ("ideal" in d && d.ideal === true)) return d;
  const id = d.rank === undefined ? undefined : (ids[d.rank - 1] ?? undefined);
  const doc = id === undefined ? {} : { doc: id };
  switch (d.op) {
    case "value":
      return { ...d, ...doc };
    case "ratio":
      return { ...d, top: withDocs(d.top, ids), bottom: withDocs(d.bottom, ids), ...doc };
    case "log":
      return { ...d, of: [withDocs(d.of[0], ids)], ...doc };
    default:
      return { ...d, of: d.of.map((part) => withDocs(part, ids)), ...doc };
  }
}

/** The derivation as indented lines, deepest last. */
export function printDerivation(d: Derivation | Score, indent = ""): string {
  if ("status" in d) return `${indent}${printScore(d)}`;
  const x = numberOf(d);
  const shown = typeof x === "number" ? short(x) : x;
  const rank =
    "rank" in d && d.rank !== undefined ? `rank ${d.rank}: ${d.doc === undefined ? "" : `${d.doc}, `}` : "";
  const sign = {
    value: "",
    none: "",
    ratio: " = a / b",
    sum: " = sum",
    mean: " = mean",
    max: " = max",
    product: " = product",
    log: " = ln",
  };
  const head = `${indent}${rank}${d.what}${sign[d.op]}: ${shown}`;
  const parts = d.op === "ratio" ? [d.top, d.bottom] : "of" in d ? d.of : [];
  return [head, ...parts.map((part) => printDerivation(part, `${indent}  `))].join("\n");
}
