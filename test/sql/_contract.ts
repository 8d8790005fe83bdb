/** What every engine must do: the same scores, states and counts as in memory, and a Problem for what cannot be used. */
import { describe, expect, test } from "vitest";
import type { SqlEngine } from "../../src/sql/engine.ts";
import { tableCase } from "./_cases.ts";
import { compareCase, explainedCase, metricNames, RULES, vectorCase } from "./_compare.ts";
import { cameBack, otherGolds } from "./_elsewhere.ts";
import { abortedBefore, emptyRun, emptyTable, REFUSED, refusalBy, warningsOf } from "./_refusals.ts";
import { WHOLE_OR_NOT, writtenTables } from "./_written.ts";

/** `cases`: how many generated ones, in batches of 25 queries; slow engines take fewer statements of more queries. */
export function engineContract(
  name: string,
  open: () => Promise<SqlEngine>,
  { single = true, queries = 25 }: { readonly single?: boolean; readonly queries?: number } = {},
): void {
  describe(`${name} keeps the contract of engines`, () => {
    let engine: SqlEngine | undefined;
    const opened = async () => (engine ??= await open());
    const rules = RULES.filter(({ rules }) => single || rules.float !== 32);

    test.each(rules)("gold that is sent, 25 queries of 500, with $rules, by $by", async ({ rules, by }) => {
      const at = RULES.findIndex((one) => one.rules === rules);
      const given = tableCase(1000 + at, queries, "any");
      const found = await compareCase(await opened(), given, {
        rules,
        by,
        names: metricNames(at, 2, () => true),
      });
      expect(found).toEqual([]);
    });
    test.each(rules.filter(({ rules }) => rules.shape === undefined && rules.grades === undefined))(
      "gold read where it is, with $rules, by $by",
      async ({ rules, by }) => {
        const at = RULES.findIndex((one) => one.rules === rules);
        const given = tableCase(2000 + at, queries, "grades");
        const names = metricNames(at + 50, 2, ({ needs }) => needs.every((facet) => facet === "grades"));
        expect(await compareCase(await opened(), given, { rules, by, names, inPlace: true })).toEqual([]);
      },
    );
    test("every vector of every metric with a form, and all of these metrics on all of them", async () => {
      const { given, names } = vectorCase();
      expect(given.gold.size).toBeGreaterThan(300);
      expect(await compareCase(await opened(), given, { rules: {}, by: "rank", names })).toEqual([]);
    });
    test("metrics with rules of their own, in one request", async () => {
      const names = ["ndcg@10", "trec_eval:map", "pytrec_eval:recip_rank", "ap", "trec_eval:P_5"];
      const given = tableCase(4000, queries, "grades");
      const seen = new Set<string>();
      const rows = given.rows.filter(({ run, query, doc }) => {
        const key = JSON.stringify([run, query, doc]);
        return !seen.has(key) && seen.add(key).size > 0;
      });
      expect(
        await compareCase(await opened(), { ...given, rows }, { rules: {}, by: "score", names }),
      ).toEqual([]);
    });
    test("hits that are pulled", async () => {
      const names = ["ndcg@10", "ndcg(ties=expected)@5", "alpha-ndcg@5", "recall@5", "leak@5", "ap"];
      for (const by of ["score", "rank"] as const)
        expect(
          await compareCase(await opened(), tableCase(3000, queries, "any"), {
            rules: {},
            by,
            names: by === "rank" ? names.filter((n) => !n.includes("ties")) : names,
            pull: true,
          }),
        ).toEqual([]);
    });
    test("only some of the runs of a table", async () => {
      const given = tableCase(3200, queries, "grades");
      const runs = [...new Set(given.rows.map(({ run }) => run))].sort();
      expect(runs.length).toBeGreaterThan(1);
      const asked = { rules: {}, by: "score", names: ["ap", "ndcg@5"] } as const;
      for (const more of [{}, { pull: true }, { inPlace: true }])
        expect(await compareCase(await opened(), given, { ...asked, ...more, only: runs.slice(1) })).toEqual(
          [],
        );
    });
    test("the hits of one query, explained", async () => {
      for (const by of ["score", "rank"] as const)
        expect(await explainedCase(await opened(), tableCase(3100, queries, "grades"), by)).toEqual([]);
    });
    test.each(REFUSED.filter(({ rules }) => single || rules?.float !== 32))("refuses $name", async (one) => {
      expect(await refusalBy(await opened(), one)).toBe(one.want);
    });
    test("warns of a document that is there twice", async () => {
      expect(await warningsOf(await opened())).toEqual(["duplicate-hit of q1: d2"]);
    });
    test("a table without rows", async () => {
      expect(await emptyTable(await opened())).toBe("empty-run");
      expect(await emptyRun(await opened())).toBe("it's: 2 missing");
    });
    test("a table of results is made once, and whole or not at all", async () => {
      expect(await writtenTables(await opened())).toEqual(WHOLE_OR_NOT);
    });
    test("rows of a statement that was run elsewhere, with gold of a table and gold in the statement", async () => {
      expect(await cameBack(await opened(), "grades")).toEqual([]);
      expect(await cameBack(await opened(), "any")).toEqual([]);
    });
    test("such rows tell another gold from the one they were made with", async () => {
      const {
        "same a query": one,
        "same a query without hits": two,
        ...others
      } = await otherGolds(await opened());
      expect([one, two]).toEqual(["read", "read"]);
      for (const [name, said] of Object.entries(others)) expect(said, name).toMatch(/^(gold|query)$/);
      expect(Object.keys(others)).toHaveLength(13);
    });
    test("what is cancelled before it starts is not run", async () => {
      expect(await abortedBefore(await opened())).toBe("enough");
    });
    test("it closes", async () => {
      await (await opened()).close();
    });
  });
}
