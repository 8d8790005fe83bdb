// Processes that die of a query, or take long to start, in a run.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { run } from "../../src/live/run.ts";
import { fromCommand } from "../../src/retrievers/command.ts";
import { goldOf } from "./_retrievers.ts";

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "goldie-poison-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a line for each start and each query; answers a query when the next one comes, and the last at once after that. */
const CHILD = `import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
const [log, poison, held] = process.argv.slice(2);
appendFileSync(log, "start\\n");
const waiting = [];
const answer = ({ id, queryId }) => console.log(JSON.stringify({ id, hits: ["d" + queryId.slice(1)] }));
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  appendFileSync(log, asked.queryId + "\\n");
  if (poison.split(",").includes(asked.queryId)) process.exit(9);
  waiting.push(asked);
  if (waiting.length >= Number(held)) for (const one of waiting.splice(0)) answer(one);
}
`;

function setUp(poison: string, held = 1) {
  const child = join(folder, "child.mjs");
  const log = join(folder, "log");
  writeFileSync(child, CHILD);
  writeFileSync(log, "");
  return {
    retriever: fromCommand({ command: [process.execPath, child, log, poison, String(held)] }),
    lines: () => readFileSync(log, "utf8").trim().split("\n"),
  };
}
const starts = (lines: readonly string[]): number => lines.filter((line) => line === "start").length;
const options = { gold: goldOf(12), metrics: ["recall@1"], attempts: 2, random: () => 0 };

test("only the query that kills the process fails; the others in flight are asked again, alone", async () => {
  const { retriever, lines } = setUp("q5");
  const { runs } = await run({ ...options, retrievers: { main: retriever }, concurrency: 6 });
  const [{ answered, failed, answers, result }] = runs as [(typeof runs)[0]];
  expect({ answered, failed }).toEqual({ answered: 11, failed: 1 });
  expect(answers.get("q5")).toMatchObject({ status: "failed", attempts: 2 });
  expect(result.mean("recall@1").mean).toBe(1);
  // One death with others, one for each attempt alone, and the starts before and after them.
  expect(starts(lines())).toBeLessThanOrEqual(5);
});

test("several such queries, even the first of all, fail alone", async () => {
  const { retriever, lines } = setUp("q0,q7,q11");
  const { runs } = await run({ ...options, retrievers: { main: retriever }, concurrency: 4 });
  const failed = [...runs[0]!.answers].flatMap(([query, { status }]) => (status === "failed" ? [query] : []));
  expect(failed.sort()).toEqual(["q0", "q11", "q7"]);
  expect(starts(lines())).toBeLessThanOrEqual(14);
});

test("a process that dies of every query is given up after a few starts", async () => {
  const { retriever, lines } = setUp(options.gold.map(({ id }) => id).join());
  const { runs } = await run({ ...options, retrievers: { main: retriever }, concurrency: 6 });
  expect(runs[0]!.failed).toBe(12);
  expect(starts(lines())).toBeLessThanOrEqual(4);
});

test("the first query is asked once outside of timings, as the process is still starting", async () => {
  const { retriever, lines } = setUp("none");
  const { runs } = await run({ ...options, retrievers: { main: retriever }, concurrency: 3 });
  expect(lines().slice(0, 2)).toEqual(["start", "q0"]);
  expect(lines().filter((line) => line === "q0")).toHaveLength(2);
  expect(lines()).toHaveLength(1 + 1 + 12);
  expect(runs[0]!.timing!.n).toBe(12);
});
