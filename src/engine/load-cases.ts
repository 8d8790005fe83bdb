/** Cases for a judge: a data set that holds questions, what was retrieved, and perhaps references and responses. */
import type { JudgeCase, JudgeContext } from "../core/judgement.ts";
import { ProblemLog } from "../core/problem-log.ts";
import type { QueryId } from "../core/types.ts";
import type { Source } from "../formats/index.ts";
import { type LoadOptions, readInto } from "./load.ts";

export interface LoadedCases {
  readonly cases: readonly JudgeCase[];
  readonly lines: ReadonlyMap<QueryId, number>;
  readonly format: string;
  readonly why: string;
}

export async function loadCases(source: Source, options: LoadOptions): Promise<LoadedCases> {
  const found = new Map<QueryId, { -readonly [K in keyof JudgeCase]: JudgeCase[K] }>();
  const lines = new Map<QueryId, number>();
  const { log } = options;
  const loaded = await readInto(
    source,
    "run",
    {
      ranking(id, hits, line) {
        lines.set(id, line);
        found.set(id, { id, question: "", contexts: contextsOf(hits as readonly unknown[], id, line) });
      },
      response(id, text) {
        found.get(id)!.response = text;
      },
      query(id, text) {
        const one = found.get(id);
        if (one !== undefined) one.question = text;
      },
      tags(id, tags) {
        const one = found.get(id);
        if (one !== undefined) one.tags = tags;
      },
    },
    { ...options, texts: true },
  );
  // References are told by a second reading, as gold. Whatever is wrong with a row was told by the first; a case may lack one.
  await readInto(
    source,
    "gold",
    {
      gold(id, value) {
        const one = found.get(id);
        const { answer } = value as { answer?: string };
        if (one !== undefined && answer !== undefined) one.reference = answer;
      },
    },
    { ...options, format: loaded.format, log: new ProblemLog() },
  );
  return { ...loaded, cases: [...found.values()], lines };

  function contextsOf(hits: readonly unknown[], query: QueryId, line: number): JudgeContext[] {
    const contexts = hits.flatMap((hit) => {
      const { id, text } = (typeof hit === "object" && hit !== null ? hit : {}) as {
        id?: string | null;
        text?: unknown;
      };
      return typeof text === "string" ? [{ ...(id == null ? {} : { id }), text }] : [];
    });
    if (contexts.length < hits.length)
      log.add({
        code: "no-texts",
        what: `${hits.length - contexts.length} of the ${hits.length} contexts of query ${query} have no text`,
        why: "a judge reads texts, not ids",
        fix: "give every context its text",
        level: "error",
        at: { file: source.name, line, query },
      });
    return contexts;
  }
}
