import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { codesOf, readFormat, writeFormat } from "../../test/_read-format.ts";
import { memorySource } from "../files/source.ts";
import { detectFormat } from "./detect.ts";
import { jsonl } from "./jsonl.ts";
import { ScoredHits } from "./rows/_scored-hits.ts";

const rows = (...lines: (string | object)[]) =>
  lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
const gold = (...lines: (string | object)[]) => readFormat(jsonl, rows(...lines), "gold");
const run = (...lines: (string | object)[]) => readFormat(jsonl, rows(...lines), "run");

describe("a retriever that failed", () => {
  it("is an Error, with an empty list or null beside it or without", async () => {
    const { events, problems } = await run(
      { id: "q1", error: "timeout" },
      { id: "q2", hits: [], error: "timeout" },
      { id: "q3", hits: null, error: "timeout" },
      { id: "q4", hits: ["d1"], error: null },
    );
    expect(problems).toEqual([]);
    expect(events.filter(([what]) => what === "ranking")).toEqual(
      [1, 2, 3].map((i) => ["ranking", `q${i}`, new Error("timeout"), i]),
    );
  });
  it("has no hits, and no second row", async () => {
    expect(codesOf(await run({ id: "q1", hits: ["d1"], error: "timeout" }))).toEqual(["bad-row!:1"]);
    expect(codesOf(await run({ id: "q1", error: "a" }, { id: "q1", hits: ["d"] }))).toEqual([
      "duplicate-query!:2",
    ]);
  });
  it("stays one when it is written", async () => {
    const { text } = await writeFormat(jsonl, "run", (sink) => sink.ranking!("q1", new Error("timeout"), 1));
    expect(text).toContain('{"id":"q1","error":"timeout"}');
  });
});

