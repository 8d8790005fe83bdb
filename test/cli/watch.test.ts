// `goldie run --watch` with real files and a real watcher.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { main } from "../../src/cli/main.ts";
import { testEffects } from "./_effects.ts";

let cwd: string;
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "goldie-watch-")));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text);
const search = (first: string): string =>
  `import { rest } from "./rest.ts";\nexport const search = (query: string): string[] => ["${first}", ...rest];\n`;

/** Everything that is written to stdout and stderr, and a way to wait for some of it. */
function watching() {
  let text = "";
  let minute = 0;
  const waiting = new Set<() => void>();
  const take = async (piece: string | Uint8Array): Promise<void> => {
    text += typeof piece === "string" ? piece : new TextDecoder().decode(piece);
    for (const look of waiting) look();
  };
  const effects = testEffects({ cwd, write: take });
  effects.stderr.write = take;
  const date = (): Date => new Date(2026, 4, 20, 10, minute++, 0);
  return {
    ended: main(["run", "--watch"], { ...effects, date }),
    cancel: () => effects.cancel(),
    /** All that was written since the last time, up to this. */
    until: (wanted: RegExp): Promise<string> =>
      new Promise((done) => {
        const look = (): void => {
          const found = wanted.exec(text);
          if (found === null) return;
          waiting.delete(look);
          const end = found.index + found[0].length;
          const seen = text.slice(0, end);
          text = text.slice(end);
          done(seen);
        };
        waiting.add(look);
        look();
      }),
  };
}

test("runs again when the config, the gold or an imported file changes, and goes on after errors", {
  timeout: 120_000,
}, async () => {
  write(
    "gold.jsonl",
    '{"id":"q1","query":"a?","relevant":["a"]}\n{"id":"q2","query":"b?","relevant":["a"]}\n',
  );
  write("rest.ts", "export const rest: readonly string[] = [];\n");
  write("search.ts", search("x"));
  write(
    "goldie.config.ts",
    'import { search } from "./search.ts";\nexport default { gold: "gold.jsonl", metrics: ["rr"], retrievers: { main: search } };\n',
  );
  const watched = watching();
  expect(await watched.until(/watching 4 files; press Ctrl-C to stop\n/)).toMatch(/main .*0\.000/);

  write("search.ts", search("a"));
  const better = await watched.until(/watching 4 files/);
  expect(better).toMatch(/since run .*:\n {2}main {2}rr {2}0\.000 → 1\.000/);
  expect(better).not.toContain("next:");

  write("search.ts", "export const search = (");
  const broken = await watched.until(/watching 4 files/);
  expect(broken).toContain("could not load the config");

  write("search.ts", search("a"));
  expect(await watched.until(/watching 4 files/)).toContain("no change in any metric");

  write("rest.ts", 'export const rest: readonly string[] = ["b"];\n');
  expect(await watched.until(/watching 4 files/)).toContain("since run");

  write(
    "gold.jsonl",
    '{"id":"q1","query":"a?","relevant":["b"]}\n{"id":"q2","query":"b?","relevant":["b"]}\n',
  );
  await watched.until(/watching 4 files/);

  write(
    "goldie.config.ts",
    'export default { gold: "gold.jsonl", metrics: ["rr"], retrievers: { other: () => ["b"] } };\n',
  );
  expect(await watched.until(/watching 4 files/)).toMatch(/^other .*1\.000/m);

  watched.cancel();
  expect(await watched.ended).toBe(130);
});

test("a config that is broken from the start is watched too", { timeout: 60_000 }, async () => {
  write("gold.jsonl", '{"id":"q1","query":"a?","relevant":["a"]}\n');
  write("goldie.config.ts", "export default {\n");
  const watched = watching();
  expect(await watched.until(/watching 1 file;/)).toContain("could not load the config");
  write("goldie.config.ts", 'export default { gold: "gold.jsonl", retrievers: { main: () => ["a"] } };\n');
  expect(await watched.until(/watching 2 files/)).toContain("1.000");
  watched.cancel();
  expect(await watched.ended).toBe(130);
});

test("a corpus and a script are watched too, and only the retriever that uses them is asked again", {
  timeout: 120_000,
}, async () => {
  write("gold.jsonl", '{"id":"q1","query":"ferry","relevant":["boat.md"]}\n');
  mkdirSync(join(cwd, "docs"));
  write("docs/other.md", "nothing to see\n");
  const answering = (id: string): string => `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify({ id: JSON.parse(line).id, hits: ["${id}"] }));
`;
  write("search.mjs", answering("boat.md"));
  const code = 'code: () => { console.error("asked"); return ["boat.md"]; }';
  write(
    "goldie.config.mjs",
    `export default { gold: "gold.jsonl", metrics: ["rr"], retrievers: {
       ${code}, words: { type: "bm25", corpus: "docs" }, script: { type: "command", command: "node search.mjs" } } };\n`,
  );
  const asked = vi.spyOn(console, "error").mockImplementation(() => {});
  try {
    const watched = watching();
    const end = /watching 2 files and what words, script searches or runs; press Ctrl-C to stop\n/;
    await watched.until(end);
    expect(asked).toHaveBeenCalledTimes(1);

    write("docs/boat.md", "the ferry to the island\n");
    const corpus = await watched.until(end);
    expect(corpus).toMatch(/since run .*:\n {2}words {2}rr {2}0\.000 → 1\.000/);
    expect(corpus).not.toMatch(/^ *(script|code) /m);

    write("search.mjs", answering("x"));
    expect(await watched.until(end)).toMatch(/since run .*:\n {2}script {2}rr {2}1\.000 → 0\.000/);
    expect(asked).toHaveBeenCalledTimes(1);

    write("gold.jsonl", '{"id":"q1","query":"ferry","relevant":["x","boat.md"]}\n');
    await watched.until(end);
    expect(asked).toHaveBeenCalledTimes(2);
    watched.cancel();
    expect(await watched.ended).toBe(130);
  } finally {
    asked.mockRestore();
  }
});
