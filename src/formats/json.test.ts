import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { codesOf, readFormat, writeFormat } from "../../test/_read-format.ts";
import { memorySource } from "../files/source.ts";
import { detectFormat } from "./detect.ts";
import type { Kind } from "./format.ts";
import { json } from "./json.ts";
import { ranxJson } from "./ranx-json.ts";

describe("read", () => {
  it("takes a retriever that failed, by query and in a list, and writes it again", async () => {
    const failed = ["ranking", "q1", new Error("timeout"), 1];
    const byQuery = await readFormat(json, '{"q1": {"error": "timeout"}, "q2": ["d1"]}', "run");
    expect(byQuery.problems).toEqual([]);
    expect(byQuery.events).toContainEqual(failed);
    const list = await readFormat(json, '[{"id": "q1", "error": "timeout"}]', "run");
    expect(list).toEqual({ ...list, problems: [], events: [failed] });
    const { text } = await writeFormat(json, "run", (sink) => sink.ranking!("q1", new Error("timeout"), 1));
    expect(text).toContain('"q1": {"error":"timeout"}');
  });
  it("reads a document called error", async () => {
    const { events, problems } = await readFormat(json, '{"q1": {"error": 0.5}}', "run");
    expect(problems).toEqual([]);
    expect(events).toContainEqual(["hit", "q1", "error", 0.5, 1]);
  });
  it("takes an object by query, with the line of each", async () => {
    const told = await readFormat(
      json,
      '{\n"q1": {"d1": 3},\n\n"q\\"2": [["a", "b"], ["c"]],\n"q3": {"relevant": ["a"], "query": "words", "extra": 1}}',
      "gold",
    );
    expect(told.events).toEqual([
      ["gold", "q1", { d1: 3 }, 2],
      ["gold", 'q"2', [["a", "b"], ["c"]], 4],
      ["gold", "q3", { relevant: ["a"] }, 5],
      ["query", "q3", "words", 5],
    ]);
    expect(codesOf(told)).toEqual(["unknown-facet:5"]);
  });
  it("takes rows in a list, and rows one after the other", async () => {
    const expected = [
      ["rows", "given"],
      ["hit", "q1", "d1", Number.NaN, 2],
      ["hit", "q2", "d2", 1, 3],
    ];
    const rows = ['{"id": "q1", "hits": ["d1"]}', '{"id": "q2", "hits": [{"id": "d2", "score": 1}]}'];
    expect((await readFormat(json, `[\n${rows.join(",\n")}\n]`, "run")).events).toEqual(expected);
    expect((await readFormat(json, `\n${rows.join("\n")}\n`, "run")).events).toEqual(expected);
  });
  it("keeps the order of documents that look like numbers", async () => {
    expect((await readFormat(json, '{"2": {"10": 1, "9": 1}, "1": {}}', "run")).events).toEqual([
      ["rows", "score"],
      ["hit", "2", "10", 1, 1],
      ["hit", "2", "9", 1, 1],
      ["ranking", "1", [], 1],
    ]);
  });
  it.each<[string, Kind, string[]]>([
    ['{\n"q1": ["d1"],\n"q2": [NaN],\n"q3": ["d1"]}', "run", ["bad-json!:3"]],
    ['{\n"q1": ["d1"],\n"q2": ["d1"', "run", ["bad-json!:3"]],
    ['{"q1": ["d1"],}', "gold", ["bad-json!:1"]],
    ['{"q1": ["d1"]\n"q2": ["d2"]}', "gold", ["bad-json!:2"]],
    ['{"q1": ["d1"]}\nmore', "gold", ["bad-json!:2"]],
    ['{"q1" ["d1"]}', "gold", ["bad-json!:1"]],
    ['{"q1": }', "gold", ["bad-json!:1"]],
    ['{"": ["d1"]}', "gold", ["empty-id!:1"]],
    ['{"q1": ["d1"], "q1": ["d2"]}', "run", ["duplicate-query!:1"]],
    ["{}", "run", ["empty-file!:"]],
    ["[]", "gold", ["empty-file!:"]],
    ["7", "gold", ["bad-row!:1"]],
    ['{"d1": {"title": "x"}}', "corpus", ["bad-row!:1"]],
  ])("%j as %s", async (text, kind, codes) => {
    expect(codesOf(await readFormat(json, text, kind))).toEqual(codes);
  });
  it("says where a document breaks", async () => {
    const { problems } = await readFormat(json, '{\n  "q1": ["d1"]\n  "q2": []\n}', "gold");
    expect(problems[0]!.what).toBe('invalid JSON at column 3: unexpected "\\""');
  });
});

