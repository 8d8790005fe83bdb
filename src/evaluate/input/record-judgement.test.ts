import { expect, it } from "vitest";
import type { JudgementRecord } from "../../core/judgement-record.ts";
import { evaluate } from "../evaluate.ts";
import { judgementOf } from "./record-judgement.ts";

const statement = (id: string, relevant?: boolean) => ({
  id,
  text: `statement ${id}`,
  ...(relevant === undefined ? {} : { relevant }),
});
const problem = { code: "judge-failed", what: "the judge was away", fix: "ask again" };

const record: JudgementRecord = {
  format: "goldie-judgement@1",
  id: "q1",
  question: "What does bread dough need?",
  reference: "Flour, water and time.",
  response: "Flour. It was invented in 1923.",
  chunks: [
    { text: "a", statements: [statement("1.1", false)] },
    { text: "b", statements: [statement("2.1", true), statement("2.2", true)] },
    { text: "b", sameAs: 1, statements: [statement("3.1", true), statement("3.2", false)] },
  ],
  claims: [
    {
      id: "c1",
      text: "flour",
      support: [
        { chunk: 1, level: "full", by: ["2.1"] },
        { chunk: 2, level: "full", by: ["3.1"] },
      ],
    },
    { id: "c2", text: "water", support: [{ chunk: 2, level: "full", by: ["3.2"] }] },
    { id: "c3", text: "time", support: [{ chunk: 0, level: "partial", by: ["1.1"] }] },
  ],
  responseClaims: [
    { id: "r1", text: "Flour", relevant: true, support: [{ chunk: 1, level: "full", by: ["2.1"] }] },
    { id: "r2", text: "It was invented in 1923", relevant: false, support: [] },
  ],
  entities: [
    { text: "Flour", chunks: [1, 2] },
    { text: "Rome", chunks: [] },
  ],
  judge: { name: "lexical", version: "1" },
};

const scores = (one: JudgementRecord, metrics: readonly string[], as?: string) => {
  const result = evaluate({
    gold: { q1: {} },
    judgements: { q1: one },
    metrics,
    ...(as === undefined ? {} : { as }),
  });
  return Object.fromEntries(metrics.map((metric) => [metric, result.score("q1", metric)]));
};
const scored = (value: number) => ({ status: "scored", value });

it("scores every judged metric from one record", () => {
  expect(
    scores(record, [
      "context-precision",
      "context-precision(partial=1)",
      "context-recall",
      "context-recall(partial=0.5)",
      "context-entities-recall",
      "context-relevancy",
      "context-utilization",
      "context-useful@2",
      "context-noise",
      "context-redundancy",
      "claims-per-context",
      "first-supporting-rank",
      "faithfulness",
      "answer-relevancy",
    ]),
  ).toEqual({
    "context-precision": scored((1 / 2 + 2 / 3) / 2),
    "context-precision(partial=1)": scored(1),
    "context-recall": scored(2 / 3),
    "context-recall(partial=0.5)": scored(2.5 / 3),
    "context-entities-recall": scored(0.5),
    "context-relevancy": scored(3 / 5),
    "context-utilization": scored(0.5),
    "context-useful@2": scored(0.5),
    "context-noise": scored(1 / 3),
    "context-redundancy": scored(0.5),
    "claims-per-context": scored(1),
    "first-supporting-rank": scored(2),
    faithfulness: scored(0.5),
    "answer-relevancy": scored(0.5),
  });
});

it("takes relevant statements for helpful where there is no reference", () => {
  const { reference, claims, entities, ...rest } = record;
  expect(judgementOf(rest).questionVerdicts).toEqual([false, true, true]);
  const found = scores(rest, ["context-precision", "context-useful", "first-supporting-rank"]);
  expect(Object.values(found)).toEqual([scored((1 / 2 + 2 / 3) / 2), scored(2 / 3), scored(2)]);
  // Tools that ask for a reference do without a score.
  expect(scores(rest, ["contextual_precision"], "deepeval")).toMatchObject({
    contextual_precision: { status: "skipped" },
  });
  expect(scores(rest, ["llm_context_precision_with_reference"], "ragas")).toMatchObject({
    llm_context_precision_with_reference: { status: "skipped" },
  });
  expect(scores(rest, ["context-recall"])["context-recall"]).toEqual({
    status: "skipped",
    missing: ["claims"],
  });
});

it("fails what nobody could judge, and nothing else", () => {
  const { claims, ...rest } = record;
  const {
    "context-recall": recall,
    "context-precision": precision,
    "context-relevancy": relevancy,
  } = scores({ ...rest, unjudged: [{ part: "claims", problem }] }, [
    "context-recall",
    "context-precision",
    "context-relevancy",
  ]);
  expect(recall).toEqual({ status: "failed", problem: { ...problem, at: { query: "q1" } } });
  expect(precision).toEqual(recall);
  expect(relevancy).toEqual(scored(3 / 5));
});

it("fails the relevance of a response that was asked with the statements'", () => {
  const responseClaims = record.responseClaims!.map(({ relevant, ...claim }) => claim);
  const unjudged = [{ part: "statements", problem }] as const;
  const found = scores({ ...record, responseClaims, unjudged }, ["answer-relevancy", "faithfulness"]);
  expect(found["answer-relevancy"]).toMatchObject({ status: "failed" });
  expect(found["faithfulness"]).toEqual(scored(0.5));
});

it("fails a claim that stayed open too: its verdict is not no", () => {
  const open = scores({ ...record, unjudged: [{ part: "claims", ids: ["c3"], problem }] }, [
    "context-recall",
  ]);
  expect(open["context-recall"]).toMatchObject({ status: "failed" });
});

it("says nothing about relevance that not asked for", () => {
  const chunks = record.chunks.map((chunk) => ({
    ...chunk,
    statements: chunk.statements.map(({ id }) => statement(id)),
  }));
  expect(scores({ ...record, chunks }, ["context-relevancy"])["context-relevancy"]).toEqual({
    status: "skipped",
    missing: ["statements"],
  });
});

it("is read by the dialects of the tools", () => {
  expect(scores(record, ["llm_context_precision_with_reference", "context_recall"], "ragas")).toMatchObject({
    context_recall: scored(2 / 3),
  });
  expect(scores(record, ["contextual_relevancy"], "deepeval")).toEqual({
    contextual_relevancy: scored(3 / 5),
  });
});
