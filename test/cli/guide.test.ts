// docs/guide/command-line.md: what stands below a call of goldie is what it printed. UPDATE=1 rewrites it.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { root } from "../../scripts/_prepare.mjs";
import { main } from "../../src/cli/main.ts";
import { testEffects } from "./_effects.ts";
import { readCommandLine } from "./_words.ts";

const path = join(root, "docs/guide/command-line.md");
const folder = mkdtempSync(join(tmpdir(), "goldie-guide-"));
cpSync(join(root, "examples/harbour"), folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

/** A call, and what stands below it. */
const CALLS = /```sh\n(goldie [^\n]*)\n```\n\n```text\n([\s\S]*?)```\n/g;

async function printed(call: string): Promise<string> {
  const effects = testEffects({ cwd: folder });
  expect([await main(readCommandLine(call).argv, effects), effects.stdout.text]).toEqual([
    0,
    expect.any(String),
  ]);
  return effects.stdout.text + effects.stderr.text;
}

describe("the guide to the command line", { timeout: 30_000 }, () => {
  const calls = [...readFileSync(path, "utf8").matchAll(CALLS)].map(
    ([, call, text]) => [call!, text!] as const,
  );

  test("shows calls, each with what it printed", () => {
    expect(calls.length).toBeGreaterThan(3);
    expect(readFileSync(path, "utf8").match(/```sh/g)).toHaveLength(calls.length);
  });

  test.each(calls)("%s", async (call, text) => {
    const now = await printed(call);
    if (process.env.UPDATE === "1") {
      const page = readFileSync(path, "utf8");
      writeFileSync(
        path,
        page.replace(`${call}\n\`\`\`\n\n\`\`\`text\n${text}`, () => `${call}\n\`\`\`\n\n\`\`\`text\n${now}`),
      );
    } else expect(now).toBe(text);
  });
});
