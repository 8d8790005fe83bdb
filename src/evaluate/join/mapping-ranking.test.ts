import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProblemLog } from "../../core/problem-log.ts";
import { metrics } from "../../metrics/index.ts";
import { evaluate, prepare } from "../evaluate.ts";
import { readRanking } from "../input/read-run.ts";
import type { Rules } from "../plan/rules.ts";
import { MappingRanking, rankingToJoin } from "./mapping-ranking.ts";

const NAMES = metrics
  .filter((metric) => metric.kind === "computed" && metric.needs.every((facet) => facet === "grades"))
  .map(({ id }) => id);

const ids = fc.constantFrom(
  "0",
  "7",
  "10",
  "a",
  "b",
  "__proto__",
  "d1",
  "d2",
  "d3",
  "é",
  "42",
  "constructor",
);
/** Few values, so that many are equal; some are equal in 32 bits only. */
const scores = fc.constantFrom(3, 2, 2 + 1e-12, 1, 0, -1, 0.5);
const hits = fc.uniqueArray(fc.tuple(ids, scores), { selector: ([id]) => id, maxLength: 12 });
const grades = fc.uniqueArray(fc.tuple(ids, fc.constantFrom(-1, 0, 1, 2, 3)), {
  selector: ([id]) => id,
  maxLength: 8,
});
const rules: fc.Arbitrary<Rules> = fc.record(
  {
    ties: fc.constantFrom("id-desc" as const, "id-asc" as const, "given" as const, "given-reversed" as const),
    float: fc.constantFrom(32 as const, 64 as const),
    depth: fc.constantFrom("all" as const, 1, 3),
    judgedOnly: fc.boolean(),
    order: fc.constantFrom("input" as const, "score" as const, "given" as const),
    floor: fc.constantFrom(0, 1),
  },
  { requiredKeys: [] },
);

const ownObject = (entries: readonly (readonly [string, number])[]): Record<string, number> => {
  const object = Object.create(null) as Record<string, number>;
  for (const [id, score] of entries) object[id] = score;
  return object;
};

describe("an id → score mapping", () => {
  it("scores as the same hits in a list, to the last bit", () => {
    fc.assert(
      fc.property(hits, grades, rules, (entries, judged, rule) => {
        const gold = { q: new Map(judged) };
        const object = ownObject(entries);
        // An object has an order of its own.
        for (const [mapping, list] of [
          [new Map(entries), entries],
          [object, Object.keys(object).map((id) => [id, object[id]!] as const)],
        ] as const) {
          const order = rule.order === "input" ? "score" : (rule.order ?? "score");
          const one = { gold, metrics: NAMES };
          const theirs = prepare({ ...one, ...rule }).scores("q", mapping);
          const ours = prepare({ ...one, ...rule, order }).scores(
            "q",
            list.map(([id, score]) => ({ id, score })),
          );
          expect(theirs).toStrictEqual(ours);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("has the bounds of the same hits in a list", () => {
    const entries = [["a", 1] as const, ["b", 1] as const, ["c", 1] as const];
    const asked = { gold: { q: { c: 1 } }, metrics: ["rr"], order: "score" as const };
    const bounds = evaluate({ ...asked, run: { q: new Map(entries) } }).bounds("rr");
    expect(bounds.ties?.queries).toBe(1);
    expect(bounds).toEqual(
      evaluate({ ...asked, run: { q: entries.map(([id, score]) => ({ id, score })) } }).bounds("rr"),
    );
  });

  it("is taken as it is where nothing in it is odd", () => {
    const log = new ProblemLog();
    const read = rankingToJoin("q", new Map([["a", 1]]), log);
    expect(read).toBeInstanceOf(MappingRanking);
    expect(read.ids).toEqual(["a"]);
    expect(rankingToJoin("q", { a: 1 }, log)).toBeInstanceOf(MappingRanking);
    for (const odd of [new Map([[1, 2]]), ["a"], new Set(["a"]), [{ id: "a", score: 1 }]])
      expect(rankingToJoin("q", odd as never, log)).toEqual(readRanking("q", odd as never, log));
    for (const bad of [new Map([["a", Number.NaN]]), { a: "1" }, Promise.resolve()])
      expect(() => rankingToJoin("q", bad as never, log)).toThrow();
  });

  it("does not take a document without an id", () => {
    expect(() => evaluate({ gold: { q: ["a"] }, run: { q: { "": 2, a: 1 } }, metrics: ["rr"] })).toThrow(
      /empty id/,
    );
  });
});
