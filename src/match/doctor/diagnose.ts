/** All that ids can tell about gold and runs before anything is scored. */
import type { DocId, QueryId } from "../../core/ids.ts";
import { parseIdRule } from "../ids/parse.ts";
import { countMatches, type IdCase } from "./count.ts";
import { numberingTrap } from "./numbering.ts";
import { docProposals, setProposals } from "./proposals.ts";
import { scoreFindings } from "./scores.ts";
import { shapeOf } from "./shape.ts";
import type { Diagnosis, DoctorInput, DoctorRun, Listing, RunDiagnosis } from "./types.ts";

const SHOWN = 5;

/** Counts all, keeps the first few. */
class Lister implements Listing {
  count = 0;
  readonly samples: string[] = [];
  add(sample: string): void {
    if (++this.count <= SHOWN) this.samples.push(sample);
  }
  list(): Listing {
    return { count: this.count, samples: this.samples };
  }
}

/** The distinct relevant ids of a query, and how many there are of earlier queries. */
interface GoldIds {
  readonly relevant: readonly DocId[];
  readonly start: number;
}

/** There may be a million short lists: a Set of each would be most of the work. */
const SHORT = 8;
const distinctIn = <T>(list: readonly T[]): readonly T[] => (list.length < 2 ? list : [...new Set(list)]);
const memberOf = <T>(list: readonly T[]): ((one: T) => boolean) => {
  if (list.length <= SHORT) return (one) => list.includes(one);
  const set = new Set(list);
  return (one) => set.has(one);
};

/**
 * Overlap of ids, the shape of both sides, and the rule that would make them meet, verified on all of the data.
 * @example
 * diagnose({ gold: new Map([["q1", ["doc-17"]]]), runs: [{ name: "a", run: new Map([["q1", ["doc-17::chunk-3"]]]) }] })
 *   .runs[0].proposals[0].flag // "--ids chunk-suffix"
 */
export function diagnose({ gold: given, judged, texts, runs, k = 10, corpus }: DoctorInput): Diagnosis {
  const gold = new Map<QueryId, GoldIds>();
  const empty = new Lister();
  const distinct = new Set<DocId>();
  let ids = 0;
  for (const [query, list] of given) {
    const relevant = distinctIn([...list]);
    gold.set(query, { relevant, start: ids });
    ids += relevant.length;
    for (const id of relevant) distinct.add(id);
    if (relevant.length === 0 && texts?.has(query) !== true) empty.add(query);
  }
  const retrieved = new Uint8Array(ids);
  const diagnosed = runs.map((run) => diagnoseRun(gold, judged, run, k, corpus, retrieved));
  const never = new Lister();
  for (const [query, { relevant, start }] of gold)
    for (let i = 0; i < relevant.length; i++)
      if (retrieved[start + i] === 0) never.add(`${query}: ${relevant[i]}`);
  return {
    k,
    gold: {
      queries: gold.size,
      ids,
      shape: shapeOf([...distinct]),
      empty: empty.list(),
      texts: texts?.size ?? 0,
      ...(corpus === undefined ? {} : { notInCorpus: outsideCorpus(distinct, corpus) }),
    },
    runs: diagnosed,
    neverRetrieved: never.list(),
  };
}

function outsideCorpus(
  ids: ReadonlySet<DocId>,
  corpus: NonNullable<DoctorInput["corpus"]>,
): NonNullable<Diagnosis["gold"]["notInCorpus"]> {
  const outside = new Lister();
  for (const id of ids) if (!corpus.has(id)) outside.add(id);
  const proposals = outside.count === 0 ? [] : setProposals([...ids], [...corpus.keys()], "--ids");
  return { ...outside.list(), proposals };
}

