import { describe, expect, test } from "vitest";
import type { Judged, JudgementRecord } from "../../core/judgement-record.ts";
import { prepareCase } from "../prepare.ts";
import { makeRecord } from "../record.ts";
import { compareJudges } from "./compare.ts";

const contexts = ["Ada sang. It rained.", "Bob danced.", "Ada sang. It rained."];
const record = (id: string, name: string, judged: Judged, texts = contexts): JudgementRecord =>
  makeRecord(
    prepareCase({ id, question: "What?", contexts: texts, reference: "Ada sang, Bob danced." }).base,
    judged,
    {
      name,
      version: "1",
    },
  );
const claim = (id: string, text: string, level?: "full" | "partial", chunk = 0) => ({
  id,
  text,
  support: level === undefined ? [] : [{ chunk, level, by: [`${chunk + 1}.1`] }],
});

describe("two judges", () => {
  const a = record("q1", "a", {
    claims: [claim("c1", "Ada sang.", "full"), claim("c2", "Bob danced.", "full", 1)],
    relevant: ["1.1", "2.1"],
  });
  // Claims in another order, and one that the first does not have.
  const b = record("q1", "b", {
    claims: [
      claim("c1", "Bob danced.", undefined),
      claim("c2", "Ada sang.", "partial"),
      claim("c3", "It rained."),
    ],
    relevant: ["1.1"],
  });
  const { parts, disagreements, unmatched, queries, problems, ...rest } = compareJudges([a], [b]);

  test("cell by cell, each text once", () => {
    expect(rest).toEqual({ a: a.judge, b: b.judge });
    expect([queries, problems]).toEqual([1, []]);
    expect(parts.map(({ part, cells, confusion }) => [part, cells, confusion])).toEqual([
      [
        "claims",
        2,
        [
          [0, 0, 0],
          [0, 0, 0],
          [1, 1, 0],
        ],
      ],
      [
        "support",
        4,
        [
          [2, 0, 0],
          [0, 0, 0],
          [1, 1, 0],
        ],
      ],
      [
        "statements",
        3,
        [
          [1, 0],
          [1, 1],
        ],
      ],
    ]);
    expect(parts[1]!.agreement).toEqual({ status: "known", value: 0.5, because: "too-few" });
  });
  test("where they disagree, the widest apart first", () => {
    expect(disagreements).toEqual([
      { id: "q1", part: "support", claim: "c2", chunk: 2, text: "Bob danced.", a: "full", b: "none" },
      { id: "q1", part: "statements", statement: "2.1", text: "Bob danced.", a: "yes", b: "no" },
      { id: "q1", part: "support", claim: "c1", chunk: 1, text: "Ada sang.", a: "full", b: "partial" },
    ]);
  });
  test("what only one of them has is counted", () => {
    expect(unmatched).toEqual({ a: 0, b: 2 });
  });
  test("the other way round it is the same", () => {
    const back = compareJudges([b], [a]);
    expect(back.unmatched).toEqual({ a: 2, b: 0 });
    expect(back.parts.map(({ kappa }) => kappa)).toEqual(parts.map(({ kappa }) => kappa));
  });
  test("a judge agrees with itself", () => {
    const same = compareJudges([a], [a]);
    expect(same.disagreements).toEqual([]);
    expect(same.parts.every(({ agreement }) => agreement.status === "known" && agreement.value === 1)).toBe(
      true,
    );
  });
});

test("other chunks and queries of one of them are left out, and told", () => {
  const judged = { claims: [claim("c1", "Ada sang.", "full")] };
  const { queries, parts, problems } = compareJudges(
    [record("q1", "a", judged), record("q2", "a", judged)],
    [record("q1", "b", judged, ["Something else."]), record("q3", "b", judged)],
  );
  expect([queries, parts]).toEqual([0, []]);
  expect(problems.map(({ code, at }) => [code, at?.query])).toEqual([
    ["other-chunks", "q1"],
    ["judged-by-one", "q2"],
    ["judged-by-one", "q3"],
  ]);
});

test("the statements of a record are gone through a few times, not once for each of them", () => {
  const texts = Array.from({ length: 300 }, (_, i) => `Ann built ship ${i}. It was cold. It rained.`);
  const long = record("q1", "a", { claims: [claim("c1", "Ann built ships.", "full")], relevant: [] }, texts);
  let reads = 0;
  const watched = {
    ...long,
    chunks: long.chunks.map((chunk) => ({
      ...chunk,
      get statements() {
        reads++;
        return chunk.statements;
      },
    })),
  };
  const { parts } = compareJudges([watched], [watched], { resamples: 10 });
  expect(parts.find(({ part }) => part === "statements")!.cells).toBe(900);
  expect(reads).toBeLessThan(20 * texts.length);
});
