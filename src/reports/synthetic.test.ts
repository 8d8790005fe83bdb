import { expect, test } from "vitest";
import { compare } from "../evaluate/compare/compare.ts";
import { evaluate } from "../evaluate/evaluate.ts";
import { markdown } from "./markdown.ts";
import type { Report } from "./model.ts";
import { table } from "./table.ts";

const resultOf = (name: string, synthetic: readonly boolean[]) =>
  evaluate({
    name,
    metrics: ["recall@5"],
    gold: synthetic.map((made, i) => ({
      id: `q${i}`,
      relevant: ["a"],
      tags: made ? { synthetic: "yes" } : { lang: "en" },
    })),
    run: new Map(synthetic.map((_, i) => [`q${i}`, ["a"]])),
  });
const facts = { answered: 2, empty: 0, failed: 0, unasked: 0, cached: 0, retried: 0 };
const options = { perQuery: false, remarks: true };

test("synthetic gold is named below every table, more so where BM25 takes part", () => {
  const all: Report = { runs: [{ result: resultOf("main", [true, true]) }] };
  const plain = "All queries are synthetic: made from the corpus, so scores are higher";
  expect(table.write(all, options)).toContain(plain);
  expect(markdown.write(all, options)).toContain(plain);
  const bm25: Report = {
    runs: [{ result: resultOf("main", [true, false]), live: { ...facts, about: "BM25 over docs" } }],
  };
  expect(table.write(bm25, { ...options, width: 200 })).toContain(
    "1 of 2 queries are synthetic: made from the corpus; they share its words, which favours BM25",
  );
  const real: Report = { runs: [{ result: resultOf("main", [false, false]) }] };
  expect(table.write(real, options)).not.toContain("synthetic");
});

test("and in every comparison", () => {
  const [a, b] = [resultOf("a", [true, false]), resultOf("b", [true, false])];
  expect(compare([a, b]).problems.map(({ code, fields }) => [code, fields])).toEqual([
    ["synthetic-gold", { queries: 1, all: 2 }],
  ]);
  const real = [resultOf("a", [false, false]), resultOf("b", [false, false])];
  expect(compare(real).problems).toEqual([]);
});
