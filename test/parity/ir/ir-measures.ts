import { evaluateOne, type GoldFacets, GoldieError } from "../../../src/index.ts";
import type { Cell, State } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import {
  type DiversityCase,
  goldOf,
  type IrCase,
  type IrInputs,
  type Ours,
  ours,
  runOf,
  sorted,
  wanted,
} from "./_inputs.ts";
import { allNegative, emptyRun } from "./classes.ts";

/** The mean and one value per query; what the call raised. */
type Said = readonly [unknown, readonly unknown[]] | { readonly error: string };
interface Row {
  readonly id: string;
  readonly queries: readonly string[];
  readonly values: Readonly<Record<string, Said>>;
  /** The same under query ids that gdeval can read. */
  readonly gdeval_renumbered?: Readonly<Record<string, Said>>;
}
interface Table {
  /** Which package computed a measure. */
  readonly meta: { readonly provider_of: Readonly<Record<string, string>> };
  readonly cases: readonly Row[];
  readonly diversity: readonly Row[];
}

/** A name that we do not know is a measure that the tool refuses. */
function isKnown(metric: string): boolean {
  try {
    // With its name before the measure, a dialect answers for itself or not at all.
    evaluateOne({ metrics: `ir_measures:${metric}`, gold: ["a"], hits: ["a"] });
    return true;
  } catch (error) {
    if (error instanceof GoldieError && error.problem.code === "unknown-metric") return false;
    throw error;
  }
}

/** A query without a row. */
const NO_ROW = "tool-absent";
const row = (state: State): State => (state === "skipped" || state === "tool-none" ? NO_ROW : state);

function* cells(
  tool: string,
  c: { readonly id: string; readonly tag: string },
  { queries, values, gdeval_renumbered: renumbered }: Row,
  got: Ours,
  known: (metric: string) => boolean,
  classOf: (metric: string, said: State, query?: string) => string | undefined,
): Iterable<Cell> {
  for (const [metric, plain] of Object.entries(values)) {
    const said = renumbered?.[metric] ?? plain;
    const cell = (where: string, tools: State, we: State, query?: string): Cell => ({
      tool,
      case: `${c.id} (${c.tag})`,
      where: `${where}.${metric}`,
      wanted: tools,
      got: we,
      chosen: classOf(metric, tools, query),
    });
    const mean = known(metric) ? got.mean(metric) : "tool-raises";
    if ("error" in said) {
      yield cell("call", "tool-raises", mean);
      continue;
    }
    yield cell("all", wanted(said[0]), mean);
    for (const [i, query] of queries.entries())
      yield cell(
        query,
        row(wanted(said[1][i])),
        known(metric) ? row(got.score(query, metric)) : "tool-raises",
        query,
      );
  }
}

const retrieved = (c: IrCase, query?: string): number =>
  c.run.reduce((n, [id, docs]) => n + (query === undefined || id === query ? docs.length : 0), 0);

/** Which accident of the tool a cell is in. */
function classIn(c: IrCase, { meta }: Table) {
  const highest = Math.max(...c.qrels.flatMap(([, docs]) => docs.map(([, grade]) => grade)));
  return (metric: string, said: State, query?: string): string | undefined => {
    const by = meta.provider_of[metric];
    const raises = said === "tool-raises";
    // Such a topic raises, or counts as if nothing was retrieved for it.
    const forgot = metric === "NumRet" && typeof said === "number" && said < retrieved(c, query);
    if (by === "pytrec_eval" && (raises || forgot) && allNegative(c, query)) return "all-negative";
    if ((by === "pytrec_eval" || by === "judged") && (raises || said === "tool-nan") && emptyRun(c, query))
      return "empty-run";
    return by === "gdeval" && raises && highest > 4 ? "gdeval-grades" : undefined;
  };
}

const aspectsOf = ({ qrels }: DiversityCase): Map<string, GoldFacets> =>
  new Map(
    qrels.map(([query, judgements]) => {
      const subtopics: Record<string, Map<string, number>> = {};
      for (const [aspect, doc, grade] of judgements) {
        subtopics[aspect] ??= new Map();
        subtopics[aspect].set(doc, grade);
      }
      return [query, { subtopics }];
    }),
  );

/** ndeval looks at 20 hits and no more. */
const tooDeep = (metric: string): string | undefined =>
  Number(metric.split("@")[1] ?? 0) > 20 ? "ndeval-depth" : undefined;

export function* irMeasures(tables: Tables): Iterable<Cell> {
  const table = tables("ir_measures") as Table;
  const inputs = tables("inputs") as IrInputs;
  const known = new Map<string, boolean>();
  const isOurs = (metric: string): boolean => {
    if (!known.has(metric)) known.set(metric, isKnown(metric));
    return known.get(metric)!;
  };
  const asked = ({ values }: Row): string[] => Object.keys(values).filter(isOurs);
  const find = <T extends { readonly id: string }>(list: readonly T[], { id }: Row): T => {
    const found = list.find((c) => c.id === id);
    if (found === undefined) throw new Error(`ir_measures.json has case ${id}, which inputs.json has not`);
    return found;
  };
  for (const one of table.cases) {
    const c = find(inputs.cases, one);
    const got = ours({ as: "ir_measures", metrics: asked(one), gold: sorted(goldOf(c)), run: runOf(c) });
    yield* cells("ir_measures", c, one, got, isOurs, classIn(c, table));
  }
  for (const one of table.diversity) {
    const c = find(inputs.diversity, one);
    const got = ours({
      as: "ir_measures",
      metrics: asked(one),
      gold: sorted(aspectsOf(c)),
      run: new Map(c.run.map(([query, docs]) => [query, new Map(docs)])),
    });
    yield* cells("ir_measures diversity", c, one, got, isOurs, tooDeep);
  }
}
