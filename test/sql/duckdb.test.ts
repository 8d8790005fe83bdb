import { describe, expect, test } from "vitest";
import type { SqlDialect } from "../../src/sql/dialect.ts";
import type { SqlEngine } from "../../src/sql/engine.ts";
import { openDuckDb } from "../../src/sql/engines/duckdb.ts";
import { withDialect } from "./_broken.ts";
import { tableCase } from "./_cases.ts";
import { compareCase } from "./_compare.ts";
import { engineContract } from "./_contract.ts";
import { abortedBefore, REFUSED, refusalBy } from "./_refusals.ts";

engineContract("duckdb", () => openDuckDb());

describe("the contract sees", () => {
  const given = tableCase(1, 25, "any");
  test.each<[string, Partial<SqlDialect>]>([
    ["another order of ids", { bytes: (x) => `reverse(${x})` }],
    ["another logarithm", { log2: (x) => `ln(${x})` }],
    ["a product that is off", { product: (x, over) => `sum(${x}) ${over}` }],
    ["a last hit that is not", { last: (over) => `CASE WHEN lag(1) ${over} IS NULL THEN 1 ELSE 0 END` }],
  ])("%s", async (_, changes) => {
    const engine = withDialect(await openDuckDb(), changes);
    const found = await compareCase(engine, given, {
      rules: {},
      by: "score",
      names: ["ndcg@10", "err@10", "ap", "precision"],
    });
    expect(found).not.toEqual([]);
    await engine.close();
  });

  test("scores that are let through", async () => {
    const engine = withDialect(await openDuckDb(), { isFinite: () => "TRUE" });
    const said: string[] = [];
    for (const one of REFUSED) if (/NaN|infini/.test(one.name)) said.push(await refusalBy(engine, one));
    expect(new Set(said)).toEqual(new Set(["1 results"]));
    await engine.close();
  });

  test("an engine that does not listen", async () => {
    const engine = await openDuckDb();
    const deaf: SqlEngine = { ...withDialect(engine, {}), query: (statement) => engine.query(statement) };
    expect(await abortedBefore(deaf)).toBe("it was scored");
    await engine.close();
  });
});
