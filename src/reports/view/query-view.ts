/** Report model → view model of one query: its gold, its lists, and how its scores were made. */
import type { QueryId } from "../../core/ids.ts";
import type { JudgementRecord } from "../../core/judgement-record.ts";
import { type Missed, missWords } from "../../core/missed.ts";
import type { MatchRule } from "../../core/rules.ts";
import type { ReadGold } from "../../evaluate/input/read-gold.ts";
import type { ListedHit, ListedItem, RunLists } from "../../evaluate/why/run-lists.ts";
import { createTextIndex } from "../../match/text/index-texts.ts";
import type { Report, RunReport } from "../model.ts";
import { whyNot } from "../words.ts";
import { derivationView } from "./_derivation.ts";
import { judgedView } from "./_judged.ts";
import { wordsOf } from "./_problem-words.ts";
import { wordsIn } from "./_query-table.ts";
import { keptLists, metricIn, queriesOf, shownRuns } from "./_runs.ts";
import type { ForbiddenView, GoldItemView, HitView, ListView, QueryView, ScoreView, View } from "./model.ts";
import { beginningOf, KnownTerms, Snippets, type TextStretch } from "./snippet.ts";

export interface QueryViewOptions {
  /** Hits of each list; default: 10. */
  readonly hits?: number;
  /** Characters of a snippet, and of the beginning of a gold text; default: 160. 0: no texts. */
  readonly snippet?: number;
  /** How scores were made, the largest part for many queries: of all metrics, the first one, or none. Default: "all". */
  readonly derivations?: "all" | "headline" | "none";
}

const HITS = 10;
const SNIPPET = 160;

/** One query of a view, by its place in `view.queries.ids`. */
export const queryViewOf = (
  report: Report,
  view: Pick<View, "queries" | "metrics">,
  place: number,
  options: QueryViewOptions = {},
): QueryView => queryViews(report, view, options)(place);

/** The same for many queries: what can be made ready once is. */
export function queryViews(
  report: Report,
  { queries, metrics }: Pick<View, "queries" | "metrics">,
  options: QueryViewOptions = {},
): (place: number) => QueryView {
  const runs = shownRuns(report).map((run) =>
    openRun(
      run,
      metrics.map(({ name }) => name),
    ),
  );
  const tags = Object.entries(queries.tags);
  const terms = new KnownTerms();
  return (place) => {
    const query = queries.ids[place]!;
    const gold = keptFor(query, runs)?.gold(query);
    const answer = gold?.answer ?? referenceIn(runs, query);
    const question =
      wordsIn(
        runs.map(({ run }) => run),
        query,
      ) ?? queries.words[place];
    return {
      id: query,
      ...(question === undefined || question === null ? {} : { question }),
      tags: Object.fromEntries(
        tags.flatMap(([tag, values]) => (values[place] == null ? [] : [[tag, values[place]]])),
      ),
      ...(answer === undefined ? {} : { answer }),
      ...(gold?.answerable === false ? { unanswerable: true as const } : {}),
      gold: gold === undefined ? [] : goldItems(query, gold, runs, options),
      forbidden: gold?.forbidden === undefined ? [] : forbiddenOf(query, gold.forbidden, runs),
      lists: listViews({ query, question: question ?? undefined, gold }, runs, options, terms),
      scores: runs.map((run) => scoreViews(query, run, options)),
      judged: runs.map(({ run, records }) => {
        const record = records.get(query);
        return record === undefined ? null : judgedView(record, run.judged!);
      }),
    };
  };
}

interface OpenRun {
  readonly run: RunReport;
  readonly lists: RunLists | undefined;
  readonly has: ReadonlySet<QueryId>;
  /** By metric of the view; undefined where it was not scored by it. */
  readonly metrics: readonly (string | undefined)[];
  readonly records: ReadonlyMap<QueryId, JudgementRecord>;
}

function openRun(run: RunReport, metrics: readonly string[]): OpenRun {
  const { result, missed, judged } = run;
  return {
    run,
    lists: keptLists(result, missed?.k),
    has: new Set(queriesOf(result)),
    metrics: metrics.map((metric) => (result.hasRows ? metricIn(result, metric) : undefined)),
    records: new Map(judged?.records.map((record) => [record.id, record])),
  };
}

/** The first run that has lists with this query. */
const keptFor = (query: QueryId, runs: readonly OpenRun[]): RunLists | undefined =>
  runs.find(({ lists, has }) => lists !== undefined && has.has(query))?.lists;