describe("gold", () => {
  it("takes every form of row", async () => {
    const { events, problems } = await gold(
      { query: "largest desert?", relevant: ["doc-1"] },
      { query: "b", relevant: [["doc-1", "doc-2"], ["doc-3"]] },
      { query: "c", relevant: { "doc-1": 3, "doc-2": 1 } },
      { query: "d", relevant: ["doc-1"], grades: { "doc-1": 1, "doc-2": 0.3 } },
      { query: "e", relevant: [{ text: "14 million" }] },
      { query: "f", relevant: [{ doc: "handbook.md", lines: [40, 52] }] },
      { query: "g", relevant: [], answerable: false, tags: { lang: "de" } },
      { id: "q7", query: "capital?", relevant: ["a"], answer: "Paris." },
    );
    expect(problems).toEqual([]);
    expect(events.filter(([what]) => what === "gold")).toEqual([
      ["gold", "largest desert?", { relevant: ["doc-1"] }, 1],
      ["gold", "b", { relevant: [["doc-1", "doc-2"], ["doc-3"]] }, 2],
      ["gold", "c", { relevant: { "doc-1": 3, "doc-2": 1 } }, 3],
      ["gold", "d", { relevant: ["doc-1"], grades: { "doc-1": 1, "doc-2": 0.3 } }, 4],
      ["gold", "e", { relevant: [{ text: "14 million" }] }, 5],
      ["gold", "f", { relevant: [{ doc: "handbook.md", lines: [40, 52] }] }, 6],
      ["gold", "g", { relevant: [], answerable: false, tags: { lang: "de" } }, 7],
      ["gold", "q7", { relevant: ["a"], answer: "Paris." }, 8],
    ]);
    expect(events).toContainEqual(["query", "q7", "capital?", 8]);
    expect(events).toContainEqual(["query", "largest desert?", "largest desert?", 1]);
  });
  it("takes a row per judgement, elinor's names too", async () => {
    const { events, problems } = await gold(
      { query: "q1", doc: "d1", grade: 2 },
      { query_id: "q1", doc_id: "d2", score: 0 },
      { query: "q1", doc: "d3", grade: 1, subtopic: 4 },
    );
    expect(problems).toEqual([]);
    expect(events.filter(([what]) => what === "grade")).toEqual([
      ["grade", "q1", "d1", 2, 1],
      ["grade", "q1", "d2", 0, 2],
      ["grade", "q1", "d3", 1, 3, "4"],
    ]);
  });
  it("keeps all digits of large numbers, and tells once of ids that are numbers", async () => {
    const told = await gold(
      '{"id":34952194402811904,"relevant":[-1218875241352839456,7]}',
      "",
      '{"query":1,"doc":9007199254740993,"grade":1}',
    );
    expect(told.events).toEqual([
      ["gold", "34952194402811904", { relevant: ["-1218875241352839456", "7"] }, 1],
      ["grade", "1", "9007199254740993", 1, 3],
    ]);
    expect(codesOf(told)).toEqual(["id-type:1"]);
    expect(told.problems[0]!.what).toBe(
      '5 ids are numbers; reading 34952194402811904 as the string "34952194402811904"',
    );
  });
  it("tells once which keys it does not read, and that a distance is no score", async () => {
    const lines = Array.from({ length: 50 }, (_, i) => ({
      id: `q${i}`,
      hits: [
        { id: "d1", distance: 0.1, title: "A" },
        { id: "d2", distance: 0.2, title: "B" },
      ],
      ...(i === 7 ? { took: 3 } : {}),
    }));
    const bytes = (await run(...lines)).problems;
    expect(bytes.map(({ code, what, at }) => [code, what, at?.line])).toEqual([
      [
        "distance",
        'ignored the "distance" of the hits; ranking them by score, rank or order of appearance',
        1,
      ],
      ["unread-keys", 'ignored one unknown key: "took"', 8],
    ]);
    const parsed = await readFormat(jsonl, rows(...lines), "run", { texts: true });
    expect(parsed.problems).toEqual(bytes);
    const named = { columns: { score: "nearness" } };
    const table = rows({ query: "q1", doc: "d1", nearness: 1 }, { query: "q1", doc: "d2", nearness: 2 });
    expect((await readFormat(jsonl, table, "run", named)).problems).toEqual([]);
    expect(codesOf(await readFormat(jsonl, table, "run"))).toEqual(["unread-keys:1"]);
  });
  it("keys without end are reported in one sentence", async () => {
    const hits = Array.from({ length: 200_000 }, (_, i) => ({ id: `d${i}`, [`k${i}`]: 1 }));
    const { problems } = await run({ id: "q1", hits: [...hits, { id: "e", distance: 1 }] });
    expect(problems.map(({ code, what, at }) => [code, what.split(":")[0]!.slice(0, 36), at?.line])).toEqual([
      ["distance", 'ignored the "distance" of the hits; ', 1],
      ["unread-keys", "ignored more than 1000 unknown keys", 1],
    ]);
  });
  it("tells what it cannot read, with the line, and reads on", async () => {
    const told = await gold(
      '{"id":"q1","relevant":["d1"',
      '{"id":"q2","relevant":["d1"],"score":NaN}',
      { id: "q3" },
      { relevant: ["d1"] },
      { id: "", relevant: ["d1"] },
      { id: "q6", relevent: ["d1"] },
      ["d1"],
      '{"id":"q8","relevant":["a"],"relevant":["b"]}',
      '{"id":"q9","relevant":{"a":1,"a":2}}',
      { query: "q10", doc: "d1" },
      { query: "q11", doc: "d1", grade: "high" },
      '{"id":"\\ud800","relevant":[]}',
      { id: ["q13"], relevant: [] },
      { id: "q14", relevant: ["d1"] },
    );
    expect(told.events).toEqual([["gold", "q14", { relevant: ["d1"] }, 14]]);
    expect(codesOf(told)).toEqual([
      "bad-json!:1",
      "bad-json!:2",
      "bad-row!:3",
      "bad-row!:4",
      "empty-id!:5",
      "unknown-facet!:6",
      "bad-row!:7",
      "duplicate-key!:8",
      "duplicate-key!:9",
      "missing-grade!:10",
      "bad-grade!:11",
      "id-type!:12",
      "bad-row!:12",
      "id-type!:13",
      "bad-row!:13",
    ]);
    expect(told.problems[5]!.fix).toBe("did you mean relevant?");
  });
  it("tells once of keys that nobody reads", async () => {
    const told = await gold(
      { id: "q1", relevant: ["a"], source: 1 },
      { id: "q2", source: 2, task: 3, relevant: [] },
    );
    expect(told.events).toHaveLength(2);
    expect(told.problems.map(({ what, level }) => [what, level])).toEqual([
      ['ignored the unknown key "source" in 2 rows', undefined],
      ['ignored the unknown key "task" in one row', undefined],
    ]);
  });
  it("takes the names that the user gives", async () => {
    const told = await readFormat(
      jsonl,
      '{"question_id":"q1","gold":["d1"],"query":"words","id":3}',
      "gold",
      {
        columns: { id: "question_id", relevant: "gold" },
      },
    );
    expect(told.events).toEqual([
      ["gold", "q1", { relevant: ["d1"] }, 1],
      ["query", "q1", "words", 1],
    ]);
  });
});

