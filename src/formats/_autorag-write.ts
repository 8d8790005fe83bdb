/** Gold, runs and corpora as AutoRAG's Parquet files. */
import { textOf } from "./_bytes.ts";
import { gatherHits } from "./_gather.ts";
import { createRowWriter } from "./_parquet-write.ts";
import { hitRows } from "./_rows-out.ts";
import type { WriteContext, Writer } from "./_types.ts";

export function writeAutorag(context: WriteContext): Writer {
  if (context.kind === "corpus") return writeCorpus(context);
  return context.kind === "run" ? writeRun(context) : writeGold(context);
}

function writeCorpus({ write }: WriteContext): Writer {
  const out = createRowWriter(
    [
      { name: "doc_id", type: "STRING" },
      { name: "contents", type: "STRING" },
    ],
    write,
  );
  return {
    doc: (id, text, _, title) =>
      out.add(id, title === undefined || title === "" ? text : `${title}\n${text}`),
    end: () => out.end(),
  };
}

function writeRun({ write, problem }: WriteContext): Writer {
  const out = createRowWriter(
    [
      { name: "qid", type: "STRING" },
      { name: "query", type: "STRING" },
      { name: "retrieved_ids", type: "STRING", depth: 1 },
      { name: "retrieve_scores", type: "DOUBLE", depth: 1 },
    ],
    write,
  );
  const words = new Map<string, string>();
  const { rows, hit, rankings } = gatherHits();
  const ranking = (id: string, hits: unknown): void => {
    const list = hitRows(id, hits, problem);
    out.add(
      id,
      words.get(id) ?? "",
      list.map((one) => one.id),
      list.map((one, i) => one.score ?? list.length - i),
    );
  };
  return {
    query: (id, text) => void words.set(id, text),
    rows,
    hit,
    ranking,
    end() {
      for (const [id, hits] of rankings()) ranking(id, hits);
      return out.end();
    },
  };
}

function writeGold({ write, problem }: WriteContext): Writer {
  const out = createRowWriter(
    [
      { name: "qid", type: "STRING" },
      { name: "query", type: "STRING" },
      { name: "retrieval_gt", type: "STRING", depth: 2 },
      { name: "generation_gt", type: "STRING", depth: 1 },
    ],
    write,
  );
  const words = new Map<string, string>();
  const graded = new Map<string, Map<string, number>>();
  const gold = (id: string, value: unknown): void => {
    const { groups, answer } = groupsOf(id, value, problem);
    out.add(id, words.get(id) ?? "", groups, answer === undefined ? [] : [answer]);
  };
  return {
    query: (id, text) => void words.set(id, text),
    grade(q, qStart, qEnd, d, dStart, dEnd, grade) {
      const query = textOf(q, qStart, qEnd);
      const grades = graded.get(query) ?? new Map<string, number>();
      graded.set(query, grades.set(textOf(d, dStart, dEnd), grade));
    },
    gold,
    end() {
      for (const [id, grades] of graded) gold(id, grades);
      return out.end();
    },
  };
}

/** Gold in any form as AutoRAG's groups: every group is wanted, any document of it will do. */
function groupsOf(
  query: string,
  value: unknown,
  problem: WriteContext["problem"],
): { readonly groups: readonly (readonly string[])[]; readonly answer?: string } {
  const each = (ids: Iterable<string>): string[][] => [...ids].map((id) => [id]);
  const graded = (grades: Iterable<readonly [string, number]>): string[][] => {
    const all = [...grades];
    if (all.some(([, grade]) => grade !== 0 && grade !== 1))
      problem({
        code: "lost-grades",
        what: `query ${query} has grades; AutoRAG knows only relevant or not`,
        fix: "write JSONL, which keeps them",
        at: { query },
      });
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
    readonly answer?: string;
  };
  const { relevant, grades, groups, answer } = facets;
  const rest = answer === undefined ? {} : { answer };
  if (groups !== undefined) return { groups, ...rest };
  if (relevant !== undefined) return { ...groupsOf(query, relevant, problem), ...rest };
  if (grades !== undefined)
    return {
      groups: graded(grades instanceof Map ? grades : Object.entries(grades as Record<string, number>)),
      ...rest,
    };
  if (Object.values(facets).every((x) => typeof x === "number"))
    return { groups: graded(Object.entries(facets as unknown as Record<string, number>)) };
  problem({
    code: "lost-texts",
    what: `query ${query} has no ids in its gold, and AutoRAG knows nothing else`,
    fix: "write JSONL, which keeps it",
    level: "error",
    at: { query },
  });
  return { groups: [], ...rest };
}
