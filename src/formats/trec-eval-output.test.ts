import { describe, expect, it, test } from "vitest";
import { codesOf, readFormat } from "../../test/_read-format.ts";
import { textOf, there } from "../../test/parity/_trec-files.ts";
import { trecEvalOutput } from "./trec-eval-output.ts";

const read = (text: string) => readFormat(trecEvalOutput, text, "scores");
const sure = (text: string) =>
  trecEvalOutput.detect(new TextEncoder().encode(text), "x", "scores")?.sure ?? 0;

test("scores, the mean, and the name of the run", async () => {
  const told = await read(
    "runid                 \tall\tSTANDARD\nmap                   \t301\t0.1785\r\nnum_ret               \tall\t500",
  );
  expect(told.problems).toEqual([]);
  expect(told.events).toEqual([
    ["tag", "STANDARD"],
    ["score", "map", "301", 0.1785, 2],
    ["score", "num_ret", undefined, 500, 3],
  ]);
});

test.each([
  ["text for a value", "map\tq1\thigh\n", ["bad-value!:1"]],
  ["two columns", "map\t0.5\n", ["bad-columns!:1"]],
  ["four columns", "map\tq 1\t0.5\n", ["bad-columns!:1"]],
  ["nan, as -J prints it", "map\tq1\t0.5\niprec_at_recall_0.00\tq1\t-nan\n", ["no-value:2"]],
  ["nothing", "", ["empty-file!:"]],
])("%s", async (_, text, codes) => {
  expect(codesOf(await read(text))).toEqual(codes);
});

test("a relevance string is no number, and nothing is wrong with it", async () => {
  const told = await read("relstring_5           \tq1\t'1-0 1'\nmap\tq1\t1\n");
  expect(told).toEqual({ events: [["score", "map", "q1", 1, 2]], problems: [] });
});

test("a control character is part of a field, as in C's isspace()", async () => {
  const told = await read("map\tq\u00011\t0.5\nmap\t\u001fq2\t0.25\nmap\tq3\t1\u0001\n\u0001\n");
  expect(told.events).toEqual([
    ["score", "map", "q\u00011", 0.5, 1],
    ["score", "map", "\u001fq2", 0.25, 2],
  ]);
  expect(codesOf(told)).toEqual(["bad-value!:3", "bad-columns!:4"]);
});

test("detect", () => {
  expect(sure("map                   \tall\t0.5\n")).toBe(0.95);
  expect(sure("map q1 0.5\n")).toBe(0.6);
  expect(sure("q1 Q0 d1 1 2.5 x\n")).toBe(0);
  expect(sure("")).toBe(0);
});

describe("real output", () => {
  it.skipIf(!there("trec_eval/v10.0"))("trec_eval's own (skipped without trec_eval/v10.0)", async () => {
    for (const name of ["out.test", "out.test.aq", "out.test.aql"]) {
      const told = await read(textOf(`trec_eval/v10.0/${name}`));
      expect(told.problems, name).toEqual([]);
      expect(told.events, name).toContainEqual(["tag", "STANDARD"]);
    }
    const parameters = await read(textOf("trec_eval/v10.0/out.test.meas_params"));
    expect(parameters.problems).toEqual([]);
    expect(parameters.events).toContainEqual(["score", "11pt_avg_.25,.5,.75", undefined, 0.1838, 81]);
    const { events } = await read(textOf("trec_eval/v10.0/out.test"));
    expect(events).toContainEqual(["score", "map", undefined, 0.1785, expect.anything()]);
  });
});
