/** What speaks against a chunk that has the words of a claim: they are said of somebody else. Looked at only where there would be support. */

import { isAnothers } from "./_other-name.ts";
import type { Rows } from "./_rows.ts";
import type { Sought } from "./_sought.ts";
import { type ClaimSubject, goesOnFrom } from "./_subject.ts";
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

/** "Anna Weber was born in Oslo. Jonas Falk died in Rome." is no support for a death of Anna Weber: what is said of another is left out. */
function withoutStrangers(
  found: ChunkSupport,
  { sought, subject, rows, texts, from, to }: DoubtedChunk,
): ChunkSupport {
  if (found.by.length < 2 || !subject().named) return found;
  const textAt = (place: number): string => texts.statements[place]!.text;
  let left = found;
  let mute: Uint8Array | undefined;
  for (;;) {
    const strange = left.by.filter((place) =>
      subject().isStrange(
        textAt(goesOnFrom(place, from, rows.firstWord)),
        left.by.filter((other) => other !== place).map(textAt),
      ),
    );
    if (strange.length === 0 || strange.length === left.by.length) return left;
    mute ??= rows.mute.slice();
    for (const place of strange) mute[place] = 1;
    left = findSupport(sought, { ...rows, mute }, from, to);
  }
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
