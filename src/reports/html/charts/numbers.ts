/** Numbers as pages show them. */
import { withCommas } from "../../../core/shown.ts";
import { numberText } from "../../_number-text.ts";
import { percentText, signedText } from "../../signed-text.ts";

const NONE = "–";

/** "0.722"; a dash where there is no score. */
export const scoreText = (value: number | null | undefined): string =>
  value === null || value === undefined ? NONE : numberText(value).replace("-", "−");

/** "−0.304"; a dash where there is no difference. */
export const differenceText = (value: number | null | undefined): string =>
  value === null || value === undefined ? NONE : signedText(value);

type Ends = readonly [low: number, high: number];

/** Two decimals are enough for an interval that is not narrow, unless an end would be written as 0. */
const digitsOf = ([low, high]: Ends): number =>
  high - low < 0.1 || [low, high].some((end) => end !== 0 && Math.abs(end) < 0.005) ? 3 : 2;

/** "0.62 to 0.81". */
export const endsText = (interval: Ends): string =>
  interval.map((end) => numberText(end, digitsOf(interval)).replace("-", "−")).join(" to ");

/** "−0.45 to −0.16". */
export const signedEndsText = (interval: Ends): string =>
  interval.map((end) => signedText(end, digitsOf(interval))).join(" to ");

/** "95 % CI 0.62 to 0.81". Results have no other intervals of means. */
export const meanCiText = (interval: Ends): string => `95 % CI ${endsText(interval)}`;

/** "95 % CI −0.45 to −0.16". A comparison may have been asked for another confidence. */
export const differenceCiText = (interval: Ends, confidence: number): string =>
  `${percentText(confidence)} CI ${signedEndsText(interval)}`;

/** "24 ms", "1.20 s". */
export const msText = (ms: number): string =>
  ms < 1000
    ? `${ms < 10 ? Number(ms.toPrecision(2)) : Math.round(ms)} ms`
    : `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;

/** "74 %". */
export const shareText = (part: number): string => {
  const whole = Math.round(100 * part);
  if (whole === 0 && part > 0) return "<1 %";
  if (whole === 100 && part < 1) return ">99 %";
  return `${whole} %`;
};

export { withCommas };

/** A name cut in its middle: versions and dates stand at its end. */
export function middleCut(name: string, most: number): string {
  const letters = [...name];
  if (letters.length <= most) return name;
  const tail = Math.floor((most - 1) / 2);
  return `${letters.slice(0, most - 1 - tail).join("")}…${letters.slice(letters.length - tail).join("")}`;
}
