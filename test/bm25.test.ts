/** BM25 as a retriever: where documents come from, what hits carry, and how it is opened. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Problem } from "../src/core/problem.ts";
import type { Hit } from "../src/core/ranking.ts";
import { memorySource } from "../src/files/source.ts";
import { evaluate, GoldieError } from "../src/index.ts";
import { idRules } from "../src/match/ids/index.ts";
import type { CorpusFiles } from "../src/retrievers/bm25/files.ts";
import { type Bm25Options, bm25, type CorpusDocument } from "../src/retrievers/bm25.ts";

const never = new AbortController().signal;
const context = (k = 10, signal = never) => ({ k, queryId: "q1", signal });
const ask = async (options: Bm25Options, query: string, k = 10): Promise<readonly Hit[]> =>
  (await bm25(options).retrieve(query, context(k))) as readonly Hit[];
const ids = async (options: Bm25Options, query: string, k = 10) =>
  (await ask(options, query, k)).map(({ id }) => id);
/** The code and reason of the Problem that something ends in. */
async function problemOf(work: () => unknown): Promise<Problem> {
  try {
    await work();
  } catch (error) {
    if (error instanceof GoldieError) return error.problem;
    throw error;
  }
  throw new Error("no Problem");
}
const keyOf = ({ code, reason }: Problem): string => (reason === undefined ? code : `${code}/${reason}`);

const docs: readonly CorpusDocument[] = [
  { id: "p1", text: "The harbour opens at six.", title: "Opening hours" },
  { id: "p2", text: "Ferries leave the harbour every hour." },
  { id: "p3", text: "The museum is closed on Mondays.", doc: "guide.md" },
];

describe("documents in memory", () => {
  it("hits have id, score, text and place", async () => {
    const hits = await ask({ corpus: docs }, "When do ferries leave?");
    expect(hits).toEqual([
      { id: "p2", score: expect.any(Number), text: docs[1]!.text, start: 0, end: 37, lines: [1, 1] },
    ]);
  });
  it("titles are searched, unless they count 0 times", async () => {
    expect(await ids({ corpus: docs }, "opening hours")).toEqual(["p1", "p2"]);
    expect(await ids({ corpus: docs, fields: { title: 0 } }, "hours")).toEqual(["p2"]);
  });
  it("a document that is a chunk keeps its parent, and has no place of its own", async () => {
    const [hit] = await ask({ corpus: docs }, "museum");
    expect(hit).toEqual({ id: "p3", score: expect.any(Number), text: docs[2]!.text, doc: "guide.md" });
  });
  it("any iterable will do, asynchronous ones too", async () => {
    async function* later() {
      yield* docs;
    }
    expect(await ids({ corpus: new Set(docs) }, "museum")).toEqual(["p3"]);
    expect(await ids({ corpus: later() }, "museum")).toEqual(["p3"]);
  });
  it("ids may be numbers and names of methods", async () => {
    expect(
      await ids(
        {
          corpus: [
            { id: 7, text: "sea" },
            { id: "__proto__", text: "sea sea" },
          ],
        },
        "sea",
      ),
    ).toEqual(["__proto__", "7"]);
  });
  it("at most k hits", async () => {
    const many = Array.from({ length: 50 }, (_, i) => ({ id: `d${i}`, text: "sea" }));
    expect(await ids({ corpus: many }, "sea", 3)).toEqual(["d0", "d1", "d2"]);
  });
  it("a document that has nothing but a title is found without a place", async () => {
    const [hit] = await ask({ corpus: [{ id: "a", title: "Sea", text: "" }] }, "sea");
    expect(hit).toEqual({ id: "a", score: expect.any(Number), text: "" });
  });
});

