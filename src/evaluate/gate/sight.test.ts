import { expect, it } from "vitest";
import { power, signPower } from "../../stats/index.ts";
import { evaluate } from "../evaluate.ts";
import { gateRules } from "./rules.ts";
import { fineMargins, sightOf } from "./sight.ts";

/** Of every four queries, three have the document at rank 1, the fourth does not have it. */
const result = (n: number) =>
  evaluate({
    gold: Object.fromEntries(
      Array.from({ length: n }, (_, i) => [
        `q${i}`,
        { relevant: ["x"], tags: { half: i < n / 2 ? "a" : "b" } },
      ]),
    ),
    run: Object.fromEntries(Array.from({ length: n }, (_, i) => [`q${i}`, i % 4 === 0 ? ["-"] : ["x"]])),
    metrics: ["rr", "hit@1", "all-found@5"],
  });

it("goes by the test that decides: t for means, the sign test for yes and no", () => {
  const [rr, hit] = sightOf(result(60));
  const sd = Math.sqrt(2 * (60 / 59) * 0.1875 * 0.2);
  const byT = power.compute({ n: 60, sd, power: 0.8 });
  const bySign = signPower.compute({ n: 60, apart: 2 * 0.1875 * 0.2, power: 0.8 });
  expect(byT.status === "known" && byT.value.effect).toBeCloseTo(rr!.drop!, 9);
  expect(bySign.status === "known" && bySign.value.effect).toBeCloseTo(hit!.drop!, 9);
  expect(hit!.drop!).toBeGreaterThan(rr!.drop!);
});

it("has no drop where there is no room for one, or too few queries", () => {
  const none = evaluate({
    gold: Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`q${i}`, ["x"]])),
    run: {},
    metrics: ["hit@1", "rr"],
  });
  expect(sightOf(none).map(({ drop }) => drop)).toEqual([undefined, undefined]);
  expect(sightOf(result(4)).map(({ drop }) => drop)[1]).toBeUndefined();
});

it("names margins that are finer than the rules together can see", () => {
  const of = (...rules: Parameters<typeof gateRules>[0]) => fineMargins(result(200), gateRules(rules));
  const rule = (margin: number, more: object = {}) => ({
    metric: "rr",
    notWorseThan: "baseline" as const,
    margin,
    ...more,
  });
  const [{ drop } = { drop: 0 }] = sightOf(result(200));
  expect(of(rule(drop! + 0.001))).toEqual([]);
  expect(of(rule(0.01))).toEqual([{ rule: "not-worse rr=0.01", margin: 0.01, drop }]);
  // Two rules need a larger drop, and so does half of the queries.
  expect(of(rule(drop! + 0.001), { metric: "hit@1", notWorseThan: "baseline" })).toHaveLength(1);
  expect(of(rule(drop! + 0.001, { where: { half: "a" } }))).toHaveLength(1);
  expect(of({ metric: "rr", notWorseThan: "baseline" }, { metric: "rr", min: 0.5 })).toEqual([]);
});
