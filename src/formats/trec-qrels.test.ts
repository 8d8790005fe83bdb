import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, test } from "vitest";
import { codesOf, readFormat, writeFormat } from "../../test/_read-format.ts";
import { textOf, there } from "../../test/parity/_trec-files.ts";
import { memorySource } from "../files/source.ts";
import { openSource } from "./open-source.ts";
import { trecQrels } from "./trec-qrels.ts";

const read = (text: string | Uint8Array, columns: Record<string, string> = {}) =>
  readFormat(trecQrels, text, "gold", { columns });
const grades = async (text: string, columns: Record<string, string> = {}) =>
  (await read(text, columns)).events.map(([, query, doc, grade, , aspect]) =>
    aspect === undefined ? [query, doc, grade] : [query, doc, grade, aspect],
  );
const sure = (text: string, name = "x") =>
  trecQrels.detect(new TextEncoder().encode(text), name, "gold")?.sure ?? 0;

const TWO = [
  ["q1", "d1", 2],
  ["q1", "d2", 0],
];

describe("as trec_eval reads them", () => {
  const asTool = (text: string) =>
    readFormat(trecQrels, text, "gold", { qrels: { duplicates: "error", grades: "whole" } });

  test("grades are cut where the whole number ends, as atol does", async () => {
    const written = ["1.5", "1e2", "0.5", "-0.5", "-1.9", ".7", "+2", "3", "2.0"];
    const { events, problems } = await asTool(written.map((x, i) => `q1 0 d${i} ${x}\n`).join(""));
    expect(events.map((event) => event[3])).toEqual([1, 1, 0, 0, -1, 0, 2, 3, 2]);
    expect(problems).toMatchObject([
      { code: "fractional-grade", reason: "cut", count: 6, at: { line: 1 }, fields: { count: 6 } },
    ]);
  });

  test("the second column says nothing", async () => {
    const { events, problems } = await asTool("q1 1 d1 1\nq1 2 d1 0\n");
    expect(events).toEqual([
      ["grade", "q1", "d1", 1, 1],
      ["grade", "q1", "d1", 0, 2],
    ]);
    expect(problems).toEqual([]);
  });
});

test.each([1, 8, 14, 27, 31])("byte %i is part of a field, as in C's isspace()", async (byte) => {
  const x = String.fromCharCode(byte);
  const rows = [
    `q1 0 d1 1`,
    `q1 0 d${x}2 2`,
    `${x}q1 0 ${x}d3 1`,
    `q1 0${x} d4 1`,
    `q1 0 d5 1${x}`,
    "q1 0 d6 1",
  ];
  const { events, problems } = await read(`${rows.join("\n")}\n`);
  expect(events).toEqual([
    ["grade", "q1", "d1", 1, 1],
    ["grade", "q1", `d${x}2`, 2, 2],
    ["grade", `${x}q1`, `${x}d3`, 1, 3],
    ["grade", "q1", "d4", 1, 4],
    ["grade", "q1", "d6", 1, 6],
  ]);
  expect(problems).toMatchObject([{ code: "bad-grade", at: { line: 5 } }]);
});

test("aspects that differ in a control character alone are two aspects", async () => {
  expect(await grades("q1 a\u0001x d1 1\nq1 a\u0001y d1 2\n")).toEqual([
    ["q1", "d1", 1, "a\u0001x"],
    ["q1", "d1", 2, "a\u0001y"],
  ]);
});

test("a zero byte is an error, with its line", async () => {
  expect(codesOf(await read("q1 0 d1 1\nq1 0 d\u00002 1\nq1 0 d3 1\n"))).toEqual(["zero-byte!:2"]);
});