describe("chunks", () => {
  const corpus = [
    { id: "guide.md", text: "# Ferries\r\nThey leave hourly. 🚢\r\n\r\n# Museum\r\nClosed on Mondays.\r\n" },
  ];
  it("know their document, their place and their lines", async () => {
    const [hit] = await ask({ corpus, chunk: { by: "heading" } }, "museum");
    expect(hit).toEqual({
      id: "guide.md#2",
      doc: "guide.md",
      score: expect.any(Number),
      text: "# Museum\r\nClosed on Mondays.\r\n",
      start: 36,
      end: 66,
      lines: [4, 5],
    });
    expect(corpus[0]!.text.slice(hit!.start, hit!.end)).toBe(hit!.text);
    expect(idRules["chunk-suffix"]!(hit!.id!)).toBe("guide.md");
  });
  it("are scored by spans and by documents", async () => {
    const hits = await ask({ corpus, chunk: { by: "heading" } }, "museum closed");
    const spans = evaluate({
      gold: { q1: { relevant: [{ doc: "guide.md", start: 46, end: 64 }] } },
      run: { q1: hits },
      metrics: ["span-recall@1"],
    });
    expect(spans.mean("span-recall@1").mean).toBe(1);
    const lines = evaluate({
      gold: { q1: { relevant: [{ doc: "guide.md", lines: [5, 5] }] } },
      run: { q1: hits },
      metrics: ["span-recall@1"],
    });
    expect(lines.mean("span-recall@1").mean).toBe(1);
    const whole = evaluate({
      gold: { q1: ["guide.md"] },
      run: { q1: hits },
      metrics: ["recall@1"],
      unit: "doc",
    });
    expect(whole.mean("recall@1").mean).toBe(1);
  });
  it("are found by the headings above them and by the title of the document", async () => {
    const text = "# Ferries\n\n## Winter\nHourly.\n\n## Summer\nTwice.\n";
    const titled = [{ id: "a", text, title: "Timetable" }];
    expect(await ids({ corpus: titled, chunk: { by: "heading" } }, "ferries summer")).toEqual(["a#2", "a#1"]);
    expect(await ids({ corpus: titled, chunk: { by: "heading" } }, "timetable")).toEqual(["a#2", "a#1"]);
  });
  it("a number is a size in words", async () => {
    expect(await ids({ corpus: [{ id: "a", text: "one two three four five" }], chunk: 2 }, "five")).toEqual([
      "a#3",
    ]);
    expect(bm25({ corpus: docs, chunk: 200 }).params).toEqual({
      k1: 1.2,
      b: 0.75,
      analyzer: "english",
      chunk: "200 words",
    });
  });
  it("chunks of a chunk name the whole document, without a place in it", async () => {
    const hits = await ask({ corpus: [{ id: "c1", doc: "book", text: "one two" }], chunk: 1 }, "two");
    expect(hits).toEqual([{ id: "c1#2", doc: "book", score: expect.any(Number), text: "two" }]);
  });
});

let folder: string;
const put = (path: string, content: string | Uint8Array): string => {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, content);
  return full;
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "goldie-bm25-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("folders of texts", () => {
  it("reads Markdown and text below, and nothing else", async () => {
    put("docs/intro.md", "\ufeffThe sea.\r\nThe sea again.\r\n");
    put("docs/deep/er/notes.TXT", "Sea notes");
    put("docs/node_modules/x/readme.md", "sea");
    put("docs/.git/notes.md", "sea");
    put("docs/.hidden.md", "sea");
    put("docs/picture.png", "sea");
    put("docs/binary.txt", new Uint8Array([115, 101, 97, 0, 1]));
    put("docs/empty.md", "");
    const hits = await ask({ corpus: join(folder, "docs") }, "sea");
    expect(hits.map(({ id }) => id)).toEqual(["deep/er/notes.TXT", "intro.md"]);
    // Offsets and lines are those of the file without its byte order mark.
    expect(hits[1]).toMatchObject({
      text: "The sea.\r\nThe sea again.\r\n",
      start: 0,
      end: 26,
      lines: [1, 2],
    });
    expect(await ids({ corpus: `${join(folder, "docs")}/` }, "notes")).toEqual(["deep/er/notes.TXT"]);
  });
  it("a single text file is one document", async () => {
    const path = put("one.md", "Just the sea");
    expect(await ids({ corpus: path }, "sea")).toEqual(["one.md"]);
  });
  it("links to folders are not followed, so that none leads round in circles", async () => {
    put("round/a.md", "sea");
    symlinkSync(join(folder, "round"), join(folder, "round/again"));
    symlinkSync(join(folder, "round/a.md"), join(folder, "round/b.md"));
    expect(await ids({ corpus: join(folder, "round") }, "sea")).toEqual(["a.md", "b.md"]);
  });
  it("other file systems can be passed in; ids have forward slashes whatever the path has", async () => {
    const texts: Record<string, string> = { "C:\\docs/a.md": "sea", "C:\\docs/sub/b.md": "sea sea" };
    const files: CorpusFiles = {
      open: async (path) => {
        if (texts[path] === undefined)
          throw new GoldieError({ code: "is-folder", what: "a folder", fix: "-" });
        return memorySource(path, texts[path]);
      },
      list: async (path) =>
        path === "C:\\docs" || path === "C:\\docs\\"
          ? [
              { name: "sub", kind: "folder" },
              { name: "a.md", kind: "file" },
            ]
          : path === "C:\\docs/sub"
            ? [{ name: "b.md", kind: "file" }]
            : undefined,
    };
    expect(await ids({ corpus: "C:\\docs\\", files }, "sea")).toEqual(["sub/b.md", "a.md"]);
  });
});

