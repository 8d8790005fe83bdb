/** Small files with the faults and oddities of real ones: what is read of each, and what is said about it. */
import { describe, expect, test } from "vitest";
import { GoldieError } from "../src/core/problem.ts";
import { ProblemLog } from "../src/core/problem-log.ts";
import { loadCorpus, loadGold, loadRun } from "../src/engine/load.ts";
import { memorySource } from "../src/files/source.ts";
import { parquet } from "../src/formats/parquet.ts";
import { answer } from "./_answers.ts";

type Kind = "gold" | "run" | "corpus";
/** What is odd, the kind and the name of the file, its content, what is read, and what is said: "code:line", with ! where nothing is scored. */
type Row = readonly [
  odd: string,
  kind: Kind,
  name: string,
  text: string | Uint8Array,
  read: unknown,
  said?: string,
];

const bytes = (...parts: (string | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part)] : [part])));

const ROWS: readonly Row[] = [
  ["byte order mark", "run", "a.csv", "\ufeffquery,doc,score\nq1,d1,1\n", { q1: { d1: 1 } }],
  [
    "CRLF, with a header",
    "gold",
    "test.tsv",
    "query-id\tcorpus-id\tscore\r\n1\tb\t1\r\n2\tc\t2\r\n",
    { 1: { b: 1 }, 2: { c: 2 } },
  ],
  ["CRLF", "gold", "a.qrels", "1 0 a 1\r\n1 0 b 0\r\n", { 1: { a: 1, b: 0 } }],
  [
    "CRLF and LF inside quotes",
    "corpus",
    "c.csv",
    'id,text\r\nd1,"one\ntwo"\r\nd2,three\n',
    { d1: "one\ntwo", d2: "three" },
  ],
  ["no newline at the end", "gold", "q", "1 0 a 1\n2 0 b 1", { 1: { a: 1 }, 2: { b: 1 } }],
  ["tabs, and blanks before the score", "run", "r", "1\tQ0\td1\t1\t  2.5\tx\n", { 1: { d1: 2.5 } }],
  ["blanks before, between and behind", "gold", "q", " 1  0  a  1  \n1 0 b 0 \n", { 1: { a: 1, b: 0 } }],
  ["tabs and blanks mixed, a tab at the end", "gold", "q", "3   0\tdoc3_1 1\t\n", { 3: { doc3_1: 1 } }],
  ["0 for Q0", "run", "r", "1 0 d1 1 2.5 x\n", { 1: { d1: 2.5 } }],
  ["Q0 and 4.5 for the iteration", "gold", "q", "1 Q0 a 1\n1 4.5 b 2\n", { 1: { a: 1, b: 2 } }],
  [
    "five columns of judgements",
    "gold",
    "q",
    "1 0 a 1 0.0136\n1 0 b 0 0.2\n",
    {},
    "bad-columns:1! bad-columns:2!",
  ],
  ["a tag with a blank", "run", "r", "1 Q0 a 1 2 my run\n", { 1: { a: 2 } }, "extra-columns:1"],
  ["three columns without a query", "run", "r", "d1 1 2.5\nd2 2 1.5\n", "unknown-format"],
  ["comments, and # in ids", "gold", "q", "# judged\n1 0 VOA#2578#3 1\n", { 1: { "VOA#2578#3": 1 } }],
  ["comments in a run", "run", "r", "# of today\n1 Q0 doc_50#13_2 1 2 x\n#\n", { 1: { "doc_50#13_2": 2 } }],
  ["ids beyond ASCII", "gold", "q", "q1 0 <dbpedia:Mangú> 1\n", { q1: { "<dbpedia:Mangú>": 1 } }],
  [
    "ids with blanks",
    "run",
    "r.csv",
    "query,doc,score\nq1,law - 민사.pdf - 7,1\n",
    { q1: { "law - 민사.pdf - 7": 1 } },
  ],
  [
    "ids with signs of all kinds",
    "run",
    "r",
    "q1 Q0 <urn:uuid:1> 1 3 x\nq1 Q0 enwiki:A/B%20c 2 2 x\nq1 Q0 U_(R-S)::2 3 1 x\n",
    { q1: { "<urn:uuid:1>": 3, "enwiki:A/B%20c": 2, "U_(R-S)::2": 1 } },
  ],
  [
    "numbers past 2^53 as ids",
    "run",
    "r.jsonl",
    '{"id":34952194402811904,"hits":[-3403542892395107762]}\n',
    { "34952194402811904": ["-3403542892395107762"] },
    "id-type:1",
  ],
  [
    "a document twice",
    "run",
    "r",
    "1 Q0 a 1 3 x\n1 Q0 a 2 2 x\n",
    {
      1: [
        ["a", 3],
        ["a", 2],
      ],
    },
  ],
  [
    "aspects in the second column",
    "gold",
    "q",
    "1 1 a 1\n1 2 a 0\n1 2 b 1\n",
    { 1: { subtopics: { 1: { a: 1 }, 2: { a: 0, b: 1 } } } },
    "aspects:2",
  ],
  [
    "two grades for one document",
    "gold",
    "q",
    "1 0 a 1\n1 0 a 2\n",
    { 1: { a: 1 } },
    "duplicate-judgement:2",
  ],
  ["negative grades", "gold", "q", "1 0 a -1\n1 0 b -2\n1 0 c 1\n", { 1: { a: -1, b: -2, c: 1 } }],
  ["fractions", "gold", "q", "1 0 a 0.0\n1 0 b 0.5\n", { 1: { a: 0, b: 0.5 } }, "fractional-grade:2"],
  [
    "scores below 0, with exponents",
    "run",
    "r",
    "1 Q0 a 1 -6.25e-05 x\n1 Q0 c 2 -1E+2 x\n",
    { 1: { a: -6.25e-5, c: -100 } },
  ],
  ["ranks from 0", "run", "r", "1 Q0 a 0 3 x\n1 Q0 b 1 2 x\n", { 1: { a: 3, b: 2 } }],
  [
    "ranks against scores",
    "run",
    "r",
    "1 Q0 a 1 1 x\n1 Q0 b 2 2 x\n",
    { 1: { a: 1, b: 2 } },
    "rank-against-score:2",
  ],
  [
    "a query that comes back",
    "run",
    "r",
    "1 Q0 a 1 1 x\n2 Q0 b 1 2 x\n1 Q0 c 2 3 x\n",
    { 1: { a: 1, c: 3 }, 2: { b: 2 } },
  ],
  ["a header and nothing else", "gold", "test.tsv", "query-id\tcorpus-id\tscore\n", {}, "empty-file!"],
  ["nothing at all", "run", "r.csv", "", "empty-file"],
  [
    "JSON Lines under another name",
    "run",
    "r.json",
    '{"id":"q1","hits":["a"]}\n{"id":"q2","hits":["b"]}\n',
    { q1: ["a"], q2: ["b"] },
  ],
  [
    "rows with different keys",
    "gold",
    "g.jsonl",
    '{"id":"q1","relevant":["a"]}\n{"query":"why?","relevant":["b"]}\n{"relevant":["c"]}\n',
    { q1: { relevant: ["a"] }, "why?": { relevant: ["b"] } },
    "bad-row:3!",
  ],
  [
    "a list as Python prints it",
    "run",
    "r.tsv",
    "query\tretrieved_ids\nq1\t['a', \"b's\", 'c']\n",
    { q1: ["a", "b's", "c"] },
    "",
  ],
  [
    "a list as NumPy prints it",
    "gold",
    "g.csv",
    "query,relevant\nq1,\"['a' 'b'\n 'c']\"\n",
    { q1: { relevant: ["a", "b", "c"] } },
  ],
  [
    "JSON inside CSV",
    "gold",
    "g.csv",
    'query,relevant\nq1,"[""a"", ""b""]"\n',
    { q1: { relevant: ["a", "b"] } },
  ],
  [
    "a list with | between",
    "gold",
    "g.csv",
    "query,relevant\nq1,a|b|c\n",
    { q1: { relevant: ["a", "b", "c"] } },
  ],
  [
    "line breaks, tabs and quotes in quotes",
    "corpus",
    "c.tsv",
    'id\ttext\nd1\t"two\nlines, a\ttab, ""quotes"""\nd2\tfive " inches\n',
    { d1: 'two\nlines, a\ttab, "quotes"', d2: 'five " inches' },
  ],
  [
    "bare NaN in JSON Lines",
    "run",
    "r.jsonl",
    '{"id":"q1","hits":[{"id":"a","score":NaN}]}\n',
    {},
    "bad-json:1!",
  ],
  ["bare NaN in JSON", "run", "r.json", '{"q1":{"a":NaN}}\n', {}, "bad-json:1!"],
  ["a comma in a number", "run", "r.csv", 'query,doc,score\nq1,d1,"0,5"\n', {}, "bad-score:2!"],
  [
    "nan and inf",
    "run",
    "r",
    "1 Q0 a 1 nan x\n1 Q0 b 2 inf x\n1 Q0 c 3 1e999 x\n1 Q0 d 4 0x10 x\n",
    {},
    "bad-score:1! bad-score:2! bad-score:3! bad-score:4!",
  ],
  [
    "no relevant document, in three ways",
    "gold",
    "g.jsonl",
    '{"id":"q1","relevant":[[]]}\n{"id":"q2","relevant":[[""]]}\n{"id":"q3","relevant":[]}\n',
    { q1: { relevant: [[]] }, q2: { relevant: [[""]] }, q3: { relevant: [] } },
  ],
  ["UTF-16", "run", "r", bytes(0xff, 0xfe, "1", 0, " ", 0), "utf-16"],
  [
    "bytes of another encoding",
    "gold",
    "q",
    bytes("1 0 caf", 0xe9, " 1\n1 0 b 1\n"),
    { 1: { b: 1 } },
    "not-utf8:1!",
  ],
  [
    "a mark in the middle, where two files were put together",
    "run",
    "r",
    "1 Q0 a 1 3 x\n\ufeff2 Q0 b 1 2 x\n",
    { 1: { a: 3 }, "\ufeff2": { b: 2 } },
  ],
  [
    "holes of zero bytes",
    "run",
    "r",
    "1 Q0 a 1 3 x\n\0\0\0\0\n1 Q0 b 2 2 x\n",
    { 1: { a: 3, b: 2 } },
    // Zero bytes are no blanks, so the line is not empty.
    "zero-byte:2! bad-columns:2!",
  ],
];

