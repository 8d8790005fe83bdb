/** The measures of ir_measures: which package computes each, what arguments it takes, and under which names. */
import type { DialectMetric, Patch } from "../core/dialect.ts";
import { absent, nan, raises, when } from "./_common.ts";
import { sum, TENTHS } from "./_trec.ts";

type MeasureArguments = NonNullable<DialectMetric["takes"]>;

/** Each measure is computed by the first package that knows it, and each package orders equal scores in its own way. */
const providers = {
  pytrec_eval: {},
  msmarco: { join: { ties: "id-asc", float: 64 }, average: { blankGold: "drop" } },
  // It prints five decimals, and these are averaged.
  gdeval: {
    join: { float: 64 },
    average: { blankGold: "drop" },
    round: { digits: 5, how: "python" },
  },
  cwl_eval: { join: { ties: "given", float: 64 }, average: { blankGold: "drop" } },
  judged: { join: { ties: "id-asc", float: 64 } },
  compat: { join: { ties: "id-asc", float: 64 } },
  pyndeval: { join: { ties: "id-asc", float: 64 } },
  // Queries in which it finds nothing to compare have no row; where all hits are relevant it divides by zero.
  accuracy: {
    join: { ties: "given", float: 64 },
    average: {
      blankGold: "drop",
      missing: "leave-out",
      empty: nan,
      poison: when(raises, "tool-raises"),
    },
    otherwise: { "no-relevant": absent, "empty-ranking": absent, "no-nonrelevant": raises },
  },
} satisfies Record<string, Patch>;

const rel: MeasureArguments = { rel: "rel" };
const yesNo = (yes: Patch): Readonly<Record<string, Patch>> => ({ True: yes, False: {} });
const judgedOnly: MeasureArguments = { judged_only: yesNo({ join: { judgedOnly: true } }) };
/** Nothing left means NaN, in one query and so in the mean. */
const judgedOnlyOrNan: MeasureArguments = {
  judged_only: yesNo({
    join: { judgedOnly: true },
    otherwise: { "empty-ranking": nan },
    average: { poison: when(nan, "tool-nan") },
  }),
};
/** Gains go from 0 to 1, so it must be told the greatest grade. */
const scale: MeasureArguments = { max_rel: "max-rel", min_rel: "min-rel" };
const goal: MeasureArguments = { T: "t" };

const define = (
  provider: keyof typeof providers,
  name: string,
  is: string,
  takes: MeasureArguments = {},
  more: Partial<DialectMetric> = {},
): DialectMetric => ({
  name,
  is,
  ...providers[provider],
  ...more,
  ...(Object.keys(takes).length === 0 ? {} : { takes }),
});

/** The same measure with arguments, under the name that shows them. */
const called = (m: DialectMetric, name: string, params: Patch["params"], more: Patch = {}): DialectMetric => {
  const { takes: _takes, requires: _requires, k: _k, vary: _vary, ...rest } = m;
  return {
    ...rest,
    ...more,
    name,
    join: { ...m.join, ...more.join },
    params: { ...m.params, ...params },
  };
};
const judged: Patch = { join: { judgedOnly: true } };

