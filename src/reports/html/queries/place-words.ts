/** Where a run has something that had to be found, in words. */
import type { GoldItemView } from "../../view/model.ts";

/** A rank and the shown cut-off decide; without them, what the run says about its misses. */
export function placeWords(place: GoldItemView["places"][number] | undefined, k: number | undefined) {
  if (place === undefined || (place.rank === undefined && place.missed === undefined))
    return { found: "muted", sign: "", words: "not known" } as const;
  const { rank, missed } = place;
  if (rank === undefined) return { found: "place-missed", sign: "✗", words: missed! } as const;
  if (k !== undefined && rank > k)
    return { found: "place-below", sign: "↓", words: `rank ${rank}, below top ${k}` } as const;
  if (k === undefined && missed !== undefined)
    return { found: "place-below", sign: "↓", words: missed } as const;
  return { found: "place-found", sign: "✓", words: `rank ${rank}` } as const;
}
