import { compareIds } from "../../../src/match/ids/index.ts";
import { type Cell, type State, same } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import { casesOf, goldOf, type IrCase, type Ours, ours, runOf, sorted, wanted } from "./_inputs.ts";
import { allNegative } from "./classes.ts";

type Rows = Readonly<Record<string, unknown>>;
/** The mean and the rows; get_rbp has two of each, the second is its residual. */
type Said = readonly [unknown, Rows | readonly [Rows, Rows]];
type Row = { readonly values: Readonly<Record<string, Said | "same" | number>> };

const CALLS =
  /^get_(ndcg|map|geometric_map|precision|recall|reciprocal_rank|rprec|bpref|unjudged|rbp)\(|^get_\w+_documents\(/;
/** Measures whose rows are NaN, or absent, where nothing relevant was found. */
const NAN = /^get_(ndcg|map|recall|reciprocal_rank|rprec)/;

/** These two have no cut-off here: every list is shorter than theirs. */
const called = (call: string): string =>
  call.replace("()", "").replace(/^(get_rprec|get_bpref)\(depth=1000,/, "$1(");

/** Does a query, or any of them, begin with the score that the one before it ends with, or end with that of the next? */
function sharesWeight(c: IrCase, query: string | undefined): boolean {
  const hits = c.run
    .toSorted(([a], [b]) =>
      c.run.every(([id]) => /^\d+$/.test(id)) ? Number(a) - Number(b) : compareIds(a, b),
    )
    .flatMap(([id, docs]) =>
      docs
        .map(([, score]) => score)
        .sort((a, b) => b - a)
        .map((score) => ({ id, score })),
    );
  return hits.some(
    ({ id, score }, i) =>
      score === hits[i + 1]?.score &&
      id !== hits[i + 1]!.id &&
      (query === undefined || query === id || query === hits[i + 1]!.id),
  );
}

function classOf(
  c: IrCase,
  call: string,
  query: string | undefined,
  said: State,
  we: State,
): string | undefined {
  if (query === undefined && /^get_(rprec|unjudged)/.test(call) && allNegative(c)) return "all-negative";
  const grades = c.qrels.flatMap(([id, docs]) => (query === undefined || id === query ? docs : []));
  if (/^get_ndcg.*trec_eval=False/.test(call) && grades.some(([, grade]) => grade > 62)) return "overflow";
  if (/^get_rbp/.test(call) && !/average_ties=False/.test(call) && sharesWeight(c, query))
    return "tied-weights";
  // The mean of RBP is NaN only where no query has a value.
  const nan = query === undefined ? /^get_rbp/ : NAN;
  return said === "tool-nan" && we === 0 && nan.test(call) ? "nan-rows" : undefined;
}

/** The case as the tool reads it where all ids are digits: as numbers, which are text again when they are put in order. undefined: as it is. */
function asNumbers(c: IrCase): IrCase | undefined {
  const lists = [...c.qrels, ...c.run].map(([, docs]) => docs.map(([id]) => id));
  const ids = lists.flat();
  if (!ids.every((id) => /^\d+$/.test(id)) || !ids.some((id) => /^0\d/.test(id))) return undefined;
  const renamed = (pairs: IrCase["run"]): IrCase["run"] =>
    pairs.map(([query, docs]) => [query, docs.map(([id, x]) => [String(BigInt(id)), x])]);
  return { ...c, qrels: renamed(c.qrels), run: renamed(c.run) };
}

export function* trectools(tables: Tables): Iterable<Cell> {
  for (const [c, row] of casesOf<Row>(tables, "trectools")) {
    const calls = Object.keys(row.values).filter((call) => CALLS.test(call));
    const gold = sorted(goldOf(c, "file"));
    const ask = (on: IrCase) =>
      ours({
        as: "trectools",
        metrics: calls.map(called),
        gold: sorted(goldOf(on, "file")),
        run: sorted(runOf(on, "file")),
      });
    const got = ask(c);
    const numbers = asNumbers(c);
    const read = numbers === undefined ? undefined : ask(numbers);
    for (const call of calls) {
      const found = row.values[call];
      const said = found === "same" ? row.values[call.replace("trec_eval=False", "trec_eval=True")] : found;
      const [means, lists] = (Array.isArray(said) ? said : [said, {}]) as Said;
      const mean = Array.isArray(means) ? means[0] : means;
      const rows = (Array.isArray(lists) ? lists[0] : lists) as Rows;
      const on = (from: Ours, query?: string): State => {
        const state = query === undefined ? from.mean(called(call)) : from.score(query, called(call));
        // A query that the run lacks.
        return query !== undefined && state === "skipped" ? "tool-nan" : state;
      };
      const cell = (query: string | undefined, tool: unknown): Cell => {
        const [said, we] = [wanted(tool), on(got, query)];
        const numbered = read === undefined ? we : on(read, query);
        const other = classOf(c, call, query, said, numbered);
        return {
          tool: "trectools",
          case: `${c.id} (${c.tag})`,
          where: `${call}.${query ?? "all"}`,
          wanted: said,
          got: we,
          // Only where numbers make a difference, and the one that the tool has.
          chosen: numbered !== we && (same(said, numbered) || other !== undefined) ? "padded-ids" : other,
        };
      };
      yield cell(undefined, mean);
      if ("error" in rows) continue;
      for (const [query, value] of Object.entries(rows)) {
        if (gold.has(query)) yield cell(query, value);
      }
    }
  }
}
