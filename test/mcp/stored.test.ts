/** Stored runs by MCP, and that nothing of the user runs unless it is allowed. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { testEffects } from "../cli/_effects.ts";

const folder = mkdtempSync(join(tmpdir(), "goldie-mcp-stored-"));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

beforeAll(async () => {
  write(
    "gold.jsonl",
    '{"id":"q1","query":"a?","relevant":["a"]}\n{"id":"q2","query":"b?","relevant":["b"]}\n',
  );
  for (const [minute, first] of ["x", "a"].entries()) {
    write(
      "goldie.config.mjs",
      `export default { gold: "gold.jsonl", metrics: ["rr"], retrievers: { main: () => ["${first}", "b"] } };\n`,
    );
    const date = (): Date => new Date(2026, 4, 20, 10, minute, 0);
    expect(
      await main(["run", "--config", "goldie.config.mjs"], { ...testEffects({ cwd: folder }), date }),
    ).toBe(0);
  }
});

async function answer(name: string, given: object) {
  const params = { name, arguments: given };
  const line = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`;
  const effects = testEffects({ cwd: folder, stdin: new TextEncoder().encode(line) });
  expect(await main(["mcp"], effects)).toBe(0);
  const { result } = JSON.parse(effects.stdout.text);
  return { isError: result.isError === true, text: String(result.content[0].text) };
}

test("compare takes stored runs without gold, and says what is missing for files", async () => {
  const { isError, text } = await answer("compare", { runs: ["last~1", "last"] });
  expect({ isError, text }).toMatchObject({ isError: false, text: expect.stringContaining("rr") });
  expect((await answer("compare", { runs: ["gold.jsonl"] })).isError).toBe(true);
});

test("a judged metric loads no config, whatever judge that names", async () => {
  write("goldie.config.mjs", 'throw new Error("loaded");\n');
  write("cases.jsonl", '{"id":"q1","query":"who?","hits":[{"id":"a","text":"Ada wrote it."}]}\n');
  const gold = '{"id":"q1","query":"who?","relevant":["a"],"answer":"Ada wrote it."}\n';
  write("answers.jsonl", gold);
  const { text, isError } = await answer("eval", {
    gold: "answers.jsonl",
    runs: ["cases.jsonl"],
    metrics: "context-recall",
  });
  expect({ isError, text }).toMatchObject({ isError: false, text: expect.stringContaining("lexical@2") });
  expect(text).not.toContain("loaded");
});
