import { describe, expect, test } from "vitest";
import type { Judged, JudgedBy, JudgementRecord } from "../../core/judgement-record.ts";
import { randomFrom } from "../../core/random.ts";
import { prepareCase } from "../prepare.ts";
import { makeRecord } from "../record.ts";
import { calibrate } from "./calibrate.ts";
import type { Estimate } from "./estimate.ts";
import type { LabelRow } from "./labels.ts";

const by: JudgedBy = { name: "scripted", version: "1" };
function record(
  id: string,
  contexts: readonly string[],
  judged: Judged,
  reference?: string,
): JudgementRecord {
  const parts = prepareCase({
    id,
    question: "What?",
    contexts,
    ...(reference === undefined ? {} : { reference }),
  });
  return makeRecord(parts.base, judged, by);
}
const value = (estimate: Estimate | undefined) => (estimate?.status === "known" ? estimate.value : estimate);
const rows = (pairs: readonly (readonly [string, string])[], more: Partial<LabelRow> = {}): LabelRow[] =>
  pairs.map(([label, judge], i) => ({ id: `q${i}`, claim: "c1", label, judge, ...more }));
const times = (n: number, label: string, judge: string) =>
  Array.from({ length: n }, () => [label, judge] as const);

describe("labels with the judge's verdict beside them", () => {
  // 45 yes-yes, 15 no-yes, 25 yes-no, 15 no-no: agreement 0.6, by chance 0.54.
  const labels = rows([
    ...times(45, "yes", "yes"),
    ...times(15, "no", "yes"),
    ...times(25, "yes", "no"),
    ...times(15, "no", "no"),
  ]);
  const { calibration, disagreements, problems } = calibrate({ labels });
  const [part] = calibration.parts;

  test("agreement, kappa, confusion", () => {
    expect(part).toMatchObject({ part: "claims", labels: ["no", "yes"], cells: 100, queries: 100 });
    expect(part!.confusion).toEqual([
      [15, 15],
      [25, 45],
    ]);
    expect(value(part!.agreement)).toBe(0.6);
    expect(value(part!.kappa)).toBeCloseTo(0.06 / 0.46, 12);
    expect(part!.weightedKappa).toBeUndefined();
    expect(part!.ceiling).toBeUndefined();
  });
  test("precision and recall by class, with intervals around them", () => {
    expect(part!.classes.map(({ label, human, judge }) => [label, human, judge])).toEqual([
      ["no", 30, 40],
      ["yes", 70, 60],
    ]);
    expect(part!.classes.map(({ precision, recall }) => [value(precision), value(recall)])).toEqual([
      [15 / 40, 15 / 30],
      [45 / 60, 45 / 70],
    ]);
    for (const estimate of [
      part!.agreement,
      part!.kappa,
      ...part!.classes.flatMap((c) => [c.precision, c.recall]),
    ]) {
      if (estimate.status !== "known") throw new Error("no value");
      expect(estimate.interval!.low).toBeLessThan(estimate.value);
      expect(estimate.interval!.high).toBeGreaterThan(estimate.value);
    }
  });
  test("a judge that says yes less often than people", () => {
    expect(part!.leniency).toMatchObject({ human: 0.7, judge: 0.6 });
    expect(value(part!.leniency.difference)).toBeCloseTo(-0.1, 12);
  });
  test("the corrected mean of labelled queries is what people said", () => {
    const [recall] = calibration.metrics;
    expect(calibration.metrics).toHaveLength(1);
    expect(recall).toMatchObject({
      metric: "context-recall",
      corrected: { status: "known", judge: 0.6, labelled: 100, judged: 100 },
    });
    if (recall!.corrected.status === "known") expect(recall!.corrected.value).toBeCloseTo(0.7, 12);
    expect(recall!.labelled["q45"]).toEqual([0, 1]);
  });
  test("the list to look at", () => {
    expect(disagreements).toHaveLength(40);
    expect(disagreements[0]).toEqual({ id: "q45", part: "claims", claim: "c1", human: "no", judge: "yes" });
    expect(problems).toEqual([]);
  });
  test("the same seed gives the same, another one other intervals", () => {
    expect(calibrate({ labels }).calibration).toEqual(calibration);
    const other = calibrate({ labels, seed: 2 }).calibration.parts[0]!;
    expect(other.agreement).not.toEqual(part!.agreement);
    expect(value(other.agreement)).toBe(0.6);
  });
  test("it survives JSON", () => {
    expect(JSON.parse(JSON.stringify(calibration))).toEqual(calibration);
  });
});

