import { describe, expect, it } from "vitest";
import { givenAsFields, requiredOnUse } from "../scripts/_build/on-use.ts";

/** What a piece gives, run from its text, and the paths that it has required so far. */
function load(code: string, modules: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const given: Record<string, (...args: unknown[]) => unknown> = {};
  const require = (path: string): unknown => {
    asked.push(path);
    return modules[path];
  };
  new Function("require", "exports", code)(require, given);
  return { asked, given };
}

const isLate = (path: string): boolean => path === "./_late.js";
const late = {
  Reader: class {
    text = "read";
  },
  add: (a: number, b: number) => a + b,
};

describe("pieces of the program", () => {
  it("come when they are used, once, and do the same", () => {
    const code = `
      const require__late = require("./_late.js");
      class Uses { reader = new require__late.Reader(); }
      exports.read = () => new Uses().reader.text;
      exports.sum = (...all) => (0, require__late.add)(...all) + require__late.add(1, 1);
      exports.named = ({ require__late: x }) => x;`;
    const { asked, given } = load(requiredOnUse(code, isLate, true), { "./_late.js": late });
    expect(asked).toEqual([]);
    expect([given.read!(), given.sum!(2, 3), given.named!({ require__late: 4 })]).toEqual(["read", 7, 4]);
    expect(asked).toEqual(["./_late.js"]);
  });

  it("that are there from the start give their names then", () => {
    const code = `
      const require_first = require("./first.js");
      exports.sum = () => require_first.add(1, 2);
      exports.same = () => ({ add: require_first.add }).add === require_first.add;`;
    const made = requiredOnUse(code, isLate, true);
    const { asked, given } = load(made, { "./first.js": late });
    expect(asked).toEqual(["./first.js"]);
    expect([given.sum!(), given.same!()]).toEqual([3, true]);
    expect(made).not.toMatch(/require_first\.add/);
  });

  it("of Node come late where they can", () => {
    const code = `
      let node_os = require("node:os");
      let node_path = require("node:path");
      let node_fs = require("node:fs");
      const separator = node_path.sep;
      exports.name = () => node_os.type() + separator;
      exports.all = () => node_fs;`;
    const modules = { "node:os": { type: () => "x" }, "node:path": { sep: "/" }, "node:fs": {} };
    const { asked, given } = load(requiredOnUse(code, isLate, true), modules);
    expect(asked).toEqual(["node:path", "node:fs"]);
    expect(given.name!()).toBe("x/");
  });

  it("cannot be late where they are used at the start, or as a whole", () => {
    const code = 'const a = require("./_late.js");\nconst two = a.add(1, 1);';
    expect(() => requiredOnUse(code, isLate, true)).toThrow("used when the program starts");
    expect(load(requiredOnUse(code, isLate, false), { "./_late.js": late }).asked).toEqual(["./_late.js"]);
    for (const whole of ["{ ...a }", "a", "{ a }", "a[1]"]) {
      const uses = `const a = require("./_late.js");\nexports.all = () => { const b = ${whole}; return b; };`;
      expect(() => requiredOnUse(uses, isLate, true), whole).toThrow("used as a whole");
    }
  });

  it("give fields, of what does not change", () => {
    const gives = `Object.defineProperty(exports, "x", {
  enumerable: true,
  get: function () {
    return x;
  }
});`;
    expect(load(givenAsFields(`const x = () => 1;\n${gives}`), {}).given.x!()).toBe(1);
    expect(givenAsFields(`const x = 1;\n${gives}`)).not.toContain("get");
    expect(() => givenAsFields(`let x = 1;\nconst next = () => x++;\n${gives}`)).toThrow("x is given");
    expect(() => givenAsFields(`let x = 1;\nx = 2;\n${gives}`)).toThrow("x is given");
    const another = "const sum = (list) => { let x = 0; for (const y of list) x += y; return x; };";
    expect(load(givenAsFields(`const x = () => 2;\n${another}\n${gives}`), {}).given.x!()).toBe(2);
  });
});
