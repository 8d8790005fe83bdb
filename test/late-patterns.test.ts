import { describe, expect, it } from "vitest";
import { latePatterns } from "../scripts/_build/late-patterns.ts";

/** What a module exports, run from its text. */
const load = async (code: string): Promise<Record<string, (...args: unknown[]) => unknown>> =>
  import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);

const literal = /\/[^/\n]*\\p\{[^/\n]*\/[a-z]*/;

describe("regular expressions in the build", () => {
  it("are made when they are used, and find the same", async () => {
    const code = String.raw`
      const WORD = /^\p{L}+$/u, START = { WORD: 1 };
      export const isWord = (s) => WORD.test(s) && START.WORD === 1;
      export const split = (s) => s.split(/[^\p{L}\p{N}]+/u);
      export const swap = (s) => s.replace(WORD, "x");
      export const plain = (s) => /a\/b/.test(s);`;
    const late = latePatterns(code);
    expect(late).not.toMatch(literal);
    expect(late).toContain(String.raw`/a\/b/`);
    const [before, after] = [await load(code), await load(late)];
    for (const text of ["été", "a b", "a/b", "x1", "añb, c"])
      for (const name of ["isWord", "split", "swap", "plain"])
        expect(after[name]!(text), `${name} ${text}`).toEqual(before[name]!(text));
  });

  it("are there before the first line that needs them", async () => {
    const late = latePatterns(String.raw`
      export const kinds = () => KINDS;
      const KINDS = ["a", "-"].map(kindOf);
      function kindOf(c) { return /\p{L}/u.test(c) ? "letter" : "other"; }`);
    expect((await load(late)).kinds!()).toEqual(["letter", "other"]);
  });

  it("start anew where they keep a place in the text", async () => {
    const late = latePatterns(String.raw`export const first = (s) => /\p{L}/gu.exec(s)?.index;`);
    const { first } = await load(late);
    expect([first!("ab"), first!("ab"), first!("ab")]).toEqual([0, 0, 0]);
  });

  it("stay where a variable of that name may be another, is exported or handed on", () => {
    for (const code of [
      String.raw`const P = /\p{L}/u; export const f = (P) => P.test("a");`,
      String.raw`export const P = /\p{L}/u; export { P as Q };`,
      String.raw`const P = /\p{L}/u; export const f = () => ({ P });`,
      String.raw`let P = /\p{L}/u; export const f = () => { P = 1; };`,
      String.raw`export const LIST = [/\p{L}/u];`,
    ])
      expect(latePatterns(code)).toBe(code);
  });

  it("leave the line that names the program the first", () => {
    const late = latePatterns("#!/usr/bin/env node\nexport const f = (s) => /\\p{L}/u.test(s);\n");
    expect(late.startsWith("#!/usr/bin/env node\n")).toBe(true);
    expect(late).not.toMatch(literal);
  });
});
