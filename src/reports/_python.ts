/** Values as Python, pandas and NumPy print and add them up: what writes other tools' files needs it to the letter. */

/** A float as `repr` prints it: 1.0, 0.5, 1e-05, 1e+16, nan. */
export function pythonFloat(x: number): string {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x < 0 ? "-inf" : "inf";
  if (Object.is(x, -0)) return "-0.0";
  const size = Math.abs(x);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    const [mantissa, power] = x.toExponential().split("e") as [string, string];
    return `${mantissa}e${power[0]}${power.slice(1).padStart(2, "0")}`;
  }
  // JavaScript has no exponent between 1e-7 and 1e21, which is more than the rest of the range.
  return Number.isInteger(x) ? `${x}.0` : String(x);
}

/** A float, as opposed to a whole number: 1 is written 1.0. */
export class Float {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** As json.dumps writes it: blanks behind commas and colons, everything outside ASCII as \u. */
export function pythonJson(value: unknown): string {
  if (value instanceof Float)
    return Number.isFinite(value.value)
      ? pythonFloat(value.value)
      : Number.isNaN(value.value)
        ? "NaN"
        : `${value.value}`;
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(", ")}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([key, one]) => `${pythonJson(key)}: ${pythonJson(one)}`)
      .join(", ")}}`;
  const text = JSON.stringify(value) ?? "null";
  return text.replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Cells with a separator between them, as pandas' to_csv writes them. */
export const pandasRow = (cells: readonly string[], separator: string): string =>
  `${cells
    .map((text) =>
      text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text,
    )
    .join(separator)}\n`;

/** A sum as NumPy adds: eight at a time up to 128, halves beyond. */
export function numpySum(values: ArrayLike<number>, from = 0, to = values.length): number {
  const n = to - from;
  if (n < 8) {
    let sum = 0;
    for (let i = from; i < to; i++) sum += values[i]!;
    return sum;
  }
  if (n > 128) {
    const half = Math.floor(n / 2);
    const middle = from + half - (half % 8);
    return numpySum(values, from, middle) + numpySum(values, middle, to);
  }
  const r = Array.from({ length: 8 }, (_, k) => values[from + k]!);
  let i = from + 8;
  for (; i + 8 <= to; i += 8) for (let k = 0; k < 8; k++) r[k]! += values[i + k]!;
  let sum = r[0]! + r[1]! + (r[2]! + r[3]!) + (r[4]! + r[5]! + (r[6]! + r[7]!));
  for (; i < to; i++) sum += values[i]!;
  return sum;
}
