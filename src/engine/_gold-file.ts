/** A gold file as the evaluation reads it, and as the reader of a run looks documents up. */

import type { DocId, QueryId } from "../core/ids.ts";
import { GoldieError } from "../core/problem.ts";
import { ProblemLog } from "../core/problem-log.ts";
import { type GoldValue, readGold } from "../evaluate/input/read-gold.ts";
import type { Source } from "../files/source.ts";
import { detectFormat } from "../formats/detect.ts";
import { ByteNames } from "./_bytes-table.ts";
import { contextOf } from "./_context.ts";
import { GoldRows, type GoldTable } from "./_gold-table.ts";
import type { GoldLookup } from "./_score-rows.ts";
import { loadGold } from "./load.ts";

const encoder = new TextEncoder();

export interface GoldFile {
  readonly values: GoldTable | Map<QueryId, GoldValue>;
  readonly lookup: GoldLookup;
  readonly format: string;
  readonly words: ReadonlyMap<QueryId, string>;
}

/** A table of judgements stays bytes; other gold is read as the library takes it. */
export async function readGoldFile(
  source: Source,
  {
    goldFormat,
    columns = {},
  }: { readonly goldFormat?: string; readonly columns?: Readonly<Record<string, string>> },
  log: ProblemLog,
): Promise<GoldFile> {
  const { format } = await detectFormat(source, "gold", goldFormat);
  const words = new Map<QueryId, string>();
  const rows = new GoldRows(source.file?.size);
  let plain = true;
  const attempt = new ProblemLog();
  await format.read(
    source,
    {
      twice: true,
      grade(q, qStart, qEnd, d, dStart, dEnd, grade, line, subtopic) {
        if (subtopic !== undefined) plain = false;
        else rows.add(q, qStart, qEnd, d, dStart, dEnd, grade, line);
      },
      gold() {
        plain = false;
      },
      query: (id, text) => void words.set(id, text),
    },
    contextOf(source, "gold", columns, attempt),
  );
  if (plain) {
    log.merge(attempt);
    const table = rows.table(source.name, log);
    return { values: table, lookup: { names: table.names, ids: table }, format: format.id, words };
  }
  const loaded = await loadGold(source, { format: format.id, columns, log });
  const names = new ByteNames();
  const queries = [...loaded.gold.keys()];
  for (const query of queries) {
    const bytes = encoder.encode(query);
    names.add(bytes, 0, bytes.length);
    try {
      // What is odd about it is told when it is scored.
      readGold(query, loaded.gold.get(query)!, new ProblemLog());
    } catch (error) {
      if (!(error instanceof GoldieError)) throw error;
      const line = loaded.lines.get(query);
      log.add({
        ...error.problem,
        level: "error",
        at: { ...error.problem.at, file: source.name, ...(line === undefined ? {} : { line }) },
      });
    }
  }
  const ids = (i: number): readonly DocId[] => {
    const { graded, relevant, groups } = readGold(
      queries[i]!,
      loaded.gold.get(queries[i]!)!,
      new ProblemLog(),
    );
    return [...new Set([...(graded?.ids ?? []), ...(relevant ?? []), ...(groups?.flat() ?? [])])];
  };
  return { values: loaded.gold, lookup: { names, ids }, format: format.id, words: loaded.words };
}
