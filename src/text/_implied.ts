/** What a number says besides itself: "#50%" says 50, and 500 alone may be dollars or euros. */
import { withoutZeros } from "./_numbers.ts";
import { impliedByTime, timesOf } from "./_times.ts";

/** By sign: the unit as it is looked for. Pounds of money are written like those of weight. */
const currencies: ReadonlyMap<string, string> = new Map([
  ["$", "dollar"],
  ["€", "euro"],
  ["£", "lb"],
  ["¥", "yen"],
]);
const signs = [...currencies.keys()];

export function impliedByNumber(key: string): readonly string[] {
  const last = key.at(-1)!;
  if (last === "%") return key === "#50%" ? ["#50", "half"] : [key.slice(0, -1)];
  const unit = currencies.get(last);
  if (unit !== undefined) return [key.slice(0, -1), unit];
  if (key.includes(":")) return impliedByTime(key);
  if (key[1] === "v") return isDecimal(key.slice(2)) ? [`#${withoutZeros(key.slice(2))}`] : [];
  if (last < "0" || last > "9") return [];
  const digits = key.slice(1);
  const plain = withoutZeros(digits);
  const keys = signs.map((sign) => `#${plain}${sign}`);
  if (plain !== digits) keys.push(`#${plain}`);
  // "3.10" may be a version, but 3.1 is another one.
  if (isDecimal(digits)) keys.push(`#v${digits}`);
  else keys.push(...timesOf(digits));
  return keys;
}

const isDecimal = (digits: string): boolean => /^\d+\.\d+$/.test(digits);

/** As a number is looked for: "1.50" is 1.5, where it is no version. */
export const soughtKey = (key: string): string =>
  key.endsWith("0") && /^#-?\d+\.\d+$/.test(key) ? `#${withoutZeros(key.slice(1))}` : key;
