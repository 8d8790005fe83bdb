import { fixed } from "../../../src/core/numbers.ts";
import { GoldieError } from "../../../src/index.ts";
import { relstring } from "../../../src/reports/relstring.ts";
import { printTrecEval, type TrecEvalFlags, trecEvalOptions } from "../../../src/reports/trec-eval.ts";
import type { Cell } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import { casesOf, goldOf, type IrCase, type Ours, ours, runOf, sorted } from "./_inputs.ts";
import { allNegative, classes, gainsAsInt, isMissing, noOverlap } from "./classes.ts";

interface Printed {
  readonly exit: number;
  /** Query, number of the layout, values. */
  readonly rows: readonly (readonly [string, number, string])[];
}
type Row = Readonly<Record<string, Printed | { readonly same_as: string }>>;

const all = { m: ["all_trec"], q: true };
const PARAMS =
  "P.3,7 recall.3,7 ndcg_cut.3,7 map_cut.3,7 success.3,7 relative_P.3,7 iprec_at_recall.0.15,0.33,0.66 11pt_avg.0.25,0.5,0.75 Rprec_mult.0.5,1.5 utility.2,-1,0,0 set_F.0.5 relstring.20 ndcg.1=3,2=9 yaap";
/** What stood on the command line. */
export const VARIANTS: Readonly<Record<string, Omit<TrecEvalFlags, "as">>> = {
  q: all,
  "q-c": { ...all, c: true },
  "q-c-l2": { ...all, c: true, l: 2 },
  params: { q: true, c: true, m: PARAMS.split(" ") },
  "q-c-M10": { ...all, c: true, M: 10 },
  "q-c-J": { ...all, c: true, J: true },
  "ndcg-gains-fraction": { q: true, c: true, m: ["ndcg.1=0.5,2=0.9"] },
  rbp: { q: true, c: true, m: ["rbp"] },
  "rbp-0.8": { q: true, c: true, m: ["rbp.p=0.8", "rbp_resid.p=0.8"] },
  dcg: { q: true, c: true, m: ["dcg", "ideal_dcg", "unj.3,7"] },
  "dcg-gains": { q: true, c: true, m: ["dcg.1=3,2=9", "ndcg.1=3,2=9"] },
  "gains-crash": { q: true, c: true, m: ["ndcg.1=3,2=9", "dcg"] },
  "rbp-after-dcg": { q: true, c: true, m: ["dcg", "rbp"] },
};
/** Custom gains on ndcg together with dcg, in either order. */
const CRASHES = ["dcg-gains", "gains-crash"];
const GAINS = new Map([
  [1, 0.5],
  [2, 0.9],
]);

/** Measures of which 10.0 sees a document where the query is not in the run, in some command lines. */
const PLACEHOLDER: Readonly<Record<string, RegExp>> = {
  params: /^(utility|relstring)/,
  "rbp-0.8": /^rbp_resid/,
};

/** As the tool prints it: counts as they are, all else with four decimals. */
function printed(name: string, got: number | string): string {
  if (typeof got === "number") return name.startsWith("num_") ? String(got) : fixed(got, 4);
  return got === "tool-nan" ? "nan" : got;
}

/** relstring is a view of the ranking, not a metric: the join of any metric will do. */
function shown(name: string, query: string, { result }: Ours): string {
  const hits = name === "relstring" ? 10 : Number(name.slice("relstring_".length));
  const ranking = result?.ranking(query, result.metrics[0]!);
  return ranking === undefined ? "refused" : `'${relstring(ranking, hits)}'`;
}

/** The queries that have rows in what we print, in their order. */
function rowsPrinted({ result }: Ours, flags: TrecEvalFlags): string {
  if (result === undefined) return "refused";
  try {
    const lines = printTrecEval(result, flags, "parity").split("\n").slice(0, -1);
    return [...new Set(lines.map((line) => line.split("\t")[1]!))].filter((q) => q !== "all").join(" ");
  } catch (error) {
    if (error instanceof GoldieError) return "refused";
    throw error;
  }
}

/** Why one of the two may refuse where the other does not. */
export function endOf(as: string, variant: string, c: IrCase): string | undefined {
  const found = CRASHES.includes(variant)
    ? "gains-crash"
    : allNegative(c)
      ? "all-negative"
      : noOverlap(c)
        ? "no-overlap"
        : undefined;
  return found !== undefined && classes[found]!.includes(as) ? found : undefined;
}

export function classOf(
  as: string,
  variant: string,
  name: string,
  c: IrCase,
  query: string | undefined,
): string | undefined {
  const found =
    variant === "rbp-after-dcg" && name === "rbp"
      ? "rbp-uninitialised"
      : variant === "ndcg-gains-fraction" && gainsAsInt(c, query, GAINS)
        ? "gains-as-int"
        : name === "ideal_dcg" && allNegative(c, query)
          ? "all-negative"
          : PLACEHOLDER[variant]?.test(name) && isMissing(c, query)
            ? "missing-placeholder"
            : undefined;
  return found !== undefined && classes[found]!.includes(as) ? found : undefined;
}

export const trecEval = (as: TrecEvalFlags["as"], table: string) =>
  function* (tables: Tables): Iterable<Cell> {
    const tool = table.replace("-", " ");
    const { layouts } = tables(table) as { readonly layouts: readonly (readonly string[])[] };
    for (const [c, row] of casesOf<Row>(tables, table)) {
      const gold = sorted(goldOf(c, "file"));
      const run = runOf(c, "file");
      for (const [variant, given] of Object.entries(VARIANTS)) {
        const found = row[variant];
        if (found === undefined) continue;
        const wanted = ("same_as" in found ? row[found.same_as] : found) as Printed;
        const flags = { as, ...given };
        const { metrics, options } = trecEvalOptions(flags);
        const got = ours({ as, metrics, options, gold, run });
        // One metric is enough to have the rankings.
        const ranked = ours({ as, metrics: ["num_ret"], options, gold, run });
        const cell = (where: string, said: string, we: string, chosen?: string): Cell => ({
          tool,
          case: `${c.id} (${c.tag})`,
          where: `${variant}.${where}`,
          wanted: said.replace(/^-nan$/, "nan"),
          got: we,
          chosen,
        });
        const raised = got.mean(got.result?.metrics[0] ?? "") === "tool-raises";
        yield cell(
          "exit",
          wanted.exit === 0 ? "prints" : "exits",
          raised ? "exits" : "prints",
          endOf(as, variant, c),
        );
        if (wanted.exit === 0) {
          const said = wanted.rows.map(([q]) => q).filter((q) => q !== "all");
          yield cell("rows", said.join(" "), rowsPrinted(got, flags));
        }
        for (const [query, layout, text] of wanted.rows) {
          const values = text.match(/'[^']*'|\S+/g) ?? [];
          for (const [i, name] of layouts[layout]!.entries()) {
            // The name of the run is none of a metric's business.
            if (name === "runid") continue;
            const one = query === "all" ? undefined : query;
            const we = name.startsWith("relstring")
              ? shown(name, query, ranked)
              : printed(name, one === undefined ? got.mean(name) : got.score(one, name));
            yield cell(`${query}.${name}`, values[i] ?? "nothing", we, classOf(as, variant, name, c, one));
          }
        }
      }
    }
  };
