// What `goldie run` says below its table and instead of it, in a real folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { main } from "../../src/cli/main.ts";
import { testEffects } from "./_effects.ts";
import { readCommandLine } from "./_words.ts";

vi.setConfig({ testTimeout: 60_000 });

const ANSWERS: Readonly<Record<string, string>> = { q1: "a", q2: "b", q3: "c", q4: "d" };
const GOLD = Object.entries(ANSWERS)
  .map(([id, doc]) => `${JSON.stringify({ id, query: `where is ${doc}?`, relevant: [doc] })}\n`)
  .join("");
/** What comes first for each query; what comes second is right. */
const lists = (first: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(Object.keys(ANSWERS).map((id, i) => [id, [first[i], ANSWERS[id]]])));

const CONFIG = `import { readFileSync } from "node:fs";
const lists = () => JSON.parse(readFileSync(new URL("lists.json", import.meta.url), "utf8"));
export default {
  gold: "gold.jsonl",
  metrics: ["rr", "recall@2"],
  retries: 0,
  retrievers: {
    main(query, { queryId }) {
      const list = lists()[queryId];
      if (list[0] === "fails") throw new Error("the index is down");
      return list;
    },
    chunks: (query, { queryId }) => lists()[queryId].map((id) => id + "::1"),
  },
};
`;

let cwd: string;
let minute: number;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "goldie-told-"));
  minute = 0;
  write({ "gold.jsonl": GOLD, "lists.json": lists(["a", "x", "x", "d"]), "goldie.config.mjs": CONFIG });
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
}

/** Runs a command a minute after the one before. */
async function goldie(line: string) {
  const effects = testEffects({ cwd });
  const date = new Date(2026, 4, 20, 10, minute++, 0);
  const { argv } = readCommandLine(`goldie ${line}`);
  const code = await main(argv, { ...effects, date: () => date });
  return { code, stdout: effects.stdout.text, stderr: effects.stderr.text };
}

test("run says which queries its comparison with the run before leaves out", async () => {
  await goldie("run --only main");
  expect((await goldie("run --only main")).stdout).toMatch(
    /^since run \S+, on 4 queries: no change in any metric\n\n/m,
  );
  write({ "gold.jsonl": GOLD.replace('["b"]', '["z"]') });
  const edited = await goldie("run --only main");
  expect(edited.stdout).toMatch(
    /^since run \S+, on 3 queries: no change in any metric\n {2}1 query's gold was edited since; compared on the 3 others\n\n/m,
  );
  write({ "lists.json": lists(["a", "x", "fails", "d"]) });
  const failing = await goldie("run --only main");
  expect(failing.code).toBe(3);
  expect(failing.stdout).toMatch(
    /^since run \S+, on 3 queries: no change in any metric\n {2}newly failed, so left out: q3\n\n/m,
  );
  write({ "lists.json": lists(["fails", "fails", "fails", "fails"]) });
  expect((await goldie("run --only main")).stdout).toMatch(
    /^since run \S+:\n {2}all queries failed in this run\n\n/m,
  );
  write({ "lists.json": lists(["a", "b", "c", "d"]) });
  expect((await goldie("run --only main")).stdout).toMatch(
    /^since run \S+:\n {2}all queries failed in that run\n\n/m,
  );
  expect((await goldie("run --only main --limit 3")).stdout).toMatch(
    /^since run \S+, on 3 queries: no change in any metric\n {2}1 query of that run not in this one\n\n/m,
  );
});

test("a retriever whose ids match nothing is named; the others are scored, and the proposal takes the stored answers", async () => {
  const { code, stdout, stderr } = await goldie("run");
  expect(code).toBe(2);
  expect(stdout).toMatch(/^main +0\.750/m);
  expect(stdout).not.toContain("chunks");
  expect(stderr).toMatch(/^the answers are stored as \S+; goldie eval scores them without asking again$/m);
  expect(stderr).toMatch(/^last\/chunks {2}0 of 4 gold ids appear/m);
  const line = /^ {2}run {2}goldie (eval .*)$/m.exec(stderr)![1]!;
  expect(line).toBe("eval gold.jsonl last/chunks -m rr,recall@2 --ids chunk-suffix");
  expect(await goldie(line)).toMatchObject({ code: 0, stdout: expect.stringContaining("0.750") });
});

