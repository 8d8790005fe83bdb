/** Gold, runs and corpora as AutoRAG's Parquet files. */

import type { WriteContext, Writer } from "../format.ts";
import { jsonWriter } from "../json/write.ts";
import { createRowWriter, type OutColumn } from "../parquet/write.ts";
import { rowProblem } from "../rows/problems.ts";
import { bestFirst } from "../rows/ranking-forms.ts";
import { noId, refuseForbidden } from "../rows/rows-out.ts";
import { autoragProblem } from "./problems.ts";

const text = (name: string, depth?: 1 | 2): OutColumn => ({
  name,
  type: "STRING",
  ...(depth === undefined ? {} : { depth }),
});
const COLUMNS: Readonly<Record<string, readonly OutColumn[]>> = {
  gold: [text("qid"), text("query"), text("retrieval_gt", 2), text("generation_gt", 1)],
  run: [
    text("qid"),
    text("query"),
    text("retrieved_ids", 1),
    { name: "retrieve_scores", type: "DOUBLE", depth: 1 },
  ],
  corpus: [text("doc_id"), text("contents")],
};

export function writeAutorag(context: WriteContext): Writer {
  const out = createRowWriter(COLUMNS[context.kind]!, context.write);
  const writer = jsonWriter(context, {
    gold(id, value, words = "") {
      const { groups, answer } = groupsOf(id, value, context.problem);
      out.add(id, words, groups, answer === undefined ? [] : [answer]);
    },
    run(id, { mapping, hits }, words = "") {
      const list = mapping ? bestFirst(hits) : hits;
      if (list.some((hit) => hit.id === null)) context.problem(noId(id));
      const ids = list.map((hit) => hit.id ?? "");
      const scores = list.map((hit, i) => hit.score ?? list.length - i);
      out.add(id, words, ids, scores);
    },
    // AutoRAG has no titles.
    doc: (id, words, title) =>
      out.add(id, title === undefined || title === "" ? words : `${title}\n${words}`),
    end() {},
  });
  return {
    ...writer,
    async end() {
      await writer.end();
      await out.end();
    },
  };
}

/** Gold in any form as AutoRAG's groups: every group is needed, any of its documents satisfies it. */
function groupsOf(
  query: string,
  value: unknown,
  problem: WriteContext["problem"],
): { readonly groups: readonly (readonly string[])[]; readonly answer?: string } {
  const each = (ids: Iterable<string>): string[][] => [...ids].map((id) => [id]);
  const graded = (grades: Iterable<readonly [string, number]>): string[][] => {
    const all = [...grades];
    if (all.some(([, grade]) => grade !== 1))
      problem(rowProblem("lost-grades", { query, format: "AutoRAG" }, { at: { query } }));
    return each(all.filter(([, grade]) => grade > 0).map(([id]) => id));
  };
  if (value instanceof Map) return { groups: graded(value) };
  if (Array.isArray(value))
    return {
      groups: value.map((one: unknown) => (Array.isArray(one) ? (one as string[]) : [one as string])),
    };
  const facets = value as {
    readonly relevant?: unknown;
    readonly grades?: unknown;
    readonly groups?: string[][];
    readonly hops?: string[][];
    readonly answer?: string;
  };
  const { relevant, grades, groups, hops, answer } = facets;
  const rest = answer === undefined ? {} : { answer };
  refuseForbidden(query, value, problem);
  for (const facet of ["answerable", "tags"])
    if (Object.hasOwn(facets, facet))
      problem(rowProblem("lost-gold", { query, facet, format: "AutoRAG" }, { at: { query } }));
  if (groups !== undefined) return { groups, ...rest };
  if (hops !== undefined) {
    problem(rowProblem("lost-hops", { query }, { at: { query } }));
    return { groups: hops, ...rest };
  }
  if (relevant !== undefined) return { ...groupsOf(query, relevant, problem), ...rest };
  if (grades !== undefined)
    return {
      groups: graded(grades instanceof Map ? grades : Object.entries(grades as Record<string, number>)),
      ...rest,
    };
  if (Object.values(facets).every((x) => typeof x === "number"))
    return { groups: graded(Object.entries(facets as unknown as Record<string, number>)) };
  problem(autoragProblem("lost-texts/autorag", { query }, { level: "error", at: { query } }));
  return { groups: [], ...rest };
}
