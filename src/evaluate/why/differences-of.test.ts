import { describe, expect, it } from "vitest";
import { dialects } from "../../dialects/index.ts";
import { Planner } from "../plan/plan.ts";
import { differenceHolds } from "./differences-of.ts";

/** What is said of a metric under a dialect. */
function saidOf(as: string, metric: string): string[] {
  const planner = new Planner({ as });
  const [plan] = planner.parse(metric);
  return planner.as.differs.filter((one) => differenceHolds(plan!, one)).map(({ says }) => says);
}

describe("what is said of a metric", () => {
  it("is also what another metric shows, where the rule is the same", () => {
    expect(saidOf("trec_eval", "P_10")).toEqual([
      "Hits are sorted by score; the order of the list is ignored.",
      "Equal scores are ordered by id, descending.",
      expect.stringMatching(/^Relevance comes from grades/),
      "A query without relevant documents scores 0 and counts.",
      "Precision of nothing is 0.",
    ]);
  });
  it("is not what another metric's own definition makes of it", () => {
    for (const says of saidOf("trec_eval", "map"))
      expect(says).not.toMatch(/Precision of nothing|set_F|Rank-biased|recall level|Unjudged/);
  });
  it("follows the tie rule of each measure", () => {
    const ties = (metric: string) => saidOf("ir_measures", metric).filter((says) => says.includes("by id"));
    expect(ties("RR@10")).toHaveLength(1);
    expect(ties("RR")).toEqual([]);
  });
  it.each(dialects.map((dialect) => [dialect.id, dialect] as const))(
    "%s: every difference names the metric that shows it",
    (as, { differs }) => {
      for (const { metric, says, options = [] } of differs)
        expect(
          differenceHolds(
            new Planner({ as, options }).parse(metric)[0]!,
            differs.find((one) => one.says === says)!,
          ),
          says,
        ).toBe(true);
    },
  );
});
