/** Where a run ranks a relevant item, in words. */
import type { GoldItemView } from "../../view/model.ts";

/** Uses the cut-off of the shown metric; without one, the reason that the run gives for the miss. */
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
