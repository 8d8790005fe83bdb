/** Why a relevant document is not among the first k hits. */
import type { DocId, QueryId } from "../../core/ids.ts";
import { BY_DOC, MISS_REASONS, type Missed, type MissedWhy, type MissReason } from "../../core/missed.ts";
import type { JoinRule, MatchRule } from "../../core/rules.ts";
import { chunkSuffix } from "../../match/ids/chunk-suffix.ts";
import { OtherRules } from "../../match/ids/other-rule.ts";
import { idRuleName, parseIdRule } from "../../match/ids/parse.ts";
import { type SourceSpan, type Stretch, spanName } from "../../match/spans.ts";
import type { TextMatch } from "../../match/text/find-text.ts";
import { createTextIndex } from "../../match/text/index-texts.ts";
import { withoutWordless } from "../../match/text/wordless.ts";
import type { ReadGold } from "../input/read-gold.ts";
import type { TableRows } from "../input/table-ranking.ts";
import type { LeakedDocument } from "../score/leaks.ts";
import { closer } from "./_closer.ts";
import { type MissedInTable, TableMisses } from "./_missed-in-table.ts";
import { canTellSpans, placesOfSpans, withoutRepeatedSpans } from "./_missed-spans.ts";
import { holdsText } from "./_missed-text.ts";

export interface MissedHit {
  readonly id: DocId | null;
  readonly doc?: DocId | undefined;
  readonly text?: string | undefined;
  /** Its position in the document. */
  readonly span?: Stretch | undefined;
}
export interface MissRules {
  readonly match?: MatchRule;
  readonly unit?: JoinRule["unit"];
  readonly duplicates?: JoinRule["duplicates"];
}
export interface MissCase {
  readonly query: QueryId;
  /**
   * Groups come before a list, and a list before grades. Passages are looked at under a rule for texts, spans under one for
   * spans, and both where there is nothing else.
   */
  readonly gold: Pick<ReadGold, "relevant" | "groups" | "graded" | "passages" | "spans">;
  /** Best first. */
  readonly hits: readonly MissedHit[];
  readonly k: number;
  readonly corpus?: { has(id: DocId): boolean; text?(id: DocId): string | undefined };
}

/**
 * Why each thing to find is not among the first k hits; what is among them is not mentioned.
 * @example
 * whyMissed({ query: "q1", gold: { relevant: ["a"] }, hits: [{ id: "x" }, { id: "a" }], k: 1 })
 *   // [{ item: ["a"], reason: "below-k", rank: 2, hit: "a" }]
 */
export const whyMissed = ({ rules, ...one }: MissCase & { readonly rules?: MissRules }): Missed[] =>
  new MissFinder(rules).find(one);

/** The same for many queries: what was worked out for an id is kept. */
export class MissFinder {
  readonly #write: (id: DocId) => DocId;
  readonly #writeGold: (id: DocId) => DocId;
  readonly #others: OtherRules;
  readonly #byDoc: boolean;
  readonly #keepsRepeated: boolean;
  readonly #text: TextMatch | undefined;
  readonly #span: Extract<MatchRule, { spans: string }> | undefined;
  /** Absent where the rules do more than compare ids. */
  readonly #inTable: TableMisses | undefined;

  constructor({ match, unit, duplicates }: MissRules = {}) {
    const ids = match !== undefined && "ids" in match ? match : { ids: "exact", on: "hits" as const };
    this.#write = parseIdRule(ids.ids);
    this.#writeGold = ids.on === "both" ? this.#write : (id) => id;
    this.#others = new OtherRules(idRuleName(ids.ids));
    this.#byDoc = unit === "doc";
    this.#keepsRepeated = duplicates === "keep" || duplicates === "blank";
    this.#text = match !== undefined && "text" in match ? match : undefined;
    this.#span = match !== undefined && "spans" in match ? match : undefined;
    const exact = match === undefined || ("ids" in match && match.ids === "exact");
    this.#inTable = exact && !this.#byDoc ? new TableMisses(this.#others) : undefined;
  }

