/** Decides whether cells such as "d1, d2" are lists, by whether the parts or the whole occur among the hits. */

/** Usual separators of ids in a cell. */
const SEPARATORS = [",", ";", "|"] as const;
/** Marks every cell as a single id. */
export const NO_SEPARATOR = "none";
const LONGEST_ID = 200;

/** The ids in a cell, without the blanks around them. */
export const partsOf = (cell: string, separator: string): string[] =>
  cell
    // Each of several separators applies.
    .split(/^[,;|]{2,}$/.test(separator) ? new RegExp(`[${separator}]`) : separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** The separators that stand between what could be ids. */
export const separatorsIn = (cell: string): string[] =>
  SEPARATORS.filter((separator) => {
    if (!cell.includes(separator)) return false;
    const parts = cell.split(separator).map((part) => part.trim());
    return parts.every((part) => part !== "" && part.length <= LONGEST_ID);
  });

/** Everything to look up among the hits before calling `separatorOf`. */
export const idsIn = (cells: readonly string[]): Set<string> =>
  new Set(cells.flatMap((cell) => [cell, ...separatorsIn(cell).flatMap((by) => partsOf(cell, by))]));

/**
 * The separator of ids in such cells (",;" for both); "none" if a cell is one id; undefined if it cannot be decided.
 * @example separatorOf(["d1, d2"], new Set(["d1"])) // ","
 * @example separatorOf(["Paris, France"], new Set(["Paris, France"])) // "none"
 */
export function separatorOf(cells: readonly string[], hits: ReadonlySet<string>): string | undefined {
  const whole = cells.some((cell) => hits.has(cell));
  const inParts = SEPARATORS.filter((by) =>
    cells.some((cell) => separatorsIn(cell).includes(by) && partsOf(cell, by).some((id) => hits.has(id))),
  );
  if (whole) return inParts.length === 0 ? NO_SEPARATOR : undefined;
  return inParts.length === 0 ? undefined : inParts.join("");
}