describe("rows are found however they are laid out", () => {
  test.each([
    ["blanks", "q1 0 d1 2\nq1 0 d2 0\n"],
    ["CR LF", "q1 0 d1 2\r\nq1 0 d2 0\r\n"],
    ["tabs and blanks mixed, around and between", "  q1   0\td1 2\t\nq1\t0  d2\t 0  \n"],
    ["no last end of line", "q1 0 d1 2\nq1 0 d2 0"],
    ["blank lines", "\nq1 0 d1 2\n \t\n\nq1 0 d2 0\n\n"],
    ["comments, two in a row and at the end", "# a\n# b c\nq1 0 d1 2\n #c\nq1 0 d2 0\n# end 1 2\n# end"],
    ["Q0 in the second column", "q1 Q0 d1 2\nq1 Q0 d2 0\n"],
    ["iterations", "q1 4.5 d1 2\nq1 1 d2 0\n"],
    ["three columns", "q1 d1 2\nq1 d2 0\n"],
    ["three columns with tabs", "q1\td1\t2\r\nq1\td2\t0\r\n"],
    ["a mark at the start", "\ufeffq1 0 d1 2\nq1 0 d2 0\n"],
  ])("%s", async (_, text) => {
    expect(await grades(text)).toEqual(TWO);
    expect((await read(text)).problems).toEqual([]);
  });

  test("lines are counted as an editor counts them", async () => {
    const { events } = await read("# one\n\nq1 0 d1 2\r\nq1 0 d2 0");
    expect(events.map((event) => event[4])).toEqual([3, 4]);
  });

  test("ids are kept as they are", async () => {
    const ids = [
      "doc#13_1",
      "<urn:uuid:1>",
      "Ricardo_Montalbán",
      "민사",
      "001",
      "34952194402811904",
      "-12",
      '"x"',
      "a,b",
    ];
    expect(await grades(ids.map((id) => `${id} 0 ${id} 1\n`).join(""))).toEqual(ids.map((id) => [id, id, 1]));
  });
});

describe("grades", () => {
  test("negative ones mean something, a sign is one", async () => {
    expect(await grades("q 0 a -1\nq 0 b -2\nq 0 c +1\nq 0 d 1e1\n")).toEqual([
      ["q", "a", -1],
      ["q", "b", -2],
      ["q", "c", 1],
      ["q", "d", 10],
    ]);
  });
  test("fractions are used and told once", async () => {
    const told = await read("q 0 a 1\nq 0 b 0.5\nq 0 c 1.5\n");
    expect(told.events.map((event) => event[3])).toEqual([1, 0.5, 1.5]);
    expect(codesOf(told)).toEqual(["fractional-grade:2"]);
    expect(told.problems[0]).toMatchObject({ count: 2, why: expect.stringContaining("trec_eval") });
    // 1.0 is a whole number, however it is written.
    expect(codesOf(await read("q 0 a 1.0\n"))).toEqual([]);
  });
  test.each(["high", "nan", "inf", "0x1", "1_0", "1,5", "-"])("%s is refused", async (grade) => {
    const told = await read(`q 0 a 1\nq 0 b ${grade}\nq 0 c 1\n`);
    expect(codesOf(told)).toEqual(["bad-grade!:2"]);
    expect(told.problems[0]!.what).toContain(JSON.stringify(grade));
    expect(told.events.map((event) => event[2])).toEqual(["a", "c"]);
  });
});

describe("what is wrong with a line is said with its number", () => {
  test.each([
    ["five columns", "q 0 a 1\nq 0 b 1 0.3\n", ["bad-columns!:2"]],
    ["three among four", "q 0 a 1\nq 0 1\n", ["bad-columns!:2"]],
    ["four among three", "q a 1\nq 0 b 1\n", ["bad-columns!:1"]],
    ["one column", "q 0 a 1\nx\n", ["bad-columns!:2"]],
    ["a run", "q Q0 a 1 2.5 x\n", ["bad-columns!:1"]],
    ["nothing but comments", "# a\n\n", ["empty-file!:"]],
    ["nothing", "", ["empty-file!:"]],
    ["a header alone", "query-id corpus-id score\n", ["header:1", "empty-file!:"]],
    ["a header", "# c\nquery-id\tcorpus-id\tscore\nq\ta\t1\n", ["header:2"]],
    ["a header over four columns", "qid iter docno rel\nq 0 a 1\n", ["header:1"]],
    ["a query called query", "query 0 d1 high\nq 0 a 1\n", ["bad-grade!:1"]],
    ["text in the first row is no header", "q1 0 d1 relevant\nq1 0 d2 1\n", ["bad-grade!:1"]],
    ["a query that starts with #", "#q1 0 d1 1\nq2 0 d1 1\n", ["commented-row:1"]],
  ])("%s", async (_, text, codes) => {
    expect(codesOf(await read(text))).toEqual(codes);
  });
  test("bytes that are not UTF-8", async () => {
    const bytes = new Uint8Array([...Buffer.from("q 0 a 1\nq 0 b"), 0xe9, ...Buffer.from(" 1\nq 0 c 1\n")]);
    const told = await read(bytes);
    expect(codesOf(told)).toEqual(["not-utf8!:2"]);
    expect(told.events.map((event) => event[2])).toEqual(["a", "c"]);
  });
});

