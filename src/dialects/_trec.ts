/** What trec_eval and the tools made from it share. Data only: small helpers name the parts. */
import type { Dialect, DialectMetric, Option, Patch } from "../core/dialect.ts";
import type { AverageRule, JoinRule } from "../core/rules.ts";
import type { Because, Score } from "../core/score.ts";
import { nan, when, zero } from "./_common.ts";
import { textbook } from "./textbook.ts";

const CUTS = [5, 10, 15, 20, 30, 100, 200, 500, 1000];
export const TENTHS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const FIFTHS = [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2];

/** Score descending, then the bytes of the id descending; the rank column is not read. */
export const trecJoin: JoinRule = {
  ...textbook.join,
  duplicates: "error",
  order: "score-if-any",
  ties: "id-desc",
};

/** Where a formula divides by nothing, 0 is printed. */
export const orZero: Partial<Record<Because, Score>> = { "no-relevant": zero, "empty-ranking": zero };

/** The logarithm of the least value that the geometric means take, 1e-5. */
const floor: Score = { status: "scored", value: -11.512925464970229 };
const geometric = (name: string, is: string, shown: Pick<DialectMetric, "in">): DialectMetric => ({
  name,
  is,
  ...shown,
  average: { as: "geometric" },
  otherwise: { "no-relevant": floor, "empty-ranking": floor },
});

export const sum: Partial<AverageRule> = { as: "sum" };

/** `recall`: how a recall level is turned into a number of documents. `rows`: whether num_q and the geometric means are printed per query. */
export interface TrecKind {
  readonly recall: "up" | "nearest";
  readonly rows: boolean;
}

const official = ({ recall, rows }: TrecKind): DialectMetric[] => {
  const shown: Pick<DialectMetric, "in"> = rows ? {} : { in: "summary" };
  return [
    { name: "num_q", is: "count(of=queries)", ...shown, average: sum },
    { name: "num_ret", is: "count", average: sum },
    { name: "num_rel", is: "count(of=relevant)", average: sum },
    { name: "num_rel_ret", is: "count(of=found)", average: sum },
    { name: "map", is: "ap" },
    geometric("gm_map", "gm-ap", shown),
    { name: "Rprec", is: "r-precision" },
    { name: "bpref", is: "bpref" },
    { name: "recip_rank", is: "rr" },
    { name: "iprec_at_recall_{at.2}", is: `iprec(round=${recall})`, vary: { at: TENTHS } },
    { name: "P_{k}", is: "precision", k: CUTS },
  ];
};

/** Between the official ones and the set ones, in the order of the tool. */
const others = ({ recall, rows }: TrecKind): DialectMetric[] => [
  { name: "recall_{k}", is: "recall", k: CUTS },
  { name: "infAP", is: "infap" },
  geometric("gm_bpref", "gm-bpref", rows ? {} : { in: "summary" }),
  { name: "Rprec_mult_{times.2}", is: "r-precision", vary: { times: FIFTHS } },
  { name: "utility", is: "utility" },
  { name: "11pt_avg", is: `iprec-mean(round=${recall})` },
  { name: "binG", is: "bing" },
  { name: "G", is: "g" },
  { name: "ndcg", is: "ndcg" },
  { name: "ndcg_rel", is: "ndcg-rel" },
  { name: "Rndcg", is: "rndcg" },
  { name: "ndcg_cut_{k}", is: "ndcg", k: CUTS },
  { name: "map_cut_{k}", is: "ap", k: CUTS },
  { name: "relative_P_{k}", is: "relative-precision", k: CUTS },
  { name: "success_{k}", is: "hit", k: [1, 5, 10] },
];

const sets: readonly DialectMetric[] = [
  { name: "set_P", is: "precision" },
  { name: "set_relative_P", is: "relative-precision" },
  { name: "set_recall", is: "recall" },
  { name: "set_map", is: "set-ap" },
  // Its parameter is used as beta squared.
  { name: "set_F", is: "set-f(squared=no)" },
];

/** Names that hold parameters without a default: they are asked for one by one. */
const withParameters = ({ recall }: TrecKind): DialectMetric[] => [
  { name: "utility_{weights}", is: "utility" },
  { name: "11pt_avg_{points}", is: `iprec-mean(round=${recall})` },
  { name: "ndcg_{gain}", is: "ndcg" },
  { name: "ndcg_rel_{gain}", is: "ndcg-rel" },
  { name: "Rndcg_{gain}", is: "rndcg" },
  { name: "G_{gain}", is: "g" },
  { name: "set_F_{beta}", is: "set-f(squared=no)" },
];

