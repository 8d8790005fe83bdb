import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, describe, expect, it } from "vitest";
import { hashBytes } from "../core/hash.ts";
import type { Problem } from "../core/problem.ts";
import { GoldieError } from "../core/problem.ts";
import type { Source } from "../files/source.ts";
import { memorySource } from "../files/source.ts";
import type { Kind, Sink } from "./format.ts";
import { openSource } from "./open-source.ts";
import { parquet } from "./parquet.ts";

const decoder = new TextDecoder();
const text = (bytes: Uint8Array, start: number, end: number): string =>
  decoder.decode(bytes.subarray(start, end));

interface Heard {
  readonly calls: unknown[][];
  readonly problems: Problem[];
}
async function readAll(
  source: Source,
  kind: Kind,
  columns: Readonly<Record<string, string>> = {},
  texts = false,
): Promise<Heard> {
  const calls: unknown[][] = [];
  const problems: Problem[] = [];
  const sink: Sink = {
    rows: (order) => void calls.push(["rows", order]),
    hit: (q, a, b, d, c, e, value, line) => void calls.push([text(q, a, b), text(d, c, e), value, line]),
    grade: (q, a, b, d, c, e, value, line) => void calls.push([text(q, a, b), text(d, c, e), value, line]),
    ranking: (query, hits, line) => void calls.push([query, hits, line]),
    gold: (query, value, line) => void calls.push([query, value, line]),
    query: (id, words, line) => void calls.push(["words", id, words, line]),
    doc: (id, words, line, title) =>
      void calls.push(title === undefined ? [id, words, line] : [id, words, line, title]),
  };
  await parquet.read(source, sink, { kind, columns, texts, problem: (p) => void problems.push(p) });
  return { calls, problems };
}
const table = (...columnData: ColumnSource[]): Source =>
  memorySource("t.parquet", new Uint8Array(parquetWriteBuffer({ columnData })));
