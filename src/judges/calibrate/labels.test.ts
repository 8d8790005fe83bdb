import { describe, expect, test } from "vitest";
import { parseLabels, readLabels } from "./labels.ts";

describe("labels", () => {
  test("rows of each kind, in the words of people", () => {
    const { labels, problems } = readLabels(
      [
        '\uFEFF{"id":"q1","claim":"c1","label":"yes","annotator":"ann"}',
        '{"id":7,"claim":"c1","chunk":2,"label":" Partial ","label2":"none","judge":"full"}\r',
        "",
        '{"id":"q1","statement":"2.1","label":0}',
        '{"id":"q1","chunk":"doc17","label":true,"text":"whatever"}',
      ].join("\n"),
    );
    expect(problems).toEqual([]);
    expect(labels).toEqual([
      {
        id: "q1",
        about: { claim: "c1" },
        level: 2,
        graded: false,
        annotator: "ann",
        at: { line: 1, query: "q1" },
      },
      {
        id: "7",
        about: { claim: "c1", chunk: 2 },
        level: 1,
        graded: true,
        second: 0,
        judge: 2,
        at: { line: 2, query: "7" },
      },
      { id: "q1", about: { statement: "2.1" }, level: 0, graded: false, at: { line: 4, query: "q1" } },
      {
        id: "q1",
        about: { chunk: "doc17", text: "whatever" },
        level: 2,
        graded: false,
        at: { line: 5, query: "q1" },
      },
    ]);
  });

  test.each([
    ["{", "this line is not valid JSON"],
    ["[]", "a label must be an object"],
    ['{"claim":"c1","label":"yes"}', "a label has no id"],
    ['{"id":"q1","label":"yes"}', "a label does not say what it labels"],
    ['{"id":"q1","statement":"1.1","claim":"c1","label":"yes"}', "a statement and something else"],
    ['{"id":"q1","claim":{},"label":"yes"}', "claim cannot be {}"],
    ['{"id":"q1","claim":"c1"}', "a row has no label"],
    ['{"id":"q1","claim":"c1","label":"maybe"}', 'label cannot be "maybe"'],
    ['{"id":"q1","claim":"c1","label":"constructor"}', 'label cannot be "constructor"'],
    ['{"id":"q1","claim":"c1","label":"yes","label2":null}', "label2 cannot be null"],
    ['{"id":"q1","claim":"c1","label":"yes","judge":2}', "judge cannot be 2"],
    ['{"id":"q1","statement":"1.1","label":"partial"}', "a statement or chunk cannot be partial"],
  ])("%s is left out with its line", (line, what) => {
    const { labels, problems } = readLabels(`{"id":"q0","claim":"c1","label":"no"}\n${line}`, "labels.jsonl");
    expect(labels).toHaveLength(1);
    expect(problems).toMatchObject([
      { code: "bad-label", level: "error", at: { file: "labels.jsonl", line: 2 } },
    ]);
    expect(problems[0]!.what).toContain(what);
  });

  test("objects are read as lines are", () => {
    expect(parseLabels([{ id: "q1", claim: "c1", label: "yes" }]).labels).toEqual(
      readLabels('{"id":"q1","claim":"c1","label":"yes"}').labels,
    );
  });
});
