/** Gold whose cells may be lists of ids: the hits show whether they are. */
import { GoldieError } from "../core/problem.ts";
import { ProblemLog } from "../core/problem-log.ts";
import type { RankingInput } from "../evaluate/input/read-run.ts";
import { RankingColumns } from "../evaluate/input/read-run.ts";
import type { Source } from "../files/source.ts";
import { idsIn, NO_SEPARATOR, separatorOf } from "../formats/csv/list-separator.ts";
import type { ListCells } from "../formats/csv/problems.ts";
import { detectFormat } from "../formats/detect.ts";
import type { Sink, TableReading } from "../formats/index.ts";
import { contextOf } from "./_context.ts";
import { engineProblem } from "./_problems.ts";

/** Which of these ids are hits of any run. */
export type AmongHits = (ids: ReadonlySet<string>) => Promise<ReadonlySet<string>>;

/**
 * Reads gold; where its cells may be lists, looks at the hits, and reads it again as they show.
 * Undecidable cells stay in the log as an error that lists the choices.
 */
export async function readListed<T>(
  table: TableReading | undefined,
  log: ProblemLog,
  read: (table: TableReading | undefined, log: ProblemLog) => Promise<T>,
  amongHits: AmongHits | undefined,
): Promise<T> {
  const first = new ProblemLog();
  const gold = await read(table, first);
  const open = first.list().find(({ code, reason }) => code === "list-cells" && reason === "open");
  const cells = open?.fields as ListCells | undefined;
  const listSeparator =
    cells === undefined || amongHits === undefined
      ? undefined
      : separatorOf(cells.cells, await amongHits(idsIn(cells.cells)));
  if (listSeparator === undefined) {
    log.merge(first);
    return gold;
  }
  if (listSeparator !== NO_SEPARATOR) {
    const { column, cells: all } = cells!;
    log.add(engineProblem("list-cells/split", { column, cell: all[0]!, listSeparator }, { at: open!.at! }));
  }
  return read({ ...table, listSeparator }, log);
}

/** Looks through runs, and stops where all ids were seen. */
export const amongHitsOf =
  (
    runs: readonly Source[],
    runFormat: string | undefined,
    columns: Readonly<Record<string, string>>,
  ): AmongHits =>
  async (ids) => {
    const seen = new Set<string>();
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const see = (id: string): void => {
      if (ids.has(id)) seen.add(id);
    };
    const sink: Sink = {
      hit: (_q, _qStart, _qEnd, d, start, end) => see(decoder.decode(d.subarray(start, end))),
      ranking: (_, hits) => {
        for (const id of idsOf(hits as RankingInput)) if (typeof id === "string") see(id);
      },
    };
    for (const source of runs)
      try {
        const { format } = await detectFormat(source, "run", runFormat);
        await format.read(source, sink, contextOf(source, "run", columns, []));
      } catch (error) {
        // Problems of a run are reported when it is scored.
        if (!(error instanceof GoldieError)) throw error;
      }
    return seen;
  };

function idsOf(hits: RankingInput): Iterable<unknown> {
  if (hits instanceof RankingColumns) return hits.ids;
  if (hits instanceof Map || hits instanceof Set) return hits.keys();
  if (!Array.isArray(hits)) return Object.keys(hits);
  return hits.flatMap((hit: unknown) => {
    if (typeof hit !== "object" || hit === null) return [hit];
    const { id, doc } = hit as { id?: unknown; doc?: unknown };
    return [id, doc];
  });
}