  /** The same for rows kept as bytes; undefined if it needs the ids of the hits. */
  inTable(rows: TableRows, gold: ReadGold, join: JoinRule, k: number): MissedInTable | undefined {
    return this.#inTable?.find(rows, gold, join, k, () =>
      this.looksFor(gold) === "ids" ? itemsOf(gold) : undefined,
    );
  }

  /** What had to be found, each thing with all that stands for it: what `find` tells of is some of it. Empty where it cannot tell. */
  items({ gold, hits, corpus }: Pick<MissCase, "gold" | "hits" | "corpus">): readonly (readonly string[])[] {
    switch (this.looksFor(gold)) {
      case "ids":
        return itemsOf(gold);
      case "passages":
        return hits.length > 0 && hits.every((hit) => textOf(hit, corpus) === undefined)
          ? []
          : withoutWordless(gold.passages!, this.#text ?? { text: "normalised" }).filter(
              (item) => item.length > 0,
            );
      case "spans":
        return canTellSpans(hits, gold.spans!.flat()) ? spanGroups(gold).map((g) => g.map(spanName)) : [];
      default:
        return [];
    }
  }

  /** A rule for texts or spans looks for nothing else; a rule for ids leaves gold without ids to the others. */
  looksFor(gold: MissCase["gold"]): "ids" | "passages" | "spans" | undefined {
    if (this.#span !== undefined) return gold.spans === undefined ? undefined : "spans";
    if (this.#text !== undefined && gold.passages !== undefined) return "passages";
    if (itemsOf(gold).length > 0) return "ids";
    return gold.passages !== undefined ? "passages" : gold.spans !== undefined ? "spans" : "ids";
  }

  find({ gold, hits, k, corpus }: MissCase): Missed[] {
    const items = this.items({ gold, hits, ...(corpus && { corpus }) });
    if (items.length === 0) return [];
    const wanted = this.looksFor(gold);
    if (wanted === "passages") return this.#passages(items, this.#ranked(hits), k, corpus);
    if (wanted === "spans") return this.#spans(items, spanGroups(gold), hits, k);
    const first = new Set<string>();
    for (let i = 0; i < Math.min(k, hits.length); i++) {
      const key = this.keyOf(hits[i]!);
      if (key !== undefined) first.add(key);
    }
    const open = items.filter((item) => !item.some((id) => first.has(this.#writeGold(id))));
    if (open.length === 0) return [];
    const list = this.#ranked(hits);
    return open.flatMap((item) => {
      const why = item.map((id) => this.#why(id, list, k, corpus)).filter((one) => one !== undefined);
      // A document that moved up past repeated hits was found after all.
      return why.length < item.length ? [] : [{ item, ...why.reduce(closer) }];
    });
  }

  /** The hits as they are counted: without those that repeat an id or a span, or under unit document, a document. */
  counted({ gold, hits }: Pick<MissCase, "gold" | "hits">): readonly MissedHit[] {
    if (this.looksFor(gold) === "spans") return this.#distinctSpans(hits);
    return this.#ranked(hits).map(({ hit }) => hit);
  }

  #distinctSpans(hits: readonly MissedHit[]): readonly MissedHit[] {
    return this.#keepsRepeated ? hits : withoutRepeatedSpans(hits);
  }

  /** What a hit is matched by: its id as the id rule writes it, or under unit document, its document. */
  keyOf({ id, doc }: Pick<MissedHit, "id" | "doc">): string | undefined {
    if (this.#byDoc && doc !== undefined) return doc;
    return id === null ? undefined : this.#write(id);
  }

  /** The list as the metrics count it: without what repeats an id, or under unit document, a document. */
  #ranked(hits: readonly MissedHit[]): Ranked[] {
    const seen = new Set<string>();
    const ids = new Set<string>();
    const list: Ranked[] = [];
    for (const hit of hits) {
      const key = this.keyOf(hit);
      if (hit.id !== null && ids.has(hit.id) && !this.#keepsRepeated) continue;
      if (hit.id !== null) ids.add(hit.id);
      if (this.#byDoc && key !== undefined) {
        if (seen.has(key)) continue;
        seen.add(key);
      }
      list.push({ hit, key });
    }
    return list;
  }

  /** Where each text stands. */
  #passages(
    items: readonly (readonly string[])[],
    list: readonly Ranked[],
    k: number,
    corpus: MissCase["corpus"],
  ): Missed[] {
    const texts = list.map(({ hit }) => textOf(hit, corpus));
    const index = createTextIndex(items.flat(), this.#text ?? "normalised");
    const itemOf = items.flatMap((group, i) => group.map(() => i));
    const first = new Map<number, number>();
    for (let at = 0; at < texts.length && first.size < items.length; at++)
      for (const { gold } of index.find(texts[at] ?? ""))
        if (!first.has(itemOf[gold]!)) first.set(itemOf[gold]!, at);
    return this.#told(items, list, k, (i) => first.get(i));
  }

  #spans(
    items: readonly (readonly string[])[],
    groups: readonly (readonly SourceSpan[])[],
    hits: readonly MissedHit[],
    k: number,
  ): Missed[] {
    const distinct = this.#distinctSpans(hits);
    const places = placesOfSpans(groups, distinct, this.#span?.at ?? 0);
    const list = distinct.map((hit) => ({ hit, key: hit.id ?? undefined }));
    return this.#told(items, list, k, (i) => places[i]);
  }

  #told(
    items: readonly (readonly string[])[],
    list: readonly Ranked[],
    k: number,
    placeOf: (item: number) => number | undefined,
  ): Missed[] {
    return items.flatMap((item, i): Missed[] => {
      const at = placeOf(i);
      if (at === undefined) return [{ item, reason: "never-retrieved" }];
      return at < k ? [] : [{ item, ...this.#below(list, at, k) }];
    });
  }

  #below(list: readonly Ranked[], at: number, k: number): MissedWhy {
    const crowd = this.#byDoc ? undefined : this.#crowd(list, at, k);
    return crowd === undefined ? found("below-k", list, at) : found("crowded-out", list, at, crowd);
  }

  /** undefined: it is among the first k. */
  #why(id: DocId, list: readonly Ranked[], k: number, corpus: MissCase["corpus"]): MissedWhy | undefined {
    const key = this.#writeGold(id);
    const at = list.findIndex((one) => one.key === key);
    if (at !== -1) return at < k ? undefined : this.#below(list, at, k);
    const byDoc = list.findIndex(({ hit }) => hit.doc === id);
    if (byDoc !== -1) return found("other-id", list, byDoc, BY_DOC);
    const other = this.#others.find(
      id,
      list.map(({ hit }) => hit.id),
    );
    if (other !== undefined) return found("other-id", list, other.at, other.rule);
    const text = corpus?.text?.(id);
    if (text !== undefined) {
      const holds = holdsText(text);
      const there = list.findIndex(({ hit }) => {
        const theirs = textOf(hit, corpus);
        return theirs !== undefined && holds(theirs);
      });
      if (there !== -1) return found("other-text", list, there);
    }
    return { reason: corpus !== undefined && !corpus.has(id) ? "not-in-corpus" : "never-retrieved" };
  }

  /** The document that takes up most places above, where one place each would have left room within k. */
  #crowd(list: readonly Ranked[], at: number, k: number): DocId | undefined {
    // Every hit without an id counts as a distinct document.
    const docOf = (i: number): string => {
      const { hit, key } = list[i]!;
      return hit.doc ?? (key === undefined ? `hit ${i + 1}` : chunkSuffix.apply(key));
    };
    const places = new Map<string, number>();
    for (let i = 0; i < at; i++) {
      const doc = docOf(i);
      places.set(doc, (places.get(doc) ?? 0) + 1);
    }
    const own = docOf(at);
    const rank = places.size + (places.has(own) ? 0 : 1);
    if (rank > k || rank === at + 1) return undefined;
    return [...places].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
  }
}

const textOf = ({ id, text }: MissedHit, corpus: MissCase["corpus"]): string | undefined =>
  text ?? (id === null ? undefined : corpus?.text?.(id));

const spanGroups = ({ spans = [] }: MissCase["gold"]): readonly (readonly SourceSpan[])[] =>
  spans.filter((group) => group.length > 0);

interface Ranked {
  readonly hit: MissedHit;
  readonly key: string | undefined;
}

function found(reason: MissReason, list: readonly Ranked[], at: number, by?: string): MissedWhy {
  const { id } = list[at]!.hit;
  return { reason, rank: at + 1, ...(id === null ? {} : { hit: id }), ...(by === undefined ? {} : { by }) };
}

function itemsOf({ groups, relevant, graded }: MissCase["gold"]): readonly (readonly DocId[])[] {
  if (groups !== undefined)
    return groups.filter((group) => group.length > 0).map((group) => [...new Set(group)]);
  const ids = relevant ?? graded?.ids.filter((_, i) => graded.grades[i]! > 0) ?? [];
  return [...new Set(ids)].map((id) => [id]);
}

/** How often each reason was given. */
export function countReasons(misses: Iterable<Missed>): Record<MissReason, number> {
  const counts = Object.fromEntries(MISS_REASONS.map((reason) => [reason, 0])) as Record<MissReason, number>;
  for (const { reason } of misses) counts[reason]++;
  return counts;
}

/** What one run missed among its first k hits. */
export interface RunMisses {
  readonly run: string;
  readonly k: number;
  /** Forbidden documents among them; absent where there are none, or where not asked. */
  readonly leaked?: ReadonlyMap<QueryId, readonly LeakedDocument[]>;
  /** Documents, groups, passages or spans that had to be found. */
  readonly wanted: number;
  /** How many of them are groups; absent if none is. */
  readonly groups?: number;
  readonly counts: Readonly<Record<MissReason, number>>;
  readonly queries: ReadonlyMap<QueryId, readonly Missed[]>;
  /** First hit of each query that missed something; none if there are no hits. Absent if not requested. */
  readonly firstHits?: ReadonlyMap<QueryId, DocId>;
  /** Queries as an object, as in `goldie eval --json`: JSON.stringify writes a Map as {}. */
  toJSON?(): object;
}
