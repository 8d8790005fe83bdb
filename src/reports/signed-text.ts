/** Differences in words: with their sign, and as many digits as tell them from 0. */
import { fixedText, numberText } from "./_number-text.ts";

/** "0.620", "<0.001". */
export const plainText = (value: number, digits?: number): string => numberText(value, digits);

/** "−0.250": so many decimals, with a minus sign instead of a hyphen. */
export const decimalText = fixedText;

/** "+0.012", "−0.049", "0.000"; a minus sign, not a hyphen. */
export function signedText(value: number, digits?: number): string {
  const text = numberText(Math.abs(value), digits);
  if (Number(text) === 0) return text;
  return `${value < 0 ? "−" : "+"}${text}`;
}

/** "95 % CI −0.004 to +0.028". */
export const intervalText = (
  [low, high]: readonly [number, number],
  confidence: number,
  text: (value: number) => string = signedText,
): string => `${percentText(confidence)} CI ${text(low)} to ${text(high)}`;

/** "95 %", "99.5 %". */
export const percentText = (share: number): string => `${Number((100 * share).toPrecision(12))} %`;

/** "0.003", "<0.001". */
export const pText = (p: number): string => (p < 0.001 ? "p <0.001" : `p ${p.toFixed(3)}`);