const strings = (name: string, data: unknown[]): ColumnSource => ({ name, data, type: "STRING" });
const doubles = (name: string, data: unknown[]): ColumnSource => ({ name, data, type: "DOUBLE" });
/** Lists need a schema of their own, which goes for the whole file. */
function lists(columns: Readonly<Record<string, { data: unknown[]; depth: number; number?: true }>>): Source {
  const element = (name: string, depth: number, number: boolean): object[] =>
    depth === 0
      ? [
          number
            ? { name, type: "DOUBLE", repetition_type: "OPTIONAL" }
            : { name, type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" },
        ]
      : [
          { name, converted_type: "LIST", repetition_type: "OPTIONAL", num_children: 1 },
          { name: "list", repetition_type: "REPEATED", num_children: 1 },
          ...element("element", depth - 1, number),
        ];
  const entries = Object.entries(columns);
  const schema = [
    { name: "root", num_children: entries.length },
    ...entries.flatMap(([name, { depth, number }]) => element(name, depth, number === true)),
  ] as never;
  const columnData = entries.map(([name, { data }]) => ({ name, data }));
  return memorySource("t.parquet", new Uint8Array(parquetWriteBuffer({ columnData, schema })));
}

describe("a row per hit", () => {
  it("of ranx: q_id, doc_id, score", async () => {
    const source = table(
      strings("q_id", ["q1", "q1", "q2"]),
      strings("doc_id", ["d3", "d1", "d9"]),
      doubles("score", [2.5, 1.75, 0.5]),
    );
    expect(await readAll(source, "run")).toEqual({
      calls: [
        ["rows", "score"],
        ["q1", "d3", 2.5, 1],
        ["q1", "d1", 1.75, 2],
        ["q2", "d9", 0.5, 3],
      ],
      problems: [],
    });
  });
  it("by rank where there is no score, by place where there is neither", async () => {
    const [q, d] = [strings("Query ID", ["q1", "q1"]), strings("docno", ["a", "b"])];
    const ranked = await readAll(table(q, d, { name: "rank", data: [2, 1], type: "INT32" }), "run");
    expect(ranked.calls).toEqual([
      ["rows", "rank"],
      ["q1", "a", 2, 1],
      ["q1", "b", 1, 2],
    ]);
    const plain = await readAll(table(q, d), "run");
    expect(plain.calls).toEqual([
      ["rows", "given"],
      ["q1", "a", Number.NaN, 1],
      ["q1", "b", Number.NaN, 2],
    ]);
    expect(plain.problems.map((p) => p.code)).toEqual(["no-score"]);
  });
  it("with whole numbers as ids, all their digits kept", async () => {
    const source = table(
      { name: "query", data: [1n, -2n], type: "INT64" },
      { name: "doc", data: [34952194402811904n, 7n], type: "INT64" },
      doubles("score", [1, 2]),
    );
    expect((await readAll(source, "run")).calls.slice(1)).toEqual([
      ["1", "34952194402811904", 1, 1],
      ["-2", "7", 2, 2],
    ]);
  });
  it("with fractions as ids, which are named", async () => {
    const { calls, problems } = await readAll(
      table(doubles("qid", [1, 2]), strings("did", ["a", "b"]), doubles("score", [1, 2])),
      "run",
    );
    expect(calls.slice(1).map(([query]) => query)).toEqual(["1", "2"]);
    expect(problems).toMatchObject([{ code: "number-id", what: expect.stringContaining("column qid") }]);
  });
  it("says of each row that cannot be read why, and goes on", async () => {
    const source = table(
      strings("qid", ["q1", null, "q1", "q2", "q2", "", "q3"]),
      strings("did", ["a", "b", null, "c", "d", "e", "f"]),
      doubles("score", [1, 1, 1, Number.NaN, null, 1, Number.POSITIVE_INFINITY]),
    );
    const { calls, problems } = await readAll(source, "run");
    expect(calls.slice(1)).toEqual([["q1", "a", 1, 1]]);
    expect(problems.map((p) => [p.code, p.what, p.at, p.level])).toEqual([
      ["no-query", "the row has no query", { line: 2 }, "error"],
      ["no-document", "the row has no document", { line: 3 }, "error"],
      ["bad-score", 'the score of "c" is NaN', { line: 4, query: "q2" }, "error"],
      ["bad-score", "the row has no score", { line: 5, query: "q2" }, "error"],
      ["no-query", "the row has no query", { line: 6 }, "error"],
      ["bad-score", 'the score of "f" is Infinity', { line: 7, query: "q3" }, "error"],
    ]);
  });
  it("refuses an id that is not UTF-8, and a score that is a word", async () => {
    const { calls, problems } = await readAll(
      table(
        strings("qid", ["q", "q"]),
        { name: "did", data: [Uint8Array.of(0xff), Uint8Array.of(0x61)], type: "BYTE_ARRAY" },
        strings("score", ["1", "high"]),
      ),
      "run",
    );
    expect(calls).toHaveLength(1);
    expect(problems.map((p) => [p.code, p.what, p.at?.line])).toEqual([
      ["not-utf8", "the document id is not valid UTF-8", 1],
      ["bad-score", 'the score of "a" is not a number', 2],
    ]);
  });
});

describe("batches", () => {
  const rows = Array.from({ length: 12_000 }, (_, i) => i);
  it.each(["PLAIN", "RLE_DICTIONARY"] as const)(
    "hold the same hits as single ones, ids in %s",
    async (encoding) => {
      const query = rows.map((i) => (i % 997 === 0 ? null : i < 9000 ? `q${Math.floor(i / 300)}` : "last"));
      const columnData = [
        { ...strings("qid", query), encoding },
        {
          ...strings(
            "did",
            rows.map((i) => `dé${(i * 7919) % 1013}`),
          ),
          encoding,
        },
        doubles(
          "score",
          rows.map((i) => (i % 1501 === 0 ? Number.NaN : -i / 8)),
        ),
      ];
      const source = memorySource(
        "t",
        new Uint8Array(parquetWriteBuffer({ columnData, pageSize: 5000, rowGroupSize: 7000 })),
      );
      const single = await readAll(source, "run");
      const calls: unknown[][] = [];
      const problems: Problem[] = [];
      let [batches, blocks] = [0, 0];
      await parquet.read(
        source,
        {
          hit: () => expect.unreachable("batches are wanted"),
          hits(bytes, qStart, qEnd, { count, starts, ends, hashes, values, lines }) {
            batches++;
            for (let i = 0; i < count; i++) {
              expect(hashes[i]).toBe(hashBytes(bytes, starts[i]!, ends[i]!));
              calls.push([text(bytes, qStart, qEnd), text(bytes, starts[i]!, ends[i]!), values[i], lines[i]]);
            }
          },
          blockEnd: () => void blocks++,
        },
        { kind: "run", columns: {}, texts: false, problem: (p) => void problems.push(p) },
      );
      expect(calls).toEqual(single.calls.slice(1));
      expect(problems).toEqual(single.problems);
      expect(problems.length).toBeGreaterThan(15);
      expect(batches).toBeLessThan(200);
      expect(blocks).toBeGreaterThan(2);
    },
  );
});

describe("a row per judgement", () => {
  it("of MTEB: query-id, corpus-id, score", async () => {
    const source = table(strings("query-id", ["1", "1"]), strings("corpus-id", ["10", "11"]), {
      name: "score",
      data: [2, 0],
      type: "INT32",
    });
    expect((await readAll(source, "gold")).calls).toEqual([
      ["1", "10", 2, 1],
      ["1", "11", 0, 2],
    ]);
  });
  it("without grades: every row is relevant", async () => {
    const { calls, problems } = await readAll(
      table(strings("query_id", ["1"]), strings("pid", ["10"])),
      "gold",
    );
    expect([calls, problems]).toEqual([[["1", "10", 1, 1]], []]);
  });
  it("with a grade that is none", async () => {
    const { problems } = await readAll(
      table(strings("qid", ["1"]), strings("pid", ["10"]), doubles("rel", [null])),
      "gold",
    );
    expect(problems).toMatchObject([
      { code: "bad-grade", what: "the row has no grade", level: "error", at: { line: 1, query: "1" } },
    ]);
  });
});

describe("a row per query", () => {
  it("with a list of hits, scores and texts beside it", async () => {
    const source = lists({
      id: { data: ["q1", "q2", "q3"], depth: 0 },
      question: { data: ["why?", null, "how?"], depth: 0 },
      doc_ids: { data: [["a", "b"], [], null], depth: 1 },
      scores: { data: [[2, 1], [], null], depth: 1, number: true },
      contexts: { data: [["A", null], [], null], depth: 1 },
    });
    const { calls, problems } = await readAll(source, "run");
    expect(calls).toEqual([
      ["words", "q1", "why?", 1],
      [
        "q1",
        [
          { id: "a", score: 2 },
          { id: "b", score: 1 },
        ],
        1,
      ],
      ["q2", [], 2],
      ["words", "q3", "how?", 3],
      ["q3", [], 3],
    ]);
    expect(problems.map((p) => p.code)).toEqual(["no-list"]);
    expect((await readAll(source, "run", {}, true)).calls[1]).toEqual([
      "q1",
      [
        { id: "a", score: 2, text: "A" },
        { id: "b", score: 1 },
      ],
      1,
    ]);
  });
  it("with scores that do not fit the list: it is in order without them", async () => {
    const source = lists({
      qid: { data: ["q1", "q2"], depth: 0 },
      hits: { data: [["a", null], ["c"]], depth: 1 },
      scores: { data: [[1], [Number.NaN]], depth: 1, number: true },
    });
    const { calls, problems } = await readAll(source, "run");
    expect(calls).toEqual([
      ["q1", ["a", null], 1],
      ["q2", ["c"], 2],
    ]);
    expect(problems.map((p) => [p.code, p.at])).toEqual([
      ["uneven-lists", { line: 1, query: "q1" }],
      ["bad-score", { line: 2, query: "q2" }],
    ]);
  });
  it("with groups, a list, or grades as gold", async () => {
    const gold = (columns: Parameters<typeof lists>[0]) =>
      readAll(lists({ qid: { data: ["q"], depth: 0 }, ...columns }), "gold");
    expect(
      (
        await gold({
          relevant: { data: [[["a", "b"], ["c"], []]], depth: 2 },
          answer: { data: ["yes"], depth: 0 },
        })
      ).calls,
    ).toEqual([["q", { groups: [["a", "b"], ["c"], []], answer: "yes" }, 1]]);
    expect((await gold({ relevant_docs: { data: [["a", null]], depth: 1 } })).calls).toEqual([
      ["q", { relevant: ["a", ""] }, 1],
    ]);
    const graded = await gold({
      relevant: { data: [["a", "b"]], depth: 1 },
      grades: { data: [[3, 0]], depth: 1, number: true },
    });
    expect(graded.calls).toEqual([
      [
        "q",
        {
          grades: new Map([
            ["a", 3],
            ["b", 0],
          ]),
        },
        1,
      ],
    ]);
    const uneven = await gold({
      relevant: { data: [["a", "b"]], depth: 1 },
      grades: { data: [[3]], depth: 1, number: true },
    });
    expect([uneven.calls, uneven.problems[0]?.code, uneven.problems[0]?.level]).toEqual([
      [],
      "bad-grade",
      "error",
    ]);
    const none = await gold({ relevant: { data: [null], depth: 1 } });
    expect([none.calls, none.problems[0]?.code]).toEqual([[], "no-gold"]);
  });
});

describe("a corpus", () => {
  it("_id, title, text", async () => {
    const source = table(
      strings("_id", ["a", "b", null]),
      strings("title", ["T", "", "x"]),
      strings("text", ["words", null, "lost"]),
    );
    const { calls, problems } = await readAll(source, "corpus");
    expect(calls).toEqual([
      ["a", "words", 1, "T"],
      ["b", "", 2],
    ]);
    expect(problems.map((p) => [p.code, p.level, p.at?.line])).toEqual([
      ["no-text", undefined, 2],
      ["no-document", "error", 3],
    ]);
  });
});

describe("columns", () => {
  const refused = async (source: Source, kind: Kind, columns = {}): Promise<Problem> => {
    const error = await readAll(source, kind, columns).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(GoldieError);
    return (error as GoldieError).problem;
  };
  const odd = table(strings("frage", ["q"]), strings("dokument", ["d"]), doubles("punkte", [1]));

  it("are taken as the user names them", async () => {
    const { calls } = await readAll(odd, "run", { query: "frage", doc: "dokument", score: "punkte" });
    expect(calls).toEqual([
      ["rows", "score"],
      ["q", "d", 1, 1],
    ]);
  });
  it("are missed in words", async () => {
    expect(await refused(odd, "run")).toEqual({
      code: "no-column",
      reason: "role",
      what: "no column looks like query ids",
      why: "columns: frage, dokument, punkte",
      fix: "name the column: --col query=NAME",
      fields: { role: "query", columns: ["frage", "dokument", "punkte"], nearest: [] },
      at: { side: "run", file: "t.parquet" },
    });
    expect(await refused(odd, "gold", { query: "frag", doc: "dokument" })).toMatchObject({
      what: 'there is no column "frag"',
      fix: "did you mean frage?",
    });
  });
  it("of another file are named, and guessed here", async () => {
    const { calls, problems } = await readAll(
      table(strings("qid", ["q"]), strings("did", ["d"]), doubles("score", [1])),
      "run",
      { query: "frage" },
    );
    expect(calls[1]).toEqual(["q", "d", 1, 1]);
    expect(problems).toMatchObject([
      { code: "no-column", what: 'there is no column "frage"; using "qid" as the query' },
    ]);
  });
  it("that cannot be ids or numbers are refused", async () => {
    const dated = table(
      { name: "qid", data: [new Date(0)], type: "TIMESTAMP" },
      strings("did", ["d"]),
      doubles("score", [1]),
    );
    expect(await refused(dated, "run")).toMatchObject({
      code: "bad-column",
      what: "column qid holds times, so it cannot be the query",
    });
  });
  it("without rows are an error", async () => {
    const { problems } = await readAll(
      table(strings("qid", []), strings("did", []), doubles("score", [])),
      "run",
    );
    expect(problems).toMatchObject([{ code: "empty-file", level: "error" }]);
  });
});

describe("a file on disk", () => {
  const folder = mkdtempSync(join(tmpdir(), "goldie-parquet-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const written = async (
    kind: Kind,
    fill: (sink: Sink) => void,
  ): Promise<{ path: string; problems: Problem[] }> => {
    const problems: Problem[] = [];
    const pieces: Uint8Array[] = [];
    const writer = parquet.write!({
      kind,
      name: "x",
      write: (bytes) => void pieces.push(bytes as Uint8Array),
      problem: (p) => void problems.push(p),
    });
    fill(writer);
    await writer.end();
    const path = join(folder, `${kind}-${Math.floor(pieces.length)}-${problems.length}.parquet`);
    writeFileSync(path, Buffer.concat(pieces));
    return { path, problems };
  };
  const readBack = async (path: string, kind: Kind): Promise<unknown[][]> =>
    (await readAll(await openSource(path), kind)).calls;

  it("holds the run that was written, over several groups of rows", async () => {
    const many = 110_000;
    const bytes = new TextEncoder().encode("q1d7");
    const { path } = await written("run", (sink) => {
      sink.rows!("score");
      for (let i = 0; i < many; i++) sink.hit!(bytes, 0, 2, bytes, 2, 4, i / 2, i + 1);
    });
    const back = await readBack(path, "run");
    expect(back).toHaveLength(many + 1);
    expect(back[many]).toEqual(["q1", "d7", (many - 1) / 2, many]);
  });
  it("holds rankings, ordered by score", async () => {
    const { path } = await written("run", (sink) => {
      sink.ranking!("q1", ["a", "b"], 1);
      sink.ranking!("q2", new Map([["c", 0.5]]), 2);
    });
    expect(await readBack(path, "run")).toEqual([
      ["rows", "score"],
      ["q1", "a", 2, 1],
      ["q1", "b", 1, 2],
      ["q2", "c", 0.5, 3],
    ]);
  });
  it("holds ranks and places as scores that fall", async () => {
    const bytes = new TextEncoder().encode("qab");
    for (const [order, values] of [
      ["rank", [1, 2]],
      ["given", [Number.NaN, Number.NaN]],
    ] as const) {
      const { path } = await written("run", (sink) => {
        sink.rows!(order);
        sink.hit!(bytes, 0, 1, bytes, 1, 2, values[0], 1);
        sink.hit!(bytes, 0, 1, bytes, 2, 3, values[1], 2);
      });
      expect(await readBack(path, "run")).toEqual([
        ["rows", "score"],
        ["q", "a", 2, 1],
        ["q", "b", 1, 2],
      ]);
    }
  });
  it("holds gold as grades, and says what it cannot hold", async () => {
    const bytes = new TextEncoder().encode("qa");
    const { path, problems } = await written("gold", (sink) => {
      sink.grade!(bytes, 0, 1, bytes, 1, 2, 3, 1);
      sink.gold!("r", { grades: new Map([["b", 0]]) }, 2);
      sink.gold!("s", { groups: [["c", "d"]] }, 3);
    });
    expect(await readBack(path, "gold")).toEqual([
      ["q", "a", 3, 1],
      ["r", "b", 0, 2],
      ["s", "c", 1, 3],
      ["s", "d", 1, 4],
    ]);
    expect(problems.map((p) => p.code)).toEqual(["lost-groups"]);
  });
  it("holds a corpus, and nothing at all", async () => {
    const { path } = await written("corpus", (sink) => {
      sink.doc!("a", "text", 1, "title");
      sink.doc!("b", "more", 2);
    });
    expect(await readBack(path, "corpus")).toEqual([
      ["a", "text", 1, "title"],
      ["b", "more", 2],
    ]);
    expect(await readBack((await written("corpus", () => {})).path, "corpus")).toEqual([]);
  });
  it("is known by its first bytes", () => {
    expect(parquet.detect(new TextEncoder().encode("PAR1…"), "x", "run")?.sure).toBeGreaterThan(0.5);
    expect(parquet.detect(new TextEncoder().encode("q1 Q0 d1"), "x.parquet", "run")).toBeUndefined();
  });
});

describe("files of ranx", () => {
  const data = new URL("../../../shared/data/ranx/test_data/", import.meta.url);
  it.skipIf(!existsSync(data))("its own run and qrels (skipped without ../shared/data/ranx)", async () => {
    for (const [name, kind] of [
      ["run", "run"],
      ["qrels", "gold"],
    ] as const) {
      const bytes = readFileSync(new URL(`${name}.parquet`, data));
      const json = JSON.parse(readFileSync(new URL(`${name}.json`, data), "utf8")) as Record<
        string,
        Record<string, number>
      >;
      const { calls, problems } = await readAll(memorySource(name, bytes), kind);
      const rows = calls.filter(([first]) => first !== "rows").map(([q, d, x]) => [q, d, x]);
      const wanted = Object.entries(json).flatMap(([q, docs]) =>
        Object.entries(docs).map(([d, x]) => [q, d, x]),
      );
      expect(problems).toEqual([]);
      expect(rows.sort()).toEqual(wanted.sort());
      expect(rows.length).toBeGreaterThan(3);
    }
  });
});
