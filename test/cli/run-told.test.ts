// What `goldie run` says below its table and instead of it, in a real folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
