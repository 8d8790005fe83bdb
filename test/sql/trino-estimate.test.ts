import { afterEach, describe, expect, test } from "vitest";
import { trinoAddress } from "../../src/sql/engines/trino/address.ts";
import { explainIo } from "../../src/sql/engines/trino/estimate.ts";
import { quickClock, type StandIn, standIn } from "./_trino-stand-in.ts";

/** As Trino 476 writes it, without what is not read here. */
const scan = (table: string, rows: number | "NaN", bytes: number | "NaN") => ({
  table: { catalog: "lake", schemaTable: { schema: "logs", table } },
  constraint: { none: false, columnConstraints: [] },
  estimate: { outputRowCount: rows, outputSizeInBytes: bytes, cpuCost: "NaN", maxMemory: 0, networkCost: 0 },
});

let server: StandIn | undefined;
afterEach(() => server?.close());

async function estimated(...scans: object[]) {
  const text = JSON.stringify({ inputTableColumnInfos: scans, estimate: { outputRowCount: 1 } });
  server = await standIn([{ columns: [{ name: "Query Plan", type: "varchar(9)" }], data: [[text]] }]);
  return explainIo(trinoAddress({ url: server.url }), "SELECT 1", { clock: quickClock() });
}

describe("how much will be read", () => {
  test("is that of all tables together", async () => {
    expect(await estimated(scan("runs", 1000, 64_000), scan("gold", 10, 550))).toEqual({
      rows: 1010,
      bytes: 64_550,
      scans: [
        { table: "lake.logs.runs", rows: 1000, bytes: 64_000 },
        { table: "lake.logs.gold", rows: 10, bytes: 550 },
      ],
    });
    expect(server?.seen[0]?.body).toBe("EXPLAIN (TYPE IO, FORMAT JSON) SELECT 1");
  });

  test("is not known where one of them is not", async () => {
    expect(await estimated(scan("runs", 1000, "NaN"), scan("gold", "NaN", "NaN"))).toEqual({
      scans: [{ table: "lake.logs.runs", rows: 1000 }, { table: "lake.logs.gold" }],
    });
  });

  test("is nothing without tables", async () => {
    expect(await estimated()).toEqual({ rows: 0, bytes: 0, scans: [] });
  });
});
