/** Generated gold and runs with everything that orders, ties, duplicates and shapes can do, as rows of tables. */
import type { Gold } from "../../src/core/gold.ts";
import { oneOf, type Random, randomFrom } from "../../src/core/random.ts";
import type { RankingInput } from "../../src/evaluate/input/read-run.ts";
import { RankingColumns } from "../../src/evaluate/input/read-run.ts";

export interface TableRow {
  readonly run: string;
  readonly query: string;
  readonly doc: string;
  readonly score: number;
  readonly rank: number;
}

export interface TableCase {
  readonly gold: Map<string, Gold>;
  readonly rows: readonly TableRow[];
}

/** Byte order and UTF-16 order differ for the last ones; two differ in case only; some need quoting. */
const IDS = [
  ..."abcdefghij",
  "A",
  "B",
  "d'quote",
  'd"double"',
  "d;--",
  "d\\n",
  "10",
  "9",
  "é",
  "zz\u00e9",
  "\uff01x",
  "\u{1f600}x",
  "日本",
  " blank ",
];
const GRADES = [-2, -1, 0, 0, 1, 1, 1, 2, 3, 0.5, 4];
/** Ties, ties in single precision only, both zeros, large and tiny numbers. */
const SCORES = [0, -0, 1, 1, 2, 2.5, 16777216, 16777217, 1e-3, -5, 1e38, 3.5e38, 5e-324];

const some = <T>(random: Random, from: readonly T[], most: number): T[] =>
  Array.from({ length: Math.floor(random() * (most + 1)) }, () => oneOf(random, from));

function goldOf(random: Random, kind: "grades" | "any"): Gold {
  const grades = new Map(some(random, IDS, 8).map((id) => [id, oneOf(random, GRADES)]));
  // A table has no rows for a query without judgments.
  if (kind === "grades") return { grades: grades.set(oneOf(random, IDS), oneOf(random, GRADES)) };
  const gold: { -readonly [K in keyof Gold]: Gold[K] } = {};
  if (random() < 0.6) gold.grades = grades;
  if (random() < 0.4) gold.relevant = some(random, IDS, 5);
  if (random() < 0.4) gold.groups = some(random, [0, 1, 2], 3).map(() => some(random, IDS, 3));
  if (random() < 0.3) gold.forbidden = [...new Set([oneOf(random, IDS), ...some(random, IDS, 2)])];
  if (random() < 0.15) gold.answerable = false;
  if (Object.keys(gold).length === 0) gold.relevant = [];
  gold.tags = { kind: oneOf(random, ["a", "b"]) };
  return gold;
}

/** Cases under one gold, told apart by the names of their queries. `kind`: what a table of grades can say, or anything. */
export function tableCase(seed: number, queries: number, kind: "grades" | "any"): TableCase {
  const random = randomFrom(seed);
  const gold = new Map<string, Gold>();
  const rows: TableRow[] = [];
  for (let q = 0; q < queries; q++) {
    const query = `${seed}/${oneOf(random, ["q", "Q'", "ü", "\u{1f600}"])}${q}`;
    if (random() < 0.9) gold.set(query, goldOf(random, kind));
    for (const run of ["one", "tw\"o'"])
      if (random() < 0.85) {
        const length = random() < 0.1 ? 60 : Math.floor(random() * 14) + 1;
        const ranks = Array.from({ length }, (_, i) => i + 1).sort(() => random() - 0.5);
        const repeats = random() < 0.3;
        const ids = new Set<string>();
        for (let i = 0; i < length; i++) {
          const doc = random() < 0.5 ? oneOf(random, IDS) : `x${Math.floor(random() * 40)}`;
          if (ids.has(doc) && !repeats) continue;
          ids.add(doc);
          rows.push({ run, query, doc, score: oneOf(random, SCORES), rank: ranks[i]! });
        }
      }
  }
  return { gold, rows: rows.sort(() => random() - 0.5) };
}

/** The run as a reader of files has it. `by`: whether ranks or scores order the rows. */
export function runOf(
  rows: readonly TableRow[],
  run: string,
  by: "score" | "rank",
): Map<string, RankingInput> {
  const lists = new Map<string, TableRow[]>();
  for (const row of rows) {
    if (row.run !== run) continue;
    const list = lists.get(row.query);
    if (list === undefined) lists.set(row.query, [row]);
    else list.push(row);
  }
  return new Map(
    [...lists].map(([query, list]) => {
      list.sort((a, b) => a.rank - b.rank);
      return [
        query,
        new RankingColumns({
          ids: list.map(({ doc }) => doc),
          ...(by === "score" ? { scores: list.map(({ score }) => score) } : {}),
          mapping: by === "score",
          distinct: false,
          nulls: false,
        }),
      ];
    }),
  );
}