function diagnoseRun(
  gold: ReadonlyMap<QueryId, GoldIds>,
  judged: DoctorInput["judged"],
  { name, run, docs, scores }: DoctorRun,
  k: number,
  corpus: DoctorInput["corpus"],
  retrieved: Uint8Array,
): RunDiagnosis {
  const missing = new Lister();
  const unknown = new Lister();
  const bare = new Lister();
  const duplicates = new Lister();
  const outside = new Lister();
  let repeating = 0;
  let hits = 0;
  let withoutId = 0;
  let inBoth = 0;
  const unjudged = { hits: 0, unjudged: 0 };
  const cases: IdCase[] = [];
  const parents: IdCase[] = [];
  const some: DocId[] = [];

  const queryProposals = run.size === 0 ? [] : setProposals([...gold.keys()], [...run.keys()], "--query-ids");
  const goldQueryOf = queryLookup(gold, queryProposals[0]);
  for (const query of gold.keys()) if (!run.has(query)) missing.add(query);

  for (const [query, list] of run) {
    hits += list.length;
    if (list.length === 0) bare.add(query);
    const given = list.includes(null) ? list.filter((id) => id !== null) : (list as readonly DocId[]);
    withoutId += list.length - given.length;
    const distinct = distinctIn(given);
    if (distinct.length < given.length) {
      repeating++;
      const before = new Set<DocId>();
      for (const id of given)
        if (before.has(id)) duplicates.add(`${query}: ${id}`);
        else before.add(id);
    }
    if (corpus !== undefined) for (const id of distinct) if (!corpus.has(id)) outside.add(id);
    if (some.length < 20_000) some.push(...distinct.slice(0, 100));

    if (gold.has(query)) inBoth++;
    else unknown.add(query);
    const meant = goldQueryOf(query);
    const named = meant === undefined ? undefined : gold.get(meant);
    if (named === undefined) continue;
    const { relevant, start } = named;
    cases.push({ gold: relevant, hits: distinct });
    const parent = docs?.get(query);
    if (docs !== undefined)
      parents.push({
        gold: relevant,
        hits: [...new Set(list.map((id, i) => parent?.[i] ?? id).filter((id) => id !== null))],
      });
    const isHit = memberOf(distinct);
    for (let i = 0; i < relevant.length; i++) if (isHit(relevant[i]!)) retrieved[start + i] = 1;
    const isKnown = memberOf([...(judged?.get(meant!) ?? relevant)]);
    for (let i = 0; i < Math.min(k, distinct.length); i++) {
      unjudged.hits++;
      if (!isKnown(distinct[i]!)) unjudged.unjudged++;
    }
  }
  const asGiven = countMatches(cases);
  const { total, found, anywhere } = asGiven;
  const trap = numberingTrap([...gold.keys()], [...run.keys()]);
  return {
    name,
    queries: run.size,
    hits,
    shape: shapeOf(some),
    queriesInBoth: inBoth,
    missing: missing.list(),
    unknown: unknown.list(),
    emptyRankings: bare.list(),
    overlap: { gold: total, found, anywhere },
    proposals: docProposals(cases, docs === undefined ? undefined : parents, asGiven),
    queryProposals,
    ...(trap === undefined ? {} : { numbering: trap }),
    duplicates: { ...duplicates.list(), queries: repeating },
    withoutId,
    unjudged,
    ...(corpus === undefined ? {} : { notInCorpus: outside.list() }),
    ...(scores === undefined ? {} : scoreFindings(scores)),
  };
}

/** Which query of the gold a query of the run is, if need be by the rule that was found for query ids. */
function queryLookup(
  gold: ReadonlyMap<QueryId, unknown>,
  proposal: { readonly ids?: string; readonly on: "hits" | "both" } | undefined,
): (query: QueryId) => QueryId | undefined {
  if (proposal?.ids === undefined) return (query) => (gold.has(query) ? query : undefined);
  const write = parseIdRule(proposal.ids);
  const byForm = new Map(
    [...gold.keys()].map((query) => [proposal.on === "both" ? write(query) : query, query]),
  );
  return (query) => byForm.get(write(query));
}