test("commands printed after a run read its gold with the flags that it needed", async () => {
  write({
    "gold.csv": "Nr;Frage;Dok\nq1;where is a?;A|z\nq2;where is b?;B\n",
    "goldie.config.mjs": CONFIG.replace('metrics: ["rr", "recall@2"],', ""),
  });
  const { code, stdout } = await goldie(
    "run gold.csv --only main --col query=Nr --col words=Frage --col doc=Dok --list-separator '|' --ids lower -m recall@1",
  );
  expect(code).toBe(0);
  const printed = [...stdout.matchAll(/^ {2}goldie ((?:eval|explain) .*)$/gm)].map(([, line]) => line!);
  const flags =
    "--col gold.query=Nr --col gold.words=Frage --col gold.doc=Dok --list-separator '|' --ids lower";
  expect(printed).toEqual([
    `eval gold.csv last -m recall@1 ${flags} --missed`,
    `explain recall@1 gold.csv last --query q2 ${flags}`,
  ]);
  for (const line of printed) expect(await goldie(line), line).toMatchObject({ code: 0 });
});

test("retrievers that the user brings by flag come before BM25", async () => {
  write({ "docs/a.md": "where is a?\n", "one.mjs": ONE_HIT });
  const { stdout } = await goldie("run gold.jsonl --bm25 docs --command 'node one.mjs' --allow-no-overlap");
  expect(stdout).toMatch(/^command .*\nbm25 /m);
});

const ONE_HIT = `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify({ hits: ["a"] }));
`;

test.each([
  [{ data: { results: [{ id: "a" }] } }, "", "--hits data.results"],
  [{ data: { results: [{ id: "a" }] } }, "--hits data.items", "--hits data.results"],
  [{ hits: [{ document: { id: "a" } }] }, "", "--id document.id"],
  [{ hits: [{ document: { id: "a" } }] }, "--id doc", "--id document.id"],
])(
  "an answer of HTTP in another form is reported with the flag that reads it (%#)",
  async (answer, flags, fix) => {
    const server = createServer((_, response) => response.end(JSON.stringify(answer)));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    try {
      const { port } = server.address() as AddressInfo;
      const { code, stderr } = await goldie(
        `run gold.jsonl --http http://127.0.0.1:${port}/ --retries 0 ${flags}`,
      );
      expect(code).toBe(3);
      expect(stderr.replaceAll(/\s+/g, " ")).toContain(fix);
    } finally {
      server.close();
    }
  },
);

test.each([
  ["--bm25 nowhere", 2, "nowhere"],
  ["--command no-such-program", 2, "there is no such program"],
])("a retriever that cannot be opened is an error, and nothing is stored: %s", async (flags, code, why) => {
  const failed = await goldie(`run gold.jsonl ${flags}`);
  expect(failed).toMatchObject({ code, stdout: "" });
  expect(failed.stderr).toContain(why);
  expect(failed.stderr).not.toContain("q1");
  expect((await goldie("runs")).stdout).toBe("no runs stored yet; make one with goldie run\n");
});

test("code that fails to open is a part that failed; beside others it has failed cells", async () => {
  const broken = 'broken: { retrieve: () => [], open: async () => { throw new Error("no index yet"); } },';
  write({ "goldie.config.mjs": CONFIG.replace("retrievers: {", `retrievers: { ${broken}`) });
  expect(await goldie("run --only broken")).toMatchObject({
    code: 3,
    stdout: "",
    stderr: expect.stringContaining("the retriever could not be opened: no index yet"),
  });
  expect((await goldie("runs")).stdout).toContain("no runs stored yet");
  const beside = await goldie("run --only broken --only main");
  expect(beside.code).toBe(3);
  expect(beside.stdout).toMatch(/^main +0\.750/m);
});

