import { evaluateOne } from "../../../src/index.ts";
import { type Cell, gotState, type State, wantedState } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import { type Case, casesOf, compareRow, idsAndGroups, ours, refused, texts } from "./case.ts";
import { cutoffClass } from "./classes.ts";

type Wanted = Readonly<Record<string, unknown>>;
/** A class of the tool over all examples, or what it raised. */
type Section = { readonly pooled: Wanted; readonly examples: readonly Wanted[] } | { readonly error: string };
interface Row {
  readonly ids: Readonly<Record<string, Section>>;
  readonly texts: Readonly<Record<string, Section>>;
  readonly locomo: Section;
  readonly match: readonly (readonly (readonly unknown[])[])[];
}

/** The cut-offs with which the tables were made where the inputs do not say. */
const TEXT_CUTOFFS = [1, 3, 10];

const cutoffIn = (name: string): number => Number(name.split("@")[1]);
const chosen = (name: string) => cutoffClass(cutoffIn(name));

function* section(
  tool: string,
  c: Case,
  set: string,
  wanted: Section,
  input: ReturnType<typeof texts>,
  cutoffs: readonly number[],
): Iterable<Cell> {
  const k = cutoffs.filter((one) => cutoffClass(one) === undefined);
  const { row, summary } =
    k.length === 0 ? refused("refused: no cut-off") : ours({ as: "remem", metrics: set, k, ...input });
  if ("error" in wanted) {
    const refused = k.length < cutoffs.length || k.length === 0 ? "cut-off" : undefined;
    const got: State = typeof summary === "string" ? summary : (Object.values(summary)[0] ?? "tool-absent");
    yield {
      tool,
      case: `${c.case} (${c.kind})`,
      where: set,
      wanted: wantedState(wanted),
      got,
      chosen: refused,
    };
    return;
  }
  yield* compareRow({ tool, case: c, where: `${set}.pooled` }, wanted.pooled, summary, chosen);
  for (const [i, example] of wanted.examples.entries())
    yield* compareRow({ tool, case: c, where: set }, example, row(i), chosen);
}

/** Is a chunk part of a gold text? Recall_all of that one text by that one chunk. */
function* match(c: Case, wanted: Row["match"]): Iterable<Cell> {
  for (const [q, chunks] of wanted.entries()) {
    const given = c.queries[q]!.texts;
    const golds = given.gold.flat();
    for (const [i, cells] of chunks.entries())
      for (const [j, cell] of cells.entries()) {
        const gold = { passages: [golds[j]!] };
        const hits = [{ id: "chunk", text: given.chunks[i]! }];
        const score = evaluateOne({ as: "remem", metrics: "Recall_all@1", gold, hits })["Recall_all@1"]!;
        yield {
          tool: "remem match",
          case: `${c.case} (${c.kind})`,
          where: `match.${q}.${i}.${j}`,
          wanted: wantedState(cell),
          got: gotState(score.status === "scored" ? score.value : score),
          chosen: undefined,
        };
      }
  }
}

export function* remem(tables: Tables): Iterable<Cell> {
  for (const [c, row] of casesOf<Row>(tables, "remem")) {
    for (const [set, wanted] of Object.entries(row.ids))
      yield* section("remem ids", c, set, wanted, idsAndGroups(c), c.k);
    for (const [set, wanted] of Object.entries(row.texts))
      yield* section("remem texts", c, set, wanted, texts(c), TEXT_CUTOFFS);
    yield* section("remem locomo", c, "retrieval_recall_locomo", row.locomo, texts(c), TEXT_CUTOFFS);
    yield* match(c, row.match);
  }
}
