/** Estimates the hits of a run before it is read: as its file states, or from its first bytes. Never from its size alone. */
import { GoldieError } from "../core/problem.ts";
import type { RankingInput } from "../evaluate/input/read-run.ts";
import { memorySource, type Source } from "../files/source.ts";
import type { Format, ReadContext } from "../formats/index.ts";
import { MOST_HITS } from "./choose-path.ts";
import { weightOf, weightOfHits } from "./weight.ts";

/** An id and a separator: no hit of a text file is shorter. */
const LEAST_BYTES = 2;
const NEWLINE = 10;
/** How much too high an estimate may be. */
const FAR = 1.5;

/** undefined: unknown, for example for a compressed file; then hits are counted as they arrive. */
export async function expectedHits(
  source: Source,
  format: Format,
  given: ReadContext,
): Promise<number | undefined> {
  const { file } = source;
  // Problems are reported when the run is read.
  const context: ReadContext = { ...given, problem: () => {} };
  if (file === undefined) return undefined;
  try {
    if (format.countHits !== undefined) return await format.countHits(source, context);
    const most = Math.floor(file.size / LEAST_BYTES);
    if (most <= MOST_HITS) return most;
    const head = wholeLines(await source.head());
    const hits = Math.round(((await hitsIn(head, format, context)) * file.size) / head.length);
    // The first rows have the shortest numbers, so near the bound hits are counted as they arrive.
    return hits > FAR * MOST_HITS ? hits : undefined;
  } catch (error) {
    if (error instanceof GoldieError) return undefined;
    throw error;
  }
}

/** A line that the head cuts in two would be a Problem, whose words take longer to load than all of the head takes to read. */
function wholeLines(head: Uint8Array): Uint8Array {
  const end = head.lastIndexOf(NEWLINE) + 1;
  return end === 0 ? head : head.subarray(0, end);
}

async function hitsIn(head: Uint8Array, format: Format, context: ReadContext): Promise<number> {
  let hits = 0;
  await format.read(
    memorySource("", head),
    {
      hit: (_q, _qStart, _qEnd, _d, start, end) => {
        hits += weightOfHits(1, end - start);
      },
      ranking: (_, list) => {
        hits += weightOf(list as RankingInput);
      },
    },
    context,
  );
  return hits;
}