/** Cases that were only judged have their answer in the record. */
function referenceIn(runs: readonly OpenRun[], query: QueryId): string | undefined {
  for (const { records } of runs) {
    const { reference } = records.get(query) ?? {};
    if (reference !== undefined) return reference;
  }
  return undefined;
}

const keyOf = (item: readonly string[]): string => JSON.stringify(item);

/** In the order of the gold; the ranks of each in every run, however deep. */
function goldItems(
  query: QueryId,
  gold: ReadGold,
  runs: readonly OpenRun[],
  { snippet = SNIPPET }: QueryViewOptions,
): readonly GoldItemView[] {
  const placed = runs.map((run) => placesIn(run, query));
  const items = new Map<string, readonly string[]>();
  for (const one of placed) for (const [key, { item }] of one ?? []) items.set(key, item);
  const wants = keptFor(query, runs)?.wants(query);
  const grades = new Map(gold.graded?.ids.map((id, i) => [id, gold.graded!.grades[i]!]));
  return [...items].map(([key, item]) => {
    const kind =
      wants === "passages" ? "passage" : wants === "spans" ? "span" : gold.groups ? "group" : "document";
    const grade = item.length === 1 ? grades.get(item[0]!) : undefined;
    const { title, text } = kind === "passage" || kind === "span" ? NO_TEXT : titleAndText(item, runs);
    return {
      ids: kind === "passage" ? item.map((one) => beginningOf(one, Math.max(snippet, 40))) : item,
      kind,
      ...(grade === undefined ? {} : { grade }),
      ...(title === undefined ? {} : { title }),
      ...(text === undefined || snippet === 0 ? {} : { text: beginningOf(text, snippet) }),
      places: placed.map((one) => placeView(one?.get(key))),
    };
  });
}

const NO_TEXT: Omit<ShownText, "hit"> = { title: undefined, text: undefined };

function titleAndText(item: readonly string[], runs: readonly OpenRun[]): Omit<ShownText, "hit"> {
  for (const id of item)
    for (const { run } of runs) {
      const [title, text] = [run.texts?.title?.(id), run.texts?.document(id)];
      if (title !== undefined || text !== undefined) return { title, text };
    }
  return NO_TEXT;
}

/** By thing to find; undefined where nothing is known. What a live retriever or a corpus says of a miss comes first. */
function placesIn({ run, lists, has }: OpenRun, query: QueryId): ReadonlyMap<string, ListedItem> | undefined {
  if (lists === undefined || !has.has(query)) return undefined;
  const told = new Map(run.missed?.queries.get(query)?.map((one) => [keyOf(one.item), one]));
  const failed = lists.status(query) === "failed";
  return new Map(
    lists.items(query).map((one) => {
      const key = keyOf(one.item);
      const { item, ...why } = told.get(key) ?? ({ item: one.item } as Missed);
      const missed = failed ? ({ reason: "failed" } as const) : told.has(key) ? why : one.missed;
      const { missed: _, ...rest } = one;
      return [key, { ...rest, item, ...(missed === undefined ? {} : { missed }) }] as const;
    }),
  );
}

function placeView(one: ListedItem | undefined): GoldItemView["places"][number] {
  if (one === undefined) return {};
  const { item, rank, hit, missed } = one;
  return {
    ...(rank === undefined ? {} : { rank }),
    ...(hit === undefined ? {} : { hit }),
    ...(missed === undefined ? {} : { missed: missWords({ item, ...missed }) }),
  };
}

const forbiddenOf = (
  query: QueryId,
  forbidden: readonly string[],
  runs: readonly OpenRun[],
): readonly ForbiddenView[] => {
  const ranks = runs.map(({ lists, has }) =>
    lists === undefined || !has.has(query) ? undefined : lists.forbidden(query),
  );
  return forbidden.map((id) => ({ id, ranks: ranks.map((one) => one?.get(id) ?? null) }));
};

function scoreViews(
  query: QueryId,
  open: OpenRun,
  { derivations = "all" }: QueryViewOptions,
): readonly ScoreView[] {
  const { run, metrics, lists, has } = open;
  const { result } = run;
  const derived = derivations === "all" ? metrics.length : derivations === "headline" ? 1 : 0;
  return metrics.map((metric, m): ScoreView => {
    if (metric === undefined || !has.has(query))
      return {
        value: null,
        state: {
          status: "skipped",
          words: has.has(query) ? "this run was not scored by it" : "the query is not in this result",
        },
      };
    const score = result.score(query, metric);
    const explained = m < derived && lists !== undefined ? result.explain(query, metric) : undefined;
    return {
      ...(score.status === "scored"
        ? { value: score.value }
        : { value: null, state: { status: score.status, words: whyNot(score) } }),
      ...(explained === undefined || "status" in explained ? {} : { derivation: derivationView(explained) }),
    };
  });
}