/** The tool's named sets. `late`: measures that all_trec has besides; `rare`: those that only their own name asks for. */
export function trecSets(
  kind: TrecKind,
  late: readonly DialectMetric[] = [],
  rare: readonly DialectMetric[] = [],
): Dialect["metrics"] {
  const first = official(kind);
  const [utility] = others(kind).filter((m) => m.name === "utility");
  return {
    official: first,
    all_trec: [
      ...first,
      ...others(kind),
      ...sets,
      { name: "num_nonrel_judged_ret", is: "count(of=nonrelevant)", average: sum },
      ...late,
    ],
    set: [...first.slice(0, 4), utility!, ...sets],
    other: [{ name: "yaap", is: "yaap" }, ...rare, ...withParameters(kind)],
  };
}

/** In one query NaN, and so the mean. */
const emptyIsNan: Patch = {
  otherwise: { "empty-ranking": nan },
  average: { poison: when(nan, "tool-nan") },
};
/** Interpolated precision of an empty list at a recall level of 0 documents is 0/0. */
export const nanOnEmpty: Readonly<Record<string, Patch>> = {
  "iprec_at_recall_{at.2}": emptyIsNan,
  "11pt_avg": emptyIsNan,
  "11pt_avg_{points}": emptyIsNan,
};
export const judgedOnly: Option = {
  about:
    "Unjudged hits, and hits with a negative grade, are left out. Where nothing is left, interpolated precision at recall levels of 0 documents is NaN.",
  join: { judgedOnly: true },
  metrics: nanOnEmpty,
};
export const level: Option = {
  about: "The lowest grade that counts as relevant. Measures over gains (ndcg, dcg, G) and rbp ignore it.",
};
export const depth: Option = { about: "Read only this many hits of each query. Ideal lists are not cut." };

/** `-c` beside what it does with a query that the run lacks: the sum of num_rel forgets the level. */
export const numRelForgets: Patch = { average: { params: { rel: 1 } } };

/** trec_eval writes "P.5,10" on the command line and P_5, P_10 in its output. */
export const separator = { written: ".", means: "_" } as const;

/** How every version of trec_eval, and what is made of it, differs. */
export const always: Dialect["differs"] = [
  {
    says: "Hits are sorted by score; the order of the list is ignored.",
    case: {
      gold: { grades: { b: 1 } },
      hits: [
        { id: "a", score: 1 },
        { id: "b", score: 2 },
      ],
    },
    metric: "recip_rank",
    value: 1,
    textbook: "rr",
    textbookValue: 0.5,
  },
  {
    says: "Equal scores are ordered by id, descending.",
    case: {
      gold: { grades: { b: 1 } },
      hits: [
        { id: "a", score: 1 },
        { id: "b", score: 1 },
      ],
    },
    metric: "recip_rank",
    value: 1,
    textbook: "rr",
    textbookValue: 0.5,
  },
  {
    says: "Relevance comes from grades, 1 and above unless -l sets another level; a separate list of relevant documents is ignored.",
    case: { gold: { relevant: ["a"], grades: { a: 1, b: 1 } }, hits: ["a", "b"] },
    metric: "P_5",
    value: 0.4,
    textbook: "precision@5",
    textbookValue: 0.2,
  },
  {
    says: "A query without relevant documents scores 0 and counts.",
    case: { gold: { grades: { a: 0 } }, hits: ["a"] },
    metric: "map",
    value: 0,
    textbook: "ap",
    textbookValue: "no-relevant",
  },
  {
    says: "Geometric means take the logarithm of 0.00001 instead of 0.",
    case: { gold: { grades: { a: 0 } }, hits: ["a"] },
    metric: "gm_map",
    value: -11.512925464970229,
    textbook: "gm-ap",
    textbookValue: "no-relevant",
  },
  {
    says: "Precision of nothing is 0.",
    case: { gold: { grades: { a: 1 } }, hits: [] },
    metric: "set_P",
    value: 0,
    textbook: "precision",
    textbookValue: "empty-ranking",
  },
  {
    says: "The parameter of set_F is beta squared.",
    case: { gold: { grades: { a: 1, b: 1 } }, hits: ["a"] },
    metric: "set_F.2",
    value: 0.6,
    textbook: "set-f(beta=2)",
    textbookValue: 0.5555555555555556,
  },
];

/** How it did before 10.0. */
export const before10: Dialect["differs"] = [
  {
    says: "Scores are compared as 32-bit floats, so that scores which differ in the eighth digit tie.",
    case: {
      gold: { grades: { a: 1 } },
      hits: [
        { id: "a", score: 0.123456789 },
        { id: "b", score: 0.123456788 },
      ],
    },
    metric: "recip_rank",
    value: 0.5,
    textbook: "rr",
    textbookValue: 1,
  },
  {
    says: "A recall level becomes a number of documents by adding 0.9 and cutting, so that 0.7 of three documents is two.",
    case: { gold: { grades: { a: 1, b: 1, c: 1 } }, hits: ["a", "x", "b"] },
    metric: "iprec_at_recall_0.70",
    value: 0.6666666666666666,
    textbook: "iprec@0.7",
    textbookValue: 0,
  },
];
