/**
 * Accidents of plumbing that we do not imitate, each as a narrow test of one cell.
 * Their names are the ids in the dialects' `chosen`, which say what happens there and what we do instead.
 */
import type { Case, Query } from "./case.ts";

export const classes: Readonly<Record<string, readonly string[]>> = {
  "query-id": ["liverag"],
  "white-space": ["liverag"],
  pandas: ["liverag"],
  "cut-off": ["remem", "ragprod"],
  "unstable-sort": ["torchmetrics"],
};

/** Cut-offs below 0 are Python slices; anything that is no number is no cut-off at all. */
export const cutoffClass = (k: number): string | undefined => (k >= 0 ? undefined : "cut-off");

/** The class of a LiveRAG cell: a row's, or the aggregate's where there is no query. */
export function liveragClass(c: Case, name: string, query: Query | undefined): string | undefined {
  const asked = query === undefined ? c.queries : [query];
  if (query === undefined ? c.queries.some(dropped) || merged(c).size > 0 : merged(c).has(query.qid))
    return "query-id";
  // Only nDCG goes through a file.
  if (name !== "ndcg_10") return undefined;
  const written = asked.filter((q) => q.retrieved.length > 0);
  if (written.some((q) => [String(q.qid), ...q.retrieved].some(splits))) return "white-space";
  const confused = confusedIn(written.flatMap((q) => q.retrieved));
  if (written.some((q) => confused(q.retrieved)) || confusedIn(qids(written))(qids(written))) return "pandas";
  return undefined;
}

const dropped = (q: Query): boolean => !q.qid;

/** Query ids that more than one query has. */
function merged(c: Case): Set<Query["qid"]> {
  const seen = new Set<Query["qid"]>();
  return new Set(c.queries.map((q) => q.qid).filter((qid) => seen.has(qid) || !seen.add(qid)));
}

const qids = (queries: readonly Query[]): string[] => [...new Set(queries.map((q) => String(q.qid)))];

/** White space that splits the line, or is lost at its edges. An id of nothing else is imitated. */
const splits = (id: string | null): boolean => id !== null && /[ \t\n\r]/.test(id) && /[^ \t\n\r]/.test(id);

const MISSING = new Set(
  "#N/A|#N/A N/A|#NA|-1.#IND|-1.#QNAN|-NaN|-nan|1.#IND|1.#QNAN|<NA>|N/A|NA|NULL|NaN|None|n/a|nan|null".split(
    "|",
  ),
);
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const INFINITE = /^([+-]?)inf(inity)?$/i;
const BOOLEAN = /^(true|True|TRUE|false|False|FALSE)$/;

const numberIn = (id: string): number => {
  const infinite = INFINITE.exec(id);
  return infinite === null
    ? Number(id)
    : infinite[1] === "-"
      ? Number.NEGATIVE_INFINITY
      : Number.POSITIVE_INFINITY;
};

/** How pandas reads the ids of a column whose values are these, where it does not leave them as they are. */
function readAs(column: readonly string[]): (id: string) => unknown {
  const rest = column.filter((id) => !MISSING.has(id));
  const missing = (id: string, other: (id: string) => unknown) => (MISSING.has(id) ? "nan" : other(id));
  if (rest.length > 0 && rest.every((id) => NUMBER.test(id) || INFINITE.test(id)))
    return (id) => missing(id, numberIn);
  if (rest.length > 0 && rest.every((id) => BOOLEAN.test(id)))
    return (id) => missing(id, (b) => b.toLowerCase());
  return (id) => missing(id, (text) => text);
}

/** Does pandas take two different ids of a list for one, or lose its way in a quote? */
function confusedIn(column: readonly (string | null)[]): (ids: readonly (string | null)[]) => boolean {
  const texts = column.map(String);
  const read = readAs(texts);
  const quoted = texts.some((id) => id.startsWith('"'));
  return (ids) => {
    const distinct = new Set(ids.map(String));
    return quoted || new Set([...distinct].map(read)).size < distinct.size;
  };
}
