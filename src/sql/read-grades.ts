/** The judgments of a gold table. */
import type { DocId, QueryId } from "../core/ids.ts";
import type { GoldFacets } from "../evaluate/input/read-gold.ts";
import { cast, column, eq } from "./_words.ts";
import { compile } from "./compile.ts";
import type { SqlEngine, SqlQueryOptions, SqlValue } from "./engine.ts";
import { sourceName } from "./faults.ts";
import type { NamedNode, SelectNode, SqlNode, SqlType } from "./nodes.ts";
import { sqlProblem } from "./problems.ts";
import type { GradeTable } from "./read-tables.ts";

/** Judgments are kept in memory; about 1 GB of them. */
const MOST_JUDGMENTS = 5_000_000;

/** The judgments of a table. */
export interface ReadGrades {
  readonly gold: ReadonlyMap<QueryId, GoldFacets>;
  /** Judgments that are there twice, with the same grade. The table cannot be joined where it is then. */
  readonly repeated: number;
}

/**
 * `query`: those of one query only, which may have none.
 * @throws GoldieError for judgments that cannot be used, and for more of them than `most`.
 */
export async function readGrades(
  engine: SqlEngine,
  table: GradeTable,
  options: SqlQueryOptions & { readonly most?: number; readonly query?: QueryId } = {},
): Promise<ReadGrades> {
  const { most = MOST_JUDGMENTS, query, ...asking } = options;
  const judgments = new Judgments(table);
  let rows = 0;
  const columns = [
    read("query", "text", table.query),
    read("doc", "text", table.doc),
    read("grade", "double", table.grade),
    ...[...table.tags.values()].map((name, i) => read(`t${i}`, "text", name)),
    ...(table.groups === undefined ? [] : [read("grp", "text", table.groups)]),
  ];
  const select: SelectNode = {
    columns,
    from: { relation: "source", source: table.source },
    ...(query === undefined
      ? {}
      : { where: eq(cast("text", column(table.query)), { op: "value", value: query }) }),
  };
  const statement = compile(
    { steps: [{ name: "judgments", selects: [select] }], columns: columns.map(({ name }) => name) },
    engine.dialect,
  );
  for await (const batch of engine.query(statement, asking)) {
    rows += batch.length;
    if (rows > most)
      throw sqlProblem.error("gold-too-large/rows", { table: sourceName(table.source), most }, AT_GOLD);
    for (const row of batch) judgments.add(row);
  }
  if (rows === 0 && query === undefined)
    throw sqlProblem.error("empty-gold/table", { table: sourceName(table.source) }, AT_GOLD);
  return judgments.end();
}

/** The queries of a table of judgments, to name some where one is not found. */
export async function goldQueries(
  engine: SqlEngine,
  { source, query }: GradeTable,
  options: SqlQueryOptions = {},
): Promise<ReadonlySet<QueryId>> {
  const select: SelectNode = {
    distinct: true,
    columns: [read("query", "text", query)],
    from: { relation: "source", source },
  };
  const statement = compile(
    { steps: [{ name: "queries", selects: [select] }], columns: ["query"] },
    engine.dialect,
  );
  const found = new Set<QueryId>();
  for await (const batch of engine.query(statement, options))
    for (const [one] of batch) if (one !== null) found.add(String(one));
  return found;
}

const AT_GOLD = { level: "error", at: { side: "gold" } } as const;

const read = (as: string, to: SqlType, name: string): NamedNode => {
  const of: SqlNode = { op: "column", name };
  return { name: as, node: { op: "cast", to, of } };
};

interface QueryJudgments {
  readonly grades: Map<DocId, number>;
  readonly tags: Map<string, string>;
  readonly groups: Map<string, DocId[]>;
}

/** What makes a row of query, document and grade unusable. */
function faultIn([query, document, grade]: readonly SqlValue[]): string | undefined {
  if (query === null) return "no query (NULL)";
  if (document === null) return "no document (NULL)";
  if (document === "") return "an empty document id";
  if (grade === null) return "no grade (NULL)";
  return Number.isFinite(Number(grade)) ? undefined : "a grade that is not a finite number";
}

class Judgments {
  readonly #table: GradeTable;
  readonly #tags: readonly string[];
  readonly #queries = new Map<QueryId, QueryJudgments>();
  /** Rows that cannot be used, by what they lack. */
  readonly #bad = new Map<string, { count: number; query: QueryId | undefined }>();
  #twice: { readonly query: QueryId; readonly document: DocId } | undefined;
  #contradictions = 0;
  #repeated = 0;

  constructor(table: GradeTable) {
    this.#table = table;
    this.#tags = [...table.tags.keys()];
  }

  add(row: readonly SqlValue[]): void {
    const fault = faultIn(row);
    if (fault !== undefined) {
      this.#lacks(fault, row[0] === null ? undefined : String(row[0]));
      return;
    }
    const query = String(row[0]);
    const grade = Number(row[2]);
    let known = this.#queries.get(query);
    if (known === undefined) {
      known = { grades: new Map(), tags: new Map(), groups: new Map() };
      this.#queries.set(query, known);
    }
    this.#tag(query, known, row);
    const document = String(row[1]);
    const first = known.grades.get(document);
    if (first !== undefined && first !== grade) {
      this.#twice ??= { query, document };
      this.#contradictions++;
    } else if (first !== undefined && this.#table.groups === undefined) this.#repeated++;
    known.grades.set(document, grade);
    if (this.#table.groups !== undefined && grade > 0) this.#group(query, known, document, row.at(-1)!);
  }

  #lacks(found: string, query: QueryId | undefined): void {
    const bad = this.#bad.get(found);
    if (bad === undefined) this.#bad.set(found, { count: 1, query });
    else bad.count++;
  }

  #tag(query: QueryId, { tags }: QueryJudgments, row: readonly SqlValue[]): void {
    this.#tags.forEach((tag, i) => {
      const value = row[3 + i]!;
      if (value === null || value === "") return;
      const text = String(value);
      const first = tags.get(tag);
      if (first !== undefined && first !== text)
        throw sqlProblem.error(
          "different-tags/of-table",
          { table: sourceName(this.#table.source), tag, values: [first, text].sort() },
          { level: "error", at: { side: "gold", query } },
        );
      tags.set(tag, text);
    });
  }

  #group(query: QueryId, { groups }: QueryJudgments, document: DocId, group: SqlValue): void {
    const documents = groups.get(String(group));
    if (group === null) this.#lacks("no group (NULL)", query);
    else if (documents === undefined) groups.set(String(group), [document]);
    else if (documents.includes(document)) this.#repeated++;
    else documents.push(document);
  }

  end(): ReadGrades {
    const table = sourceName(this.#table.source);
    for (const [found, { count, query }] of this.#bad)
      throw sqlProblem.error(
        "bad-gold/row",
        { table, count, found },
        { level: "error", at: { side: "gold", ...(query === undefined ? {} : { query }) } },
      );
    if (this.#twice !== undefined) {
      const { query, document } = this.#twice;
      throw sqlProblem.error(
        "duplicate-judgment",
        { table, document, count: this.#contradictions },
        { level: "error", at: { side: "gold", query } },
      );
    }
    const gold = new Map<QueryId, GoldFacets>();
    for (const [query, { grades, tags, groups }] of this.#queries)
      gold.set(query, {
        grades,
        ...(this.#table.groups === undefined ? {} : { groups: [...groups.values()] }),
        ...(tags.size === 0 ? {} : { tags: Object.fromEntries(tags) }),
      });
    return { gold, repeated: this.#repeated };
  }
}
