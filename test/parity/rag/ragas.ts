import { dialects, type Judgement } from "../../../src/index.ts";
import type { Cell } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import {
  type Case,
  casesOf,
  compareRow,
  idsAndGroups,
  judgements,
  ours,
  type Query,
  type Shown,
  texts,
  withMore,
} from "./case.ts";

interface Row {
  readonly queries: readonly Readonly<Record<string, unknown>>[];
  readonly aggregate: Readonly<Record<string, unknown>>;
}

/** The scripted model gave the same verdicts with and without the reference. */
const judgementOf = ({ judged: j }: Query): Judgement => ({
  question: j.query,
  contexts: j.contexts,
  reference: j.reference,
  response: j.response,
  verdicts: j.verdicts,
  responseVerdicts: j.verdicts,
  claims: j.claims,
  entities: { reference: j.ref_entities, contexts: j.ctx_entities },
  ratings: j.ratings,
});

/** The metrics that compare texts, and the others: the tables give the two kinds hits and gold of their own. */
function metricsOf(as: string): { readonly byText: string[]; readonly others: string[] } {
  const metrics = Object.values(dialects.find((d) => d.id === as)!.metrics)[0]!;
  const byText = metrics
    .filter((m) => m.join?.match !== undefined && "text" in m.join.match)
    .map((m) => m.name);
  return { byText, others: metrics.map((m) => m.name).filter((name) => !byText.includes(name)) };
}

function shown(as: string, c: Case): Shown {
  const { byText, others } = metricsOf(as);
  const one = ours({ as, metrics: others, ...judgements(c, judgementOf), ...idsAndGroups(c) });
  const two = ours({ as, metrics: byText, ...texts(c) });
  return { row: (i) => withMore(one.row(i), two.row(i)), summary: withMore(one.summary, two.summary) };
}

export const ragas = (as: string, table: string) =>
  function* (tables: Tables): Iterable<Cell> {
    for (const [c, row] of casesOf<Row>(tables, table)) {
      const { row: got, summary } = shown(as, c);
      for (const [i, wanted] of row.queries.entries())
        yield* compareRow({ tool: as, case: c, where: "row" }, wanted, got(i));
      yield* compareRow({ tool: as, case: c, where: "aggregate" }, row.aggregate, summary);
    }
  };