test("a failed --resume leaves the stored run as it was", async () => {
  write({ "search.mjs": ONE_HIT.replace("hits", "id: JSON.parse(line).id, hits") });
  const broken = { "goldie.config.mjs": "export default {};\n" };
  write(broken);
  write({ "lists.json": lists(["a", "x", "fails", "d"]), "goldie.config.mjs": CONFIG });
  expect((await goldie("run --only main")).code).toBe(3);
  write({
    "goldie.config.mjs": CONFIG.replace(
      "main(query, { queryId }) {",
      "main: { open: async () => { throw new Error('down'); }, retrieve(query, { queryId }) {",
    ).replace("return list;\n    },", "return list;\n    } },"),
  });
  expect(await goldie("run --only main --resume")).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("down"),
  });
  write({ "goldie.config.mjs": CONFIG, "lists.json": lists(["a", "x", "x", "d"]) });
  expect(await goldie("run --only main --resume")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("0.750"),
  });
});

/** recall@1 prefers the first, rr the second. */
const TWO = `const first = { q1: ["a"], q2: ["b"], q3: ["x"], q4: ["x"] };
const second = { q1: ["x", "a"], q2: ["x", "b"], q3: ["x", "c"], q4: ["x", "d"] };
export default {
  gold: "gold.jsonl",
  metrics: ["recall@1", "recall@2"],
  SELECT
  retrievers: { first: (query, { queryId }) => first[queryId], second: (query, { queryId }) => second[queryId] },
};
`;

test("the best of several is chosen by the metric of --select-by, of the config, or the first", async () => {
  const bestOf = async (flags: string, select = ""): Promise<string | undefined> => {
    write({ "goldie.config.mjs": TWO.replace("SELECT", select) });
    const { stdout, code } = await goldie(`run ${flags}`);
    expect(code).toBe(0);
    return /^best by .*$/m.exec(stdout)?.[0];
  };
  expect(await bestOf("")).toBe("best by recall@1: first (0.500)");
  expect(await bestOf("--select-by recall@2")).toBe("best by recall@2: second (1.000)");
  expect(await bestOf("", 'select: { by: "recall@2" },')).toBe("best by recall@2: second (1.000)");
  expect(await bestOf("--select-by recall@1", 'select: { by: "recall@2" },')).toBe(
    "best by recall@1: first (0.500)",
  );
  expect(await goldie("run --select-by nope@1")).toMatchObject({ code: 2, stdout: "" });
  write({ "goldie.config.mjs": TWO.replace("SELECT", 'select: { slowestMs: "fast" },') });
  expect(await goldie("run")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("select.slowestMs is"),
  });
});

test("AutoRAG's strategies leave out what is slower than --slowest", async () => {
  write({ "goldie.config.mjs": TWO.replace("SELECT", "") });
  const { stdout } = await goldie("run --slowest 10s");
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(
    "AutoRAG's strategies among those that take at most 10000 ms on average: mean chooses first, rank chooses first",
  );
  // All take 0 ms by the clock of these tests.
  const json = JSON.parse((await goldie("run --slowest 10s --json")).stdout);
  expect(json.selection).toMatchObject({ slowestMs: 10_000, rules: { mean: "first" } });
});

test("after stages, the command that scores another cut-off from the stored answers is printed, and runs", async () => {
  write({
    "goldie.config.mjs": `export default { gold: "gold.jsonl", metrics: ["recall@5"], retrievers: {
      main: () => ({ stages: { candidates: ["x", "a", "b"] }, hits: ["x", "a", "b", "c", "d"] }) } };\n`,
  });
  const { stdout } = await goldie("run");
  expect(stdout).toContain("in the best possible order: recall@5 1.000");
  const line = /^ {2}goldie (eval .* -k 3.*)$/m.exec(stdout)![1]!;
  expect(await goldie(line)).toMatchObject({ code: 0, stdout: expect.stringContaining("recall@3") });
});

test("a query whose documents are found below the cut-off of the first metric is among the worst", async () => {
  write({
    "goldie.config.mjs": `export default { gold: "gold.jsonl", metrics: ["recall@1", "recall@5"], retrievers: {
      main: (query, { queryId }) => (queryId === "q4" ? ["d"] : ["x", "a", "b"]) } };\n`,
  });
  const { stdout } = await goldie("run");
  expect(stdout).toContain("main: missed 1 of 4 relevant documents in the top 5 (1 never retrieved)");
  expect(stdout).toContain(`main: worst 3 queries by recall@1 (all 0.000)
  q1  where is a?
      nothing missed in the top 5, but recall@1 is 0
`);
});