describe("ranx", () => {
  it("is an object of objects of numbers", async () => {
    const idOf = async (text: string, kind: Kind) =>
      (await detectFormat(memorySource("x.json", text), kind)).format.id;
    expect(await idOf('{"q1": {"d1": 0.5}}', "run")).toBe("ranx-json");
    expect(await idOf('{"q1": {"d1": -1}}', "gold")).toBe("ranx-json");
    expect(await idOf('{"q1": ["d1"]}', "run")).toBe("json");
    expect(await idOf('{"q1": {"relevant": ["d1"]}}', "gold")).toBe("json");
  });
  it("with fractions is more of a run", () => {
    const sure = (text: string, kind: Kind) =>
      ranxJson.detect(new TextEncoder().encode(text), "x", kind)!.sure;
    expect(sure('{"q1": {"d1": 0.5}}', "run")).toBeGreaterThan(sure('{"q1": {"d1": 0.5}}', "gold"));
    expect(sure('{"q1": {"d1": 5.0}}', "run")).toBe(sure('{"q1": {"d1": 5.0}}', "gold"));
  });
  it("gives lists without scores numbers that keep their order, and says so", async () => {
    const { text, problems } = await writeFormat(ranxJson, "run", (writer) => {
      writer.ranking?.("q1", ["b", "a"], 1);
      writer.ranking?.(
        "q2",
        [
          { id: "10", score: 2 },
          { id: "9", score: 1 },
        ],
        2,
      );
      writer.ranking?.("q3", new Map([["x", 1]]), 3);
      writer.ranking?.(
        "q4",
        [
          { id: "x", score: 1 },
          { id: "x", score: 0.5 },
        ],
        4,
      );
    });
    expect(text).toBe(
      '{\n  "q1": {"b":2,"a":1},\n  "q2": {"10":2,"9":1},\n  "q3": {"x":1},\n  "q4": {"x":1}\n}\n',
    );
    expect(problems.map(({ code }) => code)).toEqual(["lost-hit", "made-scores"]);
  });
});

it("takes the names of other tools for a hit's id, text and query", async () => {
  const hits = [
    { qid: 3, docid: "d1", rank: 1, score: 1, content: "A" },
    { qid: 3, docid: "d2", score: 0.5 },
  ];
  const told = await readFormat(json, JSON.stringify([{ query: "a?", hits }]), "run", { texts: true });
  expect(told.events).toEqual([
    ["query", "3", "a?", 1],
    [
      "ranking",
      "3",
      [
        { id: "d1", score: 1, text: "A" },
        { id: "d2", score: 0.5 },
      ],
      1,
    ],
  ]);
  const apart = [hits[0], { ...hits[1], qid: 4 }];
  expect((await readFormat(json, JSON.stringify([{ query: "a?", hits: apart }]), "run")).events[1]![1]).toBe(
    "a?",
  );
});

const novel = new URL("../../../shared/data/noveleval/data.json.gz", import.meta.url);
it.skipIf(!existsSync(novel))("reads RankGPT's NovelEval (skipped without the shared data)", async () => {
  const told = await readFormat(json, new Uint8Array(gunzipSync(readFileSync(novel))), "run");
  expect(told.events.filter(([what]) => what === "hit")).toHaveLength(420);
  expect(told.events.find(([what]) => what === "hit")).toEqual(["hit", "0", "0-0", 1, 1]);
  expect(codesOf(told)).toEqual(["id-type:1"]);
});

const shared = new URL("../../../shared/data/ranx/test_data/", import.meta.url);
it.skipIf(!existsSync(shared))("reads ranx's own files (skipped without the shared data)", async () => {
  const qrels = await readFormat(
    ranxJson,
    new Uint8Array(readFileSync(new URL("qrels.json", shared))),
    "gold",
  );
  expect(qrels.events).toEqual([
    ["gold", "q1", { d1: 1, d2: 2, d3: 3 }, 2],
    ["gold", "q2", { d1: 1, d2: 2 }, 7],
  ]);
  const run = await readFormat(ranxJson, new Uint8Array(readFileSync(new URL("run.json", shared))), "run");
  expect(run.events.slice(0, 3)).toEqual([
    ["rows", "score"],
    ["hit", "q1", "d3", 0.3, 2],
    ["hit", "q1", "d2", 0.2, 2],
  ]);
});
