/** A run that another tool wrote, in the place of a live retriever. */
import { abortError } from "../calls/client-error.ts";
import { compareIds, type DocId, type QueryId } from "../core/ids.ts";
import { GoldieError, type Problem } from "../core/problem.ts";
import type { Hit } from "../core/ranking.ts";
import type { Retriever } from "../core/retriever.ts";
import { RankingColumns } from "../evaluate/input/read-run.ts";
import type { Source } from "../files/source.ts";
import { detectFormat } from "../formats/detect.ts";
import type { RowOrder, Sink } from "../formats/index.ts";
import { openSource } from "../formats/open-source.ts";
import { checked, checkNames } from "./_check-options.ts";
import { refuseFilter } from "./_filter.ts";
import { retrieverProblem } from "./problems.ts";

export interface RunFileOptions {
  readonly file: string;
  /** The id of its format. Default: detected from its content. */
  readonly format?: string;
  /** Which column holds what: { query: "question_id" }. */
  readonly columns?: Readonly<Record<string, string>>;
  /** What a query that is not in the file is: a failure (default), or an empty list. */
  readonly missing?: "fail" | "empty";
}

const name = "fromRun";

/**
 * The hits of a run file, by the ids of its queries: TREC, JSONL, CSV, Parquet and so on.
 * @example
 * fromRun("runs/bm25.trec")
 */
export function fromRun(given: string | RunFileOptions): Retriever {
  const options: RunFileOptions = typeof given === "string" ? { file: given } : given;
  checkNames(name, options, ["file", "format", "columns", "missing"]);
  const { file, missing = "fail" } = options;
  checked(name, "file", file, (x) => typeof x === "string" && x !== "", "the path of a run");
  checked(name, "missing", missing, (x) => x === "fail" || x === "empty", '"fail" or "empty"');
  let loaded: Promise<ReadonlyMap<QueryId, unknown>> | undefined;
  const load = (): Promise<ReadonlyMap<QueryId, unknown>> => (loaded ??= readRun(options));
  return {
    about: `run ${file}`,
    async open() {
      await load();
    },
    async retrieve(_, context) {
      const { queryId, signal } = context;
      if (signal.aborted) throw abortError(signal);
      refuseFilter(
        name,
        context,
        "ask the search itself, or remove the filter: the file has its hits already",
      );
      const hits = (await load()).get(queryId);
      if (hits !== undefined) return hits as readonly Hit[];
      if (missing === "empty") return [];
      throw retrieverProblem.error("not-in-run", { file }, { at: { side: "run", query: queryId } });
    },
  };
}

async function readRun({
  file,
  format: wanted,
  columns = {},
}: RunFileOptions): Promise<Map<QueryId, unknown>> {
  const source = await openSource(file);
  const { format } = await detectFormat(source, "run", wanted);
  const collector = new RunCollector();
  const errors: Problem[] = [];
  await format.read(source, collector, {
    kind: "run",
    texts: true,
    columns,
    problem(problem) {
      if (problem.level === "error") errors.push(ofFile(problem, source));
    },
  });
  if (errors.length > 0) throw new GoldieError(errors[0]!, errors);
  return collector.lists();
}

const ofFile = (problem: Problem, { name: file }: Source): Problem => ({
  ...problem,
  at: { side: "run", file, ...problem.at },
});

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

class RunCollector implements Sink {
  readonly #lists = new Map<QueryId, unknown>();
  readonly #rows = new Map<QueryId, { readonly id: DocId; readonly value: number }[]>();
  #order: RowOrder = "given";

  rows(order: RowOrder): void {
    this.#order = order;
  }
  hit(
    q: Uint8Array,
    qStart: number,
    qEnd: number,
    d: Uint8Array,
    dStart: number,
    dEnd: number,
    value: number,
  ): void {
    const query = decoder.decode(q.subarray(qStart, qEnd));
    const id = decoder.decode(d.subarray(dStart, dEnd));
    const rows = this.#rows.get(query);
    if (rows === undefined) this.#rows.set(query, [{ id, value }]);
    else rows.push({ id, value });
  }
  ranking(query: QueryId, hits: unknown): void {
    this.#lists.set(query, listOf(hits));
  }

  lists(): Map<QueryId, unknown> {
    for (const [query, rows] of this.#rows) this.#lists.set(query, this.#ordered(rows));
    return this.#lists;
  }
  #ordered(rows: readonly { readonly id: DocId; readonly value: number }[]): Hit[] {
    if (this.#order === "rank") return [...rows].sort((a, b) => a.value - b.value).map(({ id }) => ({ id }));
    const scored = rows.map(({ id, value }) => (Number.isNaN(value) ? { id } : { id, score: value }));
    return this.#order === "score" ? byScore(scored) : scored;
  }
}

/** As scoring orders them: by score, those with equal scores by id, descending. */
const byScore = (hits: readonly Hit[]): Hit[] =>
  [...hits].sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || compareIds(b.id!, a.id!));

/** A list as it is; a mapping of scores in their order. */
function listOf(hits: unknown): unknown {
  if (Array.isArray(hits)) return hits;
  if (hits instanceof RankingColumns) return columnHits(hits);
  if (typeof hits !== "object" || hits === null) return hits;
  const entries = hits instanceof Map ? [...hits] : Object.entries(hits);
  return byScore(entries.map(([id, score]) => ({ id, score: score as number })));
}

function columnHits({ ids, scores, texts, mapping }: RankingColumns): Hit[] {
  const hits = ids.map((id, i) => ({
    id,
    ...(scores?.[i] === undefined ? {} : { score: scores[i] }),
    ...(texts?.[i] === undefined ? {} : { text: texts[i] }),
  }));
  return mapping ? byScore(hits) : hits;
}
