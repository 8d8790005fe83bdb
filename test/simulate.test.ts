/** `npm run simulate` at a small size, on the bundled example: the tests, intervals and gates keep what they promise. */
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { root } from "../scripts/_prepare.mjs";
import { type Figure, keepsRoughly } from "../scripts/_simulate/figure.ts";
import { simulationMarkdown } from "../scripts/_simulate/markdown.ts";
import { harbour, type SimulationData } from "../scripts/_simulate/populations.ts";
import { type Simulation, SMALL, simulate } from "../scripts/_simulate/simulate.ts";

let data: SimulationData;
let found: Simulation;
beforeAll(async () => {
  data = await harbour(join(root, "examples/harbour"));
  found = simulate(data, SMALL);
});

const lost = (figures: readonly Figure[]): string[] =>
  figures
    .filter((figure) => !keepsRoughly(figure))
    .map(({ what, n, share }) => `${what}, n = ${n}: ${share}`);
const shareOf = (what: string): number => found.gates.find((figure) => figure.what === what)!.share;

test("the populations are the queries that both runs have a score for", () => {
  expect(data.populations).toHaveLength(1);
  const sizes = [...data.populations[0]!.columns.values()].map(({ a, b }) => [a.length, b.length]);
  expect(sizes).toEqual(sizes.map(() => [63, 63]));
});

describe("within two standard errors of the simulation", () => {
  test("tests find a difference where there is none at most as often as they say", () => {
    // Bootstrap intervals are too narrow for few queries; docs/guide/is-it-real.md has the figures.
    const tests = found.tests.filter(({ what }) => !what.includes("bootstrap"));
    expect(tests).toHaveLength(8);
    expect(lost(tests)).toEqual([]);
  });

  test("gates fail on a planted drop, and seldom on nothing", () => {
    const bounded = found.gates.filter(({ to }) => to !== undefined).map(({ what }) => what);
    expect(bounded).toEqual([
      "nothing changed, no margin: fails",
      "a drop with 80 % power, no margin: fails",
      "nothing changed, with a margin of that size: undecided",
      "nothing changed, five rules: fails",
      "hit@1: nothing changed, no margin: fails",
      "hit@1: a drop with 80 % power, no margin: fails",
    ]);
    expect(lost(found.gates)).toEqual([]);
  });

  test("intervals hold the truth", () => {
    expect(found.coverage.every(({ from }) => from === 0.93)).toBe(true);
    expect(lost(found.coverage)).toEqual([]);
  });
});

test("a drop beyond the margin fails more often than one of exactly the margin", () => {
  expect(shareOf("a drop of 1.5 margins: fails")).toBeGreaterThan(
    shareOf("a drop of exactly the margin: fails"),
  );
});

test("what is wrong is noticed: a gate that fails on nothing, an interval that is too narrow", () => {
  const [quiet] = found.gates;
  const drop = shareOf("a drop with 80 % power, no margin: fails");
  expect(lost([{ ...quiet!, share: drop }])).toHaveLength(1);
  expect(lost([{ ...found.coverage[0]!, share: 0.9 }])).toHaveLength(1);
  expect(simulationMarkdown({ ...found, gates: [{ ...quiet!, share: drop }] })).toMatch(/\*\*\d+\.\d %\*\*/);
});

test("the same seed gives the same figures, another one others", () => {
  const sizes = { queries: [20], tests: 20, gates: 4, fiveRules: 2, coverage: 50 };
  const first = simulate(data, sizes, 1);
  expect(simulate(data, sizes, 1)).toEqual(first);
  expect(simulate(data, sizes, 2)).not.toEqual(first);
});
