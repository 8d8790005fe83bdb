import { expect, it } from "vitest";
import { evaluate } from "../evaluate.ts";
import type { RunInput } from "../input/read-run.ts";

const problemsOf = (run: RunInput) =>
  evaluate({ gold: { q1: ["doc-17"] }, run, unit: "doc", metrics: ["rr"] }).problems;

it("ids that do not meet are reported under unit document too, with what would mend it", () => {
  const [problem] = problemsOf({ q1: ["doc-17::chunk-3", "doc-17::chunk-4"] });
  expect(problem).toMatchObject({ code: "nothing-matches" });
  expect(problem!.fix).toContain("--ids chunk-suffix --unit doc");
});

it("hits that name their document are compared by it", () => {
  expect(problemsOf({ q1: [{ id: "c1", doc: "doc-17" }] })).toEqual([]);
  expect(problemsOf({ q1: [{ id: "c1", doc: "DOC-17" }] })[0]!.what).toContain("DOC-17");
});

it("texts or spans that only one side has are reported, with what would help", () => {
  const gold = { q1: { passages: ["some text"] }, q2: { spans: [{ doc: "h.md", lines: [1, 2] as const }] } };
  const run = { q1: ["a"], q2: ["b"] };
  const { problems } = evaluate({ gold, run, metrics: ["token-recall", "span-recall@5"] });
  expect(problems.map(({ code, what }) => [code, what])).toEqual([
    ["no-texts", "2 queries have no texts to compare, so token-recall skipped them"],
    ["no-spans", "2 queries have no spans to compare, so span-recall@5 skipped them"],
  ]);
  const found = { q1: [{ id: "a", text: "some text" }] };
  const fine = evaluate({ gold: { q1: gold.q1 }, run: found, metrics: ["token-recall"] });
  expect(fine.problems).toEqual([]);
});

it("many metrics are counted, not named", () => {
  const { problems } = evaluate({ as: "trec_eval", gold: { q1: [["a"]] }, run: { q1: { a: 1 } } });
  expect(problems.find(({ code }) => code === "no-grades")!.what).toMatch(/and \d+ more metrics skipped it$/);
});
