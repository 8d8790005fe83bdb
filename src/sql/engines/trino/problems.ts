/** Messages about Trino: its address, what it refuses, and what fails. */
import { defineProblems } from "../../../core/problem-table.ts";
import { shown, withCommas } from "../../../core/shown.ts";

/** What Trino says about a failed statement. */
export interface FailedStatement {
  /** Such as TABLE_NOT_FOUND. */
  readonly errorName: string;
  /** USER_ERROR, INTERNAL_ERROR, INSUFFICIENT_RESOURCES or EXTERNAL. */
  readonly errorType: string;
  readonly message: string;
  readonly queryId: string;
  /** The table, column, schema or catalog that it is about. */
  readonly name?: string;
}

const missing = (kind: string, { name, message }: FailedStatement): string =>
  name === undefined ? message : `Trino has no ${kind} ${shown(name)}`;
const asQuery = ({ queryId }: FailedStatement): string =>
  queryId === "" ? "" : `; in Trino's log it is query ${queryId}`;

export const trinoProblem = defineProblems({
  // The address
  "bad-engine/trino-address": ({ cause }: { readonly cause: string }) => ({
    what: `this is not an address of Trino: ${cause}`,
    fix: "write trino://host:port/catalog/schema, with ?ssl=true for TLS",
  }),
  "bad-engine/trino-parameter": ({
    name,
    names,
  }: {
    readonly name: string;
    readonly names: readonly string[];
  }) => ({
    what: `the address of Trino has a parameter ${shown(name)}, which is unknown`,
    fix: `use ${names.join(", ")}`,
  }),
  "bad-engine/trino-ssl": ({ found }: { readonly found: string }) => ({
    what: `ssl of the address of Trino is ${shown(found)}`,
    fix: "write ssl=true or ssl=false",
  }),
  "bad-engine/trino-no-tls": ({ credential }: { readonly credential: "password" | "token" }) => ({
    what: `the ${credential} for Trino would be sent without TLS`,
    why: "anyone on the way could read it; Trino refuses it too",
    fix: `add ?ssl=true to the address, or remove the ${credential}`,
  }),
  "bad-engine/trino-no-user": () => ({
    what: "there is a password for Trino, but no user",
    fix: "put the user into the address: trino://user@host:port/catalog/schema",
  }),
  "bad-engine/trino-two-credentials": () => ({
    what: "there are a password and a token for Trino",
    fix: "give one of them",
  }),
  "bad-engine/trino-header": () => ({
    what: "user, password, token, catalog, schema or a session property has a character that cannot be sent to Trino",
    fix: "check them for line breaks and for letters beyond Latin-1",
  }),

  // Refused: the statement or its rights are wrong, and trying again does not help
  "engine-refused/trino-table": (failed: FailedStatement) => ({
    what: missing("table", failed),
    fix: "check the table's name; SHOW TABLES lists those of a schema",
  }),
  "engine-refused/trino-column": (failed: FailedStatement) => ({
    what: missing("column", failed),
    fix: "check the column's name; SHOW COLUMNS FROM the table lists them",
  }),
  "engine-refused/trino-schema": (failed: FailedStatement) => ({
    what: missing("schema", failed),
    fix: "check the last part of the address; SHOW SCHEMAS lists those of a catalog",
  }),
  "engine-refused/trino-catalog": (failed: FailedStatement) => ({
    what: missing("catalog", failed),
    fix: "check the first part of the address's path; SHOW CATALOGS lists them",
  }),
  "engine-refused/trino-permission": ({ message }: FailedStatement) => ({
    what: `Trino does not allow it: ${message}`,
    fix: "ask for the right to read these tables, or use another user",
  }),
  "engine-refused/trino-type": ({ message }: FailedStatement) => ({
    what: `a column has a type that does not fit: ${message}`,
    fix: "check the types of the columns: ids are text, grades and ranks are numbers, scores are numbers",
  }),
  "engine-refused/trino-too-long": ({ message }: FailedStatement) => ({
    what: `the statement is too long for Trino: ${message}`,
    fix: "keep the gold in a table of the engine, or raise query.max-length of the cluster",
  }),
  "engine-refused/trino-statement": (failed: FailedStatement) => ({
    what: `Trino refuses the statement (${failed.errorName}): ${failed.message}`,
    fix: `print the statement and check it${asQuery(failed)}`,
  }),
  "engine-refused/trino-login": ({
    status,
    message,
  }: {
    readonly status: number;
    readonly message: string;
  }) => ({
    what: `Trino refuses the login: HTTP ${status}${message === "" ? "" : `: ${message}`}`,
    fix: "check user and password, or the token",
  }),
  "engine-refused/trino-value": ({ column, type }: { readonly column: string; readonly type: string }) => ({
    what: `column ${shown(column)} of the result is of type ${type}`,
    fix: "select plain values: numbers, texts and truth values",
  }),

  // Failed: the statement is fine
  "engine-failed/trino-unreachable": ({
    host,
    message,
  }: {
    readonly host: string;
    readonly message: string;
  }) => ({
    what: `cannot reach Trino at ${host}: ${message}`,
    fix: "check the address, and that the coordinator is running",
  }),
  "engine-failed/trino-lost": ({
    host,
    message,
    queryId,
  }: {
    readonly host: string;
    readonly message: string;
    readonly queryId: string;
  }) => ({
    what: `Trino at ${host} was lost in the middle of query ${queryId}: ${message}`,
    why: "a coordinator that stops loses its queries, so there is no result",
    fix: "check that the coordinator is running, then run the command again",
  }),
  "engine-failed/trino-answer": ({ host, message }: { readonly host: string; readonly message: string }) => ({
    what: `${host} does not answer as Trino does: ${message}`,
    fix: "check the address: it must be that of a coordinator, or of a proxy that passes everything on",
  }),
  "engine-failed/trino-elsewhere": ({ host, other }: { readonly host: string; readonly other: string }) => ({
    what: `Trino at ${host} says that the result is at ${other}`,
    why: "credentials are sent to the host of the address only",
    fix: "behind a proxy, set http-server.process-forwarded=true on the coordinator, or use that host as the address",
  }),
  "engine-failed/trino-limit": (failed: FailedStatement) => ({
    what: `the statement exceeds a limit of the cluster (${failed.errorName}): ${failed.message}`,
    fix: `raise the limit by a session property, or evaluate less at once${asQuery(failed)}`,
  }),
  "engine-failed/trino-query": (failed: FailedStatement) => ({
    what: `the statement failed in Trino (${failed.errorName}): ${failed.message}`,
    why: "without all rows there is no result",
    fix: `run the command again; if it fails again, ask the administrator of the cluster${asQuery(failed)}`,
  }),

  // Rows in a statement
  "bad-inline-rows/surrogate": ({ column, row }: { readonly column: string; readonly row: number }) => ({
    what: `${column} of row ${row} has half of a surrogate pair, which no engine can hold`,
    fix: "correct the text; it is not valid Unicode",
  }),
  "bad-inline-rows/value": ({
    column,
    row,
    found,
    type,
  }: {
    readonly column: string;
    readonly row: number;
    readonly found: string;
    readonly type: string;
  }) => ({
    what: `${column} of row ${row} is ${found}, not a value of type ${type}`,
    fix: "correct it, or pass null",
  }),
  "bad-inline-rows/count": ({
    row,
    found,
    wanted,
  }: {
    readonly row: number;
    readonly found: number;
    readonly wanted: number;
  }) => ({
    what: `row ${row} has ${found} values for ${wanted} columns`,
    fix: "pass a value or null for each column",
  }),
  "bad-inline-rows/too-long": ({
    rows,
    characters,
    most,
  }: {
    readonly rows: number;
    readonly characters: number;
    readonly most: number;
  }) => ({
    what: `${withCommas(rows)} rows take ${withCommas(characters)} characters, but a statement has room for ${withCommas(most)}`,
    why: "Trino refuses longer statements",
    fix: "keep the gold in a table of the engine",
  }),
});
