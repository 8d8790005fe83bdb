/** Gold in the shape of a join rule, as rows to look documents up in. */
import type { GoldNode } from "../core/form.ts";
import type { QueryId } from "../core/ids.ts";
import type { ShapedGold } from "../evaluate/join/shape-gold.ts";
import type { GivenRows } from "./engine.ts";
import { type FormGold, prepareForm } from "./evaluate-form.ts";
import type { AskedOfHits } from "./lower.ts";

type GoldRelationRow = (string | number | null)[];

/** A constant of the gold, which reads no hits. */
function constantOf(node: GoldNode): (gold: FormGold) => number {
  const prepared = prepareForm({ none: [], value: node });
  return (gold) => (prepared({ gold, length: 0, hits: () => undefined }) as { readonly value: number }).value;
}

/** One row for each document that the gold names, one more for each of its groups, and one for a query that names none. */
export function goldRows(
  shapes: () => Iterable<readonly [QueryId, ShapedGold]>,
  asked: Pick<AskedOfHits, "gold" | "groups" | "forbidden">,
): GivenRows {
  return {
    columns: [
      { name: "query", type: "text" },
      { name: "doc", type: "text" },
      { name: "grade", type: "double" },
      { name: "judged", type: "integer" },
      { name: "relevant", type: "integer" },
      ...asked.gold.map((_, i) => ({ name: `g${i}`, type: "double" as const })),
      ...(asked.forbidden ? [{ name: "forbidden", type: "integer" as const }] : []),
      ...(asked.groups ? [{ name: "grp", type: "integer" as const }] : []),
    ],
    rows: {
      *[Symbol.iterator]() {
        const constants = asked.gold.map(constantOf);
        for (const [query, shape] of shapes()) yield* rowsOf(query, shape, constants, asked);
      },
    },
  };
}

function* rowsOf(
  query: QueryId,
  shape: ShapedGold,
  constants: readonly ((gold: FormGold) => number)[],
  { groups, forbidden }: Pick<AskedOfHits, "groups" | "forbidden">,
): Generator<GoldRelationRow> {
  const values = constants.map((of) => of(shape));
  const row = (
    doc: string | null,
    grade: number,
    judged: 0 | 1,
    relevant: number,
    grp: number | null,
  ): GoldRelationRow => [
    ...[query, doc, grade, judged, relevant, ...values],
    ...(forbidden ? [doc !== null && grp === null && shape.forbidden?.has(doc) ? 1 : 0] : []),
    ...(groups ? [grp] : []),
  ];
  let none = true;
  for (const [doc, e] of shape.index) {
    none = false;
    yield row(doc, shape.gradeOf[e]!, 1, shape.listedOf[e]!, null);
    // A row of a group stands beside that of its document: it has no grade, so that no formula counts it again.
    if (groups)
      for (let i = shape.groupsStart[e]!; i < shape.groupsStart[e + 1]!; i++)
        yield row(doc, 0, 0, 0, shape.groupsOf[i]!);
  }
  if (forbidden)
    for (const doc of shape.forbidden?.keys() ?? [])
      if (!shape.index.has(doc)) {
        none = false;
        yield row(doc, 0, 0, 0, null);
      }
  if (none) yield row(null, 0, 0, 0, null);
}
