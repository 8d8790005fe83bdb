import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it, test } from "vitest";
import { codesOf, readFormat, writeFormat } from "../../test/_read-format.ts";
import { there } from "../../test/parity/_trec-files.ts";
import type { GoldieError } from "../core/problem.ts";
import { beir } from "./beir.ts";
import { detectFormat } from "./detect.ts";
import { openSource } from "./open-source.ts";

const root = mkdtempSync(join(tmpdir(), "goldie-test-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;
/** A folder with these files. */
function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = join(root, String(made++));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}
const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: GoldieError) => error.problem,
  );

const QRELS = "query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td2\t2\n";
const QUERIES = '{"_id": "q1", "text": "one?"}\n{"_id": "q2", "text": "two?", "metadata": {}}\n';
const CORPUS = '{"_id": "d1", "title": "T", "text": "x"}\n{"_id": "d2", "title": "", "text": "y"}\n';

describe("judgements", () => {
  const read = (text: string | Uint8Array) => readFormat(beir, text, "gold");
  const TWO = [
    ["q1", "d1", 1],
    ["q2", "d2", 2],
  ];
  test.each([
    ["as BEIR writes them", QRELS],
    ["CR LF", QRELS.replaceAll("\n", "\r\n")],
    ["no last end of line", QRELS.trimEnd()],
    ["blanks and empty lines at the end", QRELS.replaceAll("2\n", "2 \t\n\n \n")],
    ["other titles", QRELS.replace("query-id", "query_id").replace("score", "relevance")],
    ["quotes, as Python's csv module reads them", QRELS.replace("q1\td1", '"q1"\t"d1"')],
  ])("%s", async (_, text) => {
    const told = await read(text);
    expect(told.problems).toEqual([]);
    expect(told.events.map((event) => event.slice(1, 4))).toEqual(TWO);
  });
  test("ids may hold blanks and quotes", async () => {
    const told = await read(
      'query-id\tcorpus-id\tscore\nq 1\tlaw - 민사.pdf - 7\t1\nq1\t"a ""b"""\t1\nq1\t"x\t1\n',
    );
    expect(told.events.map((event) => event.slice(1, 3))).toEqual([
      ["q 1", "law - 민사.pdf - 7"],
      ["q1", 'a "b"'],
      ["q1", '"x'],
    ]);
  });
  test("without a header the first line is not lost", async () => {
    const told = await read("q1\td1\t1\nq2\td2\t2\n");
    expect(told.events.map((event) => event.slice(1, 4))).toEqual(TWO);
    expect(codesOf(told)).toEqual(["no-header:1"]);
  });
  test.each([
    ["four columns", `${QRELS}q3\t0\td1\t1\n`, ["bad-columns!:4"]],
    ["blanks instead of tabs", `${QRELS}q3 d1 1\n`, ["bad-columns!:4"]],
    ["text for a score", `${QRELS}q3\td1\thigh\n`, ["bad-grade!:4"]],
    ["no score", `${QRELS}q3\td1\t\n`, ["bad-columns!:4"]],
    ["fractions", `${QRELS}q3\td1\t0.5\nq3\td2\t1.5\n`, ["fractional-grade:4"]],
    ["a header alone", "query-id\tcorpus-id\tscore\n", ["empty-file!:"]],
    ["nothing", "", ["empty-file!:"]],
  ])("%s", async (_, text, codes) => {
    expect(codesOf(await read(text))).toEqual(codes);
  });
  test("bytes that are not UTF-8", async () => {
    const told = await read(new Uint8Array([...Buffer.from(QRELS), 113, 9, 0xe9, 9, 49, 10]));
    expect(codesOf(told)).toEqual(["not-utf8!:4"]);
  });
  test("are written with their header", async () => {
    const { text, problems } = await writeFormat(beir, "gold", (writer) => {
      writer.gold?.("q1", { d1: 1 }, 1);
      writer.gold?.("q2", { "d\t2": 1, 'd"': 1 }, 1);
      writer.gold?.("q3", { subtopics: { a: { d1: 1 } } }, 1);
    });
    expect(text).toBe("query-id\tcorpus-id\tscore\nq1\td1\t1\n");
    expect(problems.map(({ code }) => code)).toEqual(["blank-in-id", "blank-in-id", "lost-aspects"]);
  });
});

