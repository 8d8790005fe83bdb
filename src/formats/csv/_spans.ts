/** Gold as places in documents: the questions of the chunking evaluation (question, references, corpus_id). */

import { errorAt } from "../_problems.ts";
import type { ReadContext, Sink } from "../format.ts";
import type { CsvTable } from "./_rows.ts";
import type { CsvColumn } from "./_table.ts";
import { ListCellError, listCell } from "./list-cell.ts";
import { csvProblem } from "./problems.ts";
import type { Cells } from "./records.ts";

export interface SpanColumns {
  readonly question: CsvColumn;
  readonly references: CsvColumn;
  readonly corpus: CsvColumn;
}

/** Undefined where the table is another one. */
export function spanColumns(columns: readonly CsvColumn[]): SpanColumns | undefined {
  const named = (name: string): CsvColumn | undefined => columns.find((column) => column.name === name);
  const [question, references, corpus] = [named("question"), named("references"), named("corpus_id")];
  return question === undefined || references === undefined || corpus === undefined
    ? undefined
    : { question, references, corpus };
}

interface Reference {
  readonly content?: unknown;
  readonly start_index?: unknown;
  readonly end_index?: unknown;
}

/** Each reference is a separate span; all of them should be found. */
export function spanTable(
  { question, references, corpus }: SpanColumns,
  sink: Sink,
  { problem }: ReadContext,
): CsvTable {
  return {
    row(cells: Cells, line: number) {
      const query = cells.text(question.index);
      const doc = cells.text(corpus.index);
      let relevant: unknown[];
      try {
        const list = listCell(cells.text(references.index)) as readonly Reference[];
        relevant = list.map(({ content, start_index, end_index }) => {
          if (typeof start_index !== "number" || typeof end_index !== "number")
            throw new ListCellError("a reference has no start_index and end_index");
          return { doc, start: start_index, end: end_index, text: content };
        });
      } catch (error) {
        if (!(error instanceof ListCellError) && !(error instanceof TypeError)) throw error;
        problem(csvProblem("bad-list/references", { message: error.message }, errorAt(line)));
        return;
      }
      sink.gold?.(query, { relevant }, line);
      sink.query?.(query, query, line);
    },
    end() {},
  };
}
