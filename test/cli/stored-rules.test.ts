// The rules of a stored run wherever it is scored again, in a real folder.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { main } from "../../src/cli/main.ts";
import { testEffects } from "./_effects.ts";
import { readCommandLine } from "./_words.ts";

vi.setConfig({ testTimeout: 60_000 });

let cwd: string;
let minute: number;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "goldie-rules-"));
  minute = 0;
  write(
    "gold.jsonl",
    ["a", "b"]
      .map(
        (doc, i) =>
          `{"id":"q${i + 1}","query":"${doc}?","relevant":["${doc}"],"tags":{"lang":"${doc}","kind":"x"}}\n`,
      )
      .join(""),
  );
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text);
const config = (text: string): void =>
  write("goldie.config.mjs", `export default { gold: "gold.jsonl", ${text} };\n`);

async function goldie(line: string) {
  const effects = testEffects({ cwd });
  const date = new Date(2026, 4, 20, 10, minute++, 0);
  const code = await main(readCommandLine(`goldie ${line}`).argv, { ...effects, date: () => date });
  return { code, stdout: effects.stdout.text, stderr: effects.stderr.text };
}
const meanOf = async (line: string, metric: string): Promise<number> =>
  JSON.parse((await goldie(`${line} --json`)).stdout).runs[0].summary[metric].mean;

const CHUNKS = 'retrievers: { main: () => ["x#1", "a#1", "a#2", "b#1"] }';

test("eval and explain take the rules of the run, and eval says so; flags come first", async () => {
  config(`${CHUNKS}, metrics: ["rr"], ids: { normalize: "chunk-suffix", unit: "doc" }`);
  expect((await goldie("run")).code).toBe(0);
  const again = await goldie("eval gold.jsonl last -m rr");
  expect(again.code).toBe(0);
  expect(again.stdout).toContain("scored by the rules of last: --ids chunk-suffix --unit doc\n");
  expect(await meanOf("eval gold.jsonl last -m rr", "rr")).toBeCloseTo((1 / 2 + 1 / 3) / 2);
  expect(await meanOf("eval gold.jsonl last -m rr --unit chunk", "rr")).toBeCloseTo((1 / 2 + 1 / 4) / 2);
  expect((await goldie("eval gold.jsonl last -m rr --unit chunk")).stdout).toContain(
    "scored by the rules of last: --ids chunk-suffix\n",
  );
  expect((await goldie("explain rr gold.jsonl last --query q2")).stdout).toContain("0.333");
});

test("a run by a function for ids is not scored again without it, unless a rule is named", async () => {
  config(`${CHUNKS}, metrics: ["rr"], ids: { normalize: (id) => id.split("#")[0] }`);
  const first = await goldie("run");
  expect(first.code).toBe(0);
  expect(first.stdout).not.toMatch(/goldie (eval|explain)/);
  await goldie("run");
  for (const line of [
    "eval gold.jsonl last",
    "compare last~1 last -m recall@1",
    "explain rr gold.jsonl last --query q1",
  ])
    expect(await goldie(line), line).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("was scored with a function for ids"),
    });
  // Its own scores are there, and a rule may be named.
  expect((await goldie("compare last~1 last")).code).toBe(0);
  expect(await meanOf("eval gold.jsonl last -m rr --ids chunk-suffix", "rr")).toBeCloseTo(
    (1 / 2 + 1 / 4) / 2,
  );
});

test("distances are not passed on as scores", async () => {
  const hits = '[{ id: "a", score: 0.1 }, { id: "b", score: 0.2 }, { id: "c", score: 0.7 }]';
  config(
    `retrievers: { near: () => ${hits}, far: () => ${hits}.map((hit) => ({ ...hit, score: -hit.score })) }, metrics: ["rr"]`,
  );
  await goldie("run");
  expect((await goldie("convert last/near out.trec")).code).toBe(0);
  const scores = (file: string): number[] =>
    readFileSync(join(cwd, file), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("q1 "))
      .map((line) => Number(line.split(" ")[4]));
  const [first, second, third] = scores("out.trec");
  expect(first! > second! && second! > third!).toBe(true);
  expect(await meanOf("eval gold.jsonl out.trec -m rr", "rr")).toBe(0.75);
  expect((await goldie("convert last/far far.trec")).code).toBe(0);
  expect(scores("far.trec")).toEqual([-0.1, -0.2, -0.7]);
  expect((await goldie("fuse last/near last/far -o fused.jsonl")).code).toBe(0);
  expect(await goldie("fuse last/near last/far --method combsum -o fused.jsonl")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("give every hit a score"),
  });
});

