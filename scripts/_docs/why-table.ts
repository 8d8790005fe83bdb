/**
 * The tables of docs/guide/why-tools-differ.md: which rule carries most of the difference between two tools, how often.
 * They are computed from the inputs of the parity tables, which are not part of this project.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Data,
  dialects,
  type GoldFacets,
  GoldieError,
  type RankingInput,
  type Rule,
  whyDifferent,
} from "../../src/index.ts";
import { table } from "./markdown.ts";

const METRICS = ["ndcg", "ap", "rr", "recall", "precision"] as const;
type MetricName = (typeof METRICS)[number];
/** What a tool calls a metric, at 10 where it has a cut-off; absent where it has none like it. */
type Names = Partial<Record<MetricName, string>>;
type Tools = Readonly<Record<string, Names>>;
export type Pair = readonly [a: string, b: string];

export interface Family {
  readonly title: string;
  readonly tools: Tools;
  readonly pairs: readonly Pair[];
  /** The cases, from the folder of the parity tables. */
  read(folder: string): Data[];
}

const TEXTBOOK: Names = {
  ndcg: "ndcg@10",
  ap: "ap",
  rr: "rr",
  recall: "recall@10",
  precision: "precision@10",
};
const trec = (id: string): Names => ({
  ndcg: `${id}:ndcg_cut_10`,
  ap: `${id}:map`,
  rr: `${id}:recip_rank`,
  recall: `${id}:recall_10`,
  precision: `${id}:P_10`,
});
const withTextbook = (tools: Tools): Pair[] =>
  Object.keys(tools)
    .filter((id) => id !== "textbook")
    .map((id) => ["textbook", id] as const);

const IR: Tools = {
  textbook: TEXTBOOK,
  trec_eval: trec("trec_eval"),
  trec_eval9: trec("trec_eval9"),
  pytrec_eval: trec("pytrec_eval"),
  ir_measures: {
    ndcg: "ir_measures:nDCG@10",
    ap: "ir_measures:AP",
    rr: "ir_measures:RR",
    recall: "ir_measures:R@10",
    precision: "ir_measures:P@10",
  },
  ranx: {
    ndcg: "ranx:ndcg@10",
    ap: "ranx:map",
    rr: "ranx:mrr",
    recall: "ranx:recall@10",
    precision: "ranx:precision@10",
  },
  beir: {
    ndcg: "beir:NDCG@10",
    ap: "beir:MAP@1000",
    rr: "beir:MRR@1000",
    recall: "beir:Recall@10",
    precision: "beir:P@10",
  },
  sklearn: { ndcg: "sklearn:ndcg_score(k=10)", ap: "sklearn:average_precision_score" },
  trectools: {
    ndcg: "trectools:get_ndcg(depth=10)",
    ap: "trectools:get_map",
    rr: "trectools:get_reciprocal_rank",
    recall: "trectools:get_recall(depth=10)",
    precision: "trectools:get_precision(depth=10)",
  },
  msmarco: { rr: "msmarco:MRR@1000" },
};

const RAG: Tools = {
  textbook: TEXTBOOK,
  liverag: {
    ndcg: "liverag:ndcg_10",
    recall: "liverag:context_recall",
    precision: "liverag:context_precision",
  },
  remem: { ndcg: "remem:NDCG_any@10", recall: "remem:Recall@10" },
  autorag: {
    ndcg: "autorag:retrieval_ndcg",
    ap: "autorag:retrieval_map",
    rr: "autorag:retrieval_mrr",
    recall: "autorag:retrieval_recall",
    precision: "autorag:retrieval_precision",
  },
  ragprod: {
    ndcg: "ragprod:ndcg_at_k@10",
    ap: "ragprod:map@1000",
    rr: "ragprod:mrr@1000",
    recall: "ragprod:recall_at_k@10",
    precision: "ragprod:precision_at_k@10",
  },
  llamaindex: {
    ndcg: "llamaindex:ndcg",
    ap: "llamaindex:ap",
    rr: "llamaindex:mrr",
    recall: "llamaindex:recall",
    precision: "llamaindex:precision",
  },
  haystack: {
    ndcg: "haystack:ndcg",
    ap: "haystack:map",
    rr: "haystack:mrr",
    recall: "haystack:recall_multi_hit",
  },
  "sentence-transformers": {
    ndcg: "sentence-transformers:ndcg@10",
    ap: "sentence-transformers:map@1000",
    rr: "sentence-transformers:mrr@1000",
    recall: "sentence-transformers:recall@10",
    precision: "sentence-transformers:precision@10",
  },
  torchmetrics: {
    ndcg: "torchmetrics:ndcg@10",
    ap: "torchmetrics:map",
    rr: "torchmetrics:mrr",
    recall: "torchmetrics:recall@10",
    precision: "torchmetrics:precision@10",
  },
  mlflow: { ndcg: "mlflow:ndcg_at_10", recall: "mlflow:recall_at_10", precision: "mlflow:precision_at_10" },
};

