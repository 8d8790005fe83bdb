/**
 * The one place where the way of a run is chosen, by its size and by what is wanted of it. Every run is read once and scored
 * from bytes, query by query. Through memory its rows are kept as well, for whoever asks for them again; what was missed is told as
 * the queries pass by, on either path, where there are not too many hits.
 */

/** So many hits are kept, or looked at for what was missed, where nobody says otherwise. Kept, they take about 50 MB and their ids. */
export const MOST_HITS = 2_000_000;
/** So many are kept in any case: until then it mostly shows whether queries come back after others, and then nothing is read again. */
export const FIRST_HITS: number = 1 << 16;

/** What is wanted of the hits: nothing, what is cheap, or all whatever it takes. */
export type HitsWanted = "none" | "fitting" | "all";

export interface PathNeeds {
  /** The hits again, after everything was read: for bounds and explanations. */
  readonly again: HitsWanted;
  /** What was missed. */
  readonly misses: HitsWanted;
}

export interface PathChoice {
  readonly path: "memory" | "bytes";
  /** Is what was missed told? */
  readonly misses: boolean;
  /** So many hits are kept where queries come back after others, so that nothing is read again. */
  readonly most: number;
  readonly because: string;
}

/** `hits` of the run, as `expectedHits` tells them; undefined where they are counted as they come. */
export function choosePath({ again, misses }: PathNeeds, hits: number | undefined): PathChoice {
  const fits = hits === undefined || hits <= MOST_HITS;
  const wants = (wanted: HitsWanted): boolean => wanted === "all" || (wanted === "fitting" && fits);
  const because = fits
    ? `no more than ${MOST_HITS} hits, as far as is known`
    : `about ${Number(hits.toPrecision(2))} hits, which is more than ${MOST_HITS}`;
  const told = {
    misses: wants(misses),
    most: again === "all" ? Number.POSITIVE_INFINITY : fits ? MOST_HITS : 0,
  };
  if (again === "all") return { path: "memory", ...told, because: "all hits are asked for" };
  if (again === "none") return { path: "bytes", ...told, because: "nobody asks for the hits again" };
  return { path: wants(again) ? "memory" : "bytes", ...told, because };
}

/** More came than was expected. */
export const withoutRoom = (choice: PathChoice): PathChoice => ({
  ...choice,
  path: "bytes",
  because: `more than ${MOST_HITS} hits came`,
});
