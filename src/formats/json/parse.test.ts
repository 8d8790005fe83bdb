import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Problem } from "../../core/problem.ts";
import { JsonError, type JsonObject, parseJson } from "./parse.ts";
import { plainOf } from "./plain.ts";
import { readJson } from "./read-json.ts";

const silent = { twice: () => {}, exact: () => {} };
const plain = (text: string) => plainOf(parseJson(text), silent);

it("is JSON.parse for whatever JSON.stringify writes", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 2, "\t"), (value, space) => {
      const text = JSON.stringify(value, null, space);
      // Whole numbers that a double would round are another matter.
      fc.pre(!/\d{16}/.test(text));
      expect(plain(text)).toEqual(JSON.parse(text));
    }),
    { seed: 5, numRuns: 2000 },
  );
});

it("takes and refuses what JSON.parse takes and refuses", () => {
  const letters = fc.constantFrom(
    ...'{}[]",:\\/bfnrtu0123456789.eE+- \n\taé😀\u0001',
    "true",
    "null",
    '"a":',
    "1,",
  );
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      let expected: unknown = JsonError;
      try {
        expected = JSON.parse(text);
      } catch {}
      if (expected === JsonError) expect(() => parseJson(text)).toThrow(JsonError);
      // A whole number that a double would round is the difference we want.
      else if (!/\d{16}|\d[eE]\+?\d{3}/.test(text)) expect(plain(text)).toEqual(expected);
    }),
    { seed: 5, numRuns: 5000 },
  );
});

describe("what JSON.parse loses", () => {
  it("keeps the digits of whole numbers", () => {
    expect(parseJson("[34952194402811904, -1218875241352839456, 9007199254740991]")).toEqual([
      34952194402811904n,
      -1218875241352839456n,
      9007199254740991,
    ]);
  });
  it("keeps keys in their order, and both of two", () => {
    const object = parseJson('{"10":1,"9":2,"__proto__":3,"9":4}') as JsonObject;
    expect(object.keys).toEqual(["10", "9", "__proto__", "9"]);
    expect(object.values).toEqual([1, 2, 3, 4]);
    expect(object.twice()).toBe("9");
    expect((parseJson('{"a":1}') as JsonObject).twice()).toBeUndefined();
    const many = Array.from({ length: 20 }, (_, i) => `"${i}":0`);
    expect((parseJson(`{${many}}`) as JsonObject).twice()).toBeUndefined();
    expect((parseJson(`{${many},"7":1}`) as JsonObject).twice()).toBe("7");
  });
  it("makes large numbers text where ids stand, and tells", () => {
    const heard: string[] = [];
    const hear = { twice: (key: string) => heard.push(key), exact: (digits: string) => heard.push(digits) };
    expect(
      plainOf(parseJson('{"relevant":[34952194402811904],"grade":34952194402811904,"a":1,"a":2}'), hear),
    ).toEqual({
      relevant: ["34952194402811904"],
      grade: 34952194402811904,
      a: 2,
    });
    expect(heard).toEqual(["a", "34952194402811904"]);
  });
  it("keeps __proto__ a key like any other", () => {
    expect(Object.keys(plain('{"__proto__":{"x":1}}') as object)).toEqual(["__proto__"]);
  });
});

describe("problems", () => {
  const problemOf = (text: string | Uint8Array, place = { line: 7, column: 1 }): Problem => {
    const problems: Problem[] = [];
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    expect(readJson(bytes, place, (problem) => problems.push(problem))).toBeUndefined();
    expect(problems).toHaveLength(1);
    return problems[0]!;
  };
  it.each([
    ['{"score": NaN}', "NaN at column 11 is not JSON"],
    ['{"score": -Infinity}', "-Infinity at column 11 is not JSON"],
    ['{"a": 1,}', 'invalid JSON at column 9: unexpected "}"'],
    ['{"a": tru}', 'invalid JSON at column 7: unexpected "tru"'],
    ['{"a": 1', "invalid JSON at column 8: unexpected end of input"],
    ['{"a": "b', "invalid JSON at column 9: unexpected end of input"],
    ["{'a': 1}", 'invalid JSON at column 2: unexpected "\'"'],
    ['{"a": 1} x', 'invalid JSON at column 10: unexpected "x"'],
    ['["\\x"]', "invalid JSON at column 3: invalid escape in a string"],
    ["[1e999]", "invalid JSON at column 2: a number is too large"],
    [`${"[".repeat(600)}`, "invalid JSON at column 502: values are nested more than 500 deep"],
    [`[${"9".repeat(200)}]`, "invalid JSON at column 2: a number is too large"],
  ])("%s", (text, what) => {
    expect(problemOf(text)).toMatchObject({ code: "bad-json", what, level: "error", at: { line: 7 } });
  });
  it("says what JSON.parse says, and on which line of a text", () => {
    expect(problemOf('{"a": 1,\n "b": tru}').why).toMatch(/^JSON.parse says: .*JSON/);
    expect(problemOf('{"a": 1,\n "b": tru}')).toMatchObject({
      at: { line: 8 },
      what: expect.stringContaining("column 7"),
    });
    expect(problemOf("[x]", { line: 3, column: 10 }).what).toContain("column 11");
  });
  it("refuses bytes that are not UTF-8", () => {
    expect(problemOf(new Uint8Array([0x22, 0xff, 0x22]))).toMatchObject({
      code: "not-utf8",
      at: { line: 7 },
    });
  });
});