describe("runs", () => {
  it("gives lists as rows in the order of the list, with their scores", async () => {
    const { events, problems } = await run(
      { id: "q1", hits: [{ id: "d1", score: 1.5 }, { id: "d2", score: 2, text: "x" }, { id: "d3" }] },
      { id: "q2", query: "words", hits: ["d9"] },
      { query: "q3", hits: [] },
    );
    expect(problems).toEqual([]);
    expect(events).toEqual([
      ["rows", "given"],
      ["hit", "q1", "d1", 1.5, 1],
      ["hit", "q1", "d2", 2, 1],
      ["hit", "q1", "d3", Number.NaN, 1],
      ["query", "q2", "words", 2],
      ["hit", "q2", "d9", Number.NaN, 2],
      ["ranking", "q3", [], 3],
    ]);
  });
  it("gives mappings and rows of a table as rows that go by score", async () => {
    expect(
      (await run({ id: "q1", hits: { "10": 1, "9": 2 } }, '{"id":"q2","hits":{"10":1,"9":2,"10":0}}')).events,
    ).toEqual([
      ["rows", "score"],
      ["hit", "q1", "9", 2, 1],
      ["hit", "q1", "10", 1, 1],
      ["hit", "q2", "10", 1, 2],
      ["hit", "q2", "9", 2, 2],
      ["hit", "q2", "10", 0, 2],
    ]);
    expect(
      (await run({ query: "q1", doc: "d1", score: 1 }, { query_id: "q1", doc_id: "d2", score: 2 })).events,
    ).toEqual([
      ["rows", "score"],
      ["hit", "q1", "d1", 1, 1],
      ["hit", "q1", "d2", 2, 2],
    ]);
  });
  it("goes by rank where rows have ranks only", async () => {
    const told = await run(
      { query: "q1", doc: "d1", rank: 2 },
      { query: "q1", doc: "d2", rank: 1 },
      { query: "q1", doc: "d3" },
    );
    expect(told.events).toEqual([
      ["rows", "rank"],
      ["hit", "q1", "d1", 2, 1],
      ["hit", "q1", "d2", 1, 2],
    ]);
    expect(codesOf(told)).toEqual(["missing-rank!:3"]);
  });
  it("gives lists of another order than the first as whole rankings", async () => {
    const { events } = await run(
      { id: "q1", hits: ["d1"] },
      { id: "q2", hits: { b: 1, a: 2 } },
      { query: "q3", doc: "d1", score: 1 },
      { query: "q3", doc: "d2", score: 3 },
    );
    expect(events).toEqual([
      ["rows", "given"],
      ["hit", "q1", "d1", Number.NaN, 1],
      [
        "ranking",
        "q2",
        new Map([
          ["b", 1],
          ["a", 2],
        ]),
        2,
      ],
      ["ranking", "q3", new ScoredHits(["d1", "d2"], [1, 3], undefined), 3],
    ]);
  });
  it("keeps what a row has no place for: parent documents, spans, hits without an id", async () => {
    const hits = [
      { id: "c1", score: 1, doc: "d1" },
      { id: "c2", start: 3, end: 9 },
    ];
    expect((await run({ id: "q1", hits })).events).toEqual([["ranking", "q1", hits, 1]]);
    expect((await run({ id: "q1", hits: [{ id: null, text: "words" }, null] })).events).toEqual([
      ["ranking", "q1", [{ id: null, text: "words" }, { id: null }], 1],
    ]);
  });
  it("gives texts where they are wanted", async () => {
    const told = await readFormat(
      jsonl,
      rows(
        { id: "q1", hits: [{ id: "d1", text: "words" }] },
        { query: "q2", doc: "d1", score: 1, text: "a" },
        { query: "q2", doc: "d2", score: 2, text: "b" },
      ),
      "run",
      { texts: true },
    );
    expect(told.events).toEqual([
      ["ranking", "q1", [{ id: "d1", text: "words" }], 1],
      ["rows", "score"],
      ["ranking", "q2", new ScoredHits(["d1", "d2"], [1, 2], ["a", "b"]), 2],
    ]);
  });
  it("tells what it cannot read, with the line, and reads on", async () => {
    const told = await run(
      { id: "q1", hits: [{ score: 1 }] },
      { id: "q2", hits: [{ id: "d1", score: "1.5" }] },
      '{"id":"q3","hits":[{"id":"d1","score":Infinity}]}',
      { id: "q4", hits: 7 },
      { id: "q5" },
      { hits: ["d1"] },
      { id: "q7", hits: ["a"] },
      { id: "q7", hits: ["b"] },
      '{"id":"q9","hits":[{"id":"a","id":"b"}]}',
      { id: "q10", hits: { a: "1" } },
      { query: "q11", doc: "d1", score: "1" },
      { id: "", hits: [] },
      { id: "q13", hits: [true] },
      "nonsense",
    );
    expect(told.events).toEqual([
      ["rows", "given"],
      ["hit", "q7", "a", Number.NaN, 7],
    ]);
    expect(codesOf(told)).toEqual([
      "bad-hit!:1",
      "bad-score!:2",
      "bad-json!:3",
      "bad-ranking!:4",
      "bad-row!:5",
      "bad-row!:6",
      "duplicate-query!:8",
      "duplicate-key!:9",
      "bad-score!:10",
      "bad-score!:11",
      "empty-id!:12",
      "id-type!:13",
      "bad-json!:14",
    ]);
    expect(told.problems.find(({ code }) => code === "duplicate-query")!.what).toBe(
      "query q7 is in the run twice (first at line 7)",
    );
  });
  it("refuses bytes that are not UTF-8", async () => {
    const bytes = new TextEncoder().encode('{"id":"q1","hits":["d?"]}\n{"id":"q2","hits":["é"]}\n');
    bytes[bytes.indexOf(0x3f)] = 0xff;
    const told = await readFormat(jsonl, bytes, "run");
    expect(codesOf(told)).toEqual(["not-utf8!:1"]);
    expect(told.events.at(-1)).toEqual(["hit", "q2", "é", Number.NaN, 2]);
  });
});