describe("the second column", () => {
  const ASPECTS = "q 1 a 1\nq 2 a 0\nq 2 b 1\n";
  test("is the aspect where a query and a document come again with another one", async () => {
    const told = await read(ASPECTS);
    expect(told.events.map((event) => [event[2], event[5]])).toEqual([
      ["a", "1"],
      ["a", "2"],
      ["b", "2"],
    ]);
    expect(codesOf(told)).toEqual(["aspects:2"]);
  });
  test("is nothing where they do not, or where the user says so", async () => {
    expect(await grades("q 1 a 1\nq 2 b 0\nr 2 a 0\nq 1 a 1\n")).toEqual([
      ["q", "a", 1],
      ["q", "b", 0],
      ["r", "a", 0],
      ["q", "a", 1],
    ]);
    const told = await read(ASPECTS, { subtopic: "none" });
    expect(told.events.every((event) => event.length === 5)).toBe(true);
    expect(told.problems).toEqual([]);
  });
  test("is the aspect where the user says so", async () => {
    const told = await read("q 1 a 1\n", { subtopic: "2" });
    expect(told.events).toEqual([["grade", "q", "a", 1, 1, "1"]]);
    expect(told.problems).toEqual([]);
  });
  test("is found in a long file, far from the row before", async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => `q${i % 7} ${i % 3} d${i} 1\n`);
    expect((await read(rows.join(""))).problems).toEqual([]);
    rows.push("q0 9 d7 1\n");
    expect(codesOf(await read(rows.join("")))).toEqual(["aspects:5001"]);
  });
  test("does not mix up where the query ends and the document starts", async () => {
    expect((await read("q1 0 1d 1\nq11 1 d 1\n")).problems).toEqual([]);
  });
});

test("detect is sure of four columns, less of three, and says nothing of other files", () => {
  expect(sure("q1 0 d1 1\n")).toBe(0.9);
  expect(sure("q1 0 d1 1\n", "qrels.txt")).toBeGreaterThan(0.9);
  expect(sure("# c\nq1 d1 1\n")).toBe(0.7);
  expect(sure("q1 0 d1 high\nq2 0 d1 low\n")).toBe(0.4);
  expect(sure("q1 Q0 d1 1 2.5 x\n")).toBe(0);
  expect(sure('{"query": "a b c", "relevant": []}\n')).toBe(0);
  expect(sure("query,doc,grade\nq1,d1,1\n")).toBe(0);
  expect(sure("")).toBe(0);
});

describe("writing", () => {
  test("any gold becomes rows; what rows cannot say is reported", async () => {
    const { text, problems } = await writeFormat(trecQrels, "gold", (writer) => {
      writer.gold?.("q1", { d1: 2, d2: 0 }, 1);
      writer.gold?.("q2", new Map([["d1", 0.5]]), 1);
      writer.gold?.("q3", ["a", "b", "a"], 1);
      writer.gold?.("q4", [["a", "b"], ["c"]], 1);
      writer.gold?.("q5", { relevant: ["a"], grades: { a: 1, b: 0 } }, 1);
      writer.gold?.("q6", { relevant: ["a"], grades: { a: 1, b: 5 } }, 1);
      writer.gold?.("q7", { subtopics: { s1: { a: 1 }, s2: { a: 2 } } }, 1);
      writer.gold?.("q8", { relevant: [{ text: "x" }] }, 1);
      writer.gold?.("q9", [], 1);
      writer.gold?.("q 10", ["a"], 1);
      writer.gold?.("#11", ["a"], 1);
    });
    expect(text.split("\n")).toEqual([
      "q1 0 d1 2",
      "q1 0 d2 0",
      "q2 0 d1 0.5",
      "q3 0 a 1",
      "q3 0 b 1",
      "q4 0 a 1",
      "q4 0 b 1",
      "q4 0 c 1",
      "q5 0 a 1",
      "q5 0 b 0",
      "q6 0 a 1",
      "q6 0 b 5",
      "q7 s1 a 1",
      "q7 s2 a 2",
      "",
    ]);
    expect(problems.map(({ code, level }) => `${code}${level === "error" ? "!" : ""}`)).toEqual([
      "lost-groups",
      "lost-list",
      "lost-texts!",
      "lost-query",
      "lost-query",
      "blank-in-id!",
      "comment-id!",
    ]);
  });
  test("rows go from a reader into a writer", async () => {
    const { text } = await writeFormat(trecQrels, "gold", (writer) =>
      trecQrels.read(memory("q  1\ta 1\r\nq 2 a 0\r\n"), writer, {
        kind: "gold",
        texts: false,
        columns: {},
        problem: () => {},
      }),
    );
    expect(text).toBe("q 1 a 1\nq 2 a 0\n");
  });
});
const memory = (text: string) => memorySource("x", text);