describe("what is read of a file, and what is said", () => {
  test.each(ROWS.map((row) => [row[0], row] as const))(
    "%s",
    async (_, [, kind, name, text, read, said = ""]) => {
      expect(await readFile(kind, name, text)).toEqual([read, said]);
    },
  );
});

async function readFile(kind: Kind, name: string, text: string | Uint8Array): Promise<[unknown, string]> {
  const log = new ProblemLog();
  try {
    const source = memorySource(name, text);
    const value =
      kind === "gold"
        ? plain((await loadGold(source, { log })).gold)
        : kind === "run"
          ? Object.fromEntries(
              [...(await loadRun(source, { log })).run].map(([query, list]) => [query, hitsOf(list)]),
            )
          : Object.fromEntries(
              [...(await loadCorpus(source, { log })).docs].map(([id, doc]) => [id, doc.text]),
            );
    const said = log
      .list()
      .map(({ code, at, level }) => `${code}${at?.line ? `:${at.line}` : ""}${level ? "!" : ""}`);
    return [value, said.join(" ")];
  } catch (error) {
    if (!(error instanceof GoldieError)) throw error;
    return [error.problem.code, ""];
  }
}

/** Maps as objects, all the way down. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(entries.map(([key, one]) => [key, plain(one)]));
}

/** ids; or ids and scores, as pairs where an id is there twice. */
function hitsOf(list: unknown): unknown {
  const { ids, scores } = list as { ids?: readonly string[]; scores?: readonly number[] };
  if (ids === undefined) return plain(list);
  if (scores === undefined) return ids;
  const pairs = ids.map((id, i) => [id, scores[i]] as const);
  return new Set(ids).size === ids.length ? Object.fromEntries(pairs) : pairs.map((pair) => [...pair]);
}

