/** Rows of counts → cells. */
import { type HitsNode, nodeKey } from "../core/form.ts";
import type { QueryId } from "../core/ids.ts";
import type { GoldieError } from "../core/problem.ts";
import type { JoinRule } from "../core/rules.ts";
import type { Score } from "../core/score.ts";
import type { ShapedGold } from "../evaluate/join/shape-gold.ts";
import type { CountedQuery } from "../evaluate/score/cells.ts";
import type { Scoring } from "../evaluate/score/scoring.ts";
import { aggregateIn, countIn } from "./_count-in.ts";
import type { SqlValue } from "./engine.ts";
import { type FormFacts, formPreparer } from "./evaluate-form.ts";
import type { Lowered } from "./lower.ts";
import { FOUND, JUDGED, LEAKED, type RulePlan } from "./plan-tables.ts";
import { sqlProblem } from "./problems.ts";

type CountsRow = readonly SqlValue[];

/** A query while its formulas are worked out. */
interface CountedFacts extends FormFacts {
  readonly row: CountsRow;
}

/** Queries with rows that cannot be used. */
export interface FaultyQueries {
  readonly rule: JoinRule;
  queries: number;
  /** Absent where the gold lacks them. */
  first?: QueryId | undefined;
}

type ScoreOfPlan = (gold: ShapedGold) => Score;

/** One query of a run, from the rows of every rule. */
interface CountedParts {
  readonly scores: Map<number, ScoreOfPlan>;
  readonly seen: Omit<CountedQuery, "score">;
}

/** How many queries of a run are looked at where next to nothing is found. */
const SAMPLE = 50;

const goldDiffers = (found: string, wanted: string): GoldieError =>
  sqlProblem.error("gold-differs", { table: "the gold in the engine", found, wanted }, { level: "error" });

function added(to: Map<string, Set<QueryId>>, run: string, query: QueryId): void {
  const queries = to.get(run);
  if (queries === undefined) to.set(run, new Set([query]));
  else queries.add(query);
}

export class CountedRows {
  /** By run: queries whose hits are needed after all. */
  readonly leaking = new Map<string, Set<QueryId>>();
  /** By run: some of its queries. */
  readonly some = new Map<string, Set<QueryId>>();
  readonly #rules: number;
  readonly #engine: string;
  readonly #index: ReadonlyMap<QueryId, number>;
  readonly #scoring: (run: string) => Scoring;
  readonly #faulty: FaultyQueries[] = [];
  #repeated: GoldieError | undefined;
  /** Where several rules are asked one after the other: what the first ones said. */
  readonly #parts = new Map<string, Map<QueryId, CountedParts>>();
  #read = 0;

  constructor(
    rules: number,
    index: ReadonlyMap<QueryId, number>,
    engine: string,
    scoring: (run: string) => Scoring,
  ) {
    this.#rules = rules;
    this.#engine = engine;
    this.#index = index;
    this.#scoring = scoring;
  }

  /** Reads the rows of one statement. */
  reader({ statement, columns }: Lowered, { forms, rule }: RulePlan): (row: CountsRow) => void {
    const first = this.#read++ === 0;
    const place = new Map(statement.columns.map((name, i) => [name, i]));
    const at = (name: string): number => place.get(name)!;
    const placeOf = (node: HitsNode): number => at(columns.get(nodeKey(node))!);
    const prepare = formPreparer<CountedFacts>((node) => {
      const i = placeOf(node);
      return ({ row }) => aggregateIn(row[i], node, this.#engine);
    });
    const prepared = new Map([...forms].map(([p, form]) => [p, prepare(form)]));
    const [run, query, length, repeated, document, fault] = (
      ["run", "query", "length", "repeated", "repeated_doc", "fault"] as const
    ).map(at) as [number, number, number, number, number, number];
    const [judged, found] = [placeOf(JUDGED), placeOf(FOUND)];
    const leaked = columns.has(nodeKey(LEAKED)) ? placeOf(LEAKED) : undefined;
    const top = place.get("top_score");
    const faulty: FaultyQueries = { rule, queries: 0 };
    this.#faulty.push(faulty);
    const count = (row: CountsRow, i: number, what: string): number => countIn(row[i], what, this.#engine);
    return (row) => {
      const id = row[query] === null ? undefined : String(row[query]);
      if (count(row, fault, "rows that cannot be used") > 0) {
        faulty.queries++;
        faulty.first ??= id;
      }
      const scoring = this.#scoring(String(row[run]));
      if (id === undefined) {
        if (first)
          scoring.countUnknown(
            count(row, at("unknown"), "queries that the gold lacks"),
            String(row[at("first_unknown")]),
          );
        return;
      }
      if (!this.#index.has(id)) throw goldDiffers(`query ${id}`, "no such query");
      const repeats = count(row, repeated, "repeated hits");
      if ((first || rule.duplicates === "error") && repeats > 0)
        this.#repeats(scoring, id, String(row[document]), repeats, rule.duplicates);
      if (first && (this.some.get(scoring.name)?.size ?? 0) < SAMPLE) added(this.some, scoring.name, id);
      const facts = { row, length: count(row, length, "hits") };
      const parts: CountedParts = {
        scores: new Map(
          [...prepared].map(([p, form]) => [p, (gold: ShapedGold) => form({ ...facts, gold })] as const),
        ),
        seen: {
          length: facts.length,
          judged: count(row, judged, "judged hits"),
          found: count(row, found, "relevant hits"),
          topScore: top === undefined || row[top] === null ? undefined : Number(row[top]),
        },
      };
      if (leaked !== undefined && count(row, leaked, "forbidden hits") > 0) {
        if (first) added(this.leaking, scoring.name, id);
      } else if (this.#rules === 1) this.#add(scoring, id, parts);
      else this.#keep(scoring.name, id, parts);
    };
  }

  #add(scoring: Scoring, query: QueryId, { scores, seen }: CountedParts): void {
    const score: CountedQuery["score"] = (p, gold) => {
      // More than there is: the engine looked at another gold.
      if (seen.judged > gold.index.size || seen.found > gold.listed.length)
        throw goldDiffers(
          `${seen.judged} judged hits of query ${query}`,
          `${gold.index.size} judgments of it`,
        );
      return scores.get(p)!(gold);
    };
    scoring.addCounted(this.#index.get(query)!, { ...seen, score });
  }

  #keep(run: string, query: QueryId, parts: CountedParts): void {
    let queries = this.#parts.get(run);
    if (queries === undefined) {
      queries = new Map();
      this.#parts.set(run, queries);
    }
    const kept = queries.get(query);
    if (kept === undefined) queries.set(query, parts);
    else for (const [p, score] of parts.scores) kept.scores.set(p, score);
  }

  #repeats(
    scoring: Scoring,
    query: QueryId,
    document: string,
    count: number,
    duplicates: JoinRule["duplicates"],
  ): void {
    const fields = { document, count, duplicates };
    const at = { side: "run", query } as const;
    if (duplicates === "error") this.#repeated ??= sqlProblem.error("duplicate-hit/of-table", fields, { at });
    else scoring.log.add(sqlProblem("duplicate-hit/of-table", fields, { at }));
  }

  /** Where rows cannot be used: the rule whose statement found some. */
  get faulty(): FaultyQueries | undefined {
    return this.#faulty.find(({ queries }) => queries > 0);
  }

  /** After the last statement: what cannot be used is refused, and the rest goes where it belongs. */
  end(): void {
    if (this.#repeated !== undefined) throw this.#repeated;
    for (const [run, queries] of this.#parts)
      for (const [query, parts] of queries) this.#add(this.#scoring(run), query, parts);
  }
}
