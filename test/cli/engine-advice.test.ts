/** From which size on a faster engine is named. The file is small: only its size is a large one's. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/_prepare.mjs";
import { main } from "../../src/cli/main.ts";
import { nodeFileSystem } from "../../src/files/file-system.ts";
import { testEffects } from "./_effects.ts";
import { goldieIn } from "./_goldie.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-advice-"));
afterAll(() => rmSync(cwd, { recursive: true }));
beforeAll(async () => {
  for (const name of ["gold.jsonl", "overlap.jsonl"])
    cpSync(join(root, "examples/harbour", name), join(cwd, name));
  for (const name of ["run.parquet", "run.trec"])
    expect((await goldieIn(cwd)("convert", "overlap.jsonl", name, "--quiet")).code).toBe(0);
});

const MIB = 1024 * 1024;

async function told(run: string, size: number): Promise<string> {
  const real = nodeFileSystem(cwd);
  const effects = testEffects({
    cwd,
    files: {
      async facts(path) {
        const facts = await real.facts(path);
        return facts !== undefined && path.endsWith(run) ? { ...facts, size } : facts;
      },
    },
  });
  expect(await main(["eval", "gold.jsonl", run, "-m", "ndcg@10"], effects)).toBe(0);
  return effects.stderr.text;
}

test.each([
  ["run.parquet", 20 * MIB, true],
  ["run.parquet", 20 * MIB - 1, false],
  ["run.trec", 2000 * MIB, false],
])("%s of %i bytes: %s", async (run, size, isTold) => {
  const note = `goldie eval gold.jsonl ${run} -m ndcg@10 --engine duckdb\n`;
  expect((await told(run, size)).endsWith(note)).toBe(isTold);
});
