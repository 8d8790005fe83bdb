/** Numbers as tables show them: as many digits as were asked for, and more where two numbers would look the same. */

/** Default number of decimal places. */
const DIGITS = 3;
/** More digits are not useful. */
const MOST = 6;
/** Means that differ by less differ by the order in which they were added up. */
const NOISE = 1e-9;

export const isSame = (a: number, b: number): boolean => a === b || Math.abs(a - b) <= NOISE;

/**
 * A number with this many digits; only exact 0 and 1 are shown as 0 and 1. A negative one has a minus sign (U+2212),
 * which is as wide as a plus sign; files for programs keep the hyphen.
 * @example numberText(0.6204) // "0.620"
 * @example numberText(0.0004) // "<0.001"
 * @example numberText(0.9996) // "0.9996"
 */
export function numberText(value: number, digits: number = DIGITS): string {
  const text = value.toFixed(digits);
  const shown = Number(text);
  if (shown === 0 && !isSame(value, 0)) {
    const least = 10 ** -digits;
    return value > 0 ? `<${least.toFixed(digits)}` : `>−${least.toFixed(digits)}`;
  }
  if (shown !== 1 || value >= 1 || isSame(value, 1))
    return shown === 0 ? (0).toFixed(digits) : withMinus(text);
  for (let more = digits + 1; more <= MOST; more++)
    if (Number(value.toFixed(more)) !== 1) return value.toFixed(more);
  return `>${(1 - 10 ** -MOST).toFixed(MOST)}`;
}

/** The text of a number, with a minus sign instead of a hyphen. */
const withMinus = (text: string): string => text.replace("-", "−");

/** As toFixed, with a minus sign instead of a hyphen. */
export const fixedText = (value: number, digits: number): string => withMinus(value.toFixed(digits));

/** So many digits tell numbers apart that are not the same. */
export function digitsFor(values: readonly number[], digits: number = DIGITS): number {
  const sorted = [...values].sort((a, b) => a - b);
  let most = digits;
  for (let i = 1; i < sorted.length; i++) {
    const [a, b] = [sorted[i - 1]!, sorted[i]!];
    if (isSame(a, b)) continue;
    while (most < MOST && a.toFixed(most) === b.toFixed(most)) most++;
  }
  return most;
}
