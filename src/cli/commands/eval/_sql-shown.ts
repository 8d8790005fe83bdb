/** `goldie eval --print-sql` and `--estimate`. */
import { withCommas } from "../../../core/shown.ts";
import { type SqlDialect, standard } from "../../../sql/dialect.ts";
import type { SqlEstimate } from "../../../sql/engine.ts";
import { estimateTables, statementsFor, type TablesOptions } from "../../../sql/evaluate-tables.ts";
import type { HitTable } from "../../../sql/lower.ts";

/** The statements as they can be pasted: values in quotes, gold of a file as rows, files as the user named them. */
export function printSql(options: Omit<TablesOptions, "engine">, dialect: SqlDialect): string {
  const pasted: SqlDialect = dialect.value("", 0).bound ? { ...dialect, value: standard.value } : dialect;
  const statements = statementsFor({ ...options, hits: options.hits.map(asNamed) }, pasted);
  return statements.map(({ sql }) => `${sql};\n`).join("\n");
}

const asNamed = (table: HitTable): HitTable =>
  table.source.kind === "file" && table.source.name !== undefined
    ? { ...table, source: { ...table.source, path: table.source.name } }
    : table;

/** A line for each statement, or JSON; what the engine does not know is null there. */
export async function showEstimate(parts: readonly TablesOptions[], json: boolean): Promise<string> {
  const estimates: SqlEstimate[] = [];
  for (const options of parts) estimates.push(...(await estimateTables(options)));
  if (json) {
    const statements = estimates.map(({ rows = null, bytes = null }) => ({ rows, bytes }));
    return `${JSON.stringify({ engine: parts[0]!.engine.id, statements }, null, 2)}\n`;
  }
  return estimates
    .map(({ rows, bytes }, i) => {
      const amounts = [
        ...(rows === undefined ? [] : [`about ${withCommas(Math.round(rows))} rows`]),
        ...(bytes === undefined ? [] : [`${withCommas(Math.round(bytes))} bytes`]),
      ];
      const read = amounts.length === 0 ? "an unknown amount: it has no statistics" : amounts.join(", ");
      return `statement ${i + 1} of ${estimates.length}: ${parts[0]!.engine.id} would read ${read}\n`;
    })
    .join("");
}
