import { describe, expect, test } from "vitest";
import { codesOf, readFormat, writeFormat } from "../../test/_read-format.ts";
import { memorySource } from "../files/source.ts";
import type { Writer } from "./format.ts";
import { msmarco } from "./msmarco.ts";
import { trecRun } from "./trec-run.ts";

const sure = (text: string, kind: "gold" | "run") =>
  msmarco.detect(new TextEncoder().encode(text), "x.tsv", kind)?.sure ?? 0;

describe("runs", () => {
  const read = (text: string) => readFormat(msmarco, text, "run");
  test.each(["1\t20\t2\n1\t10\t1\n", "1 20 2\r\n1  10\t1", "\n1\t20\t2\n\n1\t10\t1\n"])(
    "%j",
    async (text) => {
      const told = await read(text);
      expect(told.problems).toEqual([]);
      expect(told.events.map((event) => event.slice(0, 4))).toEqual([
        ["rows", "rank"],
        ["hit", "1", "20", 2],
        ["hit", "1", "10", 1],
      ]);
    },
  );
  test.each([
    ["rank 0", "1\t2\t1\n1\t3\t0\n", ["bad-rank!:2"]],
    ["a rank that is no whole number", "1\t2\t1.5\n", ["bad-rank!:1"]],
    ["a negative rank", "1\t2\t-1\n", ["bad-rank!:1"]],
    ["text for a rank", "1\t2\tx\n", ["bad-rank!:1"]],
    ["two columns", "1\t2\n", ["bad-columns!:1"]],
    ["a TREC run", "1 Q0 2 1 2.5 x\n", ["bad-columns!:1"]],
    ["nothing", "\n", ["empty-file!:"]],
    ["a rank twice", "1\t2\t1\n1\t3\t1\n2\t3\t1\n", ["same-rank:2"]],
  ])("%s", async (_, text, codes) => {
    expect(codesOf(await read(text))).toEqual(codes);
  });
  test("bytes that are not UTF-8", async () => {
    const told = await readFormat(msmarco, new Uint8Array([49, 9, 0xe9, 9, 49, 10]), "run");
    expect(codesOf(told)).toEqual(["not-utf8!:1"]);
  });
  test("are written in any form, with ranks that count what was written", async () => {
    const { text, problems } = await writeFormat(msmarco, "run", (writer) => {
      writer.ranking?.("1", ["a", "b c", "d"], 1);
      writer.ranking?.(
        "2",
        new Map([
          ["low", 1],
          ["high", 2],
        ]),
        1,
      );
      writer.ranking?.(
        "3",
        [
          { id: "x", score: 1 },
          { id: null, text: "?" },
        ],
        1,
      );
      writer.ranking?.("4", { ids: ["p", "q"], scores: [1, 2], mapping: true }, 1);
      writer.ranking?.("5", { p: 1, q: 2 }, 1);
      writer.ranking?.("6", new Set(["s"]), 1);
    });
    expect(text).toBe(
      "1\ta\t1\n1\td\t2\n2\thigh\t1\n2\tlow\t2\n3\tx\t1\n4\tq\t1\n4\tp\t2\n5\tq\t1\n5\tp\t2\n6\ts\t1\n",
    );
    expect(problems.map(({ code }) => code)).toEqual(["blank-in-id", "no-id"]);
  });
});

test("rows of another run are put in order before they are written", async () => {
  const { text } = await writeFormat(msmarco, "run", (writer) =>
    readInto(trecRun, "1 Q0 a 1 0.5 x\n2 Q0 b 1 1 x\n1 Q0 c 2 0.75 x\n", writer),
  );
  expect(text).toBe("1\tc\t1\n1\ta\t2\n2\tb\t1\n");
});
const readInto = (format: typeof msmarco, text: string, writer: Writer) =>
  format.read(memorySource("x", text), writer, { kind: "run", texts: false, columns: {}, problem: () => {} });

test("judgements have the columns of TREC", async () => {
  const told = await readFormat(msmarco, "1\t0\t20\t1\r\n2\t0\t30\t1\r\n", "gold");
  expect(told.problems).toEqual([]);
  expect(told.events).toEqual([
    ["grade", "1", "20", 1, 1],
    ["grade", "2", "30", 1, 2],
  ]);
  const { text } = await writeFormat(msmarco, "gold", (writer) => writer.gold?.("1", ["20"], 1));
  expect(text).toBe("1\t0\t20\t1\n");
});

test("detect knows its files from TREC's", () => {
  expect(sure("1\t20\t1\n", "run")).toBe(0.9);
  expect(sure("q1 d1 1\n", "run")).toBe(0.6);
  expect(sure("q1 d1 0.5\n", "run")).toBe(0);
  expect(sure("1 Q0 d 1 2.5 x\n", "run")).toBe(0);
  expect(sure("1\t0\t20\t1\n", "gold")).toBe(0.93);
  expect(sure("1\t0\t20\t2\n", "gold")).toBe(0);
  expect(sure("", "gold")).toBe(0);
});
