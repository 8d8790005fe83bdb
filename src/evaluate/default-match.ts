/** The default match rule and metrics for gold without ids. */
import type { MatchRule } from "../core/rules.ts";
import { GoldColumns } from "./input/gold-columns.ts";
import type { GoldValue } from "./input/read-gold.ts";
import { type AskedMetrics, DEFAULT_METRICS, withCutoffs } from "./plan/plan.ts";
import type { Rules } from "./plan/rules.ts";

/** What gold names its relevant things by. */
export type GoldKind = "ids" | "passages" | "spans";

/** What a query's gold offers, by a look at its form; nothing where it names nothing. It is checked when it is read. */
export function goldKinds(gold: GoldValue): readonly GoldKind[] {
  if (gold instanceof GoldColumns) return ["ids"];
  if (Array.isArray(gold) || gold instanceof Set) return ofList([...gold]);
  if (gold instanceof Map) return gold.size > 0 ? ["ids"] : [];
  if (typeof gold !== "object" || gold === null) return [];
  const facets = gold as Readonly<Record<string, unknown>>;
  const kinds = Object.entries(facets).flatMap(([name, value]): readonly GoldKind[] => {
    if (typeof value === "number") return ["ids"];
    if (name === "relevant" || name === "passages" || name === "spans") {
      const found = goldKinds(value as GoldValue);
      return found.length > 0 && name !== "relevant" ? [name] : found;
    }
    return (name === "grades" || name === "groups" || name === "subtopics") && !isEmpty(value) ? ["ids"] : [];
  });
  return [...new Set(kinds)];
}

const isEmpty = (x: unknown): boolean =>
  x instanceof Map ? x.size === 0 : typeof x !== "object" || x === null || Object.keys(x).length === 0;

function ofList(list: readonly unknown[]): readonly GoldKind[] {
  const first = list.flat()[0];
  if (first === undefined) return [];
  if (typeof first !== "object" || first === null) return ["ids"];
  const kinds: GoldKind[] = [];
  if ("lines" in first || "start" in first || "end" in first) kinds.push("spans");
  if ("text" in first) kinds.push("passages");
  return kinds;
}

/**
 * The match rule for gold of these kinds; undefined where ids are named and can be matched, or nothing is named.
 * Of spans that come with their texts, the spans, if the hits have some.
 * @example
 * defaultMatch(["passages"]) // { text: "normalised" }
 */
export function defaultMatch(
  kinds: Iterable<GoldKind>,
  hits: { readonly spans: boolean } = { spans: true },
): Exclude<MatchRule, { ids: unknown }> | undefined {
  const all = new Set(kinds);
  if (all.has("ids") || all.size === 0) return undefined;
  return all.has("spans") && (hits.spans || !all.has("passages"))
    ? { spans: "overlap" }
    : { text: "normalised" };
}

/** For gold in groups: interchangeable documents are not a list of relevant ones. */
const GROUP_METRICS = ["group-recall@5", "group-ndcg@10", "group-rr", "all-groups@5"] as const;
const MIXED_METRICS = [...DEFAULT_METRICS, "group-recall@5", "all-groups@5"] as const;

/** Default metrics for such gold: each text or span is a group, and groups have no grades. */
export const defaultMetricsFor = (match: Exclude<MatchRule, { ids: unknown }>): readonly string[] =>
  "spans" in match ? ["group-recall@5", "span-recall@5", "span-precision@5", "span-iou@5"] : GROUP_METRICS;

/** How gold ids are organised: single documents, groups, or both. */
interface IdForms {
  readonly listed: boolean;
  readonly grouped: boolean;
}
const NONE: IdForms = { listed: false, grouped: false };
const LISTED: IdForms = { listed: true, grouped: false };
const both = (a: IdForms, b: IdForms): IdForms => ({
  listed: a.listed || b.listed,
  grouped: a.grouped || b.grouped,
});

function idForms(gold: GoldValue): IdForms {
  if (!goldKinds(gold).includes("ids")) return NONE;
  if (gold instanceof GoldColumns || gold instanceof Map) return LISTED;
  if (Array.isArray(gold) || gold instanceof Set) {
    const list: readonly unknown[] = [...gold];
    return { listed: list.some((one) => !Array.isArray(one)), grouped: list.some(Array.isArray) };
  }
  return Object.entries(gold as Readonly<Record<string, unknown>>).reduce((forms, [name, value]) => {
    if (name === "relevant" && typeof value !== "number") return both(forms, idForms(value as GoldValue));
    if (goldKinds({ [name]: value } as GoldValue).length === 0) return forms;
    return name === "passages" || name === "spans"
      ? forms
      : both(
          forms,
          name === "groups" && typeof value !== "number" ? { listed: false, grouped: true } : LISTED,
        );
  }, NONE);
}

/**
 * The request, completed with the default match rule and metrics for this gold: texts and spans need a match rule,
 * groups need group metrics. A dialect brings both.
 */
export function withDefaultMatch<T extends AskedMetrics & Rules>(asked: T, gold: Iterable<GoldValue>): T {
  if (asked.as !== undefined || (asked.match !== undefined && asked.metrics !== undefined)) return asked;
  const kinds = new Set<GoldKind>();
  let forms = NONE;
  for (const value of gold) {
    for (const kind of goldKinds(value)) kinds.add(kind);
    if (asked.metrics !== undefined && kinds.has("ids")) return asked;
    if (asked.metrics === undefined && !(forms.listed && forms.grouped)) forms = both(forms, idForms(value));
  }
  const match = asked.match ?? defaultMatch(kinds);
  const metrics = asked.metrics === undefined ? metricsFor(match, kinds, forms) : undefined;
  const matched = match === undefined ? asked : { ...asked, match };
  if (metrics === undefined) return matched;
  const { k, ...rest } = matched;
  return { ...rest, metrics: k === undefined ? metrics : withCutoffs(metrics, [k].flat()) } as T;
}

function metricsFor(
  match: MatchRule | undefined,
  kinds: ReadonlySet<GoldKind>,
  { listed, grouped }: IdForms,
): readonly string[] | undefined {
  if (match !== undefined && !("ids" in match))
    return kinds.has("spans" in match ? "spans" : "passages") ? defaultMetricsFor(match) : undefined;
  if (!grouped) return undefined;
  return listed ? MIXED_METRICS : GROUP_METRICS;
}

/** Is any gold a text or a span, so that those of hits are wanted? */
export function namesTexts(gold: Iterable<GoldValue>): boolean {
  for (const value of gold) if (goldKinds(value).some((kind) => kind !== "ids")) return true;
  return false;
}
