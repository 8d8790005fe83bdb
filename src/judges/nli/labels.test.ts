import { describe, expect, test } from "vitest";
import { labelsOf, sharesOf } from "./labels.ts";

const config = (...labels: string[]) => ({
  id2label: Object.fromEntries(labels.map((label, i) => [i, label])),
});

describe("labels of a model", () => {
  test.each([
    [["contradiction", "entailment", "neutral"], { support: 1, contradiction: 0 }],
    [["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"], { support: 0, contradiction: 1 }],
    [["entailment", "contradiction"], { support: 0, contradiction: 1 }],
    [["entailment", "not_entailment"], { support: 0 }],
    [["LABEL_0"], { support: 0 }],
    [["score"], { support: 0 }],
    [["Consistent"], { support: 0 }],
  ])("%j", (labels, expected) => {
    const { support, contradiction } = labelsOf(config(...labels), "models/mine");
    expect({ support, ...(contradiction === undefined ? {} : { contradiction }) }).toEqual(expected);
  });
  test.each([
    [["LABEL_0", "LABEL_1", "LABEL_2"]],
    [["hallucination"]],
    [["contradiction"]],
    [["LABEL_1"]],
    [["entailment", "supported"]],
  ])("%j do not tell", (labels) => {
    expect(() => labelsOf(config(...labels), "models/mine")).toThrow(/support/);
  });
  test("label2id is read by its numbers, not by its order", () => {
    const { names } = labelsOf({ label2id: { neutral: 1, contradiction: 2, entailment: 0 } }, "models/mine");
    expect(names).toEqual(["entailment", "neutral", "contradiction"]);
  });
  test("a label that is named must be there, in a model with one label too", () => {
    expect(labelsOf(config("quality"), "models/mine", "QUALITY")).toMatchObject({ support: 0 });
    expect(() => labelsOf(config("quality"), "models/mine", "support")).toThrow(
      "the model has no label support; it has quality",
    );
  });
});

describe("shares", () => {
  const of = (activation: "softmax" | "sigmoid" | "none") => ({ names: ["a", "b"], support: 0, activation });
  test("sigmoid is smooth, and each output is by itself", () => {
    const [a, b] = sharesOf([0.5, -2], of("sigmoid"));
    expect(a).toBeCloseTo(0.622459, 6);
    expect(b).toBeCloseTo(0.119203, 6);
  });
  test("softmax sums to 1, and large outputs do not overflow", () => {
    expect(sharesOf([1000, 1000], of("softmax"))).toEqual([0.5, 0.5]);
    expect(sharesOf([1, 0], of("softmax"))[0]).toBeCloseTo(0.731059, 6);
  });
  test("a regression is taken as it is, and rounding is forgiven", () => {
    expect(sharesOf([0.25, 1.0001], of("none"))).toEqual([0.25, 1]);
    for (const other of [1.2, 3.7, -0.1])
      expect(() => sharesOf([other], of("none"))).toThrow(/not from 0 to 1/);
  });
});
