// Converting a run, or writing a fused one, changes no score: for every pair of formats, whatever its ids and scores are.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "../src/cli/main.ts";
import { formats } from "../src/formats/index.ts";
import { testEffects } from "./cli/_effects.ts";

const harbour = fileURLToPath(new URL("../examples/harbour/", import.meta.url));
const cwd = mkdtempSync(join(tmpdir(), "goldie-same-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function goldie(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const effects = testEffects({ cwd });
  const code = await main(argv, effects);
  return { code, stdout: effects.stdout.text, stderr: effects.stderr.text };
}

const written = formats.filter(({ kinds, write }) => kinds.includes("run") && write !== undefined);
const METRICS = "ndcg,recall@2,rr,precision@3";

/** The scores of every query, as `eval` has them. */
async function scores(run: string, format: string): Promise<unknown> {
  const flags = ["--gold-format", "jsonl", "--run-format", format, "-m", METRICS, "--allow-no-overlap"];
  const { code, stdout, stderr } = await goldie("eval", "gold.jsonl", run, ...flags, "--per-query", "--json");
  if (code !== 0) throw new Error(`eval of ${run} as ${format} ended with ${code}: ${stderr}`);
  const [{ queries, summary }] = JSON.parse(stdout).runs;
  return {
    queries,
    means: Object.values(summary as Record<string, { mean: number }>).map(({ mean }) => mean),
  };
}

interface Hit {
  readonly id: string;
  readonly score?: number;
}
type Lists = readonly (readonly [query: string, hits: readonly Hit[] | Readonly<Record<string, number>>])[];

const jsonl = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

function save(run: Lists): void {
  const rows = run.map(([id, hits]) => ({ id, hits }));
  const ids = (hits: Lists[number][1]): string[] =>
    Array.isArray(hits) ? hits.map(({ id }: Hit) => id) : Object.keys(hits);
  writeFileSync(join(cwd, "run.jsonl"), jsonl(rows));
  // Every other hit is relevant, so that each change of order changes a number.
  const gold = run.map(([id, hits]) => ({
    id,
    relevant: ids(hits)
      .filter((_, i) => i % 2 === 1)
      .concat("absent"),
  }));
  writeFileSync(join(cwd, "gold.jsonl"), jsonl(gold));
}

const convert = (from: string, as: string, to: string, target: string) =>
  goldie("convert", from, to, "--from", as, "--to", target, "--kind", "run");

/** From JSON Lines to each format, and from each to every other. The pairs that were refused. */
async function everyPair(run: Lists): Promise<string[]> {
  save(run);
  const expected = await scores("run.jsonl", "jsonl");
  const refused: string[] = [];
  for (const { id: first } of written) {
    const one = await convert("run.jsonl", "jsonl", "first", first);
    if (one.code === 2) {
      expect(one.stderr).toMatch(/error/);
      refused.push(`jsonl → ${first}`);
      continue;
    }
    expect({ first, ...one }).toMatchObject({ code: 0 });
    expect({ first, scores: await scores("first", first) }).toEqual({ first, scores: expected });
    for (const { id: second } of written) {
      const two = await convert("first", first, "second", second);
      if (two.code === 2) {
        expect(two.stderr).toMatch(/error/);
        refused.push(`${first} → ${second}`);
        continue;
      }
      const pair = `${first} → ${second}`;
      expect({ pair, ...two }).toMatchObject({ code: 0 });
      expect({ pair, scores: await scores("second", second) }).toEqual({ pair, scores: expected });
    }
  }
  return refused;
}

/** Lists of few ids and few scores: ties, and orders that contradict the scores. */
const lists = (id: fc.Arbitrary<string>): fc.Arbitrary<Lists> => {
  const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 5 });
  const score = fc.constantFrom(-1, 0, 0.1, 1, 1, 2.5, 1e21, 5e-324);
  const hits = fc.oneof(
    ids.map((list) => list.map((one) => ({ id: one }))),
    fc
      .tuple(ids, fc.array(score, { minLength: 5, maxLength: 5 }))
      .map(([list, of]) => list.map((one, i) => ({ id: one, score: of[i]! }))),
    fc
      .tuple(ids, fc.array(score, { minLength: 5, maxLength: 5 }))
      .map(([list, of]) => Object.fromEntries(list.map((one, i) => [one, of[i]!]))),
  );
  return fc
    .tuple(fc.uniqueArray(id, { minLength: 1, maxLength: 3 }), fc.array(hits, { minLength: 3, maxLength: 3 }))
    .map(([queries, of]) => queries.map((query, i) => [query, of[i]!] as const));
};

