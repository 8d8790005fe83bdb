/** What `-m` of trec_eval asks for, as columns in the order in which the tool prints them. */

import type { Dialect, DialectMetric } from "../core/dialect.ts";
import { splitMetrics } from "../core/metric-grammar.ts";
import { fixed } from "../core/numbers.ts";
import { type GoldieError, nearest } from "../core/problem.ts";
import { dialects } from "../dialects/index.ts";
import { fillName } from "../evaluate/plan/names.ts";
import { type Plan, Planner } from "../evaluate/plan/plan.ts";
import { reportProblem } from "./problems.ts";

/** The names of the dialects that have trec_eval's command line. */
export type TrecEvalId = "trec_eval" | "trec_eval9";

export interface TrecColumn {
  /** As the tool prints it. */
  readonly name: string;
  /** The metric of the result; absent for what is no metric: runid and relstring. */
  readonly metric?: string;
  readonly in: Plan["in"];
  /** Number of hits for relstring. */
  readonly hits?: number;
}

/**
 * What stands after the dot: nothing, cut-offs (a value each, whole numbers), levels (a value each, shown with two
 * decimals), numbers or pairs (one value, shown as they were written).
 */
type Takes = "nothing" | "cutoffs" | "levels" | "numbers" | "pairs";

/** The tool's table (measures.c), which defines the output order. */
const MEASURES: ReadonlyMap<string, Takes> = new Map([
  ["runid", "nothing"],
  ["num_q", "nothing"],
  ["num_ret", "nothing"],
  ["num_rel", "nothing"],
  ["num_rel_ret", "nothing"],
  ["map", "nothing"],
  ["gm_map", "nothing"],
  ["Rprec", "nothing"],
  ["bpref", "nothing"],
  ["recip_rank", "nothing"],
  ["iprec_at_recall", "levels"],
  ["P", "cutoffs"],
  ["relstring", "numbers"],
  ["recall", "cutoffs"],
  ["infAP", "nothing"],
  ["gm_bpref", "nothing"],
  ["Rprec_mult", "levels"],
  ["utility", "numbers"],
  ["11pt_avg", "numbers"],
  ["binG", "nothing"],
  ["G", "pairs"],
  ["dcg", "pairs"],
  ["ideal_dcg", "pairs"],
  ["ndcg", "pairs"],
  ["ndcg_rel", "pairs"],
  ["Rndcg", "pairs"],
  ["ndcg_cut", "cutoffs"],
  ["map_cut", "cutoffs"],
  ["relative_P", "cutoffs"],
  ["success", "cutoffs"],
  ["set_P", "nothing"],
  ["set_relative_P", "nothing"],
  ["set_recall", "nothing"],
  ["set_map", "nothing"],
  ["set_F", "numbers"],
  ["num_nonrel_judged_ret", "nothing"],
  ["yaap", "nothing"],
  ["rbp", "pairs"],
  ["rbp_resid", "pairs"],
  ["unj", "cutoffs"],
]);

/** The tool's own sets. runid is in each of them, relstring in the last. */
const NICKNAMES = ["official", "set", "all_trec"] as const;
const RELSTRING_HITS = 10;

