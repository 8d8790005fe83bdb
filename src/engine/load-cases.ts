/** Cases for a judge: a data set that holds questions, what was retrieved, and perhaps references and responses. */

import type { QueryId } from "../core/ids.ts";
import type { JudgeCase, JudgeContext } from "../core/judgement-record.ts";
import { GoldieError } from "../core/problem.ts";
import { ProblemLog } from "../core/problem-log.ts";
import { remembered } from "../files/remembered.ts";
import type { Source } from "../files/source.ts";
import { fieldNames } from "../formats/cases/rows.ts";
import { detectFormat } from "../formats/detect.ts";
import type { Sink } from "../formats/index.ts";
import { engineProblem } from "./_problems.ts";
import { type LoadOptions, readingOf } from "./load.ts";

export interface LoadedCases {
  readonly cases: readonly JudgeCase[];
  readonly lines: ReadonlyMap<QueryId, number>;
  readonly format: string;
  readonly why: string;
  /** Where the rows are of no format of cases: the names of their fields. */
  readonly fields?: readonly string[];
}

/** Formats whose rows are cases; of others, a row may be anything. */
const OF_CASES = new Set(["cases", "ragas", "deepeval"]);
/** Mapping one of these fields means that rows are cases. */
const CASE_ROLES = ["question", "contexts", "reference", "response"];

/** As told, as detected, or as cases where the names of fields were told. */
async function formatOf(source: Source, { format, columns = {} }: LoadOptions): Promise<string | undefined> {
  const told = CASE_ROLES.some((role) => columns[role] !== undefined || columns[`run.${role}`] !== undefined);
  const words = columns["words"] !== undefined && columns["texts"] !== undefined;
  if (format !== undefined || !(told || words)) return format;
  try {
    const seen = (await detectFormat(source, "run")).format.id;
    return OF_CASES.has(seen) ? seen : "cases";
  } catch (error) {
    if (error instanceof GoldieError && error.problem.code === "unknown-format") return "cases";
    throw error;
  }
}

/** As run and as gold: in one reading where the format has one, else one after the other. */
async function readBoth(
  given: Source,
  run: Sink,
  gold: Sink,
  options: LoadOptions,
  goldLog: ProblemLog,
): Promise<{ readonly format: string; readonly why: string }> {
  const source = remembered(given);
  const { format, why } = await detectFormat(source, "run", options.format);
  const asRun = readingOf(source, "run", run, { ...options, texts: true });
  const asGold = readingOf(source, "gold", gold, { ...options, log: goldLog });
  if (format.readBoth !== undefined) await format.readBoth(source, asRun, asGold);
  else {
    await format.read(source, asRun.sink, asRun.context);
    // Refused where the format holds no gold.
    await detectFormat(source, "gold", format.id);
    await format.read(source, asGold.sink, asGold.context);
  }
  return { format: format.id, why };
}

export async function loadCases(source: Source, given: LoadOptions): Promise<LoadedCases> {
  const format = await formatOf(source, given);
  const options: LoadOptions = { ...given, ...(format === undefined ? {} : { format }) };
  const found = new Map<QueryId, { -readonly [K in keyof JudgeCase]: JudgeCase[K] }>();
  const lines = new Map<QueryId, number>();
  // Some formats tell the question before the contexts, some after them.
  const questions = new Map<QueryId, string>();
  const { log } = options;
  const ofRun: Sink = {
    ranking(id, hits, line) {
      lines.set(id, line);
      found.set(id, { id, question: "", contexts: contextsOf(hits as readonly unknown[], id, line) });
    },
    response(id, text) {
      found.get(id)!.response = text;
    },
    query: (id, text) => void questions.set(id, text),
    tags(id, tags) {
      const one = found.get(id);
      if (one !== undefined) one.tags = tags;
    },
  };
  const ofGold: Sink = {
    gold(id, value) {
      const one = found.get(id);
      const { answer } = value as { answer?: string };
      if (one !== undefined && answer !== undefined) one.reference = answer;
    },
  };
  // Row problems are reported for the run; as gold, a case may lack a reference.
  const goldLog = new ProblemLog();
  const loaded = await readBoth(source, ofRun, ofGold, options, goldLog);
  for (const problem of goldLog.list()) if (problem.code === "unread-keys") log.add(problem);
  for (const [id, question] of questions) {
    const one = found.get(id);
    if (one !== undefined) one.question = question;
  }
  const cases = [...found.values()];
  tellWithoutReference(cases);
  const fields = OF_CASES.has(loaded.format) ? {} : { fields: fieldNames(await source.head()) };
  return { ...loaded, ...fields, cases, lines };

  /** That none has one is plain to see in the scores; that a few lack it is not. */
  function tellWithoutReference(cases: readonly JudgeCase[]): void {
    const without = cases.filter(({ reference }) => reference === undefined);
    const [first] = without;
    if (first === undefined || without.length === cases.length) return;
    const at = { side: "cases", file: source.name, line: lines.get(first.id)!, query: first.id } as const;
    log.add(engineProblem("no-reference", { without: without.length, cases: cases.length }, { at }));
  }

  function contextsOf(hits: readonly unknown[], query: QueryId, line: number): JudgeContext[] {
    const contexts = hits.flatMap((hit) => {
      const { id, text } = (typeof hit === "object" && hit !== null ? hit : {}) as {
        id?: string | null;
        text?: unknown;
      };
      return typeof text === "string" ? [{ ...(id == null ? {} : { id }), text }] : [];
    });
    if (contexts.length < hits.length)
      log.add(
        engineProblem(
          "no-texts/contexts",
          { without: hits.length - contexts.length, contexts: hits.length },
          { level: "error", at: { side: "cases", file: source.name, line, query } },
        ),
      );
    return contexts;
  }
}