test("compare warns where runs were asked for different depths and a metric looks at whole lists", async () => {
  config(
    `retrievers: { main: (query, { k }) => ["x", "y", "a", "b"].slice(0, k) }, metrics: ["rr", "recall@2"]`,
  );
  await goldie("run --depth 3");
  await goldie("run --depth 4");
  const told = "last~1/main was asked for 3 hits, and last/main for 4: rr looks at all of them";
  const compared = await goldie("compare last~1 last");
  expect(compared.stderr.replaceAll(/\s+/g, " ")).toContain(told);
  expect((await goldie("compare last~1 last -m rr")).stderr.replaceAll(/\s+/g, " ")).toContain(told);
  expect((await goldie("compare last~1 last -m recall@2")).stderr).not.toContain("was asked for");
  await goldie("run --depth 4");
  expect((await goldie("compare last~1 last")).stderr).not.toContain("was asked for");
});

test("means for every tag of slices, and for every --by", async () => {
  config(`retrievers: { main: () => ["a"] }, metrics: ["rr"], slices: ["lang", "kind"]`);
  const { stdout } = await goldie("run");
  expect(stdout).toMatch(/^lang +queries +rr/m);
  expect(stdout).toMatch(/^kind +queries +rr/m);
  const one = await goldie("run --by kind");
  expect(one.stdout).not.toMatch(/^lang /m);
  expect(one.stdout).toMatch(/^kind /m);
  const json = JSON.parse((await goldie("eval gold.jsonl last -m rr --by lang --by kind --json")).stdout);
  expect(Object.keys(json.runs[0].slices)).toEqual(["lang", "kind"]);
  await goldie("eval gold.jsonl last -m rr --by lang --by kind -o t.csv -o q.csv -o t.md -o t.jsonl");
  expect(readFileSync(join(cwd, "t.csv"), "utf8")).toMatch(/main,lang,a,rr,1/);
  expect(readFileSync(join(cwd, "t.csv"), "utf8")).toMatch(/main,kind,x,rr,0.5/);
  for (const tag of ["lang", "kind"]) {
    expect(readFileSync(join(cwd, "t.md"), "utf8")).toContain(tag);
    expect(readFileSync(join(cwd, "t.jsonl"), "utf8")).toContain(`"tag":"${tag}"`);
  }
  await goldie("eval gold.jsonl last -m rr --by lang --by kind --per-query -o q.csv");
  expect(readFileSync(join(cwd, "q.csv"), "utf8")).toMatch(
    /^run,query,lang,kind,rr,states\r\nmain,q1,a,x,1,/,
  );
});

test("bless writes the baseline of the config, unless a flag names another", async () => {
  config('retrievers: { main: () => ["a"] }, metrics: ["rr"], baseline: "search.baseline.json"');
  await goldie("run");
  expect((await goldie("bless last")).stdout).toContain("search.baseline.json");
  expect(readFileSync(join(cwd, "search.baseline.json"), "utf8")).toContain(`"rr"`);
  expect(await goldie("gate")).toMatchObject({ code: 0 });
  expect((await goldie("bless last --baseline other.json")).stdout).toContain("other.json");
});

test("the judge of the config judges; a flag comes first", async () => {
  write(
    "judge.mjs",
    'export const by = { judge: "mine@1" };\nexport default () => { throw new Error("asked mine"); };\n',
  );
  write(
    "cases.jsonl",
    '{"id":"q1","question":"who?","contexts":["Ada wrote it."],"response":"Ada wrote it.","reference":"Ada wrote it."}\n',
  );
  config('retrievers: { main: () => ["a"] }, judge: "./judge.mjs"');
  const mine = await goldie("judge cases.jsonl");
  expect(mine.stdout + mine.stderr).toContain("asked mine");
  expect(await goldie("judge cases.jsonl --judge lexical")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("lexical@2"),
  });
});
