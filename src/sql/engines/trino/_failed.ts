/** The error of a failed statement, as a Problem. */
import type { Mask } from "../../../calls/mask.ts";
import type { GoldieError } from "../../../core/problem.ts";
import { type FailedStatement, trinoProblem } from "./problems.ts";

const REFUSED = {
  TABLE_NOT_FOUND: "table",
  COLUMN_NOT_FOUND: "column",
  SCHEMA_NOT_FOUND: "schema",
  MISSING_SCHEMA_NAME: "schema",
  CATALOG_NOT_FOUND: "catalog",
  MISSING_CATALOG_NAME: "catalog",
  PERMISSION_DENIED: "permission",
  TYPE_MISMATCH: "type",
  INVALID_CAST_ARGUMENT: "type",
  QUERY_TEXT_TOO_LARGE: "too-long",
} as const;
const isRefused = (name: string): name is keyof typeof REFUSED => Object.hasOwn(REFUSED, name);

/** EXCEEDED_TIME_LIMIT, EXCEEDED_LOCAL_MEMORY_LIMIT and the like, and a full queue. */
const LIMIT = /^EXCEEDED_|^QUERY_QUEUE_FULL$|^CLUSTER_OUT_OF_MEMORY$|^INSUFFICIENT_RESOURCES$/;
const NAMED = /(?:Table|Schema|Catalog|Column) '([^']+)'/;

export function failedStatement(
  { errorName, errorType, message }: Readonly<Record<string, unknown>>,
  queryId: string,
  mask: Mask,
): FailedStatement {
  const said = mask(String(message ?? "no message"));
  const name = NAMED.exec(said)?.[1];
  return {
    errorName: String(errorName ?? "UNKNOWN"),
    errorType: String(errorType ?? "UNKNOWN"),
    message: said.replace(/^line \d+:\d+: /, "").slice(0, 1000),
    queryId,
    ...(name === undefined ? {} : { name }),
  };
}

export function statementError(failed: FailedStatement): GoldieError {
  const { errorName, errorType } = failed;
  // A limit may count as an error of the user's (EXCEEDED_SCAN_LIMIT), but its text is fine.
  if (LIMIT.test(errorName)) return trinoProblem.error("engine-failed/trino-limit", { ...failed });
  // A function that exists, but not for this type, is not found either.
  if (errorName === "FUNCTION_NOT_FOUND" && failed.message.startsWith("Unexpected parameters"))
    return trinoProblem.error("engine-refused/trino-type", { ...failed });
  if (isRefused(errorName))
    return trinoProblem.error(`engine-refused/trino-${REFUSED[errorName]}`, { ...failed });
  return errorType === "USER_ERROR"
    ? trinoProblem.error("engine-refused/trino-statement", { ...failed })
    : trinoProblem.error("engine-failed/trino-query", { ...failed });
}
