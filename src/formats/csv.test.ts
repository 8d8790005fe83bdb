import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codesOf, readFormat, writeFormat } from "../../test/_read-format.ts";
import { GoldieError } from "../core/problem.ts";
import { memorySource } from "../files/source.ts";
import { csv } from "./csv.ts";
import { detectFormat } from "./detect.ts";
import type { Kind } from "./format.ts";
import { ScoredHits } from "./rows/_scored-hits.ts";
import { tsv } from "./tsv.ts";

const read = (text: string, kind: Kind, more: Parameters<typeof readFormat>[3] = {}) =>
  readFormat(csv, text, kind, more);

describe("runs", () => {
  it("takes a row per hit, ordered by score, by rank, or as it stands", async () => {
    expect(await read('query,doc,score\nq1,d1,1.5\n"q ""2""","a,b",-2e-3\n', "run")).toEqual({
      events: [
        ["rows", "score"],
        ["hit", "q1", "d1", 1.5, 2],
        ["hit", 'q "2"', "a,b", -0.002, 3],
      ],
      problems: [],
    });
    expect((await read("query,doc,rank\nq1,d1,2\nq1,d2,1\n", "run")).events.slice(0, 2)).toEqual([
      ["rows", "rank"],
      ["hit", "q1", "d1", 2, 2],
    ]);
    expect((await read("query,doc\nq1,d1\n", "run")).events).toEqual([
      ["rows", "given"],
      ["hit", "q1", "d1", Number.NaN, 2],
    ]);
  });
  it("knows columns by their usual names, and tells only what is a guess", async () => {
    const told = await read("rank;Q_ID;similarity;docno\n1;q1;0.5;d1\n", "run");
    expect(told.events).toEqual([
      ["rows", "score"],
      ["hit", "q1", "d1", 0.5, 2],
    ]);
    expect(codesOf(told)).toEqual([]);
    expect(codesOf(await read("query_id,doc_id\nq1,d1\n", "gold"))).toEqual([]);
    const label = await read("query_id,doc_id,label\nq1,d1,2\n", "gold");
    expect(label.problems[0]!.what).toBe('using column "label" as the grade');
    const level = await read("query_id,doc_id,level\nq1,d1,0\n", "gold");
    expect(level.problems[0]!.what).toBe("no grade column found, so every row counts as relevant");
  });
  it("takes the only column whose name ends in score or similarity, and says so", async () => {
    for (const name of ["bm25_score", "Cosine similarity"]) {
      const one = await read(`query,doc,${name}\nq1,d1,0.1\nq1,d2,0.9\n`, "run");
      expect(one.events[0]).toEqual(["rows", "score"]);
      expect(one.problems[0]!.what).toBe(`using column ${JSON.stringify(name)} as the score`);
    }
    const ranked = await read("query,doc,bm25_score,rank\nq1,d1,0.1,1\nq1,d2,0.9,2\n", "run");
    expect(ranked.events[0]).toEqual(["rows", "rank"]);
    const words = await read("query,doc,bm25_score\nq1,d1,high\n", "run");
    expect(words.events[0]).toEqual(["rows", "given"]);
  });
  it("warns about numbers that it ignores, if they order the hits differently", async () => {
    const rows = (name: string, ...values: (number | string)[]) =>
      read(
        `query,doc,${name}\n${values.map((one, i) => `q${i < 3 ? 1 : 2},d${i},${one}\n`).join("")}`,
        "run",
      );
    const points = await rows("points", 0.1, 0.9, 0.5);
    expect(points.events[0]).toEqual(["rows", "given"]);
    expect(codesOf(points)).toEqual(["ignored-numbers:1"]);
    expect(points.problems[0]!.what).toContain('column "points"');
    expect(points.problems[0]!.fix).toContain("--col score=points");
    // Lower is better: never a score.
    const distance = await rows("distance", 0.9, 0.1, 0.5);
    expect(distance.events[0]).toEqual(["rows", "given"]);
    expect(distance.problems[0]!.fix).toContain("--col rank=distance");
    const two = await read("query,doc,bm25_score,dense_score\nq1,d1,3,1\nq1,d2,5,1\n", "run");
    expect(two.problems[0]!.fix).toContain("--col score=bm25_score");
    // In the order of the rows, counted, empty or no numbers.
    expect(codesOf(await rows("points", 0.9, 0.5, 0.1, 3, 2))).toEqual([]);
    expect(codesOf(await rows("distance", 0.1, 0.5, 0.9, 0.2))).toEqual([]);
    expect(codesOf(await rows("place", 1, 2, 3, 1, 2))).toEqual([]);
    expect(codesOf(await rows("points", "", "", 1, 3))).toEqual([]);
    expect(codesOf(await rows("points", 1, "two", 3))).toEqual([]);
  });
  it("takes the columns that the user names", async () => {
    const told = await read("a,b,c\nq1,d1,3\n", "run", { columns: { query: "a", doc: "b", score: "c" } });
    expect(told).toEqual({
      events: [
        ["rows", "score"],
        ["hit", "q1", "d1", 3, 2],
      ],
      problems: [],
    });
  });
  it("tells words once per query, and gives texts where they are wanted", async () => {
    const text = "query_id,query,doc,score,text\nq1,what?,d1,1,one\nq1,what?,d2,2,two\nq2,,d1,1,one\n";
    const told = await read(text, "run");
    expect(told.events.filter(([what]) => what === "query")).toEqual([["query", "q1", "what?", 2]]);
    expect((await read(text, "run", { texts: true })).events.filter(([what]) => what !== "query")).toEqual([
      ["ranking", "q1", new ScoredHits(["d1", "d2"], [1, 2], ["one", "two"]), 2],
      ["ranking", "q2", new ScoredHits(["d1"], [1], ["one"]), 4],
    ]);
  });
  it("takes a row per query with a list in a cell", async () => {
    const told = await read(
      'id,hits\nq1,"[""a"", ""b""]"\nq2,"[\'a\', 7]"\nq3,a|b\nq4,\nq5,"{""a"": 0.5}"\nq6,"[{""id"": ""a"", ""score"": 1}]"\n',
      "run",
    );
    expect(told.events).toEqual([
      ["ranking", "q1", ["a", "b"], 2],
      ["ranking", "q2", ["a", "7"], 3],
      ["ranking", "q3", ["a", "b"], 4],
      ["ranking", "q4", [], 5],
      ["ranking", "q5", { a: 0.5 }, 6],
      ["ranking", "q6", [{ id: "a", score: 1 }], 7],
    ]);
    expect(codesOf(told)).toEqual(["id-type:3"]);
    const lists = await read(
      'qid,retrieved_ids,scores\nq1,"[\'a\', \'b\']","[2, 1]"\nq2,"[\'a\']","[2, 1]"\n',
      "run",
    );
    expect(lists.events).toEqual([
      [
        "ranking",
        "q1",
        [
          { id: "a", score: 2 },
          { id: "b", score: 1 },
        ],
        2,
      ],
    ]);
    expect(codesOf(lists)).toEqual(["bad-list!:3"]);
  });
  it("tells what it cannot read, with the line, and reads on", async () => {
    const told = await read(
      'query,doc,score\nq1,d1,nan\nq1,d1,\nq1,d1,"1,5"\n,d1,1\nq1,,1\nq1,d1\nq1,d1,1,2\nq1,d1,1,,\nq1,"d"x,1\nq1,d2,1e999\nq1,d9,7\n',
      "run",
    );
    expect(told.events).toEqual([
      ["rows", "score"],
      ["hit", "q1", "d1", 1, 9],
      ["hit", "q1", "d9", 7, 12],
    ]);
    expect(codesOf(told)).toEqual([
      "bad-score!:2",
      "missing-score!:3",
      "bad-score!:4",
      "empty-id!:5",
      "empty-id!:6",
      "bad-columns!:7",
      "bad-columns!:8",
      "bad-quote!:10",
      "bad-score!:11",
    ]);
    expect(told.problems[2]!.fix).toMatch(/, pass table: { decimal: "," };/);
  });
  it("refuses ids that are not UTF-8", async () => {
    const bytes = new TextEncoder().encode("query,doc,score\nq1,d?,1\nq1,é,2\n");
    bytes[bytes.indexOf(0x3f)] = 0xff;
    const told = await readFormat(csv, bytes, "run");
    expect(codesOf(told)).toEqual(["not-utf8!:2"]);
    expect(told.events.at(-1)).toEqual(["hit", "q1", "é", 2, 3]);
    const lists = new TextEncoder().encode("id,hits\nq1,d?\n");
    lists[lists.indexOf(0x3f)] = 0xff;
    expect(codesOf(await readFormat(csv, lists, "run"))).toEqual(["not-utf8!:2"]);
  });
});