describe("what comes of two files", () => {
  const ask = (gold: string, run: string, metrics: readonly string[], as?: string) =>
    answer({ name: "gold", text: gold }, { name: "run", text: run }, { metrics, ...(as && { as }) });

  test("ids with leading zeros are other ids", async () => {
    expect(await ask("q1 0 1 1\n", "q1 Q0 001 1 2 x\n", ["rr"])).toBe("0.0000 nothing-matches");
  });
  test("a letter with its accent apart is another id", async () => {
    expect(await ask("q1 0 caf\u00e9 1\n", "q1 Q0 cafe\u0301 1 2 x\n", ["rr"])).toBe(
      "0.0000 nothing-matches",
    );
  });
  test("scores that tie in 32 bits: version 9 lets the id decide", async () => {
    const run = "q1 Q0 b 1 0.123456789 x\nq1 Q0 c 2 0.123456788 x\n";
    expect(await ask("q1 0 b 1\n", run, ["rr"])).toBe("1.0000");
    expect(await ask("q1 0 b 1\n", run, ["recip_rank"], "trec_eval9")).toBe("0.5000");
    expect(await ask("q1 0 b 1\n", run, ["recip_rank"], "trec_eval")).toBe("1.0000");
  });
  test("an order of ranks that the scores deny", async () => {
    const run = "q1 Q0 a 1 1 x\nq1 Q0 b 2 2 x\n";
    expect(await ask("q1 0 b 1\n", run, ["rr"])).toBe("1.0000 rank-against-score:2");
  });
  test("a query that comes back is one query", async () => {
    const run = "q1 Q0 a 1 3 x\nq2 Q0 a 1 1 x\nq1 Q0 b 2 4 x\n";
    expect(await ask("q1 0 b 1\nq2 0 a 1\n", run, ["rr"])).toBe("1.0000");
  });
  test("a query that comes back, in Parquet", async () => {
    const parts: Uint8Array[] = [];
    const write = (part: string | Uint8Array): void => void parts.push(Buffer.from(part));
    const writer = parquet.write!({ kind: "run", name: "x", problem() {}, write });
    const hit = (query: string, doc: string, score: number): void => {
      const [q, d] = [Buffer.from(query), Buffer.from(doc)];
      writer.hit!(q, 0, q.length, d, 0, d.length, score, 1);
    };
    writer.rows?.("score");
    hit("q1", "a", 3);
    hit("q2", "a", 1);
    hit("q1", "b", 4);
    await writer.end();
    const run = { name: "run.parquet", text: new Uint8Array(Buffer.concat(parts)) };
    expect(await answer({ name: "gold", text: "q1 0 b 1\nq2 0 a 1\n" }, run, { metrics: ["rr"] })).toBe(
      "1.0000",
    );
  });
  test("ids of many thousand letters", async () => {
    const long = '{"a":'.repeat(6_000);
    expect(await ask(`q1 0 ${long}1 1\n`, `q1 Q0 ${long}2 1 2 x\n`, ["rr"])).toBe("0.0000 nothing-matches");
  });
  test("a mark in the middle is told by the query that nobody knows", async () => {
    const run = "q1 Q0 a 1 3 x\n\ufeffq2 Q0 b 1 2 x\n";
    expect(await ask("q1 0 a 1\nq2 0 b 1\n", run, ["rr"])).toBe("0.5000 unknown-query missing-query");
  });
  test("documents for several aspects", async () => {
    expect(await ask("q1 1 a 1\nq1 2 a 1\nq1 2 b 1\n", "q1 Q0 a 1 2 x\n", ["subtopic-recall@5"])).toBe(
      "1.0000 aspects:2",
    );
  });
  test("one broken line, and nothing is scored", async () => {
    expect(await ask("q1 0 a 1\n", "q1 Q0 a 1 2 x\nq1 Q0 b 2 two x\n", ["rr"])).toBe("refuses bad-score:2");
    expect(await ask("q1 0 a 1\nq1 0 b\nq1 0 c 0\n", "q1 Q0 a 1 2 x\n", ["rr"])).toBe(
      "refuses bad-columns:2",
    );
  });
});
