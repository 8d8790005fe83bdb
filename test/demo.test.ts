import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { prepare, root } from "../scripts/_prepare.mjs";
import { main } from "../src/cli/main.ts";
import { compare, countReasons, evaluate, MISS_REASONS, missReasonWords, whyMissed } from "../src/index.ts";
import { judge } from "../src/judges/index.ts";
import { type LiveRun, run } from "../src/live/index.ts";
import { verdictSentence } from "../src/reports/index.ts";
import { bm25 } from "../src/retrievers/index.ts";
import { testEffects } from "./cli/_effects.ts";
import { readCommandLine } from "./cli/_words.ts";

const metrics = ["recall@5", "ndcg@10", "rr", "hit@5", "group-recall@5", "all-groups@5"];
let output: string;
let runs: readonly LiveRun[];
beforeAll(async () => {
  prepare();
  const corpus = join(root, "examples/harbour/corpus.jsonl");
  const retrievers = { bm25: bm25({ corpus }), "no-titles": bm25({ corpus, fields: { title: 0 } }) };
  ({ runs } = await run({ gold: readRows("gold"), retrievers, metrics, depth: readRows("corpus").length }));
  const { status, stdout, stderr } = spawnSync(process.execPath, ["examples/demo.mjs"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  output = stdout;
}, 120_000);

const readRows = (name: string) =>
  readFileSync(join(root, `examples/harbour/${name}.jsonl`), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

test("it fits a terminal", () => {
  const lines = output.split("\n");
  expect(lines.filter((line) => [...line].length > 100 || line !== line.trimEnd())).toEqual([]);
  expect(lines.length).toBeLessThan(95);
});

test("its means are those of the sources", () => {
  expect(runs).toHaveLength(2);
  for (const { name, result } of runs) {
    // The table is in two parts.
    const rows = output
      .split("\n")
      .filter((line) => line.startsWith(`${name} `))
      .slice(0, 2);
    expect(rows.flatMap((row) => row.match(/(?<![±[\d.])\d\.\d{3}(?![\d,\]])/g))).toEqual(
      metrics.map((metric) => result.mean(metric).mean!.toFixed(3)),
    );
  }
});

test("its reasons for misses are those of the sources, and add up", () => {
  const lines = output.split("\n");
  const at = lines.findIndex((line) => line.startsWith("Why relevant passages"));
  const head = lines[at + 1]!.split(/ {2,}/);
  for (const { name, answers } of runs) {
    const row = lines.slice(at).find((line) => line.startsWith(`${name} `))!;
    const cells = row.split(/ +/);
    const shown = Object.fromEntries(head.map((title, i) => [title, cells[i]]));
    const missed = readRows("gold").flatMap(({ id, relevant }) => {
      const answer = answers.get(id)!;
      if (answer.status === "failed") throw new Error(answer.problem.what);
      return whyMissed({ query: id, gold: facetsOf(relevant), hits: answer.hits, k: 5 });
    });
    const counts = countReasons(missed);
    for (const reason of MISS_REASONS)
      expect(Number(shown[missReasonWords[reason]] ?? 0), `${name} ${reason}`).toBe(counts[reason]);
    expect(Number(shown["relevant"]) - Number(shown.found)).toBe(missed.length);
  }
});

test("its judged means and unsupported claims are those of the sources", async () => {
  const cases = readRows("cases");
  const { judgements } = await judge({ cases });
  const metrics = ["context-precision", "context-recall", "context-entities-recall", "context-relevancy"];
  const gold = Object.fromEntries(cases.map(({ id }) => [id, {}]));
  const result = evaluate({ gold, judgements, metrics });
  const lines = output.split("\n");
  const at = lines.findIndex((line) => line.startsWith("Do the top four hits"));
  expect(lines[at + 2]!.split(/ +/)).toEqual([
    "overlap",
    ...metrics.map((metric) => result.mean(metric).mean!.toFixed(3)),
  ]);
  const claims = [...judgements.values()].flatMap((record) => record.claims!);
  const lost = claims.filter(({ support }) => !support.some(({ level }) => level === "full"));
  expect(lines[at + 3]).toMatch(new RegExp(`^${lost.length} of ${claims.length} claims`));
  expect(lines[at + 4]).toContain(lost[0]!.text);
});

test("it ends with a comparison of the two runs, as the sources make it", () => {
  const { pairs, confidence } = compare(
    runs.map(({ result }) => result),
    { metrics: ["ndcg@10", "all-groups@5"] },
  );
  const parts = output.trim().split("\n\n");
  const words = parts.at(-3)!.replace(/\s+/g, " ");
  expect(words).toMatch(/^Is the difference real\? no-titles against bm25/);
  expect(pairs[0]!.verdicts.map(({ call }) => call)).toEqual(["worse", "noise"]);
  for (const verdict of pairs[0]!.verdicts) {
    expect(words).toContain(verdictSentence(verdict, confidence));
    expect(words).toContain(`${verdict.wins}/${verdict.ties}/${verdict.losses}`);
  }
  expect(parts.at(-2)).toMatch(/^What to try next/);
  expect(parts.at(-1)).toMatch(/^Report of both retrievers.*: reports\/demo\.html$/);
});

function facetsOf(relevant: string[] | string[][] | Record<string, number>) {
  if (!Array.isArray(relevant)) {
    const grades = Object.values(relevant);
    return { graded: { ids: Object.keys(relevant), grades } };
  }
  return Array.isArray(relevant[0]) ? { groups: relevant as string[][] } : { relevant: relevant as string[] };
}

describe("what it sends people to", () => {
  const next = () => output.slice(output.indexOf("What to try next"));

  test("the pages are there", () => {
    const files = [...next().matchAll(/\b[\w/-]+\.md\b/g)].map(([file]) => file);
    expect(files).not.toEqual([]);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test("the commands work in the folder it names", async () => {
    const [, named] = /^ {2}cd (\S+)$/m.exec(next())!;
    // Live runs are stored where they were asked for.
    const folder = mkdtempSync(join(tmpdir(), "goldie-demo-"));
    cpSync(join(root, named!), folder, { recursive: true });
    const calls = [...next().matchAll(/^ {2}npx (goldie .*?) {2,}/gm)].map(([, call]) => call!);
    expect(calls).toHaveLength(7);
    try {
      for (const call of calls) {
        const effects = testEffects({ cwd: folder });
        expect([call, await main(readCommandLine(call).argv, effects)]).toEqual([call, 0]);
        expect(effects.stdout.text).not.toBe("");
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