describe("gold", () => {
  it("takes a row per judgement; without grades every row is relevant", async () => {
    expect((await read("query,doc,grade,subtopic\nq1,d1,2,\nq1,d2,-1,7\n", "gold")).events).toEqual([
      ["grade", "q1", "d1", 2, 2],
      ["grade", "q1", "d2", -1, 3, "7"],
    ]);
    const told = await read("query,doc\nq1,d1\n", "gold");
    expect(told.events).toEqual([["grade", "q1", "d1", 1, 2]]);
    expect(codesOf(told)).toEqual([]);
  });
  it("takes a row per query with lists, groups, an answer and words", async () => {
    const told = await read(
      'id,query,relevant,answer\nq1,what?,"[[""a"", ""b""], [""c""]]",42\nq2,,a|b,\nq3,,[1],"[\'yes\', \'y\']"\n',
      "gold",
    );
    expect(told.events).toEqual([
      ["gold", "q1", { relevant: [["a", "b"], ["c"]], answer: "42" }, 2],
      ["query", "q1", "what?", 2],
      ["gold", "q2", { relevant: ["a", "b"] }, 3],
      ["gold", "q3", { relevant: ["1"], answer: "yes" }, 4],
    ]);
    expect(codesOf(told)).toEqual(["id-type:4"]);
    expect((await read("question,relevant\nwhat?,\"['a']\"\n", "gold")).events).toContainEqual([
      "query",
      "what?",
      "what?",
      2,
    ]);
    expect(codesOf(await read("id,relevant\nq1,\"['a'\"\nq2,[]\n", "gold"))).toEqual(["bad-list!:2"]);
  });
  it("takes places in documents", async () => {
    const told = await read(
      'question,references,corpus_id\nwhy?,"[{""content"": ""because"", ""start_index"": 3, ""end_index"": 10}]",book\nhow?,[1],book\n',
      "gold",
    );
    expect(told.events).toEqual([
      ["gold", "why?", { relevant: [{ doc: "book", start: 3, end: 10, text: "because" }] }, 2],
      ["query", "why?", "why?", 2],
    ]);
    expect(codesOf(told)).toEqual(["bad-list!:3"]);
  });
});

