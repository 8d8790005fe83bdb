/** Where and how a run, gold, corpus or scores are written: the format, and the rankings in a form that it can hold. */
import { extname } from "node:path";
import type { QueryId } from "../../core/ids.ts";
import { compareIds } from "../../core/ids.ts";
import { named } from "../../core/named.ts";
import type { Problem } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import { type RankingInput, readRanking } from "../../evaluate/input/read-run.ts";
import { type Format, formats, type Kind, type Writer } from "../../formats/index.ts";
import { lostFailure } from "../../formats/rows/rows-out.ts";
import { wrongUse } from "./args.ts";

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  gold: "gold",
  run: "a run",
  corpus: "a corpus",
  scores: "scores",
};

/** The format that a path asks for by its extension, or the user by its name. */
export function targetFormat(path: string, kind: Kind, given: string | undefined): Format {
  const writable = formats.filter(({ kinds, write }) => kinds.includes(kind) && write !== undefined);
  const ids = writable.map(({ id }) => id).join(", ");
  if (given !== undefined) {
    const format = named(Object.fromEntries(formats.map((one) => [one.id, one])), given, "format");
    if (writable.includes(format)) return format;
    throw wrongUse(`${KIND_WORDS[kind]} cannot be written as ${given}`, `choose one of ${ids}`);
  }
  const extension = extname(path).slice(1).toLowerCase();
  const found = writable.filter(({ extensions }) => extensions.includes(extension));
  const format = found.find(({ id }) => id === extension) ?? (found.length === 1 ? found[0] : undefined);
  if (format !== undefined) return format;
  throw wrongUse(
    found.length > 1
      ? `${path} may be one of ${found.map(({ id }) => id).join(", ")}`
      : `the name of ${path === "-" ? "standard output" : path} does not tell a format for ${KIND_WORDS[kind]}`,
    `say which with --to: ${found.length > 1 ? found.map(({ id }) => id).join(", ") : ids}`,
  );
}

/** As messages call it. */
export const shownPath = (path: string, side: "input" | "output"): string =>
  path === "-" ? `standard ${side}` : path;

export const counted = (n: number, one: string, more: string): string =>
  `${n.toLocaleString("en-GB")} ${n === 1 ? one : more}`;

interface WrittenHit {
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
    const hits = ids.map((id, i): WrittenHit => {
      const [score, text, doc] = [scores?.[i], texts?.[i], docs?.[i]];
      return {
        id,
        ...(score === undefined ? {} : { score }),
        ...(text === undefined ? {} : { text }),
        ...(doc === undefined ? {} : { doc }),
      };
    });
    if (mapping) hits.sort(byScoreAndId);
    const follows = hits.every(
      (hit, i) => hit.score !== undefined && (i === 0 || byScoreAndId(hits[i - 1]!, hit) <= 0),
    );
    if (!byScore || follows) {
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
  if (replaced > 0)
    problem({
      code: "scores-replaced",
      what: `the order of ${counted(replaced, "list", "lists")} does not follow from the scores, the first is query ${first}; scores made from the ranks were written`,
      why: "here scores decide the order, and equal ones go by id, descending: another order would give other numbers",
      fix: "nothing, if the order is what counts; otherwise sort the lists by score first",
    });
}

/** The order in which rows with scores are read back. */
const byScoreAndId = (a: WrittenHit, b: WrittenHit): number =>
  b.score! - a.score! || (a.id === null || b.id === null ? 0 : compareIds(b.id, a.id));