describe("what has no value says why", () => {
  test("one class only: no kappa, and Wilson's interval where the bootstrap has no width", () => {
    const { calibration, problems } = calibrate({ labels: rows(times(10, "yes", "yes")) });
    const [part] = calibration.parts;
    expect(part!.kappa).toEqual({ status: "undefined", because: "one-class" });
    expect(part!.agreement).toMatchObject({ status: "known", value: 1 });
    if (part!.agreement.status === "known")
      expect(part!.agreement.interval!.low).toBeCloseTo(0.7224672001371107, 12);
    expect(part!.classes[0]!.precision).toEqual({ status: "undefined", because: "no-data" });
    expect(part!.leniency.difference).toEqual({ status: "known", value: 0, because: "no-spread" });
    expect(problems).toMatchObject([{ code: "few-labels" }]);
    expect(JSON.stringify(calibration)).not.toContain("null");
  });
  test("one query: values without intervals", () => {
    const labels = ["c1", "c2", "c3"].map((claim, i) => ({ id: "q", claim, label: i === 0, judge: i < 2 }));
    const [part] = calibrate({ labels }).calibration.parts;
    expect(part!.agreement).toEqual({ status: "known", value: 2 / 3, because: "too-few" });
    expect(calibrate({ labels }).calibration.metrics[0]!.corrected).toEqual({
      status: "undefined",
      because: "too-few",
    });
  });
  test("no label at all", () => {
    expect(calibrate({ labels: [] })).toMatchObject({
      calibration: { parts: [], metrics: [] },
      problems: [{ code: "no-labels", level: "error" }],
    });
  });
});

describe("labels with an order, by two people", () => {
  const labels: LabelRow[] = [
    { id: "q1", claim: "c1", chunk: 1, label: "full", label2: "full", judge: "full" },
    { id: "q1", claim: "c1", chunk: 2, label: "partial", label2: "none", judge: "full" },
    { id: "q2", claim: "c1", chunk: 1, label: "none", annotator: "ann", judge: "none" },
    { id: "q2", claim: "c1", chunk: 1, label: "none", annotator: "bob", judge: "none" },
    { id: "q2", claim: "c1", chunk: 1, label: "full", annotator: "bob", judge: "none" },
    { id: "q3", claim: "c1", chunk: 1, label: "none", judge: "full" },
  ];
  const { calibration, disagreements, problems } = calibrate({ labels });
  const [part] = calibration.parts;
  test("weighted kappa", () => {
    expect(part).toMatchObject({ part: "support", labels: ["none", "partial", "full"], cells: 4 });
    expect(part!.confusion).toEqual([
      [1, 0, 1],
      [0, 0, 1],
      [0, 0, 1],
    ]);
    // Steps apart: 2 + 1 seen; by chance none → full 2·3·2, partial → none 1·1, partial → full 1·3, full → none 1·1·2, over 4.
    expect(value(part!.weightedKappa!.linear)).toBeCloseTo(
      1 - 3 / ((2 * 3 * 2 + 1 * 1 + 1 * 3 + 1 * 2 * 1) / 4),
      12,
    );
  });
  test("the ceiling: people with one another, and the judge on the same cells", () => {
    expect(part!.ceiling).toMatchObject({ cells: 3, judge: { cells: 3 } });
    expect([part!.ceiling!.agreement, part!.ceiling!.judge.agreement].map(value)).toEqual([2 / 3, 2 / 3]);
  });
  test("the widest apart comes first; a person cannot label twice", () => {
    expect(disagreements.map(({ id, human, judge }) => [id, human, judge])).toEqual([
      ["q3", "none", "full"],
      ["q1", "partial", "full"],
    ]);
    expect(problems.map(({ code, at }) => [code, at?.line])).toContainEqual(["label-twice", 5]);
  });
  test("partial counts as no where metrics want yes or no, unless told", () => {
    const labelled = (partial: "no" | "yes") =>
      calibrate({ labels: [{ id: "q", claim: "c1", label: "partial", judge: "none" }], partial }).calibration
        .metrics[0]!.labelled;
    expect(labelled("no")).toEqual({ q: [0, 0] });
    expect(labelled("yes")).toEqual({ q: [1, 0] });
  });
});

