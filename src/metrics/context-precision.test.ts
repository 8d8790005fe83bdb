import { expect, it } from "vitest";
import { evaluateDerivation } from "../core/derivation.ts";
import type { JudgedContexts } from "../core/judgement.ts";
import { contextPrecision } from "./context-precision.ts";

const asRagas = { against: "reference", partial: 0, without: "question", smooth: 1e-10 } as const;

// What Ragas' collections print, which do not clamp what the model says.
it.each<[number[], number]>([
  [[-1, 1], 10000000000],
  [[2, 0], 1.9999999999],
  [[1, 0, 1], 0.8333333332916666],
  [[1, 1, 0, 1], 0.9166666666361111],
  [[0, 1], 0.49999999995],
])("weighs raw verdicts %j: %d", (verdicts, wanted) => {
  const j: JudgedContexts = { verdicts };
  expect(contextPrecision.compute(j, asRagas)).toEqual({ status: "scored", value: wanted });
  expect(evaluateDerivation(contextPrecision.explain(j, asRagas))).toEqual({
    status: "scored",
    value: wanted,
  });
});

it("is skipped where the verdicts it asks for are absent", () => {
  const against = (against: "reference" | "response", j: JudgedContexts) =>
    contextPrecision.compute(j, { against, partial: 0, without: "question", smooth: 0 });
  expect(against("reference", { responseVerdicts: [1] })).toEqual({
    status: "skipped",
    missing: ["verdicts"],
  });
  expect(against("response", { verdicts: [1] })).toEqual({
    status: "skipped",
    missing: ["responseVerdicts"],
  });
});
