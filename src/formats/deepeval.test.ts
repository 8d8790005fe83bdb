import { expect, it } from "vitest";
import { codesOf, readFormat } from "../../test/_read-format.ts";
import { memorySource } from "../files/source.ts";
import { deepeval } from "./deepeval.ts";
import { detectFormat } from "./detect.ts";

it("takes goldens and test cases, with names in either style, and inside an object", async () => {
  const snake = {
    input: "a?",
    actual_output: "A",
    expected_output: "B",
    context: ["C."],
    retrieval_context: ["D.", "E."],
  };
  const camel = {
    input: "a?",
    actualOutput: "A",
    expectedOutput: "B",
    context: ["C."],
    retrievalContext: ["D.", "E."],
  };
  for (const text of [
    JSON.stringify([snake]),
    JSON.stringify({ testCases: [camel] }),
    JSON.stringify({ goldens: [snake] }, null, 1),
  ]) {
    expect((await detectFormat(memorySource("x.json", text), "gold")).format.id).toBe("deepeval");
    expect((await readFormat(deepeval, text, "gold")).events[0]!.slice(0, 3)).toEqual([
      "gold",
      "a?",
      { passages: ["C."], answer: "B" },
    ]);
    expect((await readFormat(deepeval, text, "run", { texts: true })).events[0]!.slice(0, 3)).toEqual([
      "ranking",
      "a?",
      [
        { id: null, text: "D." },
        { id: null, text: "E." },
      ],
    ]);
  }
});

it("splits cells at |, and tells where older versions split otherwise", async () => {
  const text =
    'input,actual_output,expected_output,context,source_file\na?,,A,One.|Two.,f\nb?,,B,One; two.,f\nc?,,C,"[""x;y""]",f\nd?,,D,,f\n';
  expect((await detectFormat(memorySource("x.csv", text), "gold")).format.id).toBe("deepeval");
  const told = await readFormat(deepeval, text, "gold");
  expect(told.events.filter(([what]) => what === "gold").map(([, , value]) => value)).toEqual([
    { passages: ["One.", "Two."], answer: "A" },
    { passages: ["One; two."], answer: "B" },
    { passages: ["x;y"], answer: "C" },
    { answer: "D" },
  ]);
  expect(codesOf(told)).toEqual(["joined-list:3"]);
});

it("keeps the source of a text", async () => {
  const rows = [
    {
      input: "a?",
      retrieval_context: [
        "deepeval_source=doc,1,deepeval_context=Some, text.\nMore.",
        { source: "s", context: "t" },
        "plain",
      ],
    },
  ];
  expect((await readFormat(deepeval, JSON.stringify(rows), "run")).events[0]![2]).toEqual([
    { id: null, doc: "doc,1", text: "Some, text.\nMore." },
    { id: null, doc: "s", text: "t" },
    { id: null, text: "plain" },
  ]);
});
