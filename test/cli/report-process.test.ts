/** `goldie report` and pages of other commands, as built: the pieces of the program load one another without trouble. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepare, root } from "../../scripts/_prepare.mjs";

const folder = mkdtempSync(join(tmpdir(), "goldie-report-process-"));
beforeAll(() => {
  prepare();
  cpSync(join(root, "examples/harbour"), folder, { recursive: true });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["report", "gold.jsonl", "overlap.jsonl", "prefix.jsonl", "-o", "page.html"],
  ["compare", "gold.jsonl", "overlap.jsonl", "prefix.jsonl", "-o", "page.html"],
  ["eval", "gold.jsonl", "overlap.jsonl", "-o", "page.html"],
  ["label", "gold.jsonl", "overlap.jsonl", "--export", "labelled.jsonl", "--quiet"],
])("%s", (...args) => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "dist/cli/bin.js"), ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(statSync(join(folder, args.find((arg) => /^(page|labelled)/.test(arg))!)).size).toBeGreaterThan(
    1000,
  );
});
