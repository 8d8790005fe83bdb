import type { PreparedCase } from "../../core/judgement-record.ts";
import { estimateTokens } from "../spend/estimate.ts";
import type { DataItem } from "./_data-lines.ts";

/** Statements of one call each. Chunks stay whole where they fit: evidence may lie in neighbours. */
export function groupStatements(
  chunks: PreparedCase["chunks"],
  { groupTokens, perChunk }: { readonly groupTokens: number; readonly perChunk: boolean },
): DataItem[][] {
  const all = chunks.flatMap(({ statements }) => statements.map(({ id, text }): DataItem => [id, text]));
  // A token has at least a character: what is shorter than the limit need not be estimated.
  const characters = all.reduce((sum, [id, text]) => sum + id.length + text.length, 0);
  if (!perChunk && characters <= groupTokens) return chunks.length === 0 ? [] : [all];
  const groups: DataItem[][] = [];
  let room = 0;
  for (const { statements } of chunks) {
    const sizes = statements.map(({ id, text }) => estimateTokens(id) + estimateTokens(text));
    const size = sizes.reduce((a, b) => a + b, 0);
    const whole = size <= groupTokens;
    if (perChunk || !whole || size > room || groups.length === 0) {
      groups.push([]);
      room = groupTokens;
    }
    statements.forEach(({ id, text }, i) => {
      if (!whole && sizes[i]! > room && groups.at(-1)!.length > 0) {
        groups.push([]);
        room = groupTokens;
      }
      groups.at(-1)!.push([id, text]);
      room -= sizes[i]!;
    });
  }
  return groups;
}

/** Two halves, between chunks if possible; undefined where there is one statement. */
export function halves(group: readonly DataItem[]): [DataItem[], DataItem[]] | undefined {
  if (group.length < 2) return undefined;
  const middle = group.length / 2;
  const chunkOf = ([id]: DataItem): string => id.slice(0, id.indexOf("."));
  let best: number | undefined;
  for (let i = 1; i < group.length; i++)
    if (chunkOf(group[i]!) !== chunkOf(group[i - 1]!))
      if (best === undefined || Math.abs(i - middle) < Math.abs(best - middle)) best = i;
  const cut = best ?? Math.floor(middle);
  return [group.slice(0, cut), group.slice(cut)];
}