const AP = define("pytrec_eval", "AP", "ap", { ...rel, ...judgedOnly });
const P = define("pytrec_eval", "P@{k}", "precision", { ...rel, ...judgedOnly });
const R = define("pytrec_eval", "R@{k}", "recall", { ...rel, ...judgedOnly });
const RR = define("pytrec_eval", "RR", "rr", { ...rel, ...judgedOnly });
const RR_AT = define("msmarco", "RR@{k}", "rr", { ...rel, judged_only: { False: {} } });
const NDCG = define("pytrec_eval", "nDCG", "ndcg", {
  ...judgedOnly,
  gains: "gain",
  dcg: { log2: {}, "exp-log2": { ...providers.gdeval, params: { gain: "exp" } } },
});
const ERR = define("gdeval", "ERR@{k}", "err");
const RBP = define("cwl_eval", "RBP", "rbp(normalize=1000)", { ...rel, p: "p" }, { requires: ["rel"] });
const RPREC = define("pytrec_eval", "Rprec", "r-precision", { ...rel, ...judgedOnly });
const BPREF = define("pytrec_eval", "Bpref", "bpref", rel);
const INFAP = define("pytrec_eval", "infAP", "infap", rel);
const IPREC = define(
  "pytrec_eval",
  "IPrec@{at.1}",
  "iprec(round=up)",
  { ...rel, ...judgedOnlyOrNan },
  { vary: { at: TENTHS } },
);
const SUCCESS = define("pytrec_eval", "Success@{k}", "hit", { ...rel, ...judgedOnly });
const SETP = define("pytrec_eval", "SetP", "precision", { ...rel, ...judgedOnly, relative: { False: {} } });
const SETRELP = define("pytrec_eval", "SetRelP", "relative-precision", { ...rel, ...judgedOnly });
const SETR = define("pytrec_eval", "SetR", "recall", rel);
// Its beta takes the place of beta squared.
const SETF = define("pytrec_eval", "SetF", "set-f(squared=no)", { ...rel, ...judgedOnly, beta: "beta" });
const SETAP = define("pytrec_eval", "SetAP", "set-ap", { ...rel, ...judgedOnly });
const JUDGED = define("judged", "Judged", "judged");
const ACCURACY = define("accuracy", "Accuracy", "accuracy", rel);
const NUMRET = define("pytrec_eval", "NumRet", "count", {}, { average: sum });
const NUMREL = define("pytrec_eval", "NumRel", "count(of=relevant)", { rel: { 1: {} } }, { average: sum });
const NUMRELRET = define("pytrec_eval", "NumRelRet", "count(of=found)", {}, { average: sum });
const COMPAT = define("compat", "Compat", "compatibility(equals=scored)", {
  p: "p",
  normalize: { True: { params: { normalize: "yes" } }, False: { params: { normalize: "no" } } },
});

const reader = (name: string, is: string, takes: MeasureArguments = {}): DialectMetric =>
  define("cwl_eval", name, is, { ...takes, ...scale }, { requires: ["max_rel"] });
const SDCG = reader("SDCG@{k}", "sdcg", { dcg: { log2: {} } });
const BPM = reader("BPM@{k}", "bpm", goal);
const INST = reader("INST", "inst", goal);
const INSQ = reader("INSQ", "insq", goal);
const NERR8 = reader("NERR8@{k}", "nerr8");
const NERR9 = reader("NERR9@{k}", "nerr9");
const NERR10 = reader("NERR10", "nerr10", { p: "p" });
const NERR11 = reader("NERR11", "nerr11", goal);

const alpha: MeasureArguments = { ...rel, alpha: "alpha", judged_only: { False: {} } };
const intents: MeasureArguments = { ...rel, judged_only: { False: {} } };
const aspects = (
  name: string,
  is: string,
  takes: MeasureArguments,
  more?: Partial<DialectMetric>,
): DialectMetric => define("pyndeval", name, is, takes, more);
const ALPHA_NDCG = aspects("alpha_nDCG@{k}", "alpha-ndcg(ideal=greedy)", alpha);
const ALPHA_DCG = aspects("alpha_DCG@{k}", "alpha-dcg(first=raw)", alpha);
const ERR_IA = aspects("ERR_IA@{k}", "err-ia(first=raw)", intents);
const NERR_IA = aspects("nERR_IA@{k}", "nerr-ia(ideal=greedy)", intents);
const NRBP = aspects("NRBP", "nrbp", { ...rel, alpha: "alpha", beta: "beta" });
const NNRBP = aspects("nNRBP", "nnrbp(ideal=greedy)", NRBP.takes!, {
  otherwise: { "no-relevant": nan },
  average: { poison: when(nan, "tool-nan") },
});
const AP_IA = aspects("AP_IA", "ap-ia", intents);
const P_IA = aspects("P_IA@{k}", "p-ia", intents);
const STRECALL = aspects("StRecall@{k}", "subtopic-recall", rel);

