/** Where and how a run, gold, corpus or scores are written: the format, and rankings in a form it supports. */
import { extname } from "node:path";
import type { QueryId } from "../../core/ids.ts";
import { named } from "../../core/named.ts";
import type { Problem } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import { type RankingInput, readRanking } from "../../evaluate/input/read-run.ts";
import { type Format, formats, type Kind, type Writer } from "../../formats/index.ts";
import { bestFirst, followsScores } from "../../formats/rows/ranking-forms.ts";
import { lostFailure } from "../../formats/rows/rows-out.ts";
import { sharedProblem, wrongUse } from "./_problems.ts";

/** The format named by the user, or implied by the extension. */
export function targetFormat(path: string, kind: Kind, given: string | undefined): Format {
  const writable = formats.filter(({ kinds, write }) => kinds.includes(kind) && write !== undefined);
  const names = writable.map(({ id }) => id);
  if (given !== undefined) {
    const format = named(Object.fromEntries(formats.map((one) => [one.id, one])), given, "format");
    if (writable.includes(format)) return format;
    throw wrongUse("format-not-written", { kind, format: given, names });
  }
  const extension = extname(path).slice(1).toLowerCase();
  const found = writable.filter(({ extensions }) => extensions.includes(extension));
  const format = found.find(({ id }) => id === extension) ?? (found.length === 1 ? found[0] : undefined);
  if (format !== undefined) return format;
  throw found.length > 1
    ? wrongUse("extension-of-several", { path, names: found.map(({ id }) => id) })
    : wrongUse("extension-of-none", { path, kind, names });
}

/** Its name in messages. */
export const shownPath = (path: string, side: "input" | "output"): string =>
  path === "-" ? `standard ${side}` : path;

interface TargetHit {
  readonly id: string | null;
  readonly score?: number;
  readonly text?: string;
  readonly doc?: string;
}

/**
 * Rankings, whole lists at a time. Where scores alone decide the order (rows with a score, as TREC runs have them),
 * a list whose order does not follow from its scores gets scores from its ranks: the numbers stay the same.
 */
export function writeRankings(
  writer: Writer,
  run: ReadonlyMap<QueryId, RankingInput>,
  byScore: boolean,
  problem: (problem: Problem) => void,
): void {
  const log = new ProblemLog();
  let replaced = 0;
  let first: QueryId | undefined;
  for (const [query, given] of run) {
    if (given instanceof Error) {
      problem(lostFailure(query, given.message));
      continue;
    }
    const { mapping, ids, scores, texts, docs } = readRanking(query, given, log);
    const listed = ids.map((id, i): TargetHit => {
      const [score, text, doc] = [scores?.[i], texts?.[i], docs?.[i]];
      return {
        id,
        ...(score === undefined ? {} : { score }),
        ...(text === undefined ? {} : { text }),
        ...(doc === undefined ? {} : { doc }),
      };
    });
    const hits = mapping ? bestFirst(listed) : listed;
    if (!byScore || followsScores(hits)) {
      writer.ranking!(query, hits, 0);
      continue;
    }
    if (hits.some(({ score }) => score !== undefined)) {
      replaced++;
      first ??= query;
    }
    writer.ranking!(
      query,
      hits.map((hit, i) => ({ ...hit, score: hits.length - i })),
      0,
    );
  }
  for (const one of log.list()) problem(one);
  if (first !== undefined) problem(sharedProblem("scores-replaced", { count: replaced, query: first }));
}
