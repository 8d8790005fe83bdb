// Converting gold changes nothing that is read of it, for every pair of formats, or says so: with a warning, or an error.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "../src/cli/main.ts";
import { ProblemLog } from "../src/core/problem-log.ts";
import { loadGold } from "../src/engine/load.ts";
import { readGold } from "../src/evaluate/input/read-gold.ts";
import { formats } from "../src/formats/index.ts";
import { openSource } from "../src/formats/open-source.ts";
import { testEffects } from "./cli/_effects.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-same-gold-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const written = formats.filter(({ kinds, write }) => kinds.includes("gold") && write !== undefined);

/** How it ended: written as it is, with a warning for each thing the format has no place for, or refused. */
async function convert(from: string, as: string, to: string, target: string): Promise<Outcome> {
  const effects = testEffects({ cwd });
  const argv = ["convert", from, to, "--from", as, "--to", target, "--kind", "gold", "--verbose"];
  const code = await main(argv, effects);
  const said = effects.stderr.text;
  if (code === 0) return /warning/.test(said) ? "warned" : "written";
  expect({ code, said }).toEqual({ code: 2, said: expect.stringMatching(/error/) });
  return "refused";
}
type Outcome = "written" | "warned" | "refused";

/** What the library reads of it. An id in a list is one of grade 1, as every metric takes it. */
async function meaning(file: string, format: string): Promise<Record<string, unknown>> {
  const source = await openSource(join(cwd, file));
  const log = new ProblemLog();
  const { gold } = await loadGold(source, { format, log });
  await source.close?.();
  expect(log.list().filter(({ level }) => level === "error")).toEqual([]);
  return Object.fromEntries(
    [...gold]
      .map(([query, value]) => {
        const { graded, relevant: listed, groups: given, ...rest } = readGold(query, value, log);
        // AutoRAG has groups only: a list is written as groups of one.
        const isList = given?.every((group) => group.length === 1) ?? false;
        const relevant = isList ? given?.flat() : listed;
        const groups = isList ? undefined : given;
        const grades = Object.fromEntries([
          ...(relevant ?? []).map((id) => [id, 1]),
          ...(graded?.ids.map((id, i) => [id, graded.grades[i]]) ?? []),
        ]);
        return [query, JSON.parse(JSON.stringify({ ...rest, groups, grades: sorted(grades) }))] as const;
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
const sorted = (grades: Readonly<Record<string, number>>) =>
  Object.entries(grades).sort(([a], [b]) => (a < b ? -1 : 1));

/** The conversions that were refused, or warned of; all others keep what was there. */
async function everyPair(rows: readonly object[]): Promise<string[]> {
  writeFileSync(join(cwd, "gold.jsonl"), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const expected = await meaning("gold.jsonl", "jsonl");
  const lost: string[] = [];
  for (const { id: first } of written) {
    const outcome = await convert("gold.jsonl", "jsonl", "first", first);
    if (outcome !== "written") {
      lost.push(`jsonl → ${first} (${outcome})`);
      continue;
    }
    expect({ first, gold: await meaning("first", first) }).toEqual({ first, gold: expected });
    for (const { id: second } of written) {
      const pair = `${first} → ${second}`;
      const again = await convert("first", first, "second", second);
      if (again !== "written") lost.push(`${pair} (${again})`);
      else expect({ pair, gold: await meaning("second", second) }).toEqual({ pair, gold: expected });
    }
  }
  return lost;
}

const id = fc.constantFrom("a", "b", "c", "d10", "d9", "É", "z-1", "10", "9");
const odd = fc
  .array(
    fc.constantFrom(
      "a",
      "b",
      " ",
      "\u00a0",
      "\ufeff",
      "\t",
      "\u0001",
      "\n",
      "\r",
      "#",
      '"',
      ",",
      ";",
      "|",
      "[",
      "0",
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((parts) => parts.join(""));
const rowsOf = (gold: fc.Arbitrary<object>, name: fc.Arbitrary<string>) =>
  fc
    .tuple(
      fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
      fc.array(gold, { minLength: 3, maxLength: 3 }),
    )
    .map(([queries, of]) => queries.map((query, i) => ({ id: query, ...of[i]! })));
const graded = (name: fc.Arbitrary<string>) =>
  fc
    .tuple(
      fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
      fc.array(fc.constantFrom(0, 1, 2, 3), { minLength: 4, maxLength: 4 }),
    )
    .map(([ids, grades]) => ({ relevant: Object.fromEntries(ids.map((one, i) => [one, grades[i]!])) }));
const groups = fc
  .array(fc.uniqueArray(id, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
  .map((lists) => ({ groups: lists }));
const words = fc.constantFrom("Ada built it.", 'said "yes", then', "two\nlines", " blanks ");
const more = fc.record(
  { answer: words, tags: fc.record({ kind: fc.constantFrom("x", "y z") }) },
  { requiredKeys: [] },
);
const both = (a: fc.Arbitrary<object>, b: fc.Arbitrary<object>) =>
  fc.tuple(a, b).map(([x, y]) => ({ ...x, ...y }));

const runs = Number(process.env["SAME_SCORES"] ?? 3);
const options = { seed: 12, numRuns: runs, endOnFailure: true };

describe("gold means the same in every format, or the command says what is lost", {
  timeout: 300_000,
}, () => {
  test("grades of plain ids: every pair of formats that holds grades", async () => {
    const refusals = new Set<string>();
    await fc.assert(
      fc.asyncProperty(rowsOf(graded(id), id), async (rows) => {
        for (const one of await everyPair(rows)) refusals.add(one);
      }),
      options,
    );
    // Ragas, AutoRAG and LiveRAG have lists only, and say so.
    expect([...refusals].filter((one) => !/ → (ragas|autorag|datamorgana) \(warned\)$/.test(one))).toEqual(
      [],
    );
  });

  test("lists of ids", async () => {
    const list = fc.uniqueArray(id, { minLength: 1, maxLength: 4 }).map((relevant) => ({ relevant }));
    await fc.assert(
      fc.asyncProperty(rowsOf(list, id), async (rows) => void (await everyPair(rows))),
      options,
    );
  });

  test("groups, answers and tags", async () => {
    await fc.assert(
      fc.asyncProperty(
        rowsOf(both(fc.oneof(groups, graded(id)), more), id),
        async (rows) => void (await everyPair(rows)),
      ),
      options,
    );
  });

  test("ids with blanks, NBSP, BOM and control characters", async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf(graded(odd), odd), async (rows) => void (await everyPair(rows))),
      options,
    );
  });

  test("a change is noticed", async () => {
    writeFileSync(join(cwd, "gold.jsonl"), '{"id":"q1","relevant":{"a":1}}\n');
    writeFileSync(join(cwd, "other.jsonl"), '{"id":"q1","relevant":{"a":2}}\n');
    expect(await meaning("gold.jsonl", "jsonl")).not.toEqual(await meaning("other.jsonl", "jsonl"));
  });
});