describe("corpus files", () => {
  const rows = [
    { id: "a", title: "Ferry", text: "It leaves hourly." },
    { id: "b", text: "The museum." },
  ];
  it("JSONL", async () => {
    const path = put("rows.jsonl", rows.map((row) => `${JSON.stringify(row)}\r\n`).join(""));
    expect(await ids({ corpus: path }, "ferry")).toEqual(["a"]);
  });
  it("BEIR, as a file and as a folder", async () => {
    const beir = rows.map(({ id, ...row }) => JSON.stringify({ _id: id, title: "", ...row })).join("\n");
    const path = put("beir/corpus.jsonl", beir);
    put("beir/queries.jsonl", '{"_id":"q","text":"x"}\n');
    put("beir/README.md", "ferry");
    expect(await ids({ corpus: path }, "ferry")).toEqual(["a"]);
    expect(await ids({ corpus: join(folder, "beir") }, "ferry")).toEqual(["a"]);
  });
  it("CSV, with columns by name", async () => {
    const path = put("rows.csv", "pid,text\na,The ferry\nb,The museum\n");
    expect(await ids({ corpus: path, columns: { doc: "pid" } }, "museum")).toEqual(["b"]);
  });
  it("AutoRAG's corpus", async () => {
    const columnData = [
      { name: "doc_id", data: ["a", "b"], type: "STRING" as const },
      { name: "contents", data: ["The ferry", "The museum"], type: "STRING" as const },
    ];
    const path = put("autorag/data/corpus.parquet", new Uint8Array(parquetWriteBuffer({ columnData })));
    expect(await ids({ corpus: path }, "museum")).toEqual(["b"]);
    put("autorag/data/qa.parquet", "");
    expect(await ids({ corpus: join(folder, "autorag") }, "museum")).toEqual(["b"]);
  });
  it("a folder with queries but no corpus is a folder of texts", async () => {
    put("mixed/queries.jsonl", '{"_id":"q","text":"x"}\n');
    put("mixed/a.md", "ferry");
    expect(await ids({ corpus: join(folder, "mixed") }, "ferry")).toEqual(["a.md"]);
  });
});

