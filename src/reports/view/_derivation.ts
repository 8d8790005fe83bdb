/** How a score was made, as lines below lines. */
import { type Derivation, evaluateDerivation } from "../../core/derivation.ts";
import { withCommas } from "../../core/shown.ts";
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

/** Lists may be a thousand hits long; so many lines of a part are read. */
const MOST_LINES = 100;

export const derivationView = (d: Derivation): DerivationView => ({
  words: wordsOf(d),
  value: numberOf(d),
  parts: linesOf(d),
});

function numberOf(d: Derivation): number | null {
  const score = evaluateDerivation(d);
  return score.status === "scored" ? Number(score.value.toPrecision(DIGITS)) : null;
}

/** What is left out of a sum is summed up. */
function linesOf(d: Derivation): readonly DerivationView[] {
  const parts = partsOf(d);
  const lines = parts.slice(0, MOST_LINES).map(derivationView);
  const rest = parts.slice(MOST_LINES);
  if (rest.length === 0) return lines;
  const value = d.op === "sum" ? numberOf({ ...d, of: rest }) : null;
  return [...lines, { words: `and ${withCommas(rest.length)} more`, value, parts: [] }];
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
