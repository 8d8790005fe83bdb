import { describe, expect, it } from "vitest";
import { initialState, type PageState, printState, readState } from "./state.ts";

const full: PageState = {
  query: "q 7/ä&=#",
  metric: "ndcg@10",
  sort: { by: "score.1", descending: true },
  status: "worse",
  tags: { lang: "de", "kind of": "a&b" },
  search: "low water",
  pair: [2, 0],
};

describe("the state of a page in its hash", () => {
  it("is empty for the initial state", () => {
    expect(printState(initialState)).toBe("");
    expect(readState("")).toEqual(initialState);
    expect(readState("#")).toEqual(initialState);
  });

  it("comes back as it was", () => {
    expect(readState(printState(full))).toEqual(full);
  });

  it("reads like the address in the guide", () => {
    const state = readState("#q=q7&m=ndcg@10&sort=diff&status=worse&tag.lang=de");
    expect(state).toEqual({
      query: "q7",
      metric: "ndcg@10",
      sort: { by: "diff", descending: false },
      status: "worse",
      tags: { lang: "de" },
      search: "",
    });
    expect(printState(state)).toBe("#q=q7&m=ndcg@10&sort=diff&status=worse&tag.lang=de");
  });

  it.each([
    ["an unknown status", "#status=odd"],
    ["an unknown column", "#sort=__proto__"],
    ["a run that is not a number", "#sort=score.x"],
    ["one run twice", "#runs=1-1"],
    ["a pair that is none", "#runs=1-"],
    ["a tag without a name", "#tag.=de"],
    ["broken escapes", "#%E0%A4%A=%"],
    ["nothing known", "#top"],
  ])("ignores %s", (_, hash) => {
    expect(readState(hash)).toEqual(initialState);
  });

  it("keeps hostile ids and tags as text", () => {
    const id = `</script>"'\u2028👩‍👩‍👧`;
    const state: PageState = { ...initialState, query: id, tags: { __proto__x: id, constructor: "x" } };
    expect(readState(printState(state))).toEqual(state);
    expect(printState(state)).not.toMatch(/[<>"'\s]/);
  });

  it("keeps a tag that is called __proto__", () => {
    expect(Object.entries(readState("#tag.__proto__=de").tags)).toEqual([["__proto__", "de"]]);
  });
});