describe("real files", () => {
  const rowsOf = async (path: string) => {
    const told = await readFormat(
      trecQrels,
      await openSource(fileURLToPath(new URL(`../../../shared/data/${path}`, import.meta.url))),
      "gold",
    );
    return { rows: told.events.length, codes: codesOf(told), told };
  };
  it.skipIf(!there("trec_eval/v10.0"))("trec_eval's own (skipped without trec_eval/v10.0)", async () => {
    const plain = await rowsOf("trec_eval/v10.0/qrels.test");
    const commented = await rowsOf("trec_eval/v10.0/qrels.test.with-comments");
    expect([plain.rows, plain.codes]).toEqual([3681, []]);
    expect(commented.codes).toEqual([]);
    // One of its documents has a # in its id there.
    const withoutLine = (events: readonly unknown[][]) =>
      events.map(([, query, doc, grade]) => [query, (doc as string).replace("#", ""), grade]);
    expect(withoutLine(commented.told.events)).toEqual(withoutLine(plain.told.events));
    const hashes = await rowsOf("trec_eval/v10.0/qrels.comment.test");
    expect([hashes.rows, hashes.codes]).toEqual([5890, []]);
    expect(hashes.told.events[0]).toEqual([
      "grade",
      "2024-127266",
      "msmarco_v2.1_doc_00_880019750#4_1633802806",
      1,
      1,
    ]);
    const levels = await rowsOf("trec_eval/v10.0/qrels.rel_level");
    expect([levels.rows, levels.codes]).toEqual([3681, []]);
    expect(new Set(levels.told.events.map((event) => event[3]))).toEqual(new Set([-1, 0, 1, 2, 3, 4]));
    // Judgement groups: every pair comes again with another second column.
    const groups = await rowsOf("trec_eval/v10.0/qrels.123");
    expect(groups.rows).toBe(10_362);
    expect(groups.codes).toEqual(["aspects:3682"]);
    expect(
      (await rowsOf("trec_eval/v10.0/prefs.test")).codes.every((code) => code.startsWith("bad-columns!")),
    ).toBe(true);
  });
  it.skipIf(!there("trec-covid"))(
    "TREC-COVID: double blanks, iterations 4.5 (skipped without trec-covid)",
    async () => {
      for (const [round, rows] of [
        [1, 8691],
        [2, 12037],
        [3, 12713],
      ]) {
        const told = await rowsOf(`trec-covid/qrels.covid-round${round}.txt.gz`);
        expect([told.rows, told.codes]).toEqual([rows, []]);
      }
    },
  );
  it.skipIf(!there("scifact"))("SciFact: header and CR LF (skipped without scifact)", async () => {
    const beir = await rowsOf("scifact/qrels/test.tsv");
    const plain = await rowsOf("scifact/qrels.beir-v1.0.0-scifact.test.txt");
    expect([beir.rows, beir.codes]).toEqual([339, ["header:1"]]);
    expect([plain.rows, plain.codes]).toEqual([339, []]);
    const sorted = (events: readonly unknown[][]) =>
      events.map((event) => event.slice(1, 4).join(" ")).sort();
    expect(sorted(beir.told.events)).toEqual(sorted(plain.told.events));
  });
  it.skipIf(!there("tricky-behaviour"))("one fault each (skipped without tricky-behaviour)", async () => {
    const folder = new URL("../../../shared/data/tricky-behaviour/inputs/", import.meta.url);
    const names = readdirSync(folder).filter((name) => name.startsWith("q"));
    const seen: Record<string, [number, string[]]> = {};
    for (const name of names) {
      const told = await read(new Uint8Array(readFileSync(new URL(name, folder))));
      seen[name] = [told.events.length, codesOf(told)];
    }
    expect(seen).toEqual({
      q: [4, []],
      "q.bom": [4, []],
      "q.crlf": [4, []],
      // Duplicates are told by whoever keeps the judgements.
      "q.dup": [5, []],
      "q.dupsame": [5, []],
      "q.float": [4, ["fractional-grade:1"]],
      "q.miss": [3, []],
      "q.neg": [4, []],
    });
    const first = async (name: string) => (await read(textOf(`tricky-behaviour/inputs/${name}`))).events[0];
    expect(await first("q.bom")).toEqual(await first("q"));
  });
});