describe("corpus and queries", () => {
  test("documents with their titles", async () => {
    const told = await readFormat(beir, CORPUS, "corpus");
    expect(told).toEqual({
      events: [
        ["doc", "d1", "x", 1, "T"],
        ["doc", "d2", "y", 2],
      ],
      problems: [],
    });
  });
  test.each([
    ["no JSON", `${CORPUS}{"_id": "d3"\n`, ["bad-json!:3"]],
    ["no text", `${CORPUS}{"_id": "d3"}\n`, ["bad-row!:3"]],
    ["no id", `${CORPUS}{"text": "z"}\n`, ["bad-row!:3"]],
    ["a number for an id", `${CORPUS}{"_id": 34952194402811904, "text": "z"}\n`, ["id-type:3"]],
    ["nothing", "\n", ["empty-file!:"]],
  ])("%s", async (_, text, codes) => {
    expect(codesOf(await readFormat(beir, text, "corpus"))).toEqual(codes);
  });
  test("queries alone are no gold", async () => {
    const told = await readFormat(beir, `${QUERIES}{"_id": "q3"}\n`, "gold");
    expect(told.events).toEqual([
      ["query", "q1", "one?", 1],
      ["query", "q2", "two?", 2],
    ]);
    expect(codesOf(told)).toEqual(["bad-row!:3", "no-gold!:"]);
  });
});

describe("a folder", () => {
  const read = async (folder: string, kind: "gold" | "corpus", columns: Record<string, string> = {}) => {
    const source = await openSource(folder);
    expect((await detectFormat(source, kind)).format.id).toBe("beir");
    return readFormat(beir, source, kind, { columns });
  };
  test("gives queries and judgements, or the corpus", async () => {
    const folder = folderOf({ "corpus.jsonl": CORPUS, "queries.jsonl": QUERIES, "qrels/test.tsv": QRELS });
    const gold = await read(folder, "gold");
    expect(gold.problems).toEqual([]);
    expect(gold.events.map((event) => event.slice(0, 3))).toEqual([
      ["query", "q1", "one?"],
      ["query", "q2", "two?"],
      ["grade", "q1", "d1"],
      ["grade", "q2", "d2"],
    ]);
    expect((await read(folder, "corpus")).events).toHaveLength(2);
  });
  test("test comes before dev and train, and the choice is reported", async () => {
    const rows = (doc: string): string => `query-id\tcorpus-id\tscore\nq1\t${doc}\t1\n`;
    const folder = folderOf({
      "qrels/train.tsv": rows("train"),
      "qrels/dev.tsv.gz": gzipSync(rows("dev")),
      "qrels/test.tsv": rows("test"),
    });
    const docOf = async (columns?: Record<string, string>) => {
      const told = await read(folder, "gold", columns);
      return [told.events[0]![2], codesOf(told)];
    };
    expect(await docOf()).toEqual(["test", ["split:"]]);
    expect(await docOf({ split: "dev" })).toEqual(["dev", []]);
    expect(await problemOf(docOf({ split: "tset" }))).toMatchObject({
      code: "no-split",
      fix: "pass --col split=NAME with one of: dev, test, train",
    });
  });
  test("a problem names the file in it", async () => {
    const folder = folderOf({ "queries.jsonl": QUERIES, "qrels/dev.tsv": `${QRELS}x\n` });
    const told = await read(folder, "gold");
    expect(told.problems).toMatchObject([
      { code: "bad-columns", at: { file: join(folder, "qrels/dev.tsv"), line: 4 } },
    ]);
  });
  test("a part that is not there", async () => {
    const source = await openSource(folderOf({ "corpus.jsonl": CORPUS }));
    expect(await problemOf(detectFormat(source, "gold"))).toMatchObject({ code: "unknown-format" });
    expect(await problemOf(readFormat(beir, source, "gold"))).toMatchObject({
      code: "no-file",
      what: "there is no qrels/test.tsv in this folder",
    });
  });
});

describe("real data", () => {
  it.skipIf(!there("scifact"))("SciFact as a folder (skipped without scifact)", async () => {
    const folder = fileURLToPath(new URL("../../../shared/data/scifact", import.meta.url));
    const told = await readFormat(beir, await openSource(folder), "gold");
    const count = (what: string) => told.events.filter((event) => event[0] === what).length;
    expect([count("query"), count("grade"), codesOf(told)]).toEqual([1109, 339, ["split:"]]);
    const corpus = await readFormat(
      beir,
      await openSource(join(folder, "corpus.derived.jsonl.gz")),
      "corpus",
    );
    expect([corpus.events.length, corpus.problems]).toEqual([5183, []]);
  });
});

test("detect", () => {
  const sure = (text: string, kind: "gold" | "corpus", name = "x") =>
    beir.detect(new TextEncoder().encode(text), name, kind)?.sure ?? 0;
  expect(sure(QRELS, "gold")).toBe(0.97);
  expect(sure("query_id\tdoc_id\trelevance\nq\td\t1\n", "gold")).toBe(0.75);
  expect(sure("q1\td1\t1\n", "gold")).toBe(0);
  expect(sure(CORPUS, "corpus")).toBe(0.95);
  expect(sure(QUERIES, "gold")).toBe(0.5);
  expect(sure('{"_id": "q1", "text": "x", "relevant": ["d"]}\n', "gold")).toBe(0);
  expect(sure("corpus.jsonl\nqrels/test.tsv\n", "gold", "x/")).toBe(0.95);
  expect(sure("corpus.jsonl\n", "gold", "x/")).toBe(0);
});
