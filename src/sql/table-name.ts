/** Names of tables as people write them. */
import { sqlProblem } from "./problems.ts";

/**
 * The parts of "catalog.schema.table"; a part with a dot is written in double quotes.
 * @throws GoldieError for a name that is not made of such parts.
 */
export function splitName(written: string): readonly string[] {
  const parts: string[] = [];
  for (let at = 0; ; ) {
    const part = partAt(written, at);
    if (part === undefined) throw sqlProblem.error("bad-table-name", { name: written }, { level: "error" });
    parts.push(part.name);
    if (part.end === written.length) return parts;
    at = part.end + 1;
  }
}

/** The part that starts here, and where the dot behind it is; undefined where there is none. */
function partAt(text: string, start: number): { readonly name: string; readonly end: number } | undefined {
  const isQuoted = text[start] === '"';
  let end = isQuoted ? start + 1 : start;
  if (isQuoted) {
    // A quote inside is doubled.
    while (end < text.length && (text[end] !== '"' || text[end + 1] === '"'))
      end += text[end] === '"' ? 2 : 1;
    if (text[end] !== '"') return undefined;
    end++;
  } else while (end < text.length && text[end] !== "." && text[end] !== '"') end++;
  const name = isQuoted ? text.slice(start + 1, end - 1).replaceAll('""', '"') : text.slice(start, end);
  return name !== "" && (end === text.length || text[end] === ".") ? { name, end } : undefined;
}
