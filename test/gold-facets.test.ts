/** The reader of JSON gold and the library know the same facets: none is dropped on the way from a file. */
import { expect, it } from "vitest";
import { GoldieError } from "../src/core/problem.ts";
import { jsonl } from "../src/formats/jsonl.ts";
import { evaluate } from "../src/index.ts";
import { readFormat } from "./_read-format.ts";

function facetsOfTheLibrary(): string[] {
  try {
    evaluate({ gold: { q1: { nonsense: [], relevant: [] } as never }, run: { q1: [] }, metrics: ["rr"] });
  } catch (error) {
    if (error instanceof GoldieError) return error.problem.fix.replace(/^use /, "").split(/, | or /);
  }
  return [];
}

it("knows every facet of the library", async () => {
  const facets = facetsOfTheLibrary();
  expect(facets).toContain("relevant");
  expect(facets.length).toBeGreaterThan(7);
  for (const facet of facets) {
    const told = await readFormat(jsonl, JSON.stringify({ id: "q1", [facet]: [] }), "gold");
    expect(told.problems, facet).toEqual([]);
    expect(told.events, facet).toEqual([["gold", "q1", { [facet]: [] }, 1]]);
  }
  // Control: unknown fields are reported.
  const told = await readFormat(jsonl, '{"id":"q1","relevant":[],"nonsense":[]}', "gold");
  expect(told.problems.map(({ code }) => code)).toEqual(["unknown-facet"]);
});
