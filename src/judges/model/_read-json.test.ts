import { describe, expect, it } from "vitest";
import { findJson } from "./_read-json.ts";

const keys = ["claims", "relevant"];
const value = (text: string): unknown => {
  const found = findJson(text, keys);
  return "value" in found ? JSON.parse(JSON.stringify(found.value)) : found.error;
};
const answer = { claims: [{ id: "c1", full: ["1.1"], partial: [] }], relevant: ["1.1"] };
const strict = JSON.stringify(answer);

describe("JSON as models write it", () => {
  it.each<[string, string]>([
    ["strict", strict],
    ["in a fence", `\`\`\`json\n${strict}\n\`\`\``],
    ["amid prose", `Sure! Here it is:\n${strict}\nI hope that {this} helps.`],
    ["after thoughts", `<think>maybe {"claims":[]}?</think>${strict}`],
    ["with commas too many", '{"claims":[{"id":"c1","full":["1.1",],"partial":[],},],"relevant":["1.1"],}'],
    ["with commas too few", '{"claims":[{"id":"c1" "full":["1.1"] "partial":[]}] "relevant":["1.1"]}'],
    ["in single quotes", "{'claims':[{'id':'c1','full':['1.1'],'partial':[]}],'relevant':['1.1']}"],
    ["with bare names", "{claims:[{id:c1,full:[1.1],partial:[]}],relevant:[1.1]}"],
    ["twice the same", `${strict}\n${strict}`],
    ["over lines, with a BOM", `\uFEFF${JSON.stringify(answer, null, 2)}`],
  ])("is read: %s", (_, text) => {
    expect(value(text)).toEqual(answer);
  });

  it("keeps numbers as they were written", () => {
    expect(value('{"relevant":[2.10, 2.1, 3]}')).toEqual({ relevant: ["2.10", "2.1", "3"] });
  });

  it("reads words, signs and line breaks in texts", () => {
    expect(value('{"claims":["a \\"b\\" \\u00e9\\n\\/","x\ny"],"a":true,"b":None}')).toEqual({
      claims: ['a "b" é\n/', "x\ny"],
      a: true,
      b: null,
    });
  });

  it("does not choose between two answers", () => {
    expect(value(`The chunk says ${strict}, but I say {"claims":[],"relevant":[]}`)).toContain(
      "two different",
    );
  });

  it("does not take a whole object for the answer where another is cut off behind it", () => {
    expect(findJson(`The chunk says ${strict}, but I say {"claims":[{"id":"c1","fu`, keys)).toEqual({
      error: "the JSON is cut off",
      cutOff: true,
    });
  });

  it("does not touch what others inherit", () => {
    findJson('{"__proto__":{"polluted":true},"claims":[]}', keys);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(value("{}")).toContain("no JSON object with claims or relevant");
    expect("error" in findJson('{"id":1}', ["toString"])).toBe(true);
  });

  it.each([
    "",
    "yes",
    "{",
    "{claims}",
    '{"claims":@}',
    "[]",
    `${"[".repeat(50)}`,
    `{"claims":${"[".repeat(50)}`,
  ])("is an error where there is none: %j", (text) => {
    expect(findJson(text, keys)).toHaveProperty("error");
  });

  it("tells cut off from wrong, wherever it was cut", () => {
    for (let i = 1; i < strict.length; i++) {
      const found = findJson(strict.slice(0, i), keys);
      expect("error" in found && found.cutOff, strict.slice(0, i)).toBe(true);
    }
    expect(findJson("<think>let me see", keys)).toMatchObject({ cutOff: true });
    expect(findJson('{"claims":@}', keys)).toMatchObject({ cutOff: false });
  });

  it("is not slow on many brackets", () => {
    expect(findJson("{".repeat(100_000), keys)).toHaveProperty("error");
    expect(findJson('{"a":'.repeat(100_000), keys)).toHaveProperty("error");
  });
});