describe("labels joined with records", () => {
  const one = record(
    "q1",
    ["Ada was born in London. It rained.", "Bob sang.", "Ada was born in London. It rained."],
    {
      claims: [
        { id: "c1", text: "Ada was born in London.", support: [{ chunk: 0, level: "full", by: ["1.1"] }] },
        { id: "c2", text: "Ada wrote programs.", support: [{ chunk: 1, level: "partial", by: ["2.1"] }] },
      ],
      relevant: ["1.1"],
    },
    "Ada was born in London and wrote programs.",
  );
  const join = (labels: readonly LabelRow[], records = [one]) =>
    calibrate({ labels, records, resamples: 10 });

  test("claims, chunks by rank and by copy, statements", () => {
    const { calibration, disagreements, problems } = join([
      { id: "q1", claim: "c1", label: "yes" },
      { id: "q1", claim: "Ada wrote  programs.", label: "yes" },
      { id: "q1", claim: "c1", chunk: 3, label: "full" },
      { id: "q1", claim: "c2", chunk: 2, label: "none", text: "Ada wrote programs." },
      { id: "q1", statement: "1.1", label: "yes" },
      { id: "q1", statement: "2.1", label: "yes" },
      { id: "q1", chunk: 1, label: 1 },
      { id: "q1", chunk: 2, label: 0 },
    ]);
    expect(calibration.judge).toEqual(by);
    expect(calibration.parts.map(({ part, confusion }) => [part, confusion])).toEqual([
      [
        "claims",
        [
          [0, 0],
          [1, 1],
        ],
      ],
      [
        "support",
        [
          [0, 1, 0],
          [0, 0, 0],
          [0, 0, 1],
        ],
      ],
      [
        "statements",
        [
          [0, 0],
          [1, 1],
        ],
      ],
      [
        "chunks",
        [
          [1, 0],
          [0, 1],
        ],
      ],
    ]);
    expect(disagreements).toContainEqual({
      id: "q1",
      part: "statements",
      statement: "2.1",
      text: "Bob sang.",
      human: "yes",
      judge: "no",
    });
    expect(
      Object.fromEntries(calibration.metrics.map(({ metric, labelled }) => [metric, labelled["q1"]])),
    ).toEqual({
      "context-recall": [1, 0.5],
      "context-relevancy": [1, 0.5],
      // The third chunk is the first again: useful at ranks 1 and 3.
      "context-precision": [(1 + 2 / 3) / 2, (1 + 2 / 3) / 2],
    });
    expect(problems.map(({ code }) => code)).toEqual(["few-labels", "few-labels", "few-labels"]);
  });

  test("a claim counts once it is labelled against every chunk, a ranking once all of it is", () => {
    const cell = (claim: string, chunk: number, label: string): LabelRow => ({
      id: "q1",
      claim,
      chunk,
      label,
    });
    const some = [cell("c1", 1, "full"), cell("c1", 2, "none"), cell("c2", 1, "none")];
    const metrics = (labels: readonly LabelRow[]) =>
      Object.fromEntries(
        join(labels).calibration.metrics.map(({ metric, labelled }) => [metric, labelled["q1"]]),
      );
    expect(metrics(some)).toEqual({ "context-recall": [1, 1] });
    expect(metrics([...some, cell("c2", 2, "full")])).toEqual({
      "context-recall": [1, 0.5],
      "context-precision": [1, (1 + 2 / 3) / 2],
    });
  });

  test.each([
    ["label-without-record", { id: "q9", claim: "c1", label: "yes" }],
    ["label-not-found", { id: "q1", claim: "c9", label: "yes" }],
    ["label-not-found", { id: "q1", claim: "c1", text: "Something else.", label: "yes" }],
    ["label-not-found", { id: "q1", chunk: 4, label: "yes" }],
    ["label-not-found", { id: "q1", chunk: "doc", label: "yes" }],
    ["label-not-found", { id: "q1", statement: "1.9", label: "yes" }],
  ] as const)("%s", (code, label) => {
    expect(join([label]).problems.map((problem) => problem.code)).toEqual([code, "no-labels"]);
  });

  test("what the judge left out is no verdict", () => {
    const hole = record(
      "q1",
      ["Ada sang.", "Bob sang."],
      {
        claims: [{ id: "c1", text: "Ada sang.", support: [] }],
        relevant: [],
        unjudged: [
          { part: "claims", ids: ["c1"], problem: { code: "x", what: "no reply", fix: "again" } },
          { part: "statements", ids: ["1.1"], problem: { code: "x", what: "no reply", fix: "again" } },
        ],
      },
      "Ada sang.",
    );
    const labels: LabelRow[] = [
      { id: "q1", claim: "c1", label: "yes" },
      { id: "q1", chunk: 1, label: "yes" },
      { id: "q1", statement: "1.1", label: "yes" },
      { id: "q1", statement: "2.1", label: "no" },
    ];
    const { calibration, problems } = join(labels, [hole]);
    expect(problems.filter(({ code }) => code === "label-unjudged")).toHaveLength(3);
    expect(calibration.parts).toMatchObject([{ part: "statements", cells: 1 }]);
    // The record as a whole has no relevancy: a statement of it is unknown.
    expect(calibration.metrics).toMatchObject([{ corrected: { status: "undefined", because: "no-data" } }]);
  });

  test("without a reference a chunk helps if a statement of it is relevant", () => {
    const bare = record("q1", ["Ada sang. It rained.", "Bob sang."], { relevant: ["1.2"] });
    const chunks: LabelRow[] = [
      { id: "q1", chunk: 1, label: "no" },
      { id: "q1", chunk: 2, label: "yes" },
    ];
    const { calibration } = join(chunks, [bare]);
    expect(calibration.parts).toMatchObject([
      {
        part: "chunks",
        confusion: [
          [0, 1],
          [1, 0],
        ],
      },
    ]);
    expect(calibration.metrics).toMatchObject([{ metric: "context-precision", labelled: { q1: [0.5, 1] } }]);
    const unasked = join(chunks, [record("q1", ["Ada sang. It rained.", "Bob sang."], {})]);
    expect(unasked.problems.map(({ code }) => code)).toEqual([
      "label-unjudged",
      "label-unjudged",
      "no-labels",
    ]);
  });

  test("records of two judges, and of one query twice", () => {
    const other = { ...one, id: "q2", judge: { ...by, version: "2" } };
    const codes = join([{ id: "q1", claim: "c1", label: "yes" }], [one, other, one]).problems.map(
      ({ code }) => code,
    );
    expect(codes).toEqual(["mixed-judges", "duplicate-case", "few-labels"]);
  });
});