describe("Problems", () => {
  const opened = (options: Bm25Options) => problemOf(() => bm25(options).open!(never));
  it.each<[string, () => Bm25Options]>([
    ["duplicate-document/corpus", () => ({ corpus: [...docs, { id: "p1", text: "again" }] })],
    ["empty-corpus/documents", () => ({ corpus: [] })],
    ["empty-corpus/words", () => ({ corpus: [{ id: "a", text: " … " }] })],
    ["empty-corpus/words", () => ({ corpus: [{ id: "a", text: "" }], chunk: 5 })],
    ["bad-document/no-id", () => ({ corpus: [{ id: "", text: "x" }] })],
    ["bad-document/no-id", () => ({ corpus: [null as unknown as CorpusDocument] })],
    ["bad-document/no-text", () => ({ corpus: [{ id: "a" } as CorpusDocument] })],
    ["bad-analyzer", () => ({ corpus: docs, analyzer: (text) => text })],
    ["bad-analyzer", () => ({ corpus: docs, analyzer: () => [7 as unknown as string] })],
    ["no-file", () => ({ corpus: join(folder, "nowhere") })],
    ["no-file", () => ({ corpus: join(folder, "nowhere.md") })],
    ["not-utf8/text-file", () => ({ corpus: put("latin/a.md", new Uint8Array([0x63, 0x61, 0x66, 0xe9])) })],
    ["utf-16", () => ({ corpus: put("wide/a.md", new Uint8Array([0xff, 0xfe, 0x61, 0])) })],
  ])("%s", async (key, options) => {
    expect(keyOf(await opened(options()))).toBe(key);
  });
  it("a folder without texts names a file that may be a corpus", async () => {
    put("data/passages.jsonl", "{}");
    const problem = await opened({ corpus: join(folder, "data") });
    expect(keyOf(problem)).toBe("empty-corpus/folder");
    expect(problem.fields).toMatchObject({ example: `${join(folder, "data")}/passages.jsonl` });
  });
  it("duplicates and unreadable rows of a file have their line", async () => {
    const twice = put("twice.jsonl", '{"id":"a","text":"x"}\n{"id":"a","text":"y"}\n');
    expect((await opened({ corpus: twice })).at).toMatchObject({ file: twice, line: 2 });
    const broken = put("broken.jsonl", '{"id":"a","text":"x"}\n{"id":"b"}\n');
    expect(await opened({ corpus: broken })).toMatchObject({
      code: "bad-row",
      at: { file: broken, line: 2 },
    });
  });
  it.each<[string, object]>([
    ["its argument", undefined as unknown as object],
    ["corpus", {}],
    ["corpus", { corpus: "" }],
    ["k1", { corpus: docs, k1: -1 }],
    ["k1", { corpus: docs, k1: Number.NaN }],
    ["b", { corpus: docs, b: 75 }],
    ["chunk", { corpus: docs, chunk: 0 }],
    ["chunk", { corpus: docs, chunk: "page" }],
    ["chunk.by", { corpus: docs, chunk: { by: "page" } }],
    ["chunk.size", { corpus: docs, chunk: { by: "size", size: 1.5 } }],
    ["chunk.overlap", { corpus: docs, chunk: { by: "size", size: 10, overlap: 6 } }],
    ["chunk.overlap", { corpus: docs, chunk: { by: "heading", overlap: 6 } }],
    ["chunk.unit", { corpus: docs, chunk: { by: "size", unit: "tokens" } }],
    ["fields.title", { corpus: docs, fields: { title: 0.5 } }],
    ["analyzer", { corpus: docs, analyzer: 7 }],
  ])("refuses a wrong %s", async (option, options) => {
    const problem = await problemOf(() => bm25(options as Bm25Options));
    expect(problem).toMatchObject({ code: "bad-retriever", reason: "option", fields: { option } });
  });
  it("names the nearest option and analyzer", async () => {
    const options = { corpus: docs, analyser: "english" } as unknown as Bm25Options;
    expect((await problemOf(() => bm25(options))).fields).toMatchObject({ nearest: ["analyzer"] });
    expect((await problemOf(() => bm25({ corpus: docs, analyzer: "englisch" }))).fields).toMatchObject({
      nearest: ["english"],
    });
  });
  it("warnings about a corpus go to `warn`", async () => {
    const seen: string[] = [];
    const corpus = put("odd.jsonl", '{"id":"a","text":"x"}\n');
    const warn = ({ code }: Problem) => void seen.push(code);
    await bm25({ corpus, columns: { title: "heading" }, warn }).open!(never);
    expect(seen).toEqual(["no-column"]);
  });
});

