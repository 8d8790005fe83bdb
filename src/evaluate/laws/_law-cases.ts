/** Small random queries for checkMetric: graded, listed and grouped gold, unjudged and repeated hits, ties, empty lists. */

import type { Span } from "../../core/gold.ts";
import type { DocId } from "../../core/ids.ts";
import type { JudgedContexts } from "../../core/judgement.ts";
import type { Metric } from "../../core/metric.ts";
import type { ParamSpec, Params, ParamValue } from "../../core/params.ts";
import { below, oneOf, type Random, shuffled } from "../../core/random.ts";
import type { Hit } from "../../core/ranking.ts";
import type { Facet } from "../../core/score.ts";
import type { GoldFacets } from "../input/read-gold.ts";
import type { RankingInput } from "../input/read-run.ts";

export interface LawCase {
  readonly gold: GoldFacets;
  /** Distinct, best first. */
  readonly hits: readonly Hit[];
}

const DOCS = Array.from({ length: 9 }, (_, i) => `d${i}`);
const STRANGERS = Array.from({ length: 5 }, (_, i) => `u${i}`);
const GRADES = [-1, 0, 0, 0.5, 1, 1, 2, 3];
const WORDS = ["red", "fox", "jumps", "over", "lazy", "dog"];

const some = <T>(random: Random, list: readonly T[], most = list.length): T[] =>
  shuffled(random, list).slice(0, below(random, most + 1));
const text = (random: Random): string =>
  Array.from({ length: 1 + below(random, 4) }, () => oneOf(random, WORDS)).join(" ");
const chance = (random: Random, p: number): boolean => random() < p;

function list(random: Random): DocId[] {
  const ids = some(random, DOCS, 6);
  return chance(random, 0.2) ? [...ids, ...ids.slice(0, 1)] : ids;
}

function grades(random: Random): Record<DocId, number> {
  return Object.fromEntries(some(random, DOCS).map((id) => [id, oneOf(random, GRADES)]));
}

/** Groups that share no document, or now and then some that do. */
function groups(random: Random): DocId[][] {
  const ids = shuffled(random, DOCS);
  const size = () => 1 + below(random, 3);
  const apart = Array.from({ length: below(random, 4) }, () => ids.splice(0, size()));
  if (chance(random, 0.6)) return apart;
  return [...apart, ...Array.from({ length: 2 }, () => shuffled(random, DOCS).slice(0, size()))];
}

/** A query whose gold answers the needs of a metric. */
export function lawCase(random: Random, needs: readonly Facet[]): LawCase {
  const kind = below(random, 5);
  const hopped = needs.includes("hops");
  const grouped = needs.includes("groups") && !hopped;
  const graded = needs.includes("grades") || (grouped && chance(random, 0.3));
  const gold: GoldFacets = {
    ...(graded && kind !== 0 && kind !== 1 ? { grades: grades(random) } : {}),
    ...(graded && kind < 3 ? { relevant: list(random) } : {}),
    ...(grouped || (graded && chance(random, 0.2)) ? { groups: groups(random) } : {}),
    ...(hopped ? { hops: groups(random) } : {}),
    ...(needs.includes("forbidden") ? { forbidden: some(random, DOCS, 4) } : {}),
    ...(needs.includes("texts")
      ? {
          passages: Array.from({ length: below(random, 4) }, () =>
            some(random, [text(random), text(random)]),
          ),
        }
      : {}),
  };
  if (needs.includes("spans")) return spanCase(random);
  const ids = chance(random, 0.05) ? [] : some(random, [...DOCS, ...STRANGERS], 12);
  // A text match takes equal texts for duplicates.
  const texts = [...new Set(ids.map(() => text(random)))];
  if (needs.includes("texts")) return { gold, hits: texts.map((one, i) => ({ id: ids[i]!, text: one })) };
  return { gold, hits: ids.map((id) => ({ id })) };
}

/** A few characters of a document that is so small that spans overlap. */
function span(random: Random): { doc: DocId; start: number; end: number } {
  const start = below(random, 10);
  return { doc: oneOf(random, DOCS.slice(0, 2)), start, end: start + 1 + below(random, 8) };
}

function spanCase(random: Random): LawCase {
  const spans = Array.from({ length: below(random, 4) }, () =>
    Array.from({ length: 1 + below(random, 2) }, () => span(random)),
  );
  const all = some(random, [...DOCS, ...STRANGERS], 12).map((id) => ({ ...span(random), id }));
  // Equal spans are taken for duplicates.
  const hits = new Map(all.map((hit) => [`${hit.doc} ${hit.start} ${hit.end}`, hit]));
  return { gold: { spans }, hits: [...hits.values()] };
}

/** The same hits as people also give them: some twice, or as id → score with ties. */
export function messy(random: Random, hits: readonly Hit[]): RankingInput {
  if (chance(random, 0.3) && hits.every((hit) => hit.text === undefined && hit.doc === undefined))
    return new Map(hits.map((hit) => [hit.id!, below(random, 4)]));
  return chance(random, 0.5) ? [...hits, ...some(random, hits, 3)] : hits;
}

