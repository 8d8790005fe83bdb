/** Rows of a run that cannot be used. */
import type { QueryId } from "../core/ids.ts";
import type { GoldieError, Problem } from "../core/problem.ts";
import type { HitTable } from "./lower.ts";
import type { Fault } from "./lower-faults.ts";
import type { SqlSource } from "./nodes.ts";
import { sqlProblem } from "./problems.ts";

type FaultReason = Fault extends infer F ? (F extends `${infer A}_${infer B}` ? `${A}-${B}` : never) : never;

/** A table or file as its user calls it. */
export const sourceName = (source: SqlSource): string =>
  source.kind === "table"
    ? source.name.join(".")
    : source.kind === "file"
      ? (source.name ?? source.path)
      : "rows of goldie";

/** What the engine said of its failure. */
export const saidIn = ({ code, fields }: Problem): string => String(fields?.["message"] ?? code);

/** A package that is not installed; without the folder that it was looked for from. */
export const noPackage = (name: string, error: unknown): GoldieError =>
  sqlProblem.error("no-package", {
    package: name,
    message: String((error as Error).message ?? error).replace(/ imported from .*/s, ""),
  });

export const faultError = (
  fault: Fault,
  tables: readonly HitTable[],
  count: number,
  query: QueryId | undefined,
): GoldieError =>
  sqlProblem.error(
    `bad-row/hit-${fault.replace("_", "-") as FaultReason}`,
    { table: tables.map(({ source }) => sourceName(source)).join(", "), count },
    { level: "error", at: { side: "run", ...(query === undefined ? {} : { query }) } },
  );