describe("detect", () => {
  const sure = (header: string) =>
    (["gold", "run", "corpus"] as const).map(
      (kind) => csv.detect(new TextEncoder().encode(`${header}\n1,2,3\n`), "x", kind)?.sure ?? 0,
    );
  it.each([
    ["query,doc,grade", [0.8, 0.3, 0]],
    ["query,doc,score", [0.55, 0.8, 0]],
    ["qid,docno,similarity", [0.3, 0.55, 0]],
    ["query,doc,colour", [0.3, 0.3, 0]],
    ["id,title,text", [0, 0, 0.8]],
    ["name,colour,size", [0, 0, 0]],
  ])("%s", (header, expected) => {
    expect(sure(header)).toEqual(expected);
  });
});

describe("tables without names", () => {
  const refusal = async (text: string, kind: Kind, format = csv) => {
    const error = await readFormat(format, text, kind).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(GoldieError);
    return (error as GoldieError).problem;
  };
  it("are refused with a way out", async () => {
    expect(await refusal("q1,d1,0.5\nq1,d2,0.4\n", "run")).toMatchObject({
      code: "no-header",
      fix: "add a header row, such as query,doc,score",
      at: { file: "file", line: 1 },
    });
    expect((await refusal("0-0\tSome text\n0-1\tMore\n", "corpus", tsv)).code).toBe("no-column");
    expect(await refusal("name,colour\na,b\n", "run")).toMatchObject({ code: "no-column" });
  });
  it("an empty table says so", async () => {
    expect(codesOf(await read("query,doc,score\n", "run"))).toEqual(["empty-file!:"]);
    expect(codesOf(await read("", "run"))).toEqual(["empty-file!:"]);
  });
});

describe("scores", () => {
  it("takes a column per metric, and the tables that we write", async () => {
    expect((await read("query_id,ndcg@5,ap\nq1,0.5,\nall,0.5,1\n", "scores")).events).toEqual([
      ["score", "ndcg@5", "q1", 0.5, 2],
      ["score", "ndcg@5", undefined, 0.5, 3],
      ["score", "ap", undefined, 1, 3],
    ]);
    expect(
      (await read("run,query,rr,states\nbm25,q1,1,\nbm25,q2,,rr: undefined\n", "scores")).events,
    ).toEqual([
      ["score", "rr", "q1", 1, 2],
      ["tag", "bm25"],
    ]);
    const told = await read(
      "run,tag,value,metric,mean\nbm25,,,rr,0.75\nbm25,lang,de,rr,0.5\nother,,,rr,0.1\n",
      "scores",
    );
    expect(told.events).toEqual([
      ["score", "rr", undefined, 0.75, 2],
      ["tag", "bm25"],
    ]);
    expect(codesOf(told)).toEqual(["several-runs:"]);
  });
});

