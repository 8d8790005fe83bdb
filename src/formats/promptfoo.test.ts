import { describe, expect, it } from "vitest";
import { codesOf, readFormat } from "../../test/_read-format.ts";
import { memorySource } from "../files/source.ts";
import { type Expected, parseExpected } from "./_promptfoo-expected.ts";
import { detectFormat } from "./detect.ts";
import { promptfoo } from "./promptfoo.ts";

describe("expected", () => {
  it.each<[string, Expected]>([
    ["Paris", { as: "answer", text: "Paris" }],
    ["paris: a city", { as: "answer", text: "paris: a city" }],
    ["equals: Paris", { as: "answer", text: "Paris" }],
    ["similar(0.8):Paris is it", { as: "answer", text: "Paris is it" }],
    [
      "context-recall(0.9): Paris has been the capital\nsince 987",
      { as: "answer", text: "Paris has been the capital\nsince 987" },
    ],
    ["contains: Paris", { as: "passages", groups: [["Paris"]] }],
    ["icontains:paris", { as: "passages", groups: [["paris"]] }],
    ["contains-any: a, b", { as: "passages", groups: [["a", "b"]] }],
    ["icontains-all: a, b", { as: "passages", groups: [["a"], ["b"]] }],
    ["not-contains: Rome", { as: "nothing", type: "not-contains" }],
    ["llm-rubric: is polite", { as: "nothing", type: "llm-rubric" }],
    ["grade: is polite", { as: "nothing", type: "grade" }],
    ["javascript: output.length > 3", { as: "nothing", type: "javascript" }],
    ["is-json", { as: "nothing", type: "is-json" }],
    ["context-relevance(0.8):", { as: "nothing", type: "context-relevance" }],
    ["file://check.js", { as: "nothing", type: "file" }],
    ["regex: \\d+", { as: "nothing", type: "regex" }],
    ["yes", { as: "answer", text: "yes" }],
    ["equals:", { as: "nothing", type: "equals" }],
  ])("%j", (cell, expected) => {
    expect(parseExpected(cell)).toEqual(expected);
  });
});

it("reads answers and texts, and counts what cannot be gold", async () => {
  const text = [
    "language,question,__expected1,__expected2,__description,__metric",
    "en,capital?,equals: Paris,contains: France,a test,m",
    'en,rivers?,"contains-all: Rhine, Rhône",llm-rubric: polite,,',
    "en,polite?,llm-rubric: polite,not-equals: no,,",
    "en,two?,a,b,,",
    "en,capital?,Rome,,,",
    "en,,Rome,,,",
  ].join("\n");
  expect((await detectFormat(memorySource("tests.csv", text), "gold")).format.id).toBe("promptfoo");
  const told = await readFormat(promptfoo, text, "gold");
  expect(told.events.filter(([what]) => what === "gold")).toEqual([
    ["gold", "capital?", { passages: [["France"]], answer: "Paris" }, 2],
    ["gold", "rivers?", { passages: [["Rhine"], ["Rhône"]] }, 3],
    ["gold", "two?", { answer: "a" }, 5],
  ]);
  expect(told.events.filter(([what]) => what === "query")).toHaveLength(4);
  expect(codesOf(told)).toEqual([
    "duplicate-query!:6",
    "no-question!:7",
    "unread-assertion:3",
    "unread-assertion:4",
    "unread-assertion:5",
  ]);
  expect(told.problems[2]!.what).toBe("ignored 2 assertions of type llm-rubric");
});

it("takes the only variable, or the one that the user names", async () => {
  expect((await readFormat(promptfoo, "thing,__expected\nx,y\n", "gold")).events[0]).toEqual([
    "query",
    "x",
    "x",
    2,
  ]);
  const text = "thing,other,__expected\nx,z,y\n";
  expect(codesOf(await readFormat(promptfoo, text, "gold"))).toEqual(["no-question!:2"]);
  const told = await readFormat(promptfoo, text, "gold", { columns: { words: "other" } });
  expect(told.events[1]).toEqual(["gold", "z", { answer: "y" }, 2]);
});