/** The columns that `-m` asks for; the official ones if nothing was asked for. */
export function trecColumns(asked: readonly string[] | undefined, as: TrecEvalId): TrecColumn[] {
  const tool = new Tool(as);
  const measures = new Map<string, string[]>();
  const own: string[] = [];
  for (const text of (asked ?? ["official"]).flatMap(pieces)) {
    // No name of the tool has these: it is one of ours, under the tool's rules.
    if (/[@(:]/.test(text)) {
      own.push(text);
      continue;
    }
    const { name, params } = tool.read(text);
    for (const measure of tool.members(name)) {
      const given = measures.get(measure) ?? [];
      measures.set(measure, params === undefined ? given : [...given, params]);
    }
  }
  const columns = [...MEASURES].flatMap(([name, takes]) => {
    const given = measures.get(name);
    return given === undefined ? [] : tool.columns(name, takes, given);
  });
  return [...columns, ...ownColumns(own, as)];
}

function pieces(text: string): string[] {
  const found = splitMetrics(text);
  return found.length === 0 ? [text] : found;
}

function ownColumns(names: readonly string[], as: TrecEvalId): TrecColumn[] {
  if (names.length === 0) return [];
  return new Planner({ as, metrics: names })
    .plans()
    .map((plan) => ({ name: plan.key, metric: plan.key, in: plan.in }));
}

/** One version of the tool. */
class Tool {
  readonly #dialect: Dialect;
  /** Measure → what it is without parameters; undefined where it cannot go without, or is no metric. */
  readonly #known = new Map<string, DialectMetric | undefined>([
    ["runid", undefined],
    ["relstring", undefined],
  ]);

  constructor(as: TrecEvalId) {
    this.#dialect = dialects.find(({ id }) => id === as)!;
    for (const metric of Object.values(this.#dialect.metrics).flat()) {
      const name = bareName(metric);
      if (this.#known.get(name) === undefined) this.#known.set(name, metric);
    }
  }

  /** "P.5,10" → P and its parameters; so is the printed name, "P_5". */
  read(text: string): { name: string; params?: string } {
    const dot = text.indexOf(".");
    const name = dot < 0 ? text : text.slice(0, dot);
    if (isNickname(name) || this.#known.has(name)) {
      if (dot < 0) return { name };
      const params = text.slice(dot + 1);
      if (isNickname(name) || MEASURES.get(name) === "nothing")
        throw reportProblem.error("bad-parameter/takes-none", { metric: name, found: text });
      if (params === "") throw reportProblem.error("bad-parameter/missing", { metric: name, found: text });
      return { name, params };
    }
    const [longest] = [...this.#known.keys()]
      .filter((one) => text.startsWith(`${one}_`) && MEASURES.get(one) !== "nothing")
      .sort((a, b) => b.length - a.length);
    const params = longest === undefined ? "" : text.slice(longest.length + 1);
    if (/^([-+.\d]|p=)/.test(params)) return { name: longest!, params };
    throw this.#unknown(name);
  }

  /** The measures that a name stands for. */
  members(name: string): string[] {
    if (!isNickname(name)) return [name];
    const relstring = name === "all_trec" ? ["relstring"] : [];
    return ["runid", ...this.#dialect.metrics[name]!.map(bareName), ...relstring];
  }

  /** `given`: the parameters of every -m that had some. They take the place of the defaults. */
  columns(name: string, takes: Takes, given: readonly string[]): TrecColumn[] {
    if (name === "runid") return [{ name, in: "summary" }];
    if (name === "relstring") return relstringColumns(given);
    const metric = this.#known.get(name)!;
    const shown = metric.in ?? "both";
    if (given.length === 0) return defaultNames(metric).map((key) => ({ name: key, metric: key, in: shown }));
    if (takes === "numbers" || takes === "pairs")
      return [...new Set(given)].map((params) => {
        checkParams(name, params, takes);
        return { name: `${name}_${params}`, metric: `${name}_${params}`, in: shown };
      });
    const whole = takes === "cutoffs";
    const values = new Set(given.flatMap((params) => valuesOf(name, params, whole)));
    return [...values]
      .sort((a, b) => a - b)
      .map((x) => {
        const text = whole ? String(x) : fixed(x, 2);
        // Two decimals may not be exact, so request the metric with the full value.
        return { name: `${name}_${text}`, metric: `${name}_${Number(text) === x ? text : x}`, in: shown };
      });
  }

  #unknown(name: string): GoldieError {
    if (/^prefs_|_avgjg/.test(name) || ["prefs", "all_prefs", "qrels_jg"].includes(name))
      return reportProblem.error("unknown-metric/preferences", { name });
    const dialect = this.#dialect.id;
    if (MEASURES.has(name)) return reportProblem.error("unknown-metric/newer", { dialect, name });
    const names = [...NICKNAMES, ...this.#known.keys()];
    const close = nearest(name, names);
    return reportProblem.error("unknown-metric/measure", {
      dialect,
      name,
      nearest: close,
      ...(close.length > 0 ? {} : { names }),
    });
  }
}

const isNickname = (name: string): boolean => (NICKNAMES as readonly string[]).includes(name);

/** "P_{k}" and "rbp_p={p}" are P and rbp with parameters. */
const bareName = ({ name }: DialectMetric): string => name.replace(/_(p=)?\{.*/, "");

const defaultNames = ({ name, k, vary }: DialectMetric): string[] =>
  Object.entries({ ...vary, ...(k === undefined ? {} : { k }) }).reduce<string[]>(
    (names, [place, values]) => names.flatMap((one) => values.map((x) => fillName(one, { [place]: x }))),
    [name],
  );

const relstringColumns = (given: readonly string[]): TrecColumn[] =>
  given.length === 0
    ? [{ name: "relstring", in: "rows", hits: RELSTRING_HITS }]
    : [...new Set(given)].map((params) => ({
        name: `relstring_${params}`,
        in: "rows",
        hits: valuesOf("relstring", params, true)[0]!,
      }));

const NUMBER = /^[-+]?(\d+(?:\.\d*)?|\.\d+)$/;

/** The tool reads 23.4 as a cut-off of 23, and refuses one that is there twice, or not above 0. */
function valuesOf(name: string, params: string, whole: boolean): number[] {
  const values = params.split(",").map((text) => {
    const x = NUMBER.test(text) ? Number(text) : Number.NaN;
    if (Number.isNaN(x) || (whole && x < 1))
      throw reportProblem.error(whole ? "bad-cutoff/measure" : "bad-parameter/measure", {
        metric: name,
        found: text,
      });
    return whole ? Math.trunc(x) : x;
  });
  if (new Set(values).size < values.length)
    throw reportProblem.error(whole ? "bad-cutoff/measure-twice" : "bad-parameter/measure-twice", {
      metric: name,
      found: params,
    });
  return values;
}

function checkParams(name: string, params: string, takes: "numbers" | "pairs"): void {
  const bad = params.split(",").find((text) => {
    const [key, value, ...more] = text.split("=");
    return takes === "numbers"
      ? !NUMBER.test(text)
      : key === "" || value === undefined || !NUMBER.test(value) || more.length > 0;
  });
  if (bad !== undefined)
    throw reportProblem.error(
      takes === "numbers" ? "bad-parameter/measure-numbers" : "bad-parameter/measure-pairs",
      { metric: name, found: bad },
    );
}