/** Every id replaced by another; some look like numbers, which objects sort first. */
export function renamed(random: Random, { gold, hits }: LawCase): LawCase {
  const names = shuffled(random, [...DOCS, ...STRANGERS]).map((id, i) =>
    i % 2 === 0 ? `x-${id}` : String(i),
  );
  const table = new Map([...DOCS, ...STRANGERS].map((id, i) => [id, names[i]!]));
  const rename = (id: DocId): DocId => table.get(id)!;
  const { grades, relevant, groups, hops, forbidden, spans } = gold;
  return {
    gold: {
      ...gold,
      ...(grades === undefined
        ? {}
        : { grades: Object.fromEntries(Object.entries(grades).map(([id, grade]) => [rename(id), grade])) }),
      ...(relevant === undefined ? {} : { relevant: (relevant as readonly DocId[]).map(rename) }),
      ...(groups === undefined ? {} : { groups: groups.map((group) => group.map(rename)) }),
      ...(hops === undefined ? {} : { hops: hops.map((group) => group.map(rename)) }),
      ...(forbidden === undefined ? {} : { forbidden: forbidden.map(rename) }),
      ...(spans === undefined
        ? {}
        : {
            spans: (spans as readonly (readonly Span[])[]).map((group) =>
              group.map((one) => ({ ...one, doc: rename(one.doc) })),
            ),
          }),
    },
    hits: hits.map((hit) => ({
      ...hit,
      id: rename(hit.id!),
      ...(hit.doc === undefined ? {} : { doc: rename(hit.doc) }),
    })),
  };
}

/** A list below the first k that is shorter, turned round, or has other documents in it. */
export function otherTail(random: Random, hits: readonly Hit[], k: number, gold: GoldFacets): Hit[] {
  const tail = hits.slice(k);
  const used = new Set(hits.map((hit) => hit.id));
  const sample =
    hits[0]?.start !== undefined ? span(random) : hits[0]?.text === undefined ? {} : { text: text(random) };
  const others = [...goldIds(gold), ...STRANGERS]
    .filter((id) => !used.has(id))
    .map((id) => ({ id, ...sample }));
  return [...hits.slice(0, k), ...oneOf(random, [[], tail.reverse(), others, [...others, ...tail]])];
}

/** Every document that the gold names. */
export const goldIds = ({ grades, relevant, groups, hops, forbidden }: GoldFacets): DocId[] => [
  ...new Set([
    ...Object.keys(grades ?? {}),
    ...((relevant ?? []) as readonly DocId[]),
    ...(groups ?? hops ?? []).flat(),
    ...(forbidden ?? []),
  ]),
];

export function lawJudgement(random: Random): JudgedContexts {
  const numbers = (values: readonly number[]) =>
    Array.from({ length: below(random, 6) }, () => oneOf(random, values));
  const names = () => Array.from({ length: below(random, 5) }, () => oneOf(random, WORDS));
  return {
    verdicts: numbers([0, 1]),
    responseVerdicts: numbers([0, 1]),
    claims: numbers([0, 1]),
    statements: numbers([0, 1]),
    entities: { reference: names(), contexts: names() },
    ratings: numbers([0, 1, 2]),
    responseClaims: numbers([0, 1]),
    responseRelevant: numbers([0, 1]),
    questionVerdicts: numbers([0, 1]),
    support: Array.from({ length: below(random, 4) }, () => numbers([0, 1, 2])),
  };
}

const NUMBERS = [-1, 0, 0.5, 1, 2, 3, 5, 10];

function values(spec: ParamSpec): readonly ParamValue[] {
  if (spec.kind === "choice") return Object.keys(spec.choices);
  // Gains that rise with the grade: with others, "better" means something else.
  if (spec.kind === "gain")
    return [
      "linear",
      "exp",
      "binary",
      new Map([
        [1, 2],
        [2, 5],
        [3, 9],
      ]),
    ];
  if (spec.kind === "list") return [spec.default];
  const fit = NUMBERS.filter(
    (x) =>
      (spec.kind === "number" || Number.isInteger(x)) &&
      x >= (spec.min ?? x) &&
      x <= (spec.max ?? x) &&
      (spec.above === undefined || x > spec.above),
  );
  return spec.default === undefined ? [undefined, ...fit] : [spec.default, ...fit];
}

/**
 * Parameter values. Laws are promised for numbers and gains that people set, with the default of every choice;
 * "all" draws choices and compatibility parameters too.
 */
export function lawParams(random: Random, metric: Metric, which: "lawful" | "all"): Params {
  return Object.fromEntries(
    Object.entries(metric.params).map(([name, spec]) => {
      const fixed = which === "lawful" && (spec.compat === true || spec.kind === "choice");
      return [name, fixed ? spec.default : oneOf(random, values(spec))];
    }),
  );
}
