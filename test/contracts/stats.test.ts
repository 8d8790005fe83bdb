/** What every statistic of src/stats/ has to do. Each check is a function, so that the end of this file can run it on broken ones. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { randomFrom } from "../../src/core/random.ts";
import { REASONS, type Stat, type Statistic, statistics } from "../../src/stats/index.ts";

type Tree = number | boolean | string | readonly Tree[] | { readonly [name: string]: Tree };
interface Vector {
  /** A person's arithmetic, or who published it. */
  readonly why: string;
  readonly input: unknown;
  /** A value, or { undefined: reason }. */
  readonly expect: Tree | { readonly undefined: string };
  /** Decimals that were published; all of them where absent. */
  readonly digits?: number;
}

const folder = new URL("../../src/stats/", import.meta.url);
const files = readdirSync(folder).filter((name) => /^[^_.][^.]*\.ts$/.test(name) && name !== "index.ts");
const vectorsOf = (id: string): readonly Vector[] =>
  JSON.parse(readFileSync(new URL(`${id}.vectors.json`, folder), "utf8"));

test("index.ts has exactly the files of the folder", () => {
  expect(files).toContain("kappa.ts");
  expect(statistics.map(({ id }) => `${id}.ts`).sort()).toEqual([...files].sort());
});

test.each(files)("%s exports its statistic", async (file) => {
  const exported = Object.values(await import(new URL(file, folder).href));
  expect(exported).toEqual([statistics.find(({ id }) => `${id}.ts` === file)]);
});

describe.each(statistics.map((statistic) => [statistic.id, statistic] as const))("%s", (id, statistic) => {
  test("vectors hold", () => {
    expect(vectorsOf(id).flatMap((row) => wrong(statistic, row))).toEqual([]);
  });
  test("vectors cover what has to be said", () => {
    expect(uncovered(vectorsOf(id))).toEqual([]);
  });
  test("the seed decides, and nothing else", () => {
    expect(unsteady(statistic, vectorsOf(id))).toEqual([]);
  });
  test("says what it is", () => {
    const { title, definition, formula, cite } = statistic;
    expect([title, definition, formula, cite].filter((text) => text.trim() === "")).toEqual([]);
  });
});

// ---------------------------------------------------------------- the checks

const run = (statistic: Statistic, input: unknown, seed = 1): Stat<unknown> =>
  statistic.compute(input as never, randomFrom(seed));

/** Every number of a value, by its path. */
const leaves = (tree: unknown, path = ""): [string, unknown][] =>
  typeof tree === "object" && tree !== null
    ? Object.entries(tree).flatMap(([name, part]) => leaves(part, `${path}.${name}`))
    : [[path, tree]];

function wrong(statistic: Statistic, { why, input, expect: wanted, digits }: Vector): string[] {
  const got = run(statistic, input);
  const found = got.status === "known" ? got.value : { undefined: got.because };
  const saying = `${why}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`;
  if (got.status === "undefined")
    return JSON.stringify(found) === JSON.stringify(wanted) && got.because in REASONS ? [] : [saying];
  const [mine, theirs] = [leaves(got.value), new Map(leaves(wanted))];
  const near = (a: unknown, b: unknown): boolean =>
    typeof a === "number" && typeof b === "number"
      ? Math.abs(a - b) <=
        (digits === undefined ? 1e-12 * Math.max(1, Math.abs(b)) : 0.5000001 * 10 ** -digits)
      : a === b && b !== undefined;
  const inside = ([, x]: [string, unknown]): boolean =>
    statistic.range === undefined ||
    ((x as number) >= statistic.range[0] && (x as number) <= statistic.range[1]);
  const right =
    mine.length === theirs.size && mine.every((leaf) => near(leaf[1], theirs.get(leaf[0])) && inside(leaf));
  return right ? [] : [saying];
}

function uncovered(rows: readonly Vector[]): string[] {
  const reason = ({ expect: e }: Vector) =>
    typeof e === "object" && "undefined" in e ? e.undefined : undefined;
  return [
    ...(rows.filter((row) => reason(row) === undefined).length >= 3 ? [] : ["three values"]),
    ...(rows.some((row) => reason(row) === "no-data") ? [] : ["no data"]),
    ...(rows.some((row) => /by hand/.test(row.why)) || rows.some((row) => /\d{4}|SciPy|scikit/.test(row.why))
      ? []
      : ["a source"]),
  ];
}

function unsteady(statistic: Statistic, rows: readonly Vector[]): string[] {
  const values = (input: unknown, seed: number) => JSON.stringify(run(statistic, input, seed));
  const again = rows
    .filter(({ input }) => new Set([values(input, 1), values(input, 1)]).size > 1)
    .map(({ why }) => `${why}: not the same again`);
  // One that draws has a row that says how often; others must not move at all.
  const inputs = rows.map(({ input }) => input as { readonly resamples?: unknown });
  if (statistic.draws && !inputs.some(({ resamples }) => typeof resamples === "number"))
    return [...again, "no row with a number of resamples"];
  const moved = inputs.some((input) => values(input, 1) !== values(input, 2));
  if (moved === (statistic.draws === true)) return again;
  return [...again, moved ? "draws, and does not say so" : "another seed gives the same"];
}

// ---------------------------------------------------------------- broken ones are noticed

describe("the suite can fail", () => {
  const like = (compute: Statistic["compute"], more: Partial<Statistic> = {}): Statistic => ({
    ...(statistics[0] as Statistic),
    ...more,
    compute,
  });
  const rows = vectorsOf("kappa");
  test("a wrong value, NaN, a reason that nobody knows", () => {
    expect(
      wrong(
        like(() => ({ status: "known", value: 0.4 })),
        rows[0]!,
      ),
    ).toHaveLength(1);
    expect(
      wrong(
        like(() => ({ status: "known", value: Number.NaN })),
        rows[0]!,
      ),
    ).toHaveLength(1);
    const odd = { ...rows[0]!, expect: { undefined: "odd" } };
    expect(
      wrong(
        like(() => ({ status: "undefined", because: "odd" as never })),
        odd,
      ),
    ).toHaveLength(1);
  });
  test("a value out of its range", () => {
    expect(
      wrong(
        like(() => ({ status: "known", value: 2 })),
        { ...rows[0]!, expect: 2 },
      ),
    ).toHaveLength(1);
  });
  test("vectors that leave something out", () => {
    expect(uncovered([])).toEqual(["three values", "no data", "a source"]);
  });
  test("one that remembers, one that draws in secret, one that ignores its seed", () => {
    let calls = 0;
    expect(
      unsteady(
        like(() => ({ status: "known", value: ++calls })),
        rows,
      )[0],
    ).toContain("not the same again");
    const secret = like((_, random) => ({ status: "known", value: random() }));
    expect(unsteady(secret, rows)).toEqual(["draws, and does not say so"]);
    expect(
      unsteady(
        like(() => ({ status: "known", value: 1 }), { draws: true }),
        [{ ...rows[0]!, input: { resamples: 50 } }],
      ),
    ).toEqual(["another seed gives the same"]);
    expect(unsteady(like(secret.compute, { draws: true }), rows)).toEqual([
      "no row with a number of resamples",
    ]);
  });
});
