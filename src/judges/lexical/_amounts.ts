/** Dates and numbers with their units, as they stand in a text. */
import type { Token } from "../../text/tokens.ts";

/** One form for each unit. */
const units = new Map<string, string>();
for (const line of `km kilometer kilometre kilometers kilometres kms
m meter metre meters metres
cm centimeter centimetre centimeters centimetres
mm millimeter millimetre millimeters millimetres
mi mile miles
ft foot feet
inch inches
yd yard yards
kg kilogram kilograms kilo kilos
g gram grams
t ton tons tonne tonnes
mg milligram milligrams milligramme milligrammes
lb lbs pound pounds
oz ounce ounces
gal gallon gallons
pint pints
ml millilitre milliliter millilitres milliliters
l liter litre liters litres
ha hectare hectares
acre acres
h hour hours hr hrs
min minute minutes mins
second seconds
day days
week weeks
month months
year years
century centuries
degree degrees
celsius centigrade
fahrenheit
decibel decibels db
volt volts
knot knots
cent cents
crown crowns
nm nanometer nanometre nanometers nanometres
dollar dollars usd
euro euros eur
yen
people inhabitants residents
mph
kmh
w watt watts
kw kilowatt kilowatts
mw megawatt megawatts
hz hertz
kb kilobyte kilobytes
tb terabyte terabytes
mb megabyte megabytes
gb gigabyte gigabytes`.split("\n")) {
  const [name, ...others] = line.split(" ");
  for (const word of [name!, ...others]) units.set(word, name!);
}
const powers = new Map([
  ["square", 2],
  ["sq", 2],
  ["cubic", 3],
]);

export const unitName = (key: string): string | undefined => units.get(key);

/** Whether a unit may begin with this word. */
export function mayBeUnit(key: string): boolean {
  const last = key.charCodeAt(key.length - 1);
  return units.has(key) || powers.has(key) || last === 50 || last === 51;
}

const scales: ReadonlyMap<string, string> = new Map([
  ["celsius", "celsius"],
  ["centigrade", "celsius"],
  ["c", "celsius"],
  ["fahrenheit", "fahrenheit"],
  ["f", "fahrenheit"],
]);

const noUnit = { unit: "", size: 0 };

/** The unit behind the number at a place, in its one form, and how many tokens it has. */
export function unitAt(
  tokens: readonly Token[],
  at: number,
): { readonly unit: string; readonly size: number } {
  const next = tokens[at + 1];
  if (next === undefined || next.start - tokens[at]!.end > 2) return noUnit;
  const power = powers.get(next.key);
  const name = units.get((power === undefined ? next : tokens[at + 2])?.key ?? "");
  // "180 degrees Celsius"
  const scale = name === "degree" ? tokens[at + 2]?.key : undefined;
  const degrees = scale === undefined ? undefined : scales.get(scale);
  if (degrees !== undefined) return { unit: degrees, size: 2 };
  if (name !== undefined) return { unit: `${name}${power ?? ""}`, size: power === undefined ? 1 : 2 };
  // km2, and km² as it is folded.
  const last = next.key.charCodeAt(next.key.length - 1);
  if (last !== 50 && last !== 51) return noUnit;
  const [, letters, digit] = /^([a-z]+)([23])$/.exec(next.key) ?? [];
  const squared = letters === undefined ? undefined : units.get(letters);
  return squared === undefined ? noUnit : { unit: `${squared}${digit}`, size: 1 };
}

export interface Amount {
  readonly start: number;
  readonly end: number;
  readonly kind: "date" | "number";
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Dates, years, and numbers in digits or with a unit. "Two" and "first" by themselves say too little. */
export function findAmounts(text: string, tokens: readonly Token[]): Amount[] {
  const found: Amount[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const { key, kind, start, end } = tokens[i]!;
    if (kind === "date") found.push({ start, end, kind });
    if (kind !== "number") continue;
    const { unit, size } = unitAt(tokens, i);
    const signed = /[%$€£¥]$/.test(key);
    if (unit === "" && !signed && !isDigit(text.charCodeAt(start))) continue;
    if (unit === "" && /^#(?:1\d|20)\d\ds?$/.test(key) && !text.slice(start, end).includes(",")) {
      found.push({ start, end, kind: "date" });
      continue;
    }
    const last = tokens[i + size]!.end;
    // The sign of per cent behind it.
    const sign = /^ ?%/.exec(text.slice(last, last + 2))?.[0].length ?? 0;
    found.push({ start, end: last + sign, kind });
    i += size;
  }
  return found;
}
