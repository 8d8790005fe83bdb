/** The tables of docs/guide/why-tools-differ.md: a sample of them is recomputed where the inputs are at hand. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { regionIn } from "../scripts/_docs/regions.ts";
import {
  cellOf,
  EXACT,
  families,
  nameOf,
  type Pair,
  sampleOf,
  type Tally,
  tallyPair,
} from "../scripts/_docs/why-table.ts";
import { root } from "../scripts/_prepare.mjs";

const page = regionIn(readFileSync(join(root, "docs/guide/why-tools-differ.md"), "utf8"), "why-table");
const folder = join(root, "../shared/parity");
const hasInputs = ["inputs.json", "rag/inputs.json"].every((name) => existsSync(join(folder, name)));

/** What the page says of a pair: the cells behind the two names. */
function saidOf([a, b]: Pair): string[] | undefined {
  const start = `| ${nameOf(a)} | ${nameOf(b)} |`;
  const line = page?.split("\n").find((text) => text.startsWith(start));
  return line
    ?.slice(start.length)
    .replace(/\|$/, "")
    .split("|")
    .map((cell) => cell.trim());
}
const METRICS = ["ndcg", "ap", "rr", "recall", "precision"];
const cellsOf = (tallies: readonly Tally[]): string[] =>
  METRICS.map((metric) => cellOf(tallies.find((t) => t.metric === metric)));

test("the page has a row for every pair", () => {
  expect(
    families.flatMap(({ pairs }) => pairs.filter((pair) => saidOf(pair)?.length !== METRICS.length)),
  ).toEqual([]);
});

describe("one cell", () => {
  const tally = (differ: number, most: readonly (readonly [string, number])[], both = 10): Tally =>
    ({
      pair: ["a", "b"],
      metric: "rr",
      both,
      without: 0,
      differ,
      rest: 0,
      most: new Map(most),
      error: 0,
    }) as Tally;

  test.each<[Tally | undefined, string]>([
    [undefined, ""],
    [tally(0, [], 0), "no number"],
    [tally(0, []), "same"],
    [
      tally(4, [
        ["order", 1],
        ["ideal", 3],
      ]),
      "ideal 75 % of 4",
    ],
  ])("%#", (given, wanted) => {
    expect(cellOf(given)).toBe(wanted);
  });

  test("counts the rule that carries most, and adds up the parts", () => {
    const family = { ...families[0]!, tools: { x: { ndcg: "ndcg@2" }, y: { ndcg: "remem:NDCG_any@2" } } };
    const data = [
      { gold: { q: ["a"] }, run: { q: ["x", "a"] } },
      { gold: { q: ["a"] }, run: { q: ["a"] } },
      { gold: { q: [] }, run: { q: ["a"] } },
    ];
    const [only, ...more] = tallyPair(family, data, ["x", "y"]);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ both: 2, without: 1, differ: 1, most: new Map([["discount", 1]]) });
    expect(only!.error).toBeLessThan(EXACT);
  });
});

test.skipIf(!hasInputs).each<Pair>([
  ["textbook", "trec_eval"],
  ["ir_measures", "ranx"],
  ["textbook", "ragprod"],
])(
  "%s and %s: the page says what the parity inputs say (needs the parity tables)",
  { timeout: 120_000 },
  (...pair) => {
    const family = families.find(({ pairs }) => pairs.some(([a, b]) => a === pair[0] && b === pair[1]))!;
    const tallies = tallyPair(family, sampleOf(family.read(folder)), pair);
    expect(Math.max(...tallies.map((t) => t.error))).toBeLessThan(EXACT);
    // `npm run why` rewrites the page.
    expect(saidOf(pair)).toEqual(cellsOf(tallies));
  },
);
