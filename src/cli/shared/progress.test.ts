import { describe, expect, test } from "vitest";
import { testEffects } from "../../../test/cli/_effects.ts";
import { createProgress } from "./progress.ts";

const at = (tty: boolean, quiet = false) => {
  const clock = { now: 0 };
  const effects = testEffects({ cwd: ".", tty, now: () => clock.now });
  return { clock, effects, progress: createProgress(effects, quiet) };
};

describe("the bar", () => {
  test("comes after a second, moves, and is wiped at the end", () => {
    const { clock, effects, progress } = at(true);
    progress.step("reading run.trec", 1, 100);
    clock.now = 999;
    progress.step("reading run.trec", 20, 100);
    expect(effects.stderr.text).toBe("");
    clock.now = 1000;
    progress.step("reading run.trec", 25, 100);
    expect(effects.stderr.text).toBe("\r[######..................]  25 % reading run.trec");
    clock.now = 1050;
    progress.step("reading run.trec", 30, 100);
    clock.now = 1100;
    progress.step("reading run.trec", 50, 100);
    expect(effects.stderr.text.split("\r")).toHaveLength(3);
    progress.end();
    expect(effects.stderr.text.split("\r").slice(3)).toEqual([" ".repeat(49), ""]);
    expect(effects.stdout.text).toBe("");
  });

  test("shows how much was read where nobody knows the size", () => {
    const { clock, effects, progress } = at(true);
    clock.now = 2000;
    progress.step("reading standard input", 12_400_000, 0);
    expect(effects.stderr.text).toBe("\r12 MB reading standard input");
  });

  test("fits the terminal", () => {
    const { clock, effects, progress } = at(true);
    clock.now = 2000;
    progress.step(`reading ${"long/".repeat(40)}run.trec`, 1, 2);
    expect(effects.stderr.text.length).toBeLessThanOrEqual(80);
    expect(effects.stderr.text).toMatch(/run\.trec$/);
  });

  test.each([
    ["not on a terminal", false, false],
    ["with --quiet", true, true],
  ])("never %s", (_, tty, quiet) => {
    const { clock, effects, progress } = at(tty, quiet);
    clock.now = 5000;
    progress.step("reading", 1, 2);
    progress.end();
    expect(effects.stderr.text).toBe("");
  });
});
