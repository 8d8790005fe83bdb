import { describe, expect, test } from "vitest";
import { testEffects } from "../../../test/cli/_effects.ts";
import { fill } from "../../text/fill.ts";
import { commands } from "../commands/index.ts";
import { helpOf, twoColumns, widthFor } from "./help.ts";
import { printProblems } from "./problems.ts";

const longest = (text: string): number => Math.max(...text.split("\n").map((line) => line.length));

describe("texts as wide as a terminal", () => {
  test("a terminal's columns, 100 elsewhere, never too few", () => {
    expect(widthFor(testEffects({ cwd: ".", tty: true }).stdout)).toBe(80);
    expect([undefined, 0, 5, 60].map((columns) => widthFor({ columns }))).toEqual([100, 100, 30, 60]);
  });
  test("words stay whole, and what follows hangs", () => {
    expect(fill("one two three", "  ", 9)).toBe("  one two\n  three");
    expect(twoColumns([["ab", "one two three"]], 14)).toBe("  ab  one two\n      three");
  });
  test("letters of two columns count twice", () => {
    expect(fill("日本語 日本語", "", 12)).toBe("日本語\n日本語");
  });
  test("help of every command fits, apart from examples", () => {
    for (const command of commands)
      expect(longest(helpOf(command, 60).split("\nexamples, in")[0]!), command.id).toBeLessThanOrEqual(60);
  });
  test("what, why and fix of a problem", () => {
    const problem = { code: "x", what: "one two three four", why: "five six seven", fix: "eight nine ten" };
    expect(printProblems([problem], () => "error", undefined, 18)).toBe(
      "error\none two three\n    four\n  why  five six\n       seven\n  fix  eight nine\n       ten\n",
    );
  });
});