describe("corpus", () => {
  it("takes the names that people give to id and text", async () => {
    const told = await readFormat(
      jsonl,
      rows(
        { _id: "1", title: "T", text: "a" },
        { doc_id: "2", contents: "b", title: "" },
        { id: 3, content: "c" },
        { id: "4" },
      ),
      "corpus",
    );
    expect(told.events).toEqual([
      ["doc", "1", "a", 1, "T"],
      ["doc", "2", "b", 2],
      ["doc", "3", "c", 3],
    ]);
    expect(codesOf(told)).toEqual(["bad-row!:4", "id-type:3"]);
  });
});

describe("write", () => {
  const bytes = (text: string): [Uint8Array, number, number] => [
    new TextEncoder().encode(text),
    0,
    text.length,
  ];
  it("brings rows together by query, in the shortest form that says the same", async () => {
    const { text } = await writeFormat(jsonl, "run", (writer) => {
      writer.rows?.("score");
      writer.hit?.(...bytes("q1"), ...bytes("10"), 1, 1);
      writer.hit?.(...bytes("q2"), ...bytes("a"), 1, 2);
      writer.hit?.(...bytes("q1"), ...bytes("9"), 2, 3);
      writer.hit?.(...bytes("q2"), ...bytes("a"), 0.5, 4);
      writer.ranking?.("q3", ["a", { id: "b", score: 1, text: 'say "x"' }], 5);
    });
    expect(text).toBe(
      '{"id":"q1","hits":{"10":1,"9":2}}\n{"query":"q2","doc":"a","score":1}\n{"query":"q2","doc":"a","score":0.5}\n{"id":"q3","hits":["a",{"id":"b","score":1,"text":"say \\"x\\""}]}\n',
    );
  });
  it("writes ranks as a list, and judgements as grades", async () => {
    const ranked = await writeFormat(jsonl, "run", (writer) => {
      writer.rows?.("rank");
      writer.hit?.(...bytes("q1"), ...bytes("b"), 2, 1);
      writer.hit?.(...bytes("q1"), ...bytes("a"), 1, 2);
    });
    expect(ranked.text).toBe('{"id":"q1","hits":["a","b"]}\n');
    const judged = await writeFormat(jsonl, "gold", (writer) => {
      writer.query?.("q1", "words", 1);
      writer.grade?.(...bytes("q1"), ...bytes("b"), 2, 1);
      writer.grade?.(...bytes("q1"), ...bytes("b"), 1, 2);
      writer.grade?.(...bytes("q2"), ...bytes("a"), 1, 3, "7");
      writer.gold?.("q3", [["a", "b"], ["c"]], 4);
    });
    expect(judged.text).toBe(
      '{"id":"q1","query":"words","relevant":{"b":2}}\n{"id":"q2","subtopics":{"7":{"a":1}}}\n{"id":"q3","relevant":[["a","b"],["c"]]}\n',
    );
    expect(judged.problems.map(({ code }) => code)).toEqual(["duplicate-judgement"]);
  });
});

