import { describe, expect, it } from "vitest";
import { GoldieError } from "../../core/problem.ts";
import { idRuleName, parseIdRule, parseIdsFlag } from "./parse.ts";

it.each([
  ["lower", "Doc-1", "doc-1"],
  ["lower+url", "HTTPS://WWW.Example.org/A/", "example.org/a"],
  ["chunk-suffix + lower", "Doc-17::chunk-3", "doc-17"],
  ["/doc-(\\d+)/", "x/doc-17.md", "17"],
  ["/\\d+/", "x/doc-17.md", "17"],
  ["/(a)|(b)/", "xb", "b"], // the group that took part
  ["/doc-(\\d+)/i", "DOC-17", "17"],
  ["/doc-(\\d+)/", "other", "other"],
  ["s/^doc-//", "doc-17", "17"],
  ["s/-/_/", "a-b-c", "a_b-c"],
  ["s/-/_/g", "a-b-c", "a_b_c"],
  ["s/(\\w+)-(\\w+)/$2-$1/", "a-b", "b-a"],
  ["s/(\\w+)-(\\w+)/\\2-\\1/", "a-b", "b-a"],
  ["s/\\//::/", "a/b", "a::b"],
  ["s/::/\\//", "a::b", "a/b"],
  ["s|/|::|", "a/b", "a::b"],
  ["s|a\\|b|x|", "a|b", "x"],
  ["s,a\\,b,x,", "a,b", "x"],
  ["s/a\\+/x/", "a+", "x"],
  ["s/\\p{L}+/x/u", "é1", "x1"],
  ["s/^doc-//+s/-v\\d+$//+lower", "doc-AB-v2", "ab"],
  ["lower+/d(.+)c/+unwrap", "D<1>C", "1"],
  ["s/.*//", "doc-17", "doc-17"], // nothing would be left
])("%s: %j is matched as %j", (rule, id, matched) => {
  expect(parseIdRule(rule)(id)).toBe(matched);
});

describe("what cannot be read is reported", () => {
  const problemOf = (make: () => unknown) => {
    try {
      make();
    } catch (error) {
      if (error instanceof GoldieError) return error.problem;
    }
    return undefined;
  };
  it.each([
    ["chunk-sufix", "unknown-name", "did you mean chunk-suffix?"],
    ["", "bad-id-rule", "s/pattern/replacement/"],
    ["lower+", "bad-id-rule", "s/pattern/replacement/"],
    ["+lower", "bad-id-rule", "s/pattern/replacement/"],
    ["s/a", "bad-id-rule", "write s/pattern/replacement/"],
    ["s/a/b", "bad-id-rule", "write s/pattern/replacement/"],
    ["/a", "bad-id-rule", "write /pattern/"],
    ["//", "bad-id-rule", "write a pattern between the slashes"],
    ["s//b/", "bad-id-rule", "write a pattern between the slashes"],
    ["/a(/", "bad-id-rule", "correct the pattern"],
    ["/a/g", "bad-id-rule", "valid flags: i, m, s, u, v"],
    ["s/a/b/y", "bad-id-rule", "valid flags: g, i, m, s, u, v"],
    ["s/a/b/gg", "bad-id-rule", "correct the pattern"],
    ["s/a/b/ lower", "bad-id-rule", 'join rules with "+"'],
  ])("%j", (rule, code, fix) => {
    const problem = problemOf(() => parseIdRule(rule));
    expect(problem).toMatchObject({ code, fix: expect.stringContaining(fix) });
  });
  it("a function that gives no text", () => {
    const rule = parseIdRule((() => 5) as never);
    expect(problemOf(() => rule("a"))).toMatchObject({
      code: "bad-id-rule",
      what: 'the id function returned 5 for "a"',
    });
    expect(problemOf(() => parseIdRule((() => undefined) as never)("a"))?.what).toContain(
      "returned undefined",
    );
  });
  it("what is neither a name nor a function", () => {
    expect(problemOf(() => parseIdRule(5 as never))).toMatchObject({ code: "bad-id-rule" });
  });
});

it("a function is a rule; nothing left is the id itself", () => {
  expect(parseIdRule((id) => id.slice(4))("doc-17")).toBe("17");
  expect(parseIdRule(() => "")("doc-17")).toBe("doc-17");
});

it("a rule is for both sides unless it says so", () => {
  expect(parseIdsFlag("chunk-suffix")).toEqual({ ids: "chunk-suffix", on: "both" });
  expect(parseIdsFlag("hits:chunk-suffix")).toEqual({ ids: "chunk-suffix", on: "hits" });
  expect(parseIdsFlag("both:s/^hits://")).toEqual({ ids: "s/^hits://", on: "both" });
  expect(() => parseIdsFlag("hits:nothing")).toThrow(GoldieError);
});

it("rules have names", () => {
  expect(idRuleName("lower")).toBe("lower");
  expect(
    idRuleName(function cut(id) {
      return id;
    }),
  ).toBe("function cut");
  expect([(id: string) => id].map(idRuleName)).toEqual(["a function"]);
});
