/** Colours: contrast as WCAG 2 measures it, and runs that can be told apart without all kinds of cones. */
import { describe, expect, test } from "vitest";
import style from "./tokens.css?bundle";

type Rgb = readonly [number, number, number];

/** Light and dark value of a token. */
function tokenOf(name: string): readonly [light: string, dark: string] {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(style.text);
  if (found === null) throw new Error(`there is no colour --${name}`);
  return [found[1]!, found[2]!];
}

/** Linear light, from 0 to 1. */
const linear = (colour: string): Rgb =>
  [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as unknown as Rgb;

function contrast(one: string, other: string): number {
  const [dark, light] = [one, other]
    .map((colour) => {
      const [r, g, b] = linear(colour);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    })
    .sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

describe.each([
  ["light", 0],
  ["dark", 1],
] as const)("%s", (_, mode) => {
  const colour = (name: string): string => tokenOf(name)[mode];
  const grounds = ["bg", "surface", "selected"];
  test.each(["ink", "muted", "a", "b", "c", "d", "n", "found", "miss", "warn"])("text in --%s", (name) => {
    for (const ground of grounds)
      expect(contrast(colour(name), colour(ground)), `on --${ground}`).toBeGreaterThanOrEqual(4.5);
  });
  test.each(["tie", "line2"])("marks in --%s", (name) => {
    for (const ground of ["bg", "surface"])
      expect(contrast(colour(name), colour(ground)), `on --${ground}`).toBeGreaterThanOrEqual(3);
  });
  test.each(["mark", "mark-gold"])("text on --%s", (name) => {
    expect(contrast(colour("ink"), colour(name))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(Object.entries(sights()))("the four runs differ with %s", (_, matrix) => {
    const seen = ["a", "b", "c", "d"].map((name) => lab(multiplied(matrix, linear(colour(name)))));
    seen.forEach((one, i) => {
      for (const other of seen.slice(i + 1))
        expect(Math.hypot(...one.map((x, at) => x - other[at]!))).toBeGreaterThan(12);
    });
  });
  test("each step of the heat is darker, or lighter, than the one before", () => {
    const steps = [0, 1, 2, 3, 4, 5].map((step) => contrast(colour(`heat${step}`), colour("bg")));
    expect(steps).toEqual([...steps].sort((x, y) => x - y));
  });
});

test("contrast is measured", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeLessThan(4.5);
});

/** Machado, Oliveira and Fernandes (2009), severity 1. */
function sights(): Record<string, readonly Rgb[]> {
  return {
    deuteranopia: [
      [0.367322, 0.860646, -0.227968],
      [0.280085, 0.672501, 0.047413],
      [-0.01182, 0.04294, 0.968881],
    ],
    protanopia: [
      [0.152286, 1.052583, -0.204868],
      [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
    tritanopia: [
      [1.255528, -0.076749, -0.178779],
      [-0.078411, 0.930809, 0.147602],
      [0.004733, 0.691367, 0.3039],
    ],
  };
}

const multiplied = (matrix: readonly Rgb[], [r, g, b]: Rgb): Rgb =>
  matrix.map((row) => Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b))) as unknown as Rgb;

/** CIE L*a*b*, D65. */
function lab([r, g, b]: Rgb): readonly number[] {
  const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
