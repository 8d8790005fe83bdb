/** Tables whose cells may be lists of ids: the other file shows whether they are. */
import type { QueryId } from "../core/ids.ts";
import { GoldieError, type Problem } from "../core/problem.ts";
import { ProblemLog } from "../core/problem-log.ts";
import { type GoldValue, readGold } from "../evaluate/input/read-gold.ts";
import type { RankingInput } from "../evaluate/input/read-run.ts";
import { RankingColumns } from "../evaluate/input/read-run.ts";
import type { Source } from "../files/source.ts";
import { idsIn, NO_SEPARATOR, separatorOf, separatorsIn } from "../formats/csv/list-separator.ts";
import { csvProblem, type ListCells } from "../formats/csv/problems.ts";
import { detectFormat } from "../formats/detect.ts";
import type { Sink, TableReading } from "../formats/index.ts";
import { contextOf } from "./_context.ts";
import { engineProblem } from "./_problems.ts";

/** Facts about some ids. */
interface SeenIds {
  /** Those that occur, each as one id. */
  readonly ids: ReadonlySet<string>;
  /** Cells of runs that may be lists themselves. */
  readonly doubtful?: readonly string[];
  /** Ids of the gold contain a bar, so that it cannot be a separator there. */
  readonly bars?: boolean;
}
/** Looks for ids: those of gold among the hits, those of a run in the gold and among its other hits. */
export type LookFor = (ids: ReadonlySet<string>) => Promise<SeenIds>;

/**
 * Reads a table; where its cells may be lists, looks for their parts, and reads it again as they show.
 * Undecidable cells stay in the log as an error that lists the choices.
 */
export async function readListed<T>(
  table: TableReading | undefined,
  log: ProblemLog,
  read: (table: TableReading | undefined, log: ProblemLog) => Promise<T>,
  lookFor: LookFor | undefined,
): Promise<T> {
  const first = new ProblemLog();
  const found = await read(table, first);
  const open = openCells(first);
  const decided = open && lookFor && (await decide(open, lookFor));
  if (decided?.listSeparator === undefined) {
    if (decided === undefined) log.merge(first);
    else for (const problem of first.list()) log.add(problem === open ? decided.open : problem);
    return found;
  }
  if (decided.split !== undefined) log.add(decided.split);
  return read({ ...table, listSeparator: decided.listSeparator }, log);
}

/** The Problem about cells that may be lists. */
export const openCells = (log: ProblemLog): Problem | undefined =>
  log.list().find(({ code, reason }) => code === "list-cells" && reason === "open");

interface Decision {
  readonly listSeparator: string | undefined;
  /** Says that they are lists. */
  readonly split?: Problem;
  /** Without a decision: with the separators of both files. */
  readonly open: Problem;
}

/** Whether these cells are lists. */
export async function decide(open: Problem, lookFor: LookFor): Promise<Decision> {
  const { column, cells, count, bars } = open.fields as unknown as ListCells;
  const seen = await lookFor(idsIn(cells));
  const { ids, doubtful = [] } = seen;
  const found = separatorOf(cells, ids) ?? separatorBoth(cells, ids, doubtful);
  const at = open.at!;
  if (found === undefined) {
    const fields = { column, cells: [...cells, ...doubtful], count, bars };
    return { listSeparator: found, open: csvProblem("list-cells/open", fields, { level: "error", at }) };
  }
  if (found === NO_SEPARATOR) return { listSeparator: found, open };
  const withBar = found.includes("|") ? found : `${found}|`;
  const listSeparator = bars ? withBar : found;
  const ofRun = at.side === "run";
  const fields = {
    column,
    cell: cells[0]!,
    among: ofRun ? "other cells" : "hits",
    // The option is for both files, and a bar may separate in gold.
    listSeparator: ofRun && seen.bars === false ? withBar : listSeparator,
  } as const;
  return { listSeparator, open, split: engineProblem("list-cells/split", fields, { at }) };
}

/** Where the hits may be lists too: parts show up in other cells, and no cell shows up as a whole. */
function separatorBoth(
  cells: readonly string[],
  ids: ReadonlySet<string>,
  doubtful: readonly string[],
): string | undefined {
  const wholes = new Set(doubtful);
  if (cells.some((cell) => wholes.has(cell) || ids.has(cell))) return undefined;
  return separatorOf(cells, idsIn(doubtful));
}

/** Looks through runs. */
export const amongHitsOf =
  (
    runs: readonly Source[],
    runFormat: string | undefined,
    columns: Readonly<Record<string, string>>,
  ): LookFor =>
  async (ids) => {
    const seen = new Set<string>();
    const doubtful: string[] = [];
    for (const source of runs)
      try {
        const { format } = await detectFormat(source, "run", runFormat);
        const log = new ProblemLog();
        const hits = new HitsAmong(ids);
        await format.read(source, hits.sink, contextOf(source, "run", columns, [log]));
        const open = openCells(log);
        if (open !== undefined) doubtful.push(...(open.fields as unknown as ListCells).cells);
        for (const id of hits.seen) seen.add(id);
        if (open === undefined) for (const id of hits.alone) seen.add(id);
      } catch (error) {
        // Problems of a run are reported when it is scored.
        if (!(error instanceof GoldieError)) throw error;
      }
    return { ids: seen, doubtful };
  };

class HitsAmong {
  readonly seen = new Set<string>();
  /** The only hits of their lists that may be lists themselves. */
  readonly alone = new Set<string>();
  readonly sink: Sink;

  constructor(ids: ReadonlySet<string>) {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const see = (id: string, into = this.seen): void => {
      if (ids.has(id)) into.add(id);
    };
    this.sink = {
      hit: (_q, _qStart, _qEnd, d, start, end) => see(decoder.decode(d.subarray(start, end))),
      ranking: (_, hits) => {
        const all = [...idsOf(hits as RankingInput)].filter((id) => typeof id === "string");
        for (const id of all)
          see(id, all.length === 1 && separatorsIn(id).length > 0 ? this.alone : this.seen);
      },
    };
  }
}

/** Looks through gold and through the run itself, for the cells of a run. */
export const besideRun =
  (
    gold: { keys(): Iterable<QueryId>; get(query: QueryId): GoldValue | undefined },
    source: Source,
    runFormat: string | undefined,
    columns: Readonly<Record<string, string>>,
  ): LookFor =>
  async (ids) => {
    const { ids: hits } = await amongHitsOf([source], runFormat, columns)(ids);
    const seen = new Set(hits);
    let bars = false;
    for (const query of gold.keys()) {
      const { graded, relevant, groups } = readGold(query, gold.get(query)!, new ProblemLog());
      for (const id of [...(graded?.ids ?? []), ...(relevant ?? []), ...(groups?.flat() ?? [])]) {
        bars ||= id.includes("|");
        if (ids.has(id)) seen.add(id);
      }
    }
    return { ids: seen, bars };
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
