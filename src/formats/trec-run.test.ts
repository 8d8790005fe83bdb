import { describe, expect, test } from "vitest";
import type { Problem } from "../core/problem.ts";
import { memorySource } from "../files/source.ts";
import { trecRun } from "./trec-run.ts";

/** Rows as "line query document score", the tag, and Problems as "code:line". */
async function read(
  text: string | Uint8Array,
): Promise<{ rows: string[]; tag?: string; problems: string[] }> {
  const rows: string[] = [];
  const problems: Problem[] = [];
  let tag: string | undefined;
  const decode = (bytes: Uint8Array, start: number, end: number) =>
    new TextDecoder().decode(bytes.subarray(start, end));
  await trecRun.read(
    memorySource("a.run", text),
    {
      hit: (q, qs, qe, d, ds, de, score, line) =>
        void rows.push(`${line} ${decode(q, qs, qe)} ${decode(d, ds, de)} ${score}`),
      tag(name) {
        tag = name;
      },
    },
    { kind: "run", texts: false, columns: {}, problem: (one) => void problems.push(one) },
  );
  return {
    rows,
    ...(tag === undefined ? {} : { tag }),
    problems: problems.map(({ code, at }) => (at?.line === undefined ? code : `${code}:${at.line}`)),
  };
}

test("a line that was cut says nothing about the next one", async () => {
  expect(await read("q1 Q\nq1 Q0 d1 1 2 a\nq1 \nq1 Q0 d2 2 1 a\nq1 Q0 \nq1 Q0 d3 3 0 a\n")).toEqual({
    rows: ["2 q1 d1 2", "4 q1 d2 1", "6 q1 d3 0"],
    tag: "a",
    problems: ["bad-columns:1", "bad-columns:3", "bad-columns:5"],
  });
});

test("a query whose name begins like the one before is another query", async () => {
  const { rows } = await read("q1 Q0 d1 1 2 a\nq1 Q01 d2 2 1 a\nq12 Q0 d3 1 1 a\nq1 Q0 d4 3 0 a\n");
  expect(rows).toEqual(["1 q1 d1 2", "2 q1 d2 1", "3 q12 d3 1", "4 q1 d4 0"]);
});

test("rows that end in a bare CR are an error, not columns of the row before", async () => {
  const row = (n: number): string => `q1 Q0 d${n} ${n} ${9 - n} a`;
  expect(await read(`${row(1)}\r${row(2)}\r${row(3)}\r`)).toEqual({ rows: [], problems: ["bare-cr:1"] });
  expect(await read(`${row(1)}\n${row(2)}\r${row(3)}\n${row(4)}\n# note\r${row(5)}\n`)).toMatchObject({
    rows: ["1 q1 d1 8", "3 q1 d4 5"],
    problems: ["bare-cr:2", "bare-cr:4"],
  });
  expect(await read(`${row(1)}\r\n${row(2)} more\r\n# note\r\n`)).toMatchObject({
    rows: ["1 q1 d1 8", "2 q1 d2 7"],
    problems: ["extra-columns:2"],
  });
});

