import { describe, expect, test } from "vitest";
import { testEffects } from "../../test/cli/_effects.ts";
import { main } from "./main.ts";

const failing = (code?: string) => async () =>
  Promise.reject(Object.assign(new Error("oops"), code === undefined ? {} : { code }));

describe("how a command ends", () => {
  test("a reader that went away: 0, and nothing is said", async () => {
    const effects = testEffects({ cwd: ".", write: failing("EPIPE") });
    expect(await main(["metrics"], effects)).toBe(0);
    expect(effects.stderr.text).toBe("");
  });

  test("a full disk behind standard output: 2, and it is said", async () => {
    const effects = testEffects({ cwd: ".", write: failing("ENOSPC") });
    expect(await main(["metrics"], effects)).toBe(2);
    expect(effects.stderr.text).toMatch(/^error\nstandard output {2}nothing was written: the disk is full\n/);
  });

  test("what nobody thought of: 3, without a stack unless it is asked for", async () => {
    for (const env of [{}, { GOLDIE_DEBUG: "1" }]) {
      const effects = testEffects({ cwd: ".", env, write: failing() });
      expect(await main(["metrics"], effects)).toBe(3);
      expect(effects.stderr.text).toMatch(/^error\ninternal error: oops\n/);
      expect(effects.stderr.text.includes("    at ")).toBe("GOLDIE_DEBUG" in env);
    }
  });

  test("without a command: help on stderr, and 2", async () => {
    const effects = testEffects({ cwd: "." });
    expect(await main([], effects)).toBe(2);
    expect([effects.stdout.text, effects.stderr.text.startsWith("usage: goldie COMMAND")]).toEqual([
      "",
      true,
    ]);
  });

  test.each([["--help"], ["-h"], ["help"]])("%s: help on standard output, and 0", async (word) => {
    const effects = testEffects({ cwd: "." });
    expect(await main([word], effects)).toBe(0);
    expect(effects.stdout.text).toMatch(/^usage: goldie COMMAND/);
    expect(effects.stderr.text).toBe("");
  });

  test("help of a command, asked for in any way, is the same", async () => {
    const texts = await Promise.all(
      [
        ["help", "eval"],
        ["--help", "eval"],
        ["eval", "--help"],
        ["eval", "x", "-h", "--nonsense"],
      ].map(async (argv) => {
        const effects = testEffects({ cwd: "." });
        expect(await main(argv, effects)).toBe(0);
        return effects.stdout.text;
      }),
    );
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(/^usage: goldie eval GOLD \[RUN\.\.\.\] \[flags\]/);
  });

  test.each([
    ["evl", 'there is no command "evl"\n  fix  did you mean goldie eval?'],
    ["xyzzy", 'there is no command "xyzzy"\n  fix  use one of: init, '],
    ["--frobnicate", "goldie has no flag --frobnicate\n  fix  `goldie --help` lists"],
    ["--hlep", "goldie has no flag --hlep\n  fix  did you mean goldie --help?"],
  ])("%s: 2, and what was meant", async (word, words) => {
    const effects = testEffects({ cwd: "." });
    expect(await main([word], effects)).toBe(2);
    expect(effects.stderr.text).toContain(words);
    expect(effects.stdout.text).toBe("");
  });
});
