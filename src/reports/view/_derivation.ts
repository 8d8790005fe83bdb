/** How a score was made, as lines below lines. */
import { type Derivation, evaluateDerivation } from "../../core/derivation.ts";
import { BECAUSE_WORDS } from "../words.ts";
import type { DerivationView } from "./model.ts";

/** As many digits as anybody reads. */
const DIGITS = 9;

const HOW = {
  sum: "sum",
  mean: "mean",
  max: "largest",
  product: "product",
  log: "natural logarithm",
} as const;

export function derivationView(d: Derivation): DerivationView {
  const score = evaluateDerivation(d);
  return {
    words: wordsOf(d),
    value: score.status === "scored" ? Number(score.value.toPrecision(DIGITS)) : null,
    parts: partsOf(d).map(derivationView),
  };
}

function wordsOf(d: Derivation): string {
  if (d.op === "none") return `${d.what}: ${BECAUSE_WORDS[d.because]}`;
  const at = d.rank === undefined ? "" : `rank ${d.rank}${d.doc === undefined ? "" : ` (${d.doc})`}: `;
  if (d.op === "value") return `${at}${d.what}`;
  // Some are named for what is divided.
  if (d.op === "ratio" && !d.what.includes(" / ")) return `${at}${d.what} = ${d.top.what} / ${d.bottom.what}`;
  if (d.op === "ratio") return `${at}${d.what}`;
  return `${at}${d.what} (${HOW[d.op]})`;
}

const partsOf = (d: Derivation): readonly Derivation[] =>
  d.op === "ratio" ? [d.top, d.bottom] : "of" in d ? d.of : [];