describe("opening", () => {
  /** Documents that count how often they are read. */
  function counted(size = 3) {
    let reads = 0;
    const corpus: Iterable<CorpusDocument> = {
      *[Symbol.iterator]() {
        reads++;
        for (let i = 0; i < size; i++) yield { id: `d${i}`, text: `sea ${"word ".repeat(200)}` };
      },
    };
    return { corpus, reads: () => reads };
  }

  it("happens once, however many ask at the same time", async () => {
    const { corpus, reads } = counted();
    const search = bm25({ corpus });
    const lists = await Promise.all([
      search.open!(never),
      search.open!(never),
      ...Array.from({ length: 20 }, () => search.retrieve("sea", context())),
    ]);
    expect(lists.slice(2).every((list) => (list as Hit[]).length === 3)).toBe(true);
    expect(reads()).toBe(1);
  });
  it("answers at once when it is open, without a promise", async () => {
    const search = bm25({ corpus: docs });
    await search.open!(never);
    expect(Array.isArray(search.retrieve("harbour", context()))).toBe(true);
  });
  it("stops between documents when it is aborted, and can be opened again", async () => {
    const stop = new AbortController();
    let given = 0;
    const corpus = {
      *[Symbol.iterator]() {
        for (let i = 0; i < 100; i++) {
          given++;
          if (given === 5) stop.abort(new Error("enough"));
          yield { id: `d${i}`, text: "sea" };
        }
      },
    };
    const search = bm25({ corpus });
    await expect(search.open!(stop.signal)).rejects.toThrow("enough");
    expect(given).toBe(5);
    await search.open!(never);
    expect(await search.retrieve("sea", context(1000))).toHaveLength(100);
  });
  it("lets other work go on while it reads a large corpus, and stops there", async () => {
    const stop = new AbortController();
    const text = "sea ".repeat(100_000);
    const corpus = Array.from({ length: 30 }, (_, i) => ({ id: `d${i}`, text }));
    setImmediate(() => stop.abort(new Error("enough")));
    await expect(bm25({ corpus }).open!(stop.signal)).rejects.toThrow("enough");
  });
  it("goes on for those who still wait when another gives up", async () => {
    const { corpus, reads } = counted(8000);
    const search = bm25({ corpus });
    const stop = new AbortController();
    const first = search.open!(stop.signal);
    const second = search.open!(never);
    stop.abort(new Error("enough"));
    await expect(first).rejects.toThrow("enough");
    await second;
    expect(reads()).toBe(1);
  });
  it("refuses when it was aborted before", async () => {
    const { corpus, reads } = counted();
    await expect(bm25({ corpus }).open!(AbortSignal.abort(new Error("late")))).rejects.toThrow("late");
    expect(reads()).toBe(0);
  });
  it("a failure is not remembered", async () => {
    const path = join(folder, "later.md");
    const search = bm25({ corpus: path });
    expect((await problemOf(() => search.open!(never))).code).toBe("no-file");
    put("later.md", "sea");
    expect(await search.retrieve("sea", context())).toHaveLength(1);
  });
  it("reads again after it was closed", async () => {
    const { corpus, reads } = counted();
    const search = bm25({ corpus });
    await search.open!(never);
    await search.close!();
    await search.open!(never);
    expect(reads()).toBe(2);
  });
  it("has its documents at hand while it is open: by their ids, and by those of their chunks", async () => {
    const text = "# Hours\nOpen at six.\n# Fares\nTwo crowns.";
    const whole = bm25({ corpus: docs });
    expect(whole.documents!()).toBeUndefined();
    await whole.open!(never);
    const known = whole.documents!()!;
    expect(["p1", "p9", "guide.md", "p1#1"].map((id) => known.has(id))).toEqual([true, false, true, false]);
    expect([known.title!("p1"), known.title!("p2"), known.text("p2"), known.text("guide.md")]).toEqual([
      "Opening hours",
      undefined,
      docs[1]!.text,
      undefined,
    ]);
    const corpus = [
      { id: "a", text: "one" },
      { id: "b#1", text, title: "Pier" },
      { id: "c", text: "two" },
    ];
    const chunked = bm25({ corpus, chunk: { by: "heading" } });
    await chunked.open!(never);
    const parts = chunked.documents!()!;
    for (const { id, text } of (await chunked.retrieve("open crowns", context())) as readonly Hit[])
      expect([parts.has(id!), parts.text(id!), parts.title!(id!)]).toEqual([true, text, "Pier"]);
    expect(parts.text("b#1")).toBe(text);
    for (const id of ["b#1#0", "b#1#3", "b#1#01", "b#1#x", "a#2", "a#"]) expect(parts.has(id)).toBe(false);
    await chunked.close!();
    expect(chunked.documents!()).toBeUndefined();
  });

  it("says what it is", () => {
    expect(bm25({ corpus: "docs" }).about).toBe("BM25 over docs (k1 1.2, b 0.75)");
    expect(
      bm25({
        corpus: docs,
        chunk: { by: "sentence", size: 100, overlap: 20 },
        k1: 0.9,
        fields: { title: 2 },
      }),
    ).toMatchObject({
      about: "BM25 (sentences, 100 words, overlap 20, k1 0.9, b 0.75)",
      params: { k1: 0.9, b: 0.75, analyzer: "english", chunk: "sentences, 100 words, overlap 20", title: 2 },
    });
  });
});
