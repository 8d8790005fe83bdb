/** Two threads, as built: they find what one finds, and say what one says. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { prepare, root } from "../scripts/_prepare.mjs";

let files: typeof import("../src/engine/index.ts");
const folder = mkdtempSync(join(tmpdir(), "goldie-threads-"));
beforeAll(async () => {
  prepare();
  files = await import(pathToFileURL(join(root, "dist/files.js")).href);
}, 120_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const QUERIES = 300;
const DEPTH = 100;
/** Rows of each query; some queries have no gold, some gold has no rows. */
const rowsOf = (q: number): string[] =>
  Array.from(
    { length: DEPTH },
    (_, i) => `q${q} Q0 d${(q * 7 + i * 13) % 1009} ${i + 1} ${(DEPTH - Math.floor(i / 2)) / 4} tag\n`,
  );
const gold = Array.from({ length: QUERIES }, (_, q) =>
  Array.from({ length: 6 }, (_, j) => `q${q + 5} 0 d${(q * 7 + 35 + j * 39) % 1009} ${j % 3}\n`).join(""),
).join("");
const run = Array.from({ length: QUERIES }, (_, q) => rowsOf(q));

async function score(text: string, threads: number, asked: Record<string, unknown>) {
  const [goldPath, runPath] = [join(folder, "gold.txt"), join(folder, "run.txt")];
  writeFileSync(goldPath, gold);
  writeFileSync(runPath, text);
  const { evaluateFiles, openSource } = files;
  const { runs } = await evaluateFiles({
    ...asked,
    gold: await openSource(goldPath),
    runs: [await openSource(runPath)],
    threads,
  });
  return { json: runs[0]!.result.toJSON(), tag: runs[0]!.tag };
}

