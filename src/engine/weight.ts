/** How much room hits take in memory: one is a hit with an id of ordinary length. */
import { RankingColumns, type RankingInput } from "../evaluate/input/read-run.ts";
import { TableRanking } from "../evaluate/input/table-ranking.ts";

/** So many letters of text weigh as much as a hit. */
const LETTERS = 100;
/** Ids of this length on average are part of a hit's weight. */
const USUAL_ID = 32;

/** Hits whose ids have so many bytes together. */
export const weightOfHits = (hits: number, idBytes: number): number =>
  hits + Math.max(0, idBytes - USUAL_ID * hits) / LETTERS;

/** Hits of a list; long ids and texts count as several. */
export function weightOf(list: RankingInput): number {
  if (list instanceof Error) return 1;
  // Its ids are bytes, and weighed where they are kept.
  if (list instanceof TableRanking) return list.length;
  if (list instanceof RankingColumns)
    return weightOfHits(list.length, lettersIn(list.ids)) + lettersIn(list.texts ?? []) / LETTERS;
  if (list instanceof Map || list instanceof Set) return weightOfHits(list.size, lettersIn([...list.keys()]));
  if (!Array.isArray(list)) {
    const ids = Object.keys(list);
    return weightOfHits(ids.length, lettersIn(ids));
  }
  let [ids, texts] = [0, 0];
  for (const hit of list as readonly unknown[]) {
    const { id, text } = (typeof hit === "string" ? { id: hit } : (hit ?? {})) as Record<string, unknown>;
    ids += lettersOf(id);
    texts += lettersOf(text);
  }
  return weightOfHits(list.length, ids) + texts / LETTERS;
}

const lettersOf = (text: unknown): number => (typeof text === "string" ? text.length : 0);
const lettersIn = (texts: readonly unknown[]): number =>
  texts.reduce<number>((sum, text) => sum + lettersOf(text), 0);