type Pairs<T> = readonly (readonly [string, T])[];
interface IrCase {
  readonly qrels: Pairs<Pairs<number>>;
  readonly run: Pairs<Pairs<number>>;
}
interface RagCase {
  readonly queries: readonly {
    readonly retrieved: readonly (string | null)[];
    readonly scores: readonly number[];
    readonly gold: readonly (readonly string[])[];
  }[];
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

export const families: readonly Family[] = [
  {
    title: "Tools of IR",
    tools: IR,
    pairs: [
      ...withTextbook(IR),
      ["trec_eval9", "trec_eval"],
      ["pytrec_eval", "ir_measures"],
      ["pytrec_eval", "beir"],
      ["pytrec_eval", "ranx"],
      ["ir_measures", "ranx"],
      ["ir_measures", "beir"],
      ["ranx", "sklearn"],
      ["trec_eval9", "trectools"],
      ["beir", "msmarco"],
    ],
    read: (folder) =>
      (readJson(join(folder, "inputs.json")) as { readonly cases: readonly IrCase[] }).cases.map((c) => ({
        gold: new Map(
          c.qrels.map(([query, docs]): [string, GoldFacets] => [query, { grades: new Map(docs) }]),
        ),
        run: new Map(c.run.map(([query, docs]) => [query, new Map(docs)])),
      })),
  },
  {
    title: "Tools of RAG",
    tools: RAG,
    pairs: [
      ...withTextbook(RAG),
      ["liverag", "remem"],
      ["liverag", "ragprod"],
      ["autorag", "ragprod"],
      ["autorag", "llamaindex"],
      ["ragprod", "mlflow"],
      ["llamaindex", "haystack"],
      ["haystack", "sentence-transformers"],
      ["sentence-transformers", "torchmetrics"],
      ["torchmetrics", "mlflow"],
    ],
    read: (folder) =>
      (readJson(join(folder, "rag/inputs.json")) as readonly RagCase[]).map(({ queries }) => ({
        gold: new Map(queries.map((q, i): [string, GoldFacets] => [String(i), { relevant: q.gold.flat() }])),
        run: new Map(
          queries.map((q, i): [string, RankingInput] => [
            String(i),
            q.retrieved.map((id, rank) => ({ id, score: q.scores[rank]! })),
          ]),
        ),
      })),
  },
];

/** What the cases say of one pair and metric. */
export interface Tally {
  readonly pair: Pair;
  readonly metric: MetricName;
  /** Cases for which both have a number. */
  readonly both: number;
  /** Cases for which one of them has none, or the input is refused. */
  readonly without: number;
  /** Of `both`, those whose numbers differ. */
  readonly differ: number;
  /** By rule: in how many of those it carries most. */
  readonly most: ReadonlyMap<Rule | "definition", number>;
  /** Of `both`, those in which the rules leave something over, which the part "definition" takes. */
  readonly rest: number;
  /** The greatest distance between the parts, added up, and the difference. */
  readonly error: number;
}

/** How exactly the parts have to add up. */
export const EXACT = 1e-9;
/** Numbers that are closer than this look the same in a report. */
const SAME = 1e-4;

export function tallyPair(family: Family, cases: readonly Data[], pair: Pair): Tally[] {
  return METRICS.flatMap((metric): Tally[] => {
    const [a, b] = pair.map((id) => family.tools[id]![metric]);
    return a === undefined || b === undefined ? [] : [tally(cases, pair, metric, a, b)];
  });
}

function tally(cases: readonly Data[], pair: Pair, metric: MetricName, a: string, b: string): Tally {
  const most = new Map<Rule | "definition", number>();
  let [both, differ, rest, error] = [0, 0, 0, 0];
  for (const data of cases) {
    const why = tryWhy(data, a, b);
    if (why?.difference === undefined) continue;
    both++;
    const sum = why.parts.reduce((total, part) => total + part.delta, 0);
    error = Math.max(error, Math.abs(sum - why.difference) / Math.max(1, Math.abs(why.difference)));
    if (why.parts.some(({ rule, delta }) => rule === "definition" && Math.abs(delta) > EXACT)) rest++;
    if (Math.abs(why.difference) <= SAME) continue;
    differ++;
    const [first] = [...why.parts].sort((x, y) => Math.abs(y.delta) - Math.abs(x.delta));
    most.set(first!.rule, (most.get(first!.rule) ?? 0) + 1);
  }
  return { pair, metric, both, without: cases.length - both, differ, rest, most, error };
}

/** Some cases are made to be refused: a repeated hit, an id that is not there. */
function tryWhy(data: Data, a: string, b: string): ReturnType<typeof whyDifferent> | undefined {
  try {
    return whyDifferent(data, a, b);
  } catch (error) {
    if (error instanceof GoldieError) return undefined;
    throw error;
  }
}

export interface WhyTable {
  readonly markdown: string;
  /** Comparisons in which both sides have a number; all of them were added up. */
  readonly compared: number;
  readonly error: number;
}

/** Every second case is enough, and takes about a minute. */
export const sampleOf = (cases: readonly Data[]): Data[] => cases.filter((_, i) => i % 2 === 0);

export function whyTable(folder: string): WhyTable {
  const tallies = families.map((family) => {
    const cases = sampleOf(family.read(folder));
    return { family, cases, rows: family.pairs.map((pair) => tallyPair(family, cases, pair)) };
  });
  const flat = tallies.flatMap(({ rows }) => rows.flat());
  const compared = flat.reduce((sum, t) => sum + t.both, 0);
  const differ = flat.reduce((sum, t) => sum + t.differ, 0);
  const without = flat.reduce((sum, t) => sum + t.without, 0);
  const rest = flat.reduce((sum, t) => sum + t.rest, 0);
  const error = Math.max(...flat.map((t) => t.error));
  const markdown = [
    `${compared} comparisons in which both tools have a number, ${differ} of which differ by more than ${SAME}; in ${without} more at least one has none. In every one of the ${compared} the parts of \`whyDifferent\` add up to the difference, to ${error <= EXACT ? EXACT : error}. In ${rest} of them the rules do not lead all the way, and \`definition\` takes the rest.`,
    ...tallies.flatMap(({ family, cases, rows }) => [
      `### ${family.title}`,
      `${cases.length} inputs of one or more queries each.`,
      table(
        ["from", "to", ...METRICS.map((metric) => NAMES[metric])],
        rows.map((row, i) => [
          ...family.pairs[i]!.map(nameOf),
          ...METRICS.map((metric) => cellOf(row.find((t) => t.metric === metric))),
        ]),
      ),
    ]),
  ].join("\n\n");
  return { markdown, compared, error };
}

const NAMES: Readonly<Record<MetricName, string>> = {
  ndcg: "nDCG",
  ap: "AP",
  rr: "RR",
  recall: "recall",
  precision: "precision",
};

export function nameOf(id: string): string {
  const { tool, version } = dialects.find((dialect) => dialect.id === id)!;
  if (id === "textbook") return tool;
  return dialects.filter((dialect) => dialect.tool === tool).length > 1 ? `${tool} ${version}` : tool;
}

/** "order 71 % of 45", "same", or nothing where one of them has no such metric. */
export function cellOf(t: Tally | undefined): string {
  if (t === undefined) return "";
  if (t.both === 0) return "no number";
  if (t.differ === 0) return "same";
  const [rule, count] = [...t.most].sort(([, x], [, y]) => y - x)[0]!;
  return `${rule} ${Math.round((100 * count) / t.differ)} % of ${t.differ}`;
}