describe("write", () => {
  const hits = (...scores: (number | undefined)[]) =>
    scores.map((score, i) => ({ id: "abc"[i]!, ...(score === undefined ? {} : { score }) }));
  it("writes ranks where a list has no falling scores, and says what is lost", async () => {
    const { text, problems } = await writeFormat(csv, "run", (writer) => {
      writer.ranking?.("q1", ["b", "a"], 1);
      writer.ranking?.(
        "q2",
        new Map([
          ["x", 1],
          ["y", 2],
        ]),
        2,
      );
      writer.ranking?.("q3", [], 3);
      writer.ranking?.("q4", [{ id: null, text: "t" }, { id: "z" }], 4);
    });
    expect(text).toBe("query,doc,rank,text\nq1,b,1,\nq1,a,2,\nq2,y,1,\nq2,x,2,\nq4,z,2,\n");
    expect(problems.map(({ code, at }) => [code, at])).toEqual([
      ["lost-query", { query: "q3" }],
      ["no-id", { query: "q4" }],
    ]);
  });
  it.each<[string, [string, unknown][], string]>([
    ["falling scores", [["q1", hits(2, 1)]], "query,doc,score\nq1,a,2\nq1,b,1\n"],
    [
      "a score that is higher than the one before",
      [["q1", hits(2, 1, 3)]],
      "query,doc,rank\nq1,a,1\nq1,b,2\nq1,c,3\n",
    ],
    ["equal scores", [["q1", hits(2, 2)]], "query,doc,rank\nq1,a,1\nq1,b,2\n"],
    ["a hit without a score", [["q1", hits(2, undefined, 1)]], "query,doc,rank\nq1,a,1\nq1,b,2\nq1,c,3\n"],
    ["one hit, without a score", [["q1", hits(undefined)]], "query,doc,rank\nq1,a,1\n"],
    ["no score on the first hit", [["q1", hits(undefined, 1)]], "query,doc,rank\nq1,a,1\nq1,b,2\n"],
    [
      "one list of two that rises",
      [
        ["q1", hits(2, 1)],
        ["q2", hits(1, 2)],
      ],
      "query,doc,rank\nq1,a,1\nq1,b,2\nq2,a,1\nq2,b,2\n",
    ],
  ])("writes scores where they tell the order of every list: %s", async (_, rankings, wanted) => {
    const { text } = await writeFormat(csv, "run", (writer) => {
      for (const [query, list] of rankings) writer.ranking?.(query, list, 1);
    });
    expect(text).toBe(wanted);
  });
  it("has a column of texts where some hit has one", async () => {
    const { text } = await writeFormat(csv, "run", (writer) => {
      writer.ranking?.(
        "q1",
        [
          { id: "a", score: 2 },
          { id: "b", score: 1, text: "one two" },
        ],
        1,
      );
    });
    expect(text).toBe("query,doc,score,text\nq1,a,2,\nq1,b,1,one two\n");
  });
  it("has no column for words that are the ids, nor for aspects that nobody gave", async () => {
    const { text } = await writeFormat(csv, "gold", (writer) => {
      writer.query?.("q1", "q1", 1);
      writer.gold?.("q1", ["d1"], 1);
      writer.gold?.("q2", ["d2"], 2);
    });
    expect(text).toBe("query,doc,grade\nq1,d1,1\nq2,d2,1\n");
  });
  it("keeps words and aspects of gold", async () => {
    const { text } = await writeFormat(csv, "gold", (writer) => {
      writer.query?.("q1", "what, where?", 1);
      writer.gold?.("q1", { subtopics: { a: { d1: 1 } } }, 1);
      writer.gold?.("q2", ["d2"], 2);
    });
    expect(text).toBe('query_id,query,doc,grade,subtopic\nq1,"what, where?",d1,1,a\nq2,,d2,1,\n');
  });

  const id = fc.string({
    minLength: 1,
    unit: fc.constantFrom("a", "1", ",", '"', "\n", "\r", " ", "\t", ";", "é", "[", "|"),
  });
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0);
  it.each([csv, tsv])("$title: what was written is read back, runs", async (format) => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(id, fc.dictionary(id, number, { minKeys: 1, maxKeys: 4 }), { minKeys: 1, maxKeys: 3 }),
        async (run) => {
          const { bytes, problems } = await writeFormat(format, "run", (writer) => {
            for (const [query, scores] of Object.entries(run))
              writer.ranking?.(query, new Map(Object.entries(scores)), 1);
          });
          expect(problems).toEqual([]);
          const told = await readFormat(format, bytes, "run");
          expect(told.problems).toEqual([]);
          expect(told.events.slice(1).map(([, query, doc, score]) => [query, doc, score])).toEqual(
            Object.entries(run).flatMap(([query, scores]) =>
              Object.entries(scores).map(([doc, score]) => [query, doc, score]),
            ),
          );
        },
      ),
      { seed: 5, numRuns: 500 },
    );
  });
  it.each([csv, tsv])("$title: what was written is read back, documents", async (format) => {
    const text = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", " ", "\t", "é") });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(id, text, text), { minLength: 1 }), async (docs) => {
        const { bytes } = await writeFormat(format, "corpus", (writer) => {
          for (const [doc, words, title] of docs) writer.doc?.(doc, words, 1, title);
        });
        const told = await readFormat(format, bytes, "corpus");
        expect(told.problems).toEqual([]);
        expect(told.events.map(([, doc, words, , title]) => [doc, words, title ?? ""])).toEqual(docs);
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});