describe("two threads", () => {
  it.each([
    ["the textbook", { metrics: ["ndcg@10", "recall@100", "ap", "rr"] }],
    ["all of trec_eval", { as: "trec_eval", metrics: ["all_trec"], options: ["-c"] }],
    ["queries left out", { metrics: ["ndcg@10"], missing: "leave-out" }],
  ])(
    "%s: the same result, to the last Problem",
    async (_, asked) => {
      const text = run.flat().join("");
      expect(await score(text, 2, asked)).toEqual(await score(text, 1, asked));
    },
    60_000,
  );

  it("lists that go as a whole, and empty ones, are those of the thread that read them", async () => {
    const asked = { metrics: ["ndcg@10", "rr"] };
    const hits = (q: number, i: number): unknown =>
      i === 0 ? [] : i === 1 ? { [`d${(q * 7) % 1009}`]: 1 } : [`d${(q * 7) % 1009}`];
    const text = run.map((_, q) => `${JSON.stringify({ id: `q${q}`, hits: hits(q, q % 3) })}\n`).join("");
    expect(await score(text, 2, asked)).toEqual(await score(text, 1, asked));
  }, 60_000);

  it("a query that the gold lacks, with a list in each half, is refused", async () => {
    const rows = run.map((_, q) => `${JSON.stringify({ id: `q${q}`, hits: ["d1"] })}\n`);
    const text = [...rows, rows[0]].join("");
    await expect(score(text, 2, { metrics: ["rr"] })).rejects.toThrow("query q0 is in the run twice");
  }, 60_000);

  it("a second thread that cannot start is an error, not a half of the numbers", async () => {
    const worker = pathToFileURL(join(folder, "nothing-here.js"));
    await expect(score(run.flat().join(""), 2, { metrics: ["rr"], worker })).rejects.toThrow(/nothing-here/);
  }, 60_000);

  it("lists as JSON: empty ones and failures of the second half too", async () => {
    const lines = run.map((rows, q) => {
      const hits = rows.map((row) => ({ id: row.split(" ")[2], score: Number(row.split(" ")[4]) }));
      if (q % 7 === 3) return `${JSON.stringify({ id: `q${q}`, hits: [] })}\n`;
      return `${JSON.stringify(q % 11 === 5 ? { id: `q${q}`, error: "time-out" } : { id: `q${q}`, hits })}\n`;
    });
    const asked = { metrics: ["ndcg@10", "rr"] };
    expect(await score(lines.join(""), 2, asked)).toEqual(await score(lines.join(""), 1, asked));
  }, 60_000);

  it("a query on both sides of the cut is found to be scattered, and scored right", async () => {
    const asked = { metrics: ["ndcg@10", "rr"] };
    // The second half of each query's rows comes in a second round.
    const text = [...run.flatMap((rows) => rows.slice(0, 50)), ...run.flatMap((rows) => rows.slice(50))].join(
      "",
    );
    expect((await score(text, 2, asked)).json.runs[0]!.queries).toEqual(
      (await score(run.flat().join(""), 1, asked)).json.runs[0]!.queries,
    );
  }, 60_000);

  it.each([
    ["a tag in each half", (q: number) => (q < QUERIES / 2 ? "a" : "b")],
    ["the same tags in both halves", (q: number) => (q % 2 === 0 ? "a" : "b")],
    ["another tag in the second half", (q: number) => (q === 290 ? "b" : "a")],
  ])(
    "%s: several run tags are said once",
    async (_, tag) => {
      const text = run.map((rows, q) => rows.join("").replaceAll(" tag\n", ` ${tag(q)}\n`)).join("");
      const asked = { metrics: ["rr"] };
      const { json } = await score(text, 2, asked);
      expect(json).toEqual((await score(text, 1, asked)).json);
      expect(json.runs[0]!.problems.filter(({ code }) => code === "mixed-runs")).toMatchObject([
        { fields: { tags: ["a", "b"], count: 2 } },
      ]);
    },
    60_000,
  );

  it.each([
    ["a broken line", (rows: string[]) => rows.with(29_000, "q290 Q0 d1 1 nan tag\n")],
    ["a repeated hit", (rows: string[]) => rows.with(29_001, rows[29_000]!)],
  ])(
    "%s in the second half is reported with its line",
    async (_, spoil) => {
      const text = spoil(run.flat()).join("");
      const told = async (threads: number) => {
        try {
          return (await score(text, threads, { metrics: ["rr"] })).json.runs[0]!.problems;
        } catch (error) {
          return (error as { problems: readonly { at?: { line?: number } }[] }).problems;
        }
      };
      const problems = await told(2);
      expect(problems).toEqual(await told(1));
      expect(problems.some(({ at }) => at?.line === 29_001 || at?.line === 29_002)).toBe(true);
    },
    60_000,
  );

  describe("what both halves have is one Problem with one count and the first line", () => {
    const asked = { metrics: ["rr"] };
    const problems = async (text: string, threads: number) =>
      (await score(text, threads, asked)).json.runs[0]!.problems;
    const trec = (row: (words: string[], i: number) => string): string =>
      run
        .flat()
        .map((line, i) => row(line.trimEnd().split(" "), i))
        .join("");
    const lists = (row: (q: number) => object): string =>
      run.map((_, q) => `${JSON.stringify({ id: `q${q}`, hits: [`d${q}`], ...row(q) })}\n`).join("");

    it.each([
      ["lines with more than six columns", "extra-columns", trec((words) => `${words.join(" ")} more\n`)],
      [
        "ranks against scores",
        "rank-against-score",
        trec((words, i) => `${words.with(3, String(100 - (i % 100))).join(" ")}\n`),
      ],
      [
        "comments that read like rows",
        "commented-row",
        trec((words, i) => `${i % 100 === 50 ? "#" : ""}${words.join(" ")}\n`),
      ],
      ["ids that are numbers", "id-type", lists((q) => ({ hits: [q, "d1"] }))],
      ["one key that nobody reads", "unread-keys", lists((q) => ({ mine: q }))],
      ["other keys in each half", "unread-keys", lists((q) => ({ [`key${q % 3}${q > 150 ? "b" : ""}`]: q }))],
      ["many keys, the same in each half", "unread-keys", lists((q) => ({ [`key${q % 30}`]: q }))],
      ["distances", "distance", lists((q) => ({ hits: [{ id: `d${q}`, distance: 1 }] }))],
    ])(
      "%s",
      async (_, code, text) => {
        const one = await problems(text, 1);
        expect(one.map((problem) => problem.code)).toContain(code);
        expect(await problems(text, 2)).toEqual(one);
      },
      60_000,
    );

    it("a half of comments and blank lines is no empty file", async () => {
      const text = `${"# nothing here\n\n".repeat(100_000)}${run.flat().join("")}`;
      const read = { ...asked, runFormat: "trec-run" };
      expect(await score(text, 2, read)).toEqual(await score(text, 1, read));
    }, 60_000);
  });
});