/** A hit with the text that is shown of it. */
interface ShownText {
  readonly hit: ListedHit;
  readonly title: string | undefined;
  readonly text: string | undefined;
}

interface AskedQuery {
  readonly query: QueryId;
  readonly question: string | undefined;
  readonly gold: ReadGold | undefined;
}

function listViews(
  { query, question, gold }: AskedQuery,
  runs: readonly OpenRun[],
  { hits: most = HITS, snippet = SNIPPET }: QueryViewOptions,
  terms: KnownTerms,
): readonly (ListView | null)[] {
  const lists = runs.map(({ run, lists, has }): readonly ShownText[] | undefined => {
    if (lists === undefined || !has.has(query) || lists.status(query) !== "listed") return undefined;
    return lists.hits(query, most).map((hit) => ({ hit, ...textOf(hit, run) }));
  });
  // A hit of several lists has one text.
  const texts = new Map<string, number>();
  for (const { text } of lists.flatMap((list) => list ?? []))
    if (text !== undefined && !texts.has(text)) texts.set(text, texts.size);
  const snippets = new Snippets(question, [...texts.keys()], snippet, terms);
  const golds = goldIn(gold, runs, keptFor(query, runs)?.wants(query));
  return runs.map((open, r) => {
    const list = lists[r];
    const { run, has } = open;
    if (list === undefined)
      return open.lists !== undefined && has.has(query) ? failedList(query, open) : null;
    const ms = run.timings?.get(query);
    const shown = list.map(({ hit, title, text }) => {
      const { doc, same, score, grade, rank, id, state } = hit;
      return {
        rank: rank ?? 0,
        id,
        ...(doc === undefined ? {} : { doc }),
        ...(same === undefined ? {} : { same }),
        ...(title === undefined ? {} : { title }),
        ...(text === undefined || snippet === 0
          ? {}
          : { snippet: snippets.at(texts.get(text)!, golds(hit, text)) }),
        ...(score === undefined ? {} : { score: rounded(score) }),
        ...(grade === undefined ? {} : { grade }),
        state,
      } satisfies HitView;
    });
    return {
      hits: shown,
      length: open.lists!.length(query),
      unjudged: shown.filter(({ state }) => state === "unjudged").length,
      ...(ms === undefined ? {} : { ms }),
    };
  });
}

/** Scores of a retriever are looked at, not computed with: as many digits as single precision has. */
const rounded = (score: number): number => Number(score.toPrecision(7));

function textOf(hit: ListedHit, { texts }: RunReport): Omit<ShownText, "hit"> {
  const { id, doc, text } = hit;
  return {
    title:
      (id === null ? undefined : texts?.title?.(id)) ?? (doc === undefined ? undefined : texts?.title?.(doc)),
    text: text ?? (id === null ? undefined : texts?.document(id)),
  };
}

/** null: the run lacks the query. */
function failedList(query: QueryId, { run: { result }, lists }: OpenRun): ListView | null {
  if (lists!.status(query) !== "failed") return null;
  const words = result.metrics.flatMap((metric) => {
    const score = result.score(query, metric);
    return score.status === "failed" ? [wordsOf(score.problem)] : [];
  });
  return { hits: [], length: 0, unjudged: 0, failed: words[0] ?? "the retriever failed" };
}

/** Where in the text of a hit the gold is: passages by the rule that matched them, spans by their places. */
function goldIn(
  gold: ReadGold | undefined,
  runs: readonly OpenRun[],
  wants: ReturnType<RunLists["wants"]>,
): (hit: ListedHit, text: string) => readonly TextStretch[] {
  const { passages, spans } = gold ?? {};
  if (wants === "passages" && passages !== undefined) {
    const match = runs[0]?.run.result.rules["match"] as MatchRule | undefined;
    const index = createTextIndex(
      passages.flat(),
      match !== undefined && "text" in match ? match : "normalised",
    );
    return (_, text) => index.find(text).map(({ start, end }) => [start, end] as const);
  }
  if (wants !== "spans" || spans === undefined) return () => [];
  const all = spans.flat();
  return ({ id, doc, span }) =>
    all.flatMap(({ doc: wanted, characters }) => {
      const own = span?.characters;
      if (characters === undefined || own === undefined || wanted !== (doc ?? id)) return [];
      const [from, to] = [Math.max(characters[0], own[0]) - own[0], Math.min(characters[1], own[1]) - own[0]];
      return from < to ? [[from, to] as const] : [];
    });
}