const shared = new URL("../../../shared/data/", import.meta.url);
const there = (path: string) => existsSync(new URL(path, shared));
const load = (path: string) => new Uint8Array(readFileSync(new URL(path, shared)));
describe("files of other tools", () => {
  it.skipIf(!there("chunking-eval"))(
    "the chunking evaluation (skipped without the shared data)",
    async () => {
      const bytes = load("chunking-eval/questions_df.csv");
      expect((await detectFormat(memorySource("questions_df.csv", bytes), "gold")).format.id).toBe("csv");
      const told = await readFormat(csv, bytes, "gold");
      expect(told.problems).toEqual([]);
      expect(told.events.filter(([what]) => what === "gold")).toHaveLength(472);
      expect(told.events[0]![2]).toMatchObject({
        relevant: [{ doc: "state_of_the_union", start: 27346, end: 27425 }, {}],
      });
    },
  );
  it.skipIf(!there("elinor"))("elinor's scores (skipped without the shared data)", async () => {
    expect((await readFormat(csv, load("elinor/pred_1.csv"), "scores")).events[0]).toEqual([
      "score",
      "precision@3",
      "q_1",
      0.6666666666666666,
      2,
    ]);
    expect((await readFormat(csv, load("elinor/X.csv"), "scores")).events).toHaveLength(20);
    expect((await detectFormat(memorySource("X.csv", load("elinor/X.csv")), "scores")).format.id).toBe("csv");
  });
  it.skipIf(!there("liverag"))("LiveRAG's negative samples (skipped without the shared data)", async () => {
    const bytes = new Uint8Array(gunzipSync(load("liverag/negative_samples_954-gpt-4.1-mini.tsv.gz")));
    const told = await readFormat(tsv, bytes, "corpus", { columns: { text: "doc_text" } });
    expect(codesOf(told)).toEqual([]);
    expect(told.events).toHaveLength(954);
    expect(told.events.at(-1)![3]).toBeGreaterThan(9000);
  });
  it.skipIf(!there("noveleval"))("a table without names (skipped without the shared data)", async () => {
    for (const [file, kind] of [
      ["corpus", "corpus"],
      ["queries", "gold"],
    ] as const)
      await expect(readFormat(tsv, load(`noveleval/${file}.tsv`), kind)).rejects.toThrow(GoldieError);
  });
  it.skipIf(!there("scifact"))(
    "SciFact's judgements as a table (skipped without the shared data)",
    async () => {
      const told = await readFormat(tsv, load("scifact/qrels/test.tsv"), "gold");
      expect(told.events[0]).toEqual(["grade", "1", "31715818", 1, 2]);
      expect(told.events).toHaveLength(339);
      expect(codesOf(told)).toEqual([]);
    },
  );
});

it("a name that is longer than any is none, and cells without a column are not made texts", async () => {
  const { problems } = await read(`query,doc,score\nq1,d1,2${",".repeat(100_000)}\n`, "run");
  expect(problems).toEqual([]);
  await expect(read(`${"a ".repeat(2_000_000)}\n`, "run")).rejects.toMatchObject({
    problem: { code: "no-header" },
  });
});
