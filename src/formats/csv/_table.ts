/** Tables with a header: which column is what, and whether there is a header at all. */
import { GoldieError } from "../../core/problem.ts";
import { atLine } from "../_problems.ts";
import type { ReadContext } from "../format.ts";
import { columnRoles, type NamedColumn, type Role, type Roles } from "../rows/column-roles.ts";
import { plainName } from "../rows/field-names.ts";
import { ListCellError, listCell, looksLikeList } from "./list-cell.ts";
import { csvProblem } from "./problems.ts";

export interface CsvColumn extends NamedColumn {
  readonly index: number;
  /** Its first cell is a number. */
  readonly numeric: boolean;
  /** Its numbers use a decimal comma; "shown": detected in the first rows, not set by the user. */
  readonly decimalComma?: "said" | "shown" | undefined;
}

/** Columns of these names hold lists, also where the first one is empty or has one entry. */
const LISTS =
  /^(hits|retrieved|retrievedids|retrieveddocs|retrieveddocids|results|ranking|relevant|relevantids|relevantdocs|relevantdocids|relevantdocuments|goldids|golddocs|expectedids|groundtruthids|positives|docids|documentids|retrievalgt|contexts|texts|scores|grades)$/;
/** And columns of these names never do, however their first cell looks. */
const SINGLE =
  /^(id|query|queryid|qid|question|questionid|topic|topicid|doc|docid|docno|document|documentid|pid|did|passageid|chunkid|corpusid|text|title|score|rank|grade)$/;

/** Columns with the depth of their lists, as the first row shows it. */
export function columnsOf(
  names: readonly string[],
  first: readonly string[],
  decimalComma: (index: number) => CsvColumn["decimalComma"] = () => undefined,
): CsvColumn[] {
  return names.map((name, index) => {
    const cell = (first[index] ?? "").trim();
    const comma = decimalComma(index);
    const numeric =
      cell !== "" && Number.isFinite(Number(comma === undefined ? cell : cell.replace(",", ".")));
    return { name, index, numeric, depth: depthOf(plainName(name), cell), decimalComma: comma };
  });
}

function depthOf(name: string, cell: string): number {
  if (SINGLE.test(name)) return 0;
  const least = LISTS.test(name) ? 1 : 0;
  if (!looksLikeList(cell)) return least;
  try {
    const value = listCell(cell);
    return Array.isArray(value) && Array.isArray(value[0]) ? 2 : 1;
  } catch (error) {
    if (!(error instanceof ListCellError)) throw error;
    return least;
  }
}

/** The roles of the columns. Guesses are reported once; a table without a header is an error. */
export function csvRoles(
  columns: readonly CsvColumn[],
  context: ReadContext,
  file: string,
): Roles<CsvColumn> {
  let roles: Roles<CsvColumn>;
  try {
    roles = columnRoles(columns, context, file);
  } catch (error) {
    if (error instanceof GoldieError && looksLikeData(columns)) throw noHeader(columns, context, file);
    throw error;
  }
  // BEIR's own header is query-id, corpus-id, score.
  const beir = plainName(roles.doc?.name ?? "") === "corpusid";
  const taken = Object.entries(roles)
    .filter(([role, column]) => context.columns[role] !== column.name && isGuess(role as Role, column, beir))
    .map(([role, { name }]) => ({ column: name, role: role as Role }));
  // An unused column of numbers may hold the grades.
  const ungraded =
    context.kind === "gold" &&
    roles.doc?.depth === 0 &&
    roles.grade === undefined &&
    columns.some((column) => column.numeric && !Object.values(roles).includes(column));
  if (taken.length > 0 || ungraded)
    context.problem(csvProblem("guessed-columns", { taken, ungraded }, atLine(1)));
  return roles;
}

/** Names that people give to other things too. What has a usual name needs no word. */
const GUESSES: Readonly<Partial<Record<Role, RegExp>>> = {
  grade: /^(label|judge?ment|score)s?$/,
  score: /.(score|similarity)$/,
};
const isGuess = (role: Role, { name }: CsvColumn, beir: boolean): boolean =>
  !beir && (GUESSES[role]?.test(plainName(name)) ?? false);

/** The names that we give the columns ourselves. */
const OWN: Readonly<Partial<Record<Role, readonly string[]>>> = {
  query: ["id"],
  doc: ["id", "hits", "relevant"],
  words: ["query"],
};
const isOwnName = (role: Role, { name }: CsvColumn): boolean =>
  name === role || (OWN[role]?.includes(name) ?? false);

/** Is every column that is read called as we would call it? */
export const isOwnHeader = (roles: Roles<CsvColumn>): boolean =>
  Object.entries(roles).every(([role, column]) => isOwnName(role as Role, column));

/** A name is neither empty nor a number, and no two are the same. */
const looksLikeData = (columns: readonly CsvColumn[]): boolean =>
  columns.some(
    ({ name }) => name === "" || Number.isFinite(Number(name)) || name.length > 60 || looksLikeList(name),
  ) || new Set(columns.map(({ name }) => name)).size < columns.length;

function noHeader(columns: readonly CsvColumn[], { kind }: ReadContext, file: string): GoldieError {
  const found = columns.slice(0, 4).map(({ name }) => (name.length > 30 ? `${name.slice(0, 29)}…` : name));
  return new GoldieError(
    csvProblem("no-header/data", { found, kind }, { at: { side: kind, file, line: 1 } }),
  );
}