test("the corrected mean covers the truth, though the judge is too kind", () => {
  const random = randomFrom(11);
  let [covered, off] = [0, 0];
  const runs = 150;
  for (let run = 0; run < runs; run++) {
    const records: JudgementRecord[] = [];
    const labels: LabelRow[] = [];
    for (let q = 0; q < 120; q++) {
      // Half of all claims hold; the judge also believes three in ten of the others.
      const truth = [0, 1, 2].map(() => random() < 0.5);
      const said = truth.map((holds) => holds || random() < 0.3);
      const claims = said.map((yes, i) => ({
        id: `c${i}`,
        text: `claim ${i}`,
        support: yes ? [{ chunk: 0, level: "full" as const, by: ["1.1"] }] : [],
      }));
      records.push(record(`q${q}`, ["Some text."], { claims }, "reference"));
      if (q < 50) labels.push(...truth.map((holds, i) => ({ id: `q${q}`, claim: `c${i}`, label: holds })));
    }
    const { corrected } = calibrate({ labels, records, resamples: 1 }).calibration.metrics[0]!;
    if (corrected.status !== "known") throw new Error(corrected.because);
    covered += corrected.low <= 0.5 && 0.5 <= corrected.high ? 1 : 0;
    off += corrected.judge - 0.5;
  }
  expect(off / runs).toBeGreaterThan(0.1);
  // 95 % of 150 is 142.5, standard error 2.7.
  expect(covered).toBeGreaterThanOrEqual(134);
});

test("a label by the id of a document is of no chunk where several of its texts were retrieved", () => {
  const support = [{ chunk: 1, level: "full" as const, by: ["2.1"] }];
  const problemsWith = (texts: readonly string[]) => {
    const contexts = texts.map((text) => ({ id: "d", text }));
    const { base } = prepareCase({ id: "q", question: "?", reference: "Ada sang.", contexts });
    const said = makeRecord(base, { claims: [{ id: "c1", text: "Ada sang.", support }] }, by);
    const { problems } = calibrate({ labels: [{ id: "q", chunk: "d", label: "yes" }], records: [said] });
    return problems.filter(({ code }) => code === "label-not-found").map(({ what }) => what);
  };
  expect(problemsWith(["Bob slept.", "Ada sang."])).toEqual([expect.stringContaining("no single chunk d")]);
  expect(problemsWith(["Ada sang.", "Ada sang."])).toEqual([]);
});
