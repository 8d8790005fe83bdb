/** Rows of one table: the values of a row belong to what it begins with. */
import { foldTokens } from "../../text/tokens.ts";
import { isTableRow } from "../split/markdown.ts";

/** "Oslo,1850,12", with commas, semicolons or tabs. In a sentence a space follows the comma, and "1,850" is a number. */
const SEPARATED = /^[^,;\t\n]{1,100}(?:,(?! )|; ?|\t)[^,;\t\n]{0,100}(?:,(?! )|; ?|\t)/;
const LETTER = /\p{L}/u;

/** A line of a table of any kind. */
export const isRow = (statement: string): boolean => isTableRow(statement) || SEPARATED.test(statement);

/** The words that a row is about: of its first cell with letters. Undefined of what is no row. */
function headOf(statement: string): ReadonlySet<string> | undefined {
  const cells = isTableRow(statement)
    ? statement.split("|")
    : SEPARATED.test(statement)
      ? statement.split(/[,;\t]/)
      : undefined;
  if (cells === undefined) return undefined;
  return new Set(foldTokens(cells.find((cell) => LETTER.test(cell)) ?? "").map(({ key }) => key));
}

/** Of statements that say a claim together, the rows about something that the claim does not name, where it names what another row is about. */
export function otherRows(claim: string, statements: readonly string[]): readonly string[] {
  const heads = statements.map(headOf);
  if (heads.filter((head) => head !== undefined).length < 2) return [];
  const keys = new Set(foldTokens(claim).map(({ key }) => key));
  const isNamed = (head: ReadonlySet<string> | undefined): boolean =>
    head !== undefined && [...head].some((key) => keys.has(key));
  if (!heads.some(isNamed)) return [];
  return statements.filter((_, i) => heads[i] !== undefined && !isNamed(heads[i]));
}
