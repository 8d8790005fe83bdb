import type { QueryId } from "../core/ids.ts";
import type { Problem } from "../core/problem.ts";
import type { IdRule } from "../core/rules.ts";
import type { Sink } from "../formats/index.ts";
import { parseIdRule } from "../match/ids/parse.ts";
import { engineProblem } from "./_problems.ts";

interface Renamed {
  readonly query: QueryId;
  readonly bytes: Uint8Array;
}

/**
 * The same sink, with every query under the name that the rule gives it, so that the queries of two files meet.
 * Two queries of one file that get the same name are an error: their rows would be mixed up.
 */
export function renamingQueries(sink: Sink, rule: IdRule, problem: (problem: Problem) => void): Sink {
  const write = parseIdRule(rule);
  const names = new Map<QueryId, Renamed>();
  const origins = new Map<QueryId, QueryId>();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const encoder = new TextEncoder();
  const renamed = (given: QueryId, line: number): Renamed => {
    const known = names.get(given);
    if (known !== undefined) return known;
    const query = write(given);
    const other = origins.get(query);
    if (other === undefined) origins.set(query, given);
    else
      problem(
        engineProblem(
          "merged-queries",
          { queries: [other, given], becomes: query },
          { level: "error", at: { line, query: given } },
        ),
      );
    const made = { query, bytes: encoder.encode(query) };
    names.set(given, made);
    return made;
  };
  const ofBytes = (bytes: Uint8Array, start: number, end: number, line: number): Uint8Array =>
    renamed(decoder.decode(bytes.subarray(start, end)), line).bytes;
  // Call only methods that exist. Hits come one by one: a batch would have to be read again.
  const { hits: _, hit, ranking, grade, gold, query, tags, response, score, ...rest } = bound(sink);
  return {
    ...rest,
    ...(hit && {
      hit(q, qStart, qEnd, d, dStart, dEnd, value, line) {
        const name = ofBytes(q, qStart, qEnd, line);
        hit(name, 0, name.length, d, dStart, dEnd, value, line);
      },
    }),
    ...(grade && {
      grade(q, qStart, qEnd, d, dStart, dEnd, value, line, subtopic) {
        const name = ofBytes(q, qStart, qEnd, line);
        grade(name, 0, name.length, d, dStart, dEnd, value, line, subtopic);
      },
    }),
    ...(ranking && { ranking: (id, list, line) => ranking(renamed(id, line).query, list, line) }),
    ...(gold && { gold: (id, value, line) => gold(renamed(id, line).query, value, line) }),
    ...(query && { query: (id, text, line) => query(renamed(id, line).query, text, line) }),
    ...(tags && { tags: (id, own, line) => tags(renamed(id, line).query, own, line) }),
    ...(response && { response: (id, text, line) => response(renamed(id, line).query, text, line) }),
    ...(score && {
      score: (metric, id, value, line) =>
        score(metric, id === undefined ? undefined : renamed(id, line).query, value, line),
    }),
  };
}

/** Bind the methods: a sink may be a class instance. */
function bound(sink: Sink): Sink {
  const methods = [
    "rows",
    "blockEnd",
    "hit",
    "ranking",
    "grade",
    "gold",
    "query",
    "tags",
    "response",
    "doc",
    "score",
    "tag",
  ] as const;
  return Object.fromEntries(
    methods.flatMap((name) => (sink[name] === undefined ? [] : [[name, sink[name].bind(sink)]])),
  );
}
