/** Two judges on the same cases, cell by cell. */

import type { QueryId } from "../../core/ids.ts";
import type { JudgedBy, JudgementRecord, RecordClaim } from "../../core/judgement-record.ts";
import type { Problem } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import { randomFrom } from "../../core/random.ts";
import { type Agreement, addUp, agreementOf, type Table, tablesOf } from "./_agreement.ts";
import { groupBy } from "./_group-by.ts";
import { type Level, scaleOf } from "./_levels.ts";
import { type Cell, findCell, PARTS, type Part } from "./cells.ts";
import type { About } from "./labels.ts";
import { calibrateProblem } from "./problems.ts";

export interface CompareJudgesOptions {
  readonly confidence?: number;
  readonly resamples?: number;
  readonly seed?: number;
}
export interface JudgesCompared {
  readonly a: JudgedBy | undefined;
  readonly b: JudgedBy | undefined;
  /** Queries that both judged. */
  readonly queries: number;
  readonly parts: readonly (Agreement & {
    readonly part: Part;
    readonly labels: readonly string[];
    /** Rows: the first judge; columns: the second. */
    readonly confusion: Table;
  })[];
  /** The widest apart first. */
  readonly disagreements: readonly (Cell & { readonly a: string; readonly b: string })[];
  /** Cells that one of them has and the other has not, or did not judge. */
  readonly unmatched: { readonly a: number; readonly b: number };
  readonly problems: readonly Problem[];
}

/**
 * Where two judges agree and where they do not. Claims are matched by their text: two models may take a reference apart in two ways.
 * @example compareJudges(lexicalRecords, modelRecords).disagreements.slice(0, 20)
 */
export function compareJudges(
  a: Iterable<JudgementRecord>,
  b: Iterable<JudgementRecord>,
  { confidence = 0.95, resamples = 2000, seed = 1 }: CompareJudgesOptions = {},
): JudgesCompared {
  const [first, second] = [byId(a), byId(b)];
  const log = new ProblemLog();
  const met: Met[] = [];
  const unmatched = { a: 0, b: 0 };
  let queries = 0;
  for (const [id, mine] of first) {
    const other = second.get(id);
    if (other === undefined) log.add(alone(id));
    else if (!sameChunks(mine, other)) log.add(elsewhere(id));
    else {
      queries++;
      const found = meet(mine, other);
      met.push(...found);
      const matched = found.filter(({ cell }) => CELLS.has(cell.part)).length;
      unmatched.a += cellsOf(mine).length - matched;
      unmatched.b += cellsOf(other).length - matched;
    }
  }
  for (const id of second.keys()) if (!first.has(id)) log.add(alone(id));
  const drawing = { confidence, resamples, random: randomFrom(seed) };
  const parts = groupBy(met, ({ cell }) => cell.part);
  return {
    a: [...first.values()][0]?.judge,
    b: [...second.values()][0]?.judge,
    queries,
    parts: (Object.keys(PARTS) as Part[]).flatMap((part) => {
      const cells = parts.get(part);
      if (cells === undefined) return [];
      const { labels, place } = scaleFor(part);
      const counted = cells.map(({ cell, a, b }) => ({ id: cell.id, first: place(a), second: place(b) }));
      const confusion = addUp(labels.length)(tablesOf(counted, labels.length));
      return [{ part, labels, ...agreementOf(counted, labels.length, drawing), confusion }];
    }),
    disagreements: met
      .filter(({ cell, a, b }) => a !== b && CELLS.has(cell.part))
      .sort((x, y) => Math.abs(y.a - y.b) - Math.abs(x.a - x.b))
      .map(({ cell, a, b }) => {
        const { labels, place } = scaleFor(cell.part);
        return { ...cell, a: labels[place(a)]!, b: labels[place(b)]! };
      }),
    unmatched,
    problems: log.list(),
  };
}

interface Met {
  readonly cell: Cell;
  readonly a: Level;
  readonly b: Level;
}

/** What a judge says itself; whether a claim is supported at all follows from it. */
const CELLS: ReadonlySet<Part> = new Set(["support", "responseSupport", "statements"]);
const scaleFor = (part: Part) => scaleOf(part !== "statements" && part !== "chunks", "no");

function byId(records: Iterable<JudgementRecord>): ReadonlyMap<QueryId, JudgementRecord> {
  return new Map([...records].map((record) => [record.id, record]));
}

const sameChunks = (a: JudgementRecord, b: JudgementRecord): boolean =>
  a.chunks.length === b.chunks.length && a.chunks.every(({ text }, i) => text === b.chunks[i]!.text);

/** Each distinct chunk once. */
function cellsOf(record: JudgementRecord): About[] {
  const distinct = record.chunks.flatMap((chunk, i) =>
    chunk.sameAs === undefined ? [{ chunk, rank: i + 1 }] : [],
  );
  return [
    ...claimsOf(record).flatMap((claim) =>
      distinct
        .filter(({ chunk }) => chunk.statements.length > 0)
        .map(({ rank }) => ({ claim: claim.id, text: claim.text, chunk: rank })),
    ),
    ...distinct.flatMap(({ chunk }) => chunk.statements.map(({ id, text }) => ({ statement: id, text }))),
  ];
}
const claimsOf = ({ claims = [], responseClaims = [] }: JudgementRecord): readonly RecordClaim[] => [
  ...claims,
  ...responseClaims,
];

function meet(a: JudgementRecord, b: JudgementRecord): Met[] {
  const asked = [...cellsOf(a), ...claimsOf(a).map(({ id, text }) => ({ claim: id, text }))];
  return asked.flatMap((about) => {
    const [mine, other] = [findCell(a, about), findCell(b, about)];
    return "level" in mine && "level" in other ? [{ cell: mine.cell, a: mine.level, b: other.level }] : [];
  });
}

const alone = (query: QueryId): Problem => calibrateProblem("judged-by-one", {}, { at: { query } });
const elsewhere = (query: QueryId): Problem => calibrateProblem("other-chunks", {}, { at: { query } });
