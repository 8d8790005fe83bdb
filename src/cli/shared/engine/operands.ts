/** What the command line names of an engine: tables, files that it reads, and their columns. */
import type { EngineKind } from "../../../sql/engines/open.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../args.ts";
import { columnsBy } from "../asked.ts";
import { namedRuns } from "../named-runs.ts";
import { wrongUse } from "./problems.ts";

/** What the command line names: a file or a table of gold, and files or a table of runs. */
export interface EngineOperands {
  readonly args: Args;
  readonly gold?: string;
  readonly goldTable?: string;
  readonly goldName: string;
  readonly runs: readonly string[];
  readonly names: readonly (string | undefined)[];
  readonly runTable?: string;
}

export async function operandsOf(
  written: Args,
  { files = [] }: EngineKind,
  effects: Effects,
): Promise<EngineOperands> {
  const goldTable = written.text("gold-table");
  const runTable = written.text("run-table");
  // Rows that come back are scored against the gold as a file, though the statement read it from a table.
  const asFile = goldTable === undefined || (written.has("sql-rows") && written.positionals.length > 0);
  const { args, names } = await namedRuns(written, asFile ? 1 : 0, effects);
  const [gold, runs] = asFile
    ? [args.positionals[0], args.positionals.slice(1)]
    : [undefined, args.positionals];
  const goldName = goldTable ?? gold;
  if (goldName === undefined) throw wrongUse("engine-no-gold");
  if (runTable === undefined && runs.length === 0)
    throw wrongUse("engine-no-run", { files: files.length > 0 });
  if (runTable !== undefined && runs.length > 0)
    throw wrongUse("engine-two-runs", { path: runs[0]!, table: runTable });
  return {
    args,
    goldName,
    runs,
    names,
    ...(gold === undefined ? {} : { gold }),
    ...(goldTable === undefined ? {} : { goldTable }),
    ...(runTable === undefined ? {} : { runTable }),
  };
}

const RUN_ROLES = ["query", "doc", "score", "rank", "run"];
const GOLD_ROLES = ["query", "doc", "grade", "tags", "groups"];

export interface EngineColumns {
  readonly asked: Readonly<Record<string, string>>;
  readonly run: Readonly<Record<string, string>>;
  readonly gold: Readonly<Record<string, string>>;
}

/** --col for each side: "run.doc" takes precedence over "doc". */
export function columnsOf(args: Args): EngineColumns {
  const asked = columnsBy(args);
  const side = (name: "run" | "gold", roles: readonly string[]): Record<string, string> => {
    const found: Record<string, string> = {};
    for (const role of roles) {
      const column = asked[`${name}.${role}`] ?? asked[role];
      if (column !== undefined) found[role] = column;
    }
    return found;
  };
  const odd = Object.keys(asked).find(
    (role) => role.startsWith("run.") && !RUN_ROLES.includes(role.slice("run.".length)),
  );
  if (odd !== undefined) throw wrongUse("engine-column", { role: odd, names: RUN_ROLES });
  // A file of gold, also beside a table whose rows come back, has columns for more.
  const unused = isGoldTableAlone(args)
    ? Object.keys(asked).find((role) => !isRoleOfTables(role))
    : undefined;
  if (unused !== undefined) throw wrongUse("engine-gold-column", { role: unused, names: GOLD_ROLES });
  return { asked, run: side("run", RUN_ROLES), gold: side("gold", GOLD_ROLES) };
}

const isGoldTableAlone = (args: Args): boolean => args.has("gold-table") && !args.has("sql-rows");

function isRoleOfTables(role: string): boolean {
  if (role.startsWith("gold.")) return GOLD_ROLES.includes(role.slice("gold.".length));
  return role.startsWith("run.") || RUN_ROLES.includes(role) || GOLD_ROLES.includes(role);
}

/** DuckDB without a file reads files only. */
export function refuseInMemory({ args, runTable, goldTable }: EngineOperands): void {
  const table = runTable ?? goldTable;
  if (table !== undefined && /^duckdb:?$/i.test(args.text("engine")!))
    throw wrongUse("engine-in-memory", { table });
}