describe("control characters are part of a field, as in C's isspace()", () => {
  const CONTROL = [...Array(32).keys()].filter((byte) => byte > 0 && (byte < 9 || byte > 13));

  test.each(CONTROL)("byte %i", async (byte) => {
    const x = String.fromCharCode(byte);
    const rows = [
      `q1 Q0 d1 1 9 a`,
      `q1 Q0 d${x}2 2 8 a`,
      `q1 Q0 ${x}d3 3 7 a`,
      `q1 Q0 long-document-4${x} 4 6 a`,
      `q1 ${x}Q0 d5 5 5 a`,
      `q1 Q0 d6 6${x} 4 a`,
      `q1 Q0 d7 7 3 a${x}`,
      `q1 Q0 d8 8 2 ${x}a`,
      `q${x}1 Q0 d9 1 2 a`,
      `q1${x} Q0 d10 1 2 a`,
      `${x}q1 Q0 d11 1 2 a`,
      `q1 Q0 d12 12 1 a`,
    ];
    expect(await read(`${rows.join("\n")}\n`)).toEqual({
      rows: [
        "1 q1 d1 9",
        `2 q1 d${x}2 8`,
        `3 q1 ${x}d3 7`,
        `4 q1 long-document-4${x} 6`,
        "5 q1 d5 5",
        "6 q1 d6 4",
        "7 q1 d7 3",
        "8 q1 d8 2",
        `9 q${x}1 d9 2`,
        `10 q1${x} d10 2`,
        `11 ${x}q1 d11 2`,
        "12 q1 d12 1",
      ],
      tag: "a",
      // In the tag, too: it is another one.
      problems: ["mixed-runs:7"],
    });
  });

  test("beside a score it makes the score unreadable", async () => {
    const { rows, problems } = await read(
      "q1 Q0 d1 1 3 a\nq1 Q0 d2 2 2\u0001 a\nq1 Q0 d3 3 \u00011 a\nq1 Q0 d4 4 0\u0001a\n",
    );
    expect([rows, problems]).toEqual([["1 q1 d1 3"], ["bad-score:2", "bad-score:3", "bad-columns:4"]]);
  });

  test("vertical tabs and form feeds are white space", async () => {
    const { rows, problems } = await read("q1 Q0 d1 1 3 a\nq1\vQ0\fd2\v2\f2\va\nq1 Q0 d3\f3 1 a\f\n");
    expect([rows, problems]).toEqual([["1 q1 d1 3", "2 q1 d2 2", "3 q1 d3 1"], []]);
  });
});

test("a zero byte is an error", async () => {
  const { problems } = await read("q1 Q0 d1 1 2 a\nq1 Q0 d\u00002 2 1 a\n\0\0\nq1 Q0 d3 3 0 a\n");
  expect(problems.filter((one) => one.startsWith("zero"))).toEqual(["zero-byte:2", "zero-byte:3"]);
});

test("blanks of Unicode belong to an id, and the tag is the sixth field all the same", async () => {
  expect(await read("q1 Q0 d\u00a01 1 2 a\nq1\ufeff Q0 d2 1 x\u2003 b\n")).toEqual({
    rows: ["1 q1 d\u00a01 2"],
    tag: "a",
    problems: ["bad-score:2"],
  });
});

test("a long line that cannot be read is reported, not stumbled over", async () => {
  const { rows, problems } = await read(`q1 ${"x".repeat(9_000)} d 1 y a\n`);
  expect([rows, problems]).toEqual([[], ["bad-score:1"]]);
});

test("ids that are no text are reported", async () => {
  const line = (id: number[]) =>
    Uint8Array.from([...Buffer.from("q1 Q0 d"), ...id, ...Buffer.from(" 1 2 a\n")]);
  expect((await read(line([0xff]))).problems).toEqual(["not-utf8:1"]);
  expect((await read(line([0xc3, 0xbc]))).problems).toEqual([]);
});

test("a line of very many columns is counted, and not taken apart", async () => {
  const { problems } = await read("a ".repeat(1_000_000));
  expect(problems).toEqual(["bad-score:1", "extra-columns:1"]);
});

test("comments alone are no run", async () => {
  expect(await read("# of today\n\n#\n")).toEqual({ rows: [], problems: ["empty-file"] });
});

test("a comment that reads like a hit is reported", async () => {
  const text = "# of today: 1 2 3 4 5\nq1 Q0 d1 1 2 a\n#q2 Q0 d1 1 2 a\n# Q0 d1 1 2 a\n#q2 Q0 d2 2 x a\n";
  expect(await read(text)).toEqual({ rows: ["2 q1 d1 2"], tag: "a", problems: ["commented-row:3"] });
});

test("a rank that is no whole number contradicts nothing, in a long row as in a short one", async () => {
  const rows = (rank: string, tag: string) =>
    `q1 Q0 d1 ${rank} 4 ${tag}\nq1 Q0 d2 2 3 ${tag}\nq1 Q0 d3 3 2 ${tag}\n`;
  for (const rank of ['""', "-0", ".5", "x", "1e3", "12345678901"])
    for (const tag of ["a", "a\t", "a more"])
      expect((await read(rows(rank, tag))).problems.filter((one) => one.startsWith("rank"))).toEqual([]);
  for (const rank of ["3", "3000", "300000"])
    for (const tag of ["a", "a\t", "a more"])
      expect((await read(rows(rank, tag))).problems).toContain("rank-against-score:2");
});
