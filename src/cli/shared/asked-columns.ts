/** A --col that names a column in no file is an error: the output would not be what the user asked for. */
import type { Problem, ProblemFields } from "../../core/problem.ts";
import type { Kind } from "../../formats/index.ts";
import { readsRole } from "../../formats/rows/column-roles.ts";
import { tagFields } from "../../formats/rows/tags.ts";
import { wrongUse } from "./_problems.ts";

/** Formats with named columns or keys. */
const NAMED = new Set(["csv", "tsv", "json", "jsonl", "parquet"]);

export interface ColumnFile {
  readonly path: string;
  readonly kind: Kind;
  /** The id of its format, which may have no column names. */
  readonly format?: string;
}

interface Absent extends ProblemFields {
  readonly column: string;
  readonly columns: readonly string[];
  /** How many more there are. */
  readonly others?: number;
  readonly nearest: readonly string[];
}

/**
 * It is enough if one of several files has the column.
 * @throws GoldieError if none of the files it applies to has the column.
 */
export function refuseAbsentColumns(
  asked: Readonly<Record<string, string>>,
  files: readonly ColumnFile[],
  problems: readonly Problem[],
): void {
  for (const [given, column] of Object.entries(asked).flatMap(eachTag)) {
    const [, side, role = given] = /^(gold|run|corpus)\.(.*)$/.exec(given) ?? [];
    const read = files.filter(
      ({ kind, format }) =>
        (format === undefined || NAMED.has(format)) && (side ?? kind) === kind && readsRole(kind, role),
    );
    const told = read.map(({ path }) =>
      problems.find(
        ({ code, fields, at }) => code === "no-column" && fields?.["column"] === column && at?.file === path,
      ),
    );
    if (read.length === 0 || told.includes(undefined)) continue;
    const { columns, others = 0, nearest } = told[0]!.fields as Absent;
    throw wrongUse("no-such-column", { path: read[0]!.path, role: given, column, columns, others, nearest });
  }
}

/** tags=lang,category names two columns. */
const eachTag = ([role, column]: readonly [string, string]): (readonly [string, string])[] =>
  role === "tags" || role === "gold.tags"
    ? tagFields(column).map((one) => [role, one] as const)
    : [[role, column]];
