import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { testEffects } from "../../../../test/cli/_effects.ts";
import { readCommandLine } from "../../../../test/cli/_words.ts";
import { main } from "../../main.ts";
import { FIRST_STEPS } from "../../shared/help.ts";

const bundled = fileURLToPath(new URL("../../../../examples/harbour", import.meta.url));
let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "goldie-example-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

async function goldie(line: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const effects = testEffects({ cwd });
  const code = await main(readCommandLine(line).argv, effects);
  return { code, stdout: effects.stdout.text, stderr: effects.stderr.text };
}

describe("goldie example", { timeout: 30_000 }, () => {
  test("copies every file as it is, and the commands that it prints work there", async () => {
    const { code, stdout } = await goldie("goldie example 'my data/new'");
    expect(code).toBe(0);
    for (const name of readdirSync(bundled))
      expect(readFileSync(join(cwd, "my data/new", name)), name).toEqual(readFileSync(join(bundled, name)));
    const next = stdout.split("\n").filter((line) => line.startsWith("  goldie "));
    expect(next).toHaveLength(2);
    for (const line of next) expect(await goldie(line.trim()), line).toMatchObject({ code: 0 });
  });

  test("the first steps of the help work in an empty folder", async () => {
    for (const { run } of FIRST_STEPS) expect(await goldie(run), run).toMatchObject({ code: 0 });
  });

  test("overwrites nothing, and then writes nothing", async () => {
    mkdirSync(join(cwd, "here"));
    writeFileSync(join(cwd, "here/gold.jsonl"), "mine");
    expect(await goldie("goldie example here")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("here/gold.jsonl already exists"),
    });
    expect(readdirSync(join(cwd, "here"))).toEqual(["gold.jsonl"]);
    expect(readFileSync(join(cwd, "here/gold.jsonl"), "utf8")).toBe("mine");
  });

  test("a file is no folder", async () => {
    expect(await goldie("goldie example . --quiet")).toMatchObject({ code: 0, stdout: "" });
    expect(await goldie("goldie example gold.jsonl")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("gold.jsonl is not a folder"),
    });
  });
});
