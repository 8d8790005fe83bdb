import { describe, expect, it } from "vitest";
import { codesOf, readFormat, writeFormat } from "../../../test/_read-format.ts";
import { autorag } from "../autorag.ts";
import { json } from "../json.ts";
import { jsonl } from "../jsonl.ts";
import { liverag } from "../liverag.ts";
import { ragas } from "../ragas.ts";
import { ranxJson } from "../ranx-json.ts";
import { ScoredHits } from "../rows/_scored-hits.ts";

it("a query without words is asked by its id in Ragas, which reads it back", async () => {
  const { text } = await writeFormat(ragas, "gold", (writer) => {
    writer.query!("q1", "", 1);
    writer.gold!("q1", [["a"]], 1);
  });
  const told = await readFormat(ragas, text, "gold");
  expect(codesOf(told)).toEqual([]);
  expect(told.events).toContainEqual(["query", "q1", "q1", 1]);
});

describe.each([autorag, ragas, liverag, ranxJson].map((format) => [format.id, format] as const))(
  "%s",
  (_, format) => {
    it("has no place for a retriever that failed, and says so", async () => {
      const { problems } = await writeFormat(format, "run", (writer) => {
        writer.ranking!("q1", ["a"], 1);
        writer.ranking!("q2", new Error("timeout"), 2);
      });
      expect(problems.map(({ code, at }) => [code, at?.query])).toContainEqual(["lost-query", "q2"]);
    });
  },
);

describe("hits that scores put in order, with texts", () => {
  const hits = new ScoredHits(["a", "b", "c"], [1, 1, 2], ["x", undefined, "z"]);
  it("are rows in JSON Lines", async () => {
    const { text } = await writeFormat(jsonl, "run", (writer) => {
      writer.query!("q1", "what?", 1);
      writer.ranking!("q1", hits, 1);
    });
    const told = await readFormat(jsonl, text, "run", { texts: true });
    expect(told.events.at(-1)).toEqual(["ranking", "q1", hits, 1]);
    expect(told.events[0]).toEqual(["query", "q1", "what?", 1]);
  });
  it("are a list in JSON, equal scores by id, descending", async () => {
    const { text } = await writeFormat(json, "run", (writer) => writer.ranking!("q1", hits, 1));
    expect(JSON.parse(text)).toEqual({
      q1: [
        { id: "c", score: 2, text: "z" },
        { id: "b", score: 1 },
        { id: "a", score: 1, text: "x" },
      ],
    });
  });
});
