import { expect, it } from "vitest";
import { evaluate } from "./evaluate.ts";
import type { RunInput } from "./read-run.ts";

const problemsOf = (run: RunInput) =>
  evaluate({ gold: { q1: ["doc-17"] }, run, unit: "doc", metrics: ["rr"] }).problems;

it("ids that do not meet are told under unit document too, with what would mend it", () => {
  const [problem] = problemsOf({ q1: ["doc-17::chunk-3", "doc-17::chunk-4"] });
  expect(problem).toMatchObject({ code: "nothing-matches" });
  expect(problem!.fix).toContain("--ids chunk-suffix --unit doc");
});

it("hits that name their document are compared by it", () => {
  expect(problemsOf({ q1: [{ id: "c1", doc: "doc-17" }] })).toEqual([]);
  expect(problemsOf({ q1: [{ id: "c1", doc: "DOC-17" }] })[0]!.what).toContain("DOC-17");
});