const plain = fc.constantFrom("a", "b", "c", "d10", "d9", "É", "z-1", "10", "9");
const odd = fc
  .array(
    fc.constantFrom(
      "a",
      "b",
      " ",
      "\u00a0",
      "\ufeff",
      "\t",
      "\v",
      "\u0001",
      "\u001f",
      "\u0085",
      "\u2028",
      "\n",
      "\r",
      "#",
      '"',
      "'",
      ",",
      ";",
      "|",
      "[",
      "]",
      "\u007f",
      "0",
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join(""));

/** Each is converted a hundred times. SAME_SCORES=60 looks longer. */
const runs = Number(process.env["SAME_SCORES"] ?? 3);

describe("nothing changes a number on the way", { timeout: 300_000 }, () => {
  test("the bundled example keeps its scores in every format", async () => {
    copyFileSync(join(harbour, "overlap.jsonl"), join(cwd, "run.jsonl"));
    copyFileSync(join(harbour, "gold.jsonl"), join(cwd, "gold.jsonl"));
    const expected = await scores("run.jsonl", "jsonl");
    for (const { id } of written) {
      const { code, stderr } = await convert("run.jsonl", "jsonl", "first", id);
      expect({ id, code, stderr }).toMatchObject({ code: 0 });
      expect({ id, scores: await scores("first", id) }).toEqual({ id, scores: expected });
    }
  });

  test("lists with ties and scores that contradict their order, for every pair of formats", async () => {
    await fc.assert(
      fc.asyncProperty(lists(plain), async (run) => {
        expect(await everyPair(run)).toEqual([]);
      }),
      { seed: 12, numRuns: runs, endOnFailure: true },
    );
  });

  test("ids with blanks, NBSP, BOM and control characters: the same scores, or refused", async () => {
    await fc.assert(
      fc.asyncProperty(lists(odd), async (run) => void (await everyPair(run))),
      { seed: 12, numRuns: runs, endOnFailure: true },
    );
  });

  test("a fused run has the same scores in every format it is written in", async () => {
    await fc.assert(
      fc.asyncProperty(lists(plain), lists(plain), async (one, other) => {
        writeFileSync(join(cwd, "other.jsonl"), jsonl(other.map(([id, hits]) => ({ id, hits }))));
        save(one);
        const as = async (id: string): Promise<unknown> => {
          const fused = [
            "fuse",
            "run.jsonl",
            "other.jsonl",
            "-o",
            "fused",
            "--to",
            id,
            "--run-format",
            "jsonl",
          ];
          expect({ id, ...(await goldie(...fused)) }).toMatchObject({ code: 0 });
          return scores("fused", id);
        };
        const expected = await as("jsonl");
        for (const { id } of written) expect({ id, scores: await as(id) }).toEqual({ id, scores: expected });
      }),
      { seed: 12, numRuns: runs, endOnFailure: true },
    );
  });

  test("runs and judgements are split at the same bytes", async () => {
    for (let byte = 1; byte < 256; byte++) {
      const id = Buffer.concat([Buffer.from("d"), Buffer.from([byte]), Buffer.from("1")]);
      writeFileSync(join(cwd, "a.qrels"), Buffer.concat([Buffer.from("q1 0 "), id, Buffer.from(" 1\n")]));
      writeFileSync(
        join(cwd, "a.run"),
        Buffer.concat([Buffer.from("q1 Q0 "), id, Buffer.from(" 1 2 tag\n")]),
      );
      const [gold, run] = [
        await goldie("convert", "a.qrels", "-", "--from", "trec-qrels", "--to", "jsonl"),
        await goldie("convert", "a.run", "-", "--from", "trec-run", "--to", "jsonl", "--kind", "run"),
      ];
      const ids = (text: string, key: string): unknown => Object.keys(JSON.parse(text)[key]);
      if (gold.code === 0 && run.code === 0)
        expect({ byte, ids: ids(gold.stdout, "relevant") }).toEqual({ byte, ids: ids(run.stdout, "hits") });
      else expect({ byte, code: gold.code }).toEqual({ byte, code: 2 });
      // White space as in C's isspace(); a byte above 127 alone is not UTF-8.
      if (byte === 32 || (byte >= 9 && byte <= 13) || byte > 127)
        expect([gold.code, run.code]).not.toEqual([0, 0]);
      else expect([gold.code, run.code]).toEqual([0, 0]);
    }
  });

  test("a comma-separated table reads the same ids whether its hits are kept as texts or as bytes", async () => {
    for (const blank of ["\u00a0", "\ufeff", "\u000b", "\u0001", "\u2028"]) {
      writeFileSync(join(cwd, "run.csv"), `query,doc,score\nq1,${blank}d1,1\n`);
      writeFileSync(join(cwd, "gold.jsonl"), jsonl([{ id: "q1", relevant: [`${blank}d1`] }]));
      expect(await convert("run.csv", "csv", "first", "jsonl")).toMatchObject({ code: 0 });
      expect(await scores("run.csv", "csv")).toMatchObject({ means: [1, 1, 1, 1 / 3] });
      expect(await scores("first", "jsonl")).toMatchObject({ means: [1, 1, 1, 1 / 3] });
    }
  });
});
