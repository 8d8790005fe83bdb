/** `npm run parity`, on tables made for it. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "goldie-parity-"));
afterAll(() => rmSync(folder, { recursive: true }));

const queries = ["q1", "q2", "q3"];
const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
write("inputs.json", {
  cases: [
    {
      id: "c1",
      tag: "planted",
      qrels: queries.map((q) => [q, [["a", 1]]]),
      run: queries.map((q) => [q, [["a", 1]]]),
    },
  ],
});
write("ranx.json", {
  meta: { metrics: ["mrr"] },
  cases: [{ id: "c1", rows: queries.map((q) => [q, [0.5]]), all: ["Infinity"] }],
});

it("--json lists every wrong cell, and what the tables hold that nobody reads", { timeout: 60_000 }, () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, "node_modules/jiti/lib/jiti-cli.mjs"), join(root, "scripts/parity.ts"), folder, "--json"],
    { encoding: "utf8" },
  );
  expect(status).toBe(1);
  const { tools, notCovered } = (
    JSON.parse(stdout) as Record<
      string,
      {
        tools: Record<string, { wrong: number; wrongCells: { where: string; wanted: unknown }[] }>;
        notCovered: { table: string; what: string }[];
      }
    >
  )["."]!;
  expect(tools["ranx"]!.wrong).toBe(4);
  expect(tools["ranx"]!.wrongCells.map(({ where, wanted }) => [where, wanted])).toEqual([
    ["q1.mrr", 0.5],
    ["q2.mrr", 0.5],
    ["q3.mrr", 0.5],
    ["all.mrr", "Infinity"],
  ]);
  expect(notCovered.map(({ table, what }) => `${table}: ${what}`)).toContain(
    "trec_eval-10.0: -R qrels_prefs -m all_prefs",
  );
});