/** A cut-off may also be an argument. */
const byArgument = (m: DialectMetric): DialectMetric => ({
  ...m,
  name: m.name.replace("@{k}", ""),
  takes: { ...m.takes, cutoff: "k" },
  requires: [...(m.requires ?? []), "cutoff"],
});
const alias = (m: DialectMetric, name: string): DialectMetric => ({
  ...m,
  name: m.name.replace(/^\w+/, name),
});
const GAINS = { gain: "0:0;1:3;2:9" };
const TO_4 = { "max-rel": 4 };
const CUT = [
  P,
  R,
  SUCCESS,
  RR_AT,
  ERR,
  SDCG,
  BPM,
  NERR8,
  NERR9,
  ALPHA_NDCG,
  ALPHA_DCG,
  ERR_IA,
  NERR_IA,
  P_IA,
  STRECALL,
];

export const irMetrics: Readonly<Record<string, readonly DialectMetric[]>> = {
  measures: [
    AP,
    { ...AP, name: "AP@{k}", k: [3, 10] },
    called(AP, "AP(rel=2)", { rel: 2 }),
    called(AP, "AP(rel=2)@10", { rel: 2, k: 10 }),
    called(AP, "AP(judged_only=True)", {}, judged),
    { ...P, k: [1, 3, 5, 10, 100] },
    called(P, "P(rel=2)@5", { rel: 2, k: 5 }),
    called(P, "P(judged_only=True)@5", { k: 5 }, judged),
    { ...R, k: [1, 5, 10, 1000] },
    called(R, "R(rel=2)@10", { rel: 2, k: 10 }),
    called(R, "R(judged_only=True)@10", { k: 10 }, judged),
    // Before RR, which would take "@10" for its own.
    RR_AT,
    RR,
    { ...RR_AT, k: [1, 5, 10] },
    called(RR, "RR(rel=2)", { rel: 2 }),
    called(RR_AT, "RR(rel=2)@10", { rel: 2, k: 10 }),
    called(RR, "RR(judged_only=True)", {}, judged),
    NDCG,
    { ...NDCG, name: "nDCG@{k}", k: [1, 3, 5, 10, 1000] },
    called(NDCG, "nDCG(judged_only=True)", {}, judged),
    called(NDCG, "nDCG(judged_only=True)@10", { k: 10 }, judged),
    called(NDCG, "nDCG(gains={0:0,1:3,2:9})", GAINS),
    called(NDCG, "nDCG(gains={0:0,1:3,2:9})@5", { ...GAINS, k: 5 }),
    ...[5, 10, 20].map((k) =>
      called(NDCG, `nDCG(dcg='exp-log2')@${k}`, { gain: "exp", k }, providers.gdeval),
    ),
    { ...ERR, k: [5, 10, 20] },
    called(RBP, "RBP(rel=1)", { rel: 1 }),
    called(RBP, "RBP(p=0.8,rel=1)", { p: 0.8, rel: 1 }),
    called(RBP, "RBP(p=0.95,rel=1)", { p: 0.95, rel: 1 }),
    called(RBP, "RBP(p=0.5,rel=2)", { p: 0.5, rel: 2 }),
    RPREC,
    called(RPREC, "Rprec(rel=2)", { rel: 2 }),
    called(RPREC, "Rprec(judged_only=True)", {}, judged),
    BPREF,
    called(BPREF, "Bpref(rel=2)", { rel: 2 }),
    INFAP,
    called(INFAP, "infAP(rel=2)", { rel: 2 }),
    IPREC,
    called(IPREC, "IPrec(rel=2)@0.5", { rel: 2, at: 0.5 }),
    { ...SUCCESS, k: [1, 5, 10] },
    called(SUCCESS, "Success(rel=2)@5", { rel: 2, k: 5 }),
    SETP,
    called(SETP, "SetP(rel=2)", { rel: 2 }),
    called(SETRELP, "SetP(relative=True)", {}),
    SETR,
    called(SETR, "SetR(rel=2)", { rel: 2 }),
    SETF,
    called(SETF, "SetF(beta=0.5)", { beta: 0.5 }),
    called(SETF, "SetF(beta=2.0)", { beta: 2 }),
    SETAP,
    called(SETAP, "SetAP(rel=2)", { rel: 2 }),
    { ...JUDGED, name: "Judged@{k}", k: [1, 5, 10, 100] },
    JUDGED,
    ACCURACY,
    { ...ACCURACY, name: "Accuracy@{k}", k: [5] },
    called(ACCURACY, "Accuracy(rel=2)", { rel: 2 }),
    define("pytrec_eval", "NumQ", "count(of=queries)", {}, { average: sum }),
    NUMRET,
    NUMREL,
    NUMRELRET,
    called(NUMRELRET, "NumRet(rel=2)", { rel: 2 }),
    COMPAT,
    called(COMPAT, "Compat(p=0.8)", { p: 0.8 }),
    called(COMPAT, "Compat(p=0.95,normalize=False)", { p: 0.95, normalize: "no" }),
    ...[5, 10].map((k) => called(SDCG, `SDCG(max_rel=4)@${k}`, { ...TO_4, k })),
    called(BPM, "BPM(max_rel=4)@10", { ...TO_4, k: 10 }),
    called(BPM, "BPM(max_rel=4,T=2.0)@10", { ...TO_4, t: 2, k: 10 }),
    called(INST, "INST(max_rel=4)", TO_4),
    called(INST, "INST(max_rel=4,T=2.0)", { ...TO_4, t: 2 }),
    called(INSQ, "INSQ(max_rel=4)", TO_4),
    called(INSQ, "INSQ(max_rel=4,T=2.0)", { ...TO_4, t: 2 }),
    called(NERR8, "NERR8(max_rel=4)@10", { ...TO_4, k: 10 }),
    called(NERR9, "NERR9(max_rel=4)@10", { ...TO_4, k: 10 }),
    called(NERR10, "NERR10(max_rel=4)", TO_4),
    called(NERR11, "NERR11(max_rel=4)", TO_4),
  ],
  diversity: [
    { ...ALPHA_NDCG, k: [1, 5, 10, 20] },
    called(ALPHA_NDCG, "alpha_nDCG(alpha=0.3)@10", { alpha: 0.3, k: 10 }),
    called(ALPHA_NDCG, "alpha_nDCG(rel=2)@10", { rel: 2, k: 10 }),
    { ...ALPHA_DCG, k: [1, 5, 10, 20] },
    { ...ERR_IA, k: [1, 5, 10, 20] },
    { ...NERR_IA, k: [1, 5, 10, 20] },
    NRBP,
    NNRBP,
    called(NRBP, "NRBP(alpha=0.3,beta=0.7)", { alpha: 0.3, beta: 0.7 }),
    AP_IA,
    { ...P_IA, k: [5, 10, 20] },
    { ...STRECALL, k: [1, 5, 10, 20] },
    called(STRECALL, "StRecall(rel=2)@10", { rel: 2, k: 10 }),
  ],
  "other names": [
    ...CUT.map(byArgument),
    ...[AP, NDCG, JUDGED, ACCURACY].map(byArgument),
    ...[RBP, SDCG, BPM, INST, INSQ, NERR8, NERR9, NERR10, NERR11, SETRELP],
    {
      ...SETRELP,
      name: "SetP",
      takes: { ...SETRELP.takes, relative: { True: {} } },
      requires: ["relative"],
    },
    { ...NUMRELRET, name: "NumRet", takes: rel, requires: ["rel"] },
    ...[AP, byArgument(AP)].map((m) => alias(m, "MAP")),
    ...[RR_AT, RR, byArgument(RR_AT)].map((m) => alias(m, "MRR")),
    ...[NDCG, byArgument(NDCG)].map((m) => alias(m, "NDCG")),
    ...[P, byArgument(P)].map((m) => alias(m, "Precision")),
    ...[R, byArgument(R)].map((m) => alias(m, "Recall")),
    alias(BPREF, "BPref"),
    alias(RPREC, "RPrec"),
    alias(AP_IA, "MAP_IA"),
    ...[ALPHA_DCG, byArgument(ALPHA_DCG)].map((m) => alias(m, "α_DCG")),
    ...[ALPHA_NDCG, byArgument(ALPHA_NDCG)].map((m) => alias(m, "α_nDCG")),
  ],
};
