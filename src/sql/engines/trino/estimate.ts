/** How much a statement will read, as far as Trino knows. */
import { fieldsOf } from "../../../calls/http.ts";
import type { TrinoAddress } from "./address.ts";
import { type TrinoCall, trinoTable } from "./client.ts";

/** Without numbers where the engine has no statistics: a file in a lake has none until it was analysed. */
interface TrinoScan {
  /** catalog.schema.table */
  readonly table: string;
  readonly rows?: number;
  readonly bytes?: number;
}

/** What all tables together make; undefined as soon as one is not known. */
export interface TrinoEstimate {
  readonly rows?: number;
  readonly bytes?: number;
  /** A table is there as often as it is read. */
  readonly scans: readonly TrinoScan[];
}

/** Plans the statement and does not run it; a missing table or column is found here too. */
export async function explainIo(
  address: TrinoAddress,
  sql: string,
  call: TrinoCall = {},
): Promise<TrinoEstimate> {
  const { rows } = await trinoTable(address, `EXPLAIN (TYPE IO, FORMAT JSON) ${sql}`, call);
  return readEstimate(String(rows[0]?.[0] ?? "{}"));
}

function readEstimate(json: string): TrinoEstimate {
  const tables = fieldsOf(JSON.parse(json))["inputTableColumnInfos"];
  const scans = (Array.isArray(tables) ? tables : []).map(scanOf);
  return { ...filledIn({ rows: total(scans, "rows"), bytes: total(scans, "bytes") }), scans };
}

function scanOf(info: unknown): TrinoScan {
  const { table, estimate } = fieldsOf(info);
  const { catalog, schemaTable } = fieldsOf(table);
  const { schema, table: name } = fieldsOf(schemaTable);
  const { outputRowCount, outputSizeInBytes } = fieldsOf(estimate);
  return {
    table: [catalog, schema, name].join("."),
    ...filledIn({ rows: known(outputRowCount), bytes: known(outputSizeInBytes) }),
  };
}

/** What is not known is the text "NaN". */
const known = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

const total = (scans: readonly TrinoScan[], of: "rows" | "bytes"): number | undefined =>
  scans.reduce<number | undefined>((sum, scan) => {
    const one = scan[of];
    return sum === undefined || one === undefined ? undefined : sum + one;
  }, 0);

const filledIn = (numbers: {
  readonly rows: number | undefined;
  readonly bytes: number | undefined;
}): { readonly rows?: number; readonly bytes?: number } => ({
  ...(numbers.rows === undefined ? {} : { rows: numbers.rows }),
  ...(numbers.bytes === undefined ? {} : { bytes: numbers.bytes }),
});
