import { expect, test } from "vitest";
import { evaluate } from "../evaluate/evaluate.ts";
import { selectionOf } from "../evaluate/select/selection.ts";
import { json } from "./json.ts";
import { markdown } from "./markdown.ts";
import { table } from "./table.ts";

test("what AutoRAG's strategies choose is in the JSON alone", () => {
  const gold = { q1: ["a", "b"] };
  const of = (name: string, hits: string[]) => ({
    result: evaluate({ gold, run: { q1: hits }, metrics: ["precision@1", "recall@5", "rr"], name }),
  });
  const runs = [of("first", ["a", "x", "y"]), of("all", ["b", "a"])];
  const selection = selectionOf(runs)!;
  expect(selection.best.name).toBe("first");
  expect(selection.rules).toEqual({ mean: "all", rank: "all", normalize_mean: "all" });
  const report = { runs, selection };
  const options = { perQuery: false, remarks: true };
  expect(table.write(report, options)).not.toMatch(/AutoRAG|normalize_mean/);
  expect(markdown.write(report, options)).not.toMatch(/AutoRAG|normalize_mean/);
  expect(JSON.parse(json.write(report, options)).selection.rules).toEqual(selection.rules);
});
