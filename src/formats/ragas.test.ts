import { describe, expect, it } from "vitest";
import { codesOf, readFormat, writeFormat } from "../../test/_read-format.ts";
import { memorySource } from "../files/source.ts";
import { detectFormat } from "./detect.ts";
import type { Kind } from "./format.ts";
import { ragas } from "./ragas.ts";

const row = {
  user_input: "largest desert?",
  retrieved_contexts: ["The Sahara.", "Ice."],
  reference_contexts: ["Antarctica is a desert."],
  response: "Sahara",
  reference: "Antarctica",
};
const gold = { passages: ["Antarctica is a desert."], answer: "Antarctica" };
const hits = [
  { id: null, text: "The Sahara." },
  { id: null, text: "Ice." },
];

describe("one data set in every file", () => {
  const python = (list: readonly string[]) => `"[${list.map((one) => `'${one}'`).join(", ")}]"`;
  const files: Record<string, string> = {
    jsonl: `${JSON.stringify(row)}\n`,
    list: JSON.stringify([row], null, 2),
    samples: JSON.stringify({ samples: [row] }),
    columns: JSON.stringify(Object.fromEntries(Object.entries(row).map(([key, value]) => [key, [value]]))),
    pandas: JSON.stringify(
      Object.fromEntries(Object.entries(row).map(([key, value]) => [key, { 0: value }])),
    ),
    csv: `user_input,retrieved_contexts,reference_contexts,response,reference\nlargest desert?,${python(row.retrieved_contexts)},${python(row.reference_contexts)},Sahara,Antarctica\n`,
    "0.1": `${JSON.stringify({ question: row.user_input, contexts: row.retrieved_contexts, reference_contexts: row.reference_contexts, ground_truths: ["Antarctica"], answer: "Sahara" })}\n`,
  };
  it.each(Object.entries(files))("%s", async (_, text) => {
    const asGold = await readFormat(ragas, text, "gold");
    expect(asGold.problems).toEqual([]);
    expect(asGold.events.map((event) => event.slice(0, 3))).toEqual([
      ["gold", "largest desert?", gold],
      ["query", "largest desert?", "largest desert?"],
    ]);
    const asRun = await readFormat(ragas, text, "run", { texts: true });
    expect(asRun.events.map((event) => event.slice(0, 3))).toEqual([
      ["ranking", "largest desert?", hits],
      ["query", "largest desert?", "largest desert?"],
    ]);
    for (const kind of ["gold", "run"] as Kind[])
      expect((await detectFormat(memorySource("data", text), kind)).format.id).toBe("ragas");
  });
});

it("takes ids of texts, and the case's own id", async () => {
  const text = `${JSON.stringify({ id: 7, user_input: "a?", retrieved_contexts: ["A", "B"], retrieved_context_ids: ["d1", 2], reference_context_ids: ["d1"] })}\n`;
  const run = await readFormat(ragas, text, "run");
  expect(run.events[0]).toEqual(["ranking", "7", ["d1", "2"], 1]);
  expect(codesOf(run)).toEqual(["id-type:1"]);
  expect((await readFormat(ragas, text, "run", { texts: true })).events[0]![2]).toEqual([
    { id: "d1", text: "A" },
    { id: "2", text: "B" },
  ]);
  expect((await readFormat(ragas, text, "gold")).events[0]).toEqual(["gold", "7", { relevant: ["d1"] }, 1]);
});

it("names a question that comes twice", async () => {
  const text = '{"user_input":"a?","reference":"x"}\n{"user_input":"a?","reference":"y"}\n';
  const told = await readFormat(ragas, text, "gold");
  expect(told.events.filter(([what]) => what === "gold").map(([, id]) => id)).toEqual(["a?", "a? (2)"]);
  expect(codesOf(told)).toEqual(["same-question:2"]);
});

it("tells what it cannot read, with the line", async () => {
  const told = await readFormat(
    ragas,
    [
      '{"user_input":[{"content":"hi","type":"human"}],"reference":"x"}',
      '{"reference":"x"}',
      '{"user_input":"a?","reference":NaN}',
      '{"user_input":"b?"}',
      '{"user_input":"c?","reference":"x","reference":"y"}',
      "7",
      '{"user_input":"d?","reference_contexts":{"a":1}}',
      '{"id":"1","user_input":"e?","reference":"x"}',
      '{"id":"1","user_input":"f?","reference":"x"}',
    ].join("\n"),
    "gold",
  );
  expect(told.events.filter(([what]) => what === "gold")).toEqual([
    ["gold", "b?", {}, 4],
    ["gold", "1", { answer: "x" }, 8],
  ]);
  expect(codesOf(told)).toEqual([
    "multi-turn!:1",
    "no-question!:2",
    "bad-json!:3",
    "bad-row!:5",
    "bad-row!:6",
    "bad-list!:7",
    "duplicate-query!:9",
    "no-gold:4",
  ]);
  expect(codesOf(await readFormat(ragas, '{"user_input":"a?","reference":"x"}', "run"))).toEqual([
    "no-hits!:1",
  ]);
  expect(
    codesOf(await readFormat(ragas, "user_input,retrieved_contexts\na?,\"['x'\"\nb?,\"['x',]x]\"\n", "run")),
  ).toEqual(["bad-list!:3"]);
});

it("takes the names that the user gives", async () => {
  const told = await readFormat(ragas, "q,ctx,a\nwhy?,\"['because']\",so\n", "gold", {
    columns: { words: "q", passages: "ctx", answer: "a" },
  });
  expect(told.events[0]).toEqual(["gold", "why?", { passages: ["because"], answer: "so" }, 2]);
});

it("writes what Ragas has fields for, and tells of the rest", async () => {
  const { text, problems } = await writeFormat(ragas, "gold", (writer) => {
    writer.query?.("q1", "a?", 1);
    writer.gold?.("q1", { relevant: [["d1", "d2"]], answer: "x", tags: { lang: "de" } }, 1);
    writer.gold?.(
      "q2",
      new Map([
        ["d1", 2],
        ["d2", 0],
      ]),
      2,
    );
    writer.gold?.("q3", { relevant: [{ text: "A." }] }, 3);
  });
  expect(text).toBe(
    '{"id":"q1","user_input":"a?","reference":"x","reference_context_ids":["d1","d2"]}\n{"id":"q2","user_input":"q2","reference_context_ids":["d1"]}\n{"id":"q3","user_input":"q3","reference_contexts":["A."],"reference_context_ids":[]}\n',
  );
  expect(problems.map(({ what }) => what.split(",")[0])).toEqual([
    "query q1 has groups",
    "query q1 has tags",
    "query q2 has grades",
  ]);
  const run = await writeFormat(ragas, "run", (writer) =>
    writer.ranking?.(
      "q1",
      new Map([
        ["b", 1],
        ["a", 2],
      ]),
      1,
    ),
  );
  expect(run.text).toBe('{"id":"q1","user_input":"q1","retrieved_context_ids":["a","b"]}\n');
});
