import { describe, expect, it } from "vitest";
import { PythonLiteralError, parsePythonLiteral } from "./python-literal.ts";

describe("parsePythonLiteral", () => {
  it.each<[string, unknown]>([
    ["[]", []],
    [" [ ] ", []],
    ["['a', \"b\", 'it\\'s', \"it's\"]", ["a", "b", "it's", "it's"]],
    ["['<urn:uuid:1>', '<urn:uuid:2>',]", ["<urn:uuid:1>", "<urn:uuid:2>"]],
    ["[['a', 'b'], ['c'], []]", [["a", "b"], ["c"], []]],
    ["('a', 1)", ["a", 1]],
    ["('a',)", ["a"]],
    ["('a')", "a"],
    ["()", []],
    ["{'a', 'b'}", ["a", "b"]],
    ["set()", []],
    ["{}", {}],
    [
      "{'input': 12, 3: None, 'nested': {'x': [True, False]}}",
      { input: 12, 3: null, nested: { x: [true, false] } },
    ],
    ["None", null],
    ["[1, -2, 3.5, -1e-3, .5, 2., 1_000, 0x10, +4]", [1, -2, 3.5, -0.001, 0.5, 2, 1000, 16, 4]],
    ["[nan, inf, -inf]", [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
    ["[34952194402811904123, -3403542892395107762]", [34952194402811904123n, -3403542892395107762n]],
    ["'\\x41\\u00e9\\U0001F600\\n\\t\\\\\\101\\q'", "Aé😀\n\t\\A\\q"],
    ["'first\nsecond'", "first\nsecond"],
    ["'one \\\nline'", "one line"],
    ["'''it's \"so\"'''", `it's "so"`],
    ['""', ""],
    ["r'\\d+\\''", "\\d+\\'"],
    ["u'é'", "é"],
  ])("reads %s", (text, value) => {
    expect(parsePythonLiteral(text)).toEqual(value);
  });

  it.each<[string, unknown]>([
    ["['a' 'b'\n 'c']", ["a", "b", "c"]],
    [
      "[['a' 'b']\n ['c' 'd']]",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["[1 2 3]", [1, 2, 3]],
    ["[1.   2.5  1.e-05]", [1, 2.5, 0.00001]],
    ["array(['a', 'b'], dtype=object)", ["a", "b"]],
    ["array(['a', 'b'], dtype='<U1')", ["a", "b"]],
    ["array([], shape=(0, 2), dtype=float64)", []],
    ["[array(['a', 'b'], dtype=object)\n array(['c'], dtype=object)]", [["a", "b"], ["c"]]],
    ["[list(['a', 'b']) list([])]", [["a", "b"], []]],
    ["[np.str_('a'), np.float64(0.5), np.int64(3)]", ["a", 0.5, 3]],
  ])("reads what NumPy prints: %s", (text, value) => {
    expect(parsePythonLiteral(text)).toEqual(value);
  });

  it("keeps a key that JavaScript has a meaning for", () => {
    const value = parsePythonLiteral("{'__proto__': 1}") as object;
    expect(Object.entries(value)).toEqual([["__proto__", 1]]);
  });

  it.each<[string, number, string]>([
    ["", 0, "the text ends where a value should be"],
    ["['a', 'b'", 0, "the [ that opens here is never closed"],
    ["['a', 'b", 6, "the string that starts here is never closed"],
    ["['a'] x", 6, "there is more after the value"],
    ["[a]", 1, "a is not a Python value that can be read"],
    ["[,]", 1, "a value should be before the comma"],
    ["[1,,2]", 3, "a value is missing between two commas"],
    ["['a' ... 'z']", 5, "entries were left out (...) when this was printed"],
    ["{'a': 1, 2}", 10, "a dict cannot hold a value without a key"],
    ["{1, 'a': 2}", 8, "a dict cannot hold a value without a key"],
    ["'\\x4'", 1, "\\x is not followed by 2 digits of a character"],
    ["'\\Uffffffff'", 1, "\\U is not followed by 8 digits of a character"],
    ["[1j]", 2, "complex numbers are not supported"],
    ["[12ab]", 3, "a letter follows a number"],
    ["exec('x')", 0, "exec is not a Python value that can be read"],
    ["[constructor]", 1, "constructor is not a Python value that can be read"],
    ["array([1], dtype)", 16, "a name and = should be here"],
    ["<b>", 0, '"<" starts no Python value'],
  ])("says where %s stops making sense", (text, position, what) => {
    let thrown: unknown;
    try {
      parsePythonLiteral(text);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(PythonLiteralError);
    expect(thrown).toMatchObject({ position, message: `${what} at character ${position + 1}` });
  });

  it("refuses what is nested without end, instead of running out of stack", () => {
    expect(() => parsePythonLiteral("[".repeat(100_000))).toThrow("nested too deeply");
  });
});
