/**
 * Id rules, readers of numbers and all else that meets texts of the user, on texts that are made to be slow, 100,000 characters
 * each. They run in a child process, which is killed if it hangs: nothing else can stop a regular expression.
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { idNormalisers } from "../../src/match/ids/index.ts";
import { parseIdRule } from "../../src/match/ids/parse.ts";
import { quick, thorough } from "./_hostile-targets.ts";
import { hostileTexts } from "./_hostile-texts.ts";
import { slowness } from "./_linear.ts";
import { proposedRules } from "./_proposed.ts";

/** One text takes milliseconds; what is quadratic takes minutes of a busy machine. */
const HANGS = 60_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "goldie-hostile-"));
  await build({
    input: fileURLToPath(new URL("./_hostile-child.ts", import.meta.url)),
    platform: "node",
    output: { dir: folder, entryFileNames: "child.mjs" },
    logLevel: "silent",
  });
});
afterAll(() => rm(folder, { recursive: true }));

interface Line {
  readonly at?: number;
  readonly name?: string;
  readonly text?: string;
  readonly slow?: string;
  readonly done?: number;
}

/** What is slow, by name; goes on with the next target where one hangs. */
async function slowTargets(planted = "none"): Promise<{ slow: string[]; done: number }> {
  const slow: string[] = [];
  for (let from = 0; ; ) {
    const child = spawn(process.execPath, [join(folder, "child.mjs"), String(from), planted], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let last: Line = {};
    const watch = (): NodeJS.Timeout => setTimeout(() => child.kill("SIGKILL"), HANGS);
    let timer = watch();
    for await (const line of createInterface({ input: child.stdout })) {
      clearTimeout(timer);
      const told: Line = JSON.parse(line);
      if (told.slow !== undefined) slow.push(told.slow);
      else last = told;
      timer = watch();
    }
    clearTimeout(timer);
    if (last.done !== undefined) return { slow, done: last.done };
    slow.push(`${last.name}: ${last.text}, stopped`);
    from = (last.at ?? 0) + 1;
  }
}

test("nothing takes longer than it is long", async () => {
  expect(hostileTexts.length).toBeGreaterThan(150);
  expect(hostileTexts.every(([, text]) => text.length >= 100_000)).toBe(true);
  expect(await slowTargets()).toEqual({ slow: [], done: quick.length + thorough.length });
}, 900_000);

test("a slow function is told by its name", async () => {
  const { slow } = await slowTargets("planted");
  expect(slow).toContain('planted: "/" and x');
}, 300_000);

test("every id rule is among them", () => {
  const names = quick.map(([name]) => name);
  expect(idNormalisers.filter(({ id }) => !names.includes(`id rule ${id}`))).toEqual([]);
});

describe("rules that the doctor proposes", () => {
  test("are linear", () => {
    const rules = proposedRules();
    expect(rules.length).toBeGreaterThan(200);
    const made: RegExp[] = [];
    vi.stubGlobal(
      "RegExp",
      class extends RegExp {
        constructor(...given: [string, string?]) {
          super(...given);
          made.push(this);
        }
      },
    );
    for (const rule of rules) parseIdRule(rule);
    vi.unstubAllGlobals();
    expect(made.length).toBeGreaterThanOrEqual(rules.length);
    expect(made.filter(({ source, flags }) => slowness(source, flags) !== undefined)).toEqual([]);
  });

  test("a number is read from its first digit, and the same is found", () => {
    for (const [rule, id, written] of [
      ["s/\\d+x$//", "a12x", "a"],
      ["s/\\d+x$//", "12y34x", "12y"],
      ["s/\\d+//", "a12b34", "ab34"],
      ["s/\\d+//g", "a12b34", "ab"],
      ["s/\\d+|x//", "ax1", "a1"],
      ["/\\d+/", "a12b", "12"],
    ] as const)
      expect(parseIdRule(rule)(id), rule).toBe(written);
  });
});
