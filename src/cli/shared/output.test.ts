import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testEffects } from "../../../test/cli/_effects.ts";
import { writeOutput } from "./output.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "goldie-output-"));
});
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

test("- is standard output", async () => {
  const effects = testEffects({ cwd });
  await writeOutput("-", effects, (write) => write("text"));
  expect(effects.stdout.text).toBe("text");
  expect(readdirSync(cwd)).toEqual([]);
});

test("any other path is a file", async () => {
  const effects = testEffects({ cwd });
  await writeOutput("out.csv", effects, (write) => write("text"));
  expect(effects.stdout.text).toBe("");
  expect(readFileSync(join(cwd, "out.csv"), "utf8")).toBe("text");
});
