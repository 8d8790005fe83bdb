/**
 * Decides how runs are read, by size and by what is needed from them.
 *
 * - `bytes`: a run is read once and scored query by query; its hits are not kept.
 * - `memory`: the same, and its hits stay. Where something happens to hits before they are scored, all files are loaded first.
 *
 * On either path, misses are reported up to a bound on the hits.
 */

/** This many hits are kept, or searched for misses, unless the caller says otherwise. Kept, they take about 50 MB and their ids. */
export const MOST_HITS = 2_000_000;
/** This many are kept in any case: by then it mostly shows whether queries are scattered, and nothing has to be read again. */
export const FIRST_HITS: number = 1 << 16;
/** Cost of searching a hit for gold texts, in id lookups. */
const TEXT_SEARCH = 50;

/** Which hits to keep: none, as many as fit the bound, or all. */
export type HitsWanted = "none" | "fitting" | "all";

/** What happens to the hits of all runs before anything is scored. */
export type BeforeScoring = "texts-from-corpus" | "renamed-queries" | "judged" | "stored-answers";

export interface PathNeeds {
  /** The hits again, after everything was read: for bounds and explanations. */
  readonly again: HitsWanted;
  /** What was missed. */
  readonly misses: HitsWanted;
  readonly before?: BeforeScoring | undefined;
}

export interface PathChoice {
  readonly path: "memory" | "bytes";
  /** Are misses reported? */
  readonly misses: boolean;
  /** This many hits are kept where queries are scattered, so that nothing is read again. */
  readonly most: number;
  readonly because: string;
}

const BEFORE: Readonly<Record<BeforeScoring, string>> = {
  "texts-from-corpus": "hits get their texts from a corpus before they are scored",
  "renamed-queries": "queries get other names before they are scored",
  judged: "hits are judged before they are scored",
  "stored-answers": "answers of a stored run tell more than their hits",
};

/** `hits` of the run, as `expectedHits` estimates them or as they were loaded; undefined where they are counted as they come. */
export function choosePath({ again, misses, before }: PathNeeds, hits: number | undefined): PathChoice {
  const fits = hits === undefined || hits <= MOST_HITS;
  const wants = (wanted: HitsWanted): boolean => wanted === "all" || (wanted === "fitting" && fits);
  const because = fits
    ? `no more than ${MOST_HITS} hits, as far as is known`
    : `about ${Number(hits.toPrecision(2))} hits, which is more than ${MOST_HITS}`;
  const kept = again === "all" || before !== undefined;
  const told = {
    misses: wants(misses),
    most: kept ? Number.POSITIVE_INFINITY : fits ? MOST_HITS : 0,
  };
  if (before !== undefined) return { path: "memory", ...told, because: BEFORE[before] };
  if (again === "all") return { path: "memory", ...told, because: "all hits are asked for" };
  if (again === "none") return { path: "bytes", ...told, because: "nobody asks for the hits again" };
  return { path: wants(again) ? "memory" : "bytes", ...told, because };
}

/** How many hits of all runs together may be kept, and searched for misses. */
export interface PathRoom {
  again: number;
  misses: number;
}

/** `searchesTexts`: gold is looked for in the texts of hits. */
export function roomFor({ again, misses }: PathNeeds, searchesTexts: boolean): PathRoom {
  const most = (wanted: HitsWanted, each: number): number =>
    wanted === "all" ? Number.POSITIVE_INFINITY : MOST_HITS / each;
  return { again: most(again, 1), misses: most(misses, searchesTexts ? TEXT_SEARCH : 1) };
}

/** More came than was expected. */
export const withoutRoom = (choice: PathChoice): PathChoice => ({
  ...choice,
  path: "bytes",
  because: `more than ${MOST_HITS} hits came`,
});
