/** What speaks against a chunk that has the words of a claim: they are said of another person or thing. Looked at only where there would be support. */

import { isAnothers } from "./_other-name.ts";
import type { Rows } from "./_rows.ts";
import type { Sought } from "./_sought.ts";
import { type ClaimSubject, goesOnFrom } from "./_subject.ts";
import { isRow, otherRows } from "./_table-rows.ts";
import type { Texts } from "./_texts.ts";
import { type ChunkSupport, findSupport, weigh } from "./support.ts";

interface DoubtedChunk {
  readonly sought: Sought;
  /** Read once for all chunks. */
  readonly subject: () => ClaimSubject;
  readonly rows: Rows;
  readonly texts: Pick<Texts, "statements" | "aliases">;
  readonly from: number;
  readonly to: number;
}

export function doubted(found: ChunkSupport, chunk: DoubtedChunk): ChunkSupport {
  return withoutOthers(withoutStrangers(found, chunk), chunk);
}

/**
 * "Anna Weber was born in Oslo. Jonas Falk died in Rome." is no support for a death of Anna Weber, and the row of another town none for a
 * value of this one: what is said of others is left out.
 */
function withoutStrangers(found: ChunkSupport, chunk: DoubtedChunk): ChunkSupport {
  const { sought, rows, from, to } = chunk;
  let left = found;
  let mute: Uint8Array | undefined;
  while (left.by.length > 1) {
    const strange = strangersIn(left.by, chunk);
    if (strange.length === 0 || strange.length === left.by.length) break;
    mute ??= rows.mute.slice();
    for (const place of strange) mute[place] = 1;
    left = findSupport(sought, { ...rows, mute }, from, to);
  }
  return left;
}

function strangersIn(
  by: readonly number[],
  { sought, subject, rows, texts, from }: DoubtedChunk,
): readonly number[] {
  const textAt = (place: number): string => texts.statements[place]!.text;
  // The first line of a table is its head.
  const below = by.filter((place) => place > from && isRow(textAt(place - 1)));
  const inRows = otherRows(sought.text, below.map(textAt));
  if (inRows.length > 0) return by.filter((place) => inRows.includes(textAt(place)));
  if (!subject().named) return [];
  return by.filter((place) =>
    subject().isStrange(
      textAt(goesOnFrom(place, from, rows.wordAt)),
      by.filter((other) => other !== place).map(textAt),
    ),
  );
}

function withoutOthers(found: ChunkSupport, { sought, texts, from, to }: DoubtedChunk): ChunkSupport {
  const there = texts.statements.slice(from, to);
  const others = sought.gates.filter(
    (gate) =>
      !gate.number &&
      gate.terms.length > 1 &&
      !found.missing.includes(gate) &&
      isAnothers(gate.text, there, texts.aliases),
  );
  if (others.length === 0) return found;
  const missing = [...found.missing, ...others];
  return { ...found, missing, ...weigh(sought, { ...found, missing }) };
}