describe("detect", () => {
  const formatOf = async (text: string, kind: "gold" | "run" | "corpus", name = "x.json") =>
    (await detectFormat(memorySource(name, text), kind)).format.id;
  it("sees rows under any name, one or many, and rows that start long", async () => {
    expect(await formatOf('{"id":"q1","hits":["d1"]}', "run")).toBe("jsonl");
    expect(await formatOf('{"query":"x","relevant":["d1"]}\n{"query":"y","relevant":[]}', "gold")).toBe(
      "jsonl",
    );
    expect(await formatOf(`{"id":"q1","hits":[${'"d1",'.repeat(40_000)}"d2"]}\n`, "run")).toBe("jsonl");
    expect(await formatOf('{\n "id": "q1",\n "hits": ["d1"]\n}', "run")).toBe("json");
    expect(await formatOf('{"q1":["d1"]}', "run")).toBe("json");
    expect(await formatOf('{"what":1}\n{"what":2}', "run")).toBe("jsonl");
  });
});

describe("cut", () => {
  const at = (text: string) => jsonl.cut!(new TextEncoder().encode(text));
  it("is at the first whole list", () => {
    expect(at('"d1"]}\n{"id":"q2","hits":["d1"]}\n{"id":"q3"')).toBe(7);
    expect(at('x\nnonsense\n{"id":"q2","hits":{"d1":1}}\n')).toBe(11);
  });
  it("is nowhere in a table, or in less than a line", () => {
    expect(
      at('x\n{"query":"q1","doc":"d1","score":1}\n{"query":"q2","doc":"d1","score":1}\n'),
    ).toBeUndefined();
    expect(at('x\n{"id":"q2","hits":["d1"')).toBeUndefined();
    expect(at("x")).toBeUndefined();
    expect(at("")).toBeUndefined();
  });
});

const shared = new URL("../../../shared/data/", import.meta.url);
const there = (path: string) => existsSync(new URL(path, shared));
const load = (path: string) => {
  const bytes = readFileSync(new URL(path, shared));
  return new Uint8Array(path.endsWith(".gz") ? gunzipSync(bytes) : bytes);
};
describe("files of other tools", () => {
  it.skipIf(!there("elinor"))("elinor's samples (skipped without the shared data)", async () => {
    const judged = await readFormat(jsonl, load("elinor/true.jsonl"), "gold");
    expect(judged.events.length).toBeGreaterThan(10);
    expect(judged.events[0]).toEqual(["grade", "q_1", "d_1", 2, 1]);
    expect(judged.problems).toEqual([]);
    const ranked = await readFormat(jsonl, load("elinor/pred_1.jsonl"), "run");
    expect(ranked.events.slice(0, 2)).toEqual([
      ["rows", "score"],
      ["hit", "q_1", "d_1", 0.65, 1],
    ]);
    expect(ranked.problems).toEqual([]);
    expect(
      (await detectFormat(memorySource("true.jsonl", load("elinor/true.jsonl")), "gold")).format.id,
    ).toBe("jsonl");
    expect((await detectFormat(memorySource("p.jsonl", load("elinor/pred_1.jsonl")), "run")).format.id).toBe(
      "jsonl",
    );
  });
  it.skipIf(!there("scifact"))("SciFact's corpus (skipped without the shared data)", async () => {
    const told = await readFormat(jsonl, load("scifact/corpus.derived.jsonl.gz"), "corpus");
    expect(told.problems).toEqual([]);
    expect(told.events.length).toBeGreaterThan(1000);
    expect(told.events[0]!.slice(0, 2)).toEqual(["doc", "4983"]);
  });
});
