/** ndcg(gain=exp)@10 → a metric with its parameters, and back. */

import type { Metric } from "./metric.ts";
import type { Params, ParamValue } from "./params.ts";
import { fillParams } from "./params.ts";
import { nearest } from "./problem.ts";
import { coreProblem } from "./problems.ts";

export { fillParams } from "./params.ts";

export interface MetricCall {
  readonly metric: Metric;
  readonly params: Params;
  /** The parameters that the text itself set. */
  readonly given?: Readonly<Record<string, unknown>>;
}

// A number, or two with "=" between them ("2=9"); trec_eval's 11pt_avg is a name.
const CONTINUES = /^([+-]?[\d.]+(e[+-]?\d+)?(=.*)?$|[+-]|n=)/i;

/** Splits a list at commas outside parentheses; a piece that is a number, `2=9` or `n=…`, or starts with a sign, continues the one before. */
export function splitMetrics(text: string): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let piece = "";
  for (const c of `${text},`) {
    if (c === "(") depth++;
    if (c === ")") depth--;
    if (c !== "," || depth > 0) {
      piece += c;
      continue;
    }
    const trimmed = piece.trim();
    if (pieces.length > 0 && CONTINUES.test(trimmed)) pieces[pieces.length - 1] += `,${trimmed}`;
    else if (trimmed !== "") pieces.push(trimmed);
    piece = "";
  }
  // A parenthesis that was never closed: the parser will say so.
  if (piece !== "") pieces.push(piece.slice(0, -1).trim());
  return pieces;
}

/** recall@1,5 → recall@1 and recall@5. */
export function expandCutoffs(text: string): string[] {
  const at = text.lastIndexOf("@");
  if (at < 0 || !text.slice(at).includes(",")) return [text];
  return text
    .slice(at + 1)
    .split(",")
    .map((k) => `${text.slice(0, at)}@${k.trim()}`);
}

/** A metric by one of its names. An alias may stand for a call: "f2=f(beta=2)". */
interface NamedMetric {
  readonly metric: Metric;
  readonly call?: string;
}

/** Metrics by every name they answer to. */
export type NameTable = Pick<ReadonlyMap<string, NamedMetric>, "get" | "keys">;

export function nameTable(metrics: readonly Metric[]): NameTable {
  const table = new Map<string, NamedMetric>();
  const add = (name: string, entry: NamedMetric) => {
    const other = table.get(name);
    if (other !== undefined && other.metric !== entry.metric)
      throw coreProblem.error("metric-name-taken", { name, metrics: [entry.metric.id, other.metric.id] });
    table.set(name, entry);
  };
  for (const metric of metrics) {
    add(metric.id, { metric });
    for (const alias of metric.aliases ?? []) {
      const [name, ...call] = alias.split("=");
      add(name!.toLowerCase(), call.length === 0 ? { metric } : { metric, call: call.join("=") });
    }
  }
  return table;
}

// A name has a letter in it: trec_eval's 11pt_avg is one, 11 is not.
const CALL = /^(\d*[A-Za-z][A-Za-z0-9_-]*)\s*(?:\(([^()]*)\)\s*)?(?:@(.*))?$/s;

/** name(param=value,...)@k */
export function parseMetric(text: string, names: NameTable): MetricCall {
  const m = CALL.exec(text.trim());
  if (m === null) throw coreProblem.error("unknown-metric/not-a-call", { name: text });
  const [, name, inside, at] = m as unknown as [string, string, string | undefined, string | undefined];
  const low = name.toLowerCase();
  const known = (text: string) => names.get(text) ?? names.get(text.replaceAll("_", "-"));
  const entry = known(low);
  if (entry === undefined) {
    // ndcg10, ndcg_at_10 and mrr_10 mean ndcg@10 and mrr@10.
    const cutoff = /(?<!\d)\d+$/.exec(low)?.[0];
    const before = low.slice(0, low.length - (cutoff?.length ?? 0)).replace(/(?:_at_|-at-|[_-])$/, "");
    const isCut = cutoff !== undefined && known(before)?.metric.at !== undefined;
    const spelled = isCut ? [`${before}@${cutoff}`] : [];
    const close = spelled.length > 0 ? spelled : nearest(low, names.keys());
    throw coreProblem.error("unknown-metric/no-such", { name, nearest: close });
  }
  const { metric } = entry;
  const given: Record<string, unknown> = Object.create(null);
  if (entry.call !== undefined) Object.assign(given, parseMetric(entry.call, names).params);
  const seen = new Set<string>();
  const once = (key: string): void => {
    if (seen.has(key)) throw coreProblem.error("bad-parameter/twice", { metric: text, parameter: key });
    seen.add(key);
  };
  for (const pair of (inside ?? "").split(",").filter((p) => p.trim() !== "")) {
    const eq = pair.indexOf("=");
    if (eq < 0) throw coreProblem.error("bad-parameter/no-value", { metric: text, found: pair.trim() });
    const key = pair.slice(0, eq).trim().toLowerCase().replaceAll("_", "-");
    once(key);
    given[key] = pair
      .slice(eq + 1)
      .trim()
      .replace(/^(['"])(.*)\1$/, "$2");
  }
  if (at !== undefined) {
    if (metric.at === undefined)
      throw coreProblem.error("bad-cutoff/none", {
        metric: metric.id,
        found: text,
        instead: text.slice(0, text.indexOf("@")),
      });
    once(metric.at);
    if (/\s/.test(at.trim())) throw coreProblem.error("bad-cutoff/several", { found: text });
    given[metric.at] = at.trim();
  }
  return { metric, params: fillParams(metric, given), given };
}

function printValue(x: ParamValue): string {
  if (Array.isArray(x)) return x.join(";");
  if (x instanceof Map) return [...x].map(([grade, worth]) => `${grade}:${worth}`).join(";");
  return String(x);
}

const sameValue = (a: ParamValue, b: ParamValue): boolean =>
  a === b || (Array.isArray(a) && Array.isArray(b) && a.join() === b.join());

/** The one way a metric prints: defaults left out, parameters in their declared order. */
export function printMetric({ metric, params }: MetricCall): string {
  const shown: string[] = [];
  for (const [name, spec] of Object.entries(metric.params)) {
    const x = params[name];
    if (name !== metric.at && x !== undefined && !sameValue(x, spec.default))
      shown.push(`${name}=${printValue(x)}`);
  }
  const at = metric.at === undefined ? undefined : params[metric.at];
  const inside = shown.length === 0 ? "" : `(${shown.join(",")})`;
  return `${metric.id}${inside}${at === undefined || at === metric.params[metric.at!]?.default ? "" : `@${printValue(at)}`}`;
}
