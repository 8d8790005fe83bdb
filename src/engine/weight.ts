/** How much room a list takes. */
import { RankingColumns, type RankingInput } from "../evaluate/input/read-run.ts";
import { TableRanking } from "../evaluate/input/table-ranking.ts";

/** So many letters of text weigh as much as a hit. */
const LETTERS = 100;

/** Hits of a list; long texts count as several. */
export function weightOf(list: RankingInput): number {
  if (list instanceof Error) return 1;
  if (list instanceof TableRanking) return list.length;
  if (list instanceof RankingColumns) return list.length + lettersIn(list.texts ?? []) / LETTERS;
  if (list instanceof Map || list instanceof Set) return list.size;
  if (!Array.isArray(list)) return Object.keys(list).length;
  const texts = list.map((hit: unknown) => (hit as { text?: unknown } | null)?.text);
  return list.length + lettersIn(texts) / LETTERS;
}
const lettersIn = (texts: readonly unknown[]): number =>
  texts.reduce<number>((sum, text) => sum + (typeof text === "string" ? text.length : 0), 0);
