/** What the ids of one side look like: their usual pattern, how usual it is, and samples. */
import { spread } from "../ids/tokens.ts";

export interface Pattern {
  /** As in doc-{number}::chunk-{number}; words that never change stand there as they are. */
  readonly pattern: string;
  /** Of the ids that were looked at, 0 to 1. */
  readonly share: number;
  readonly sample: string;
}
export interface Shape {
  /** How many ids were looked at. */
  readonly looked: number;
  /** The most frequent ones, first the most frequent. */
  readonly patterns: readonly Pattern[];
  readonly samples: readonly string[];
  /** Most of them are sentences: texts were written where ids belong. */
  readonly texts: boolean;
}

const LOOKED = 2000;
const SHOWN = 3;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const PIECE = /\{uuid\}|[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}{]+|\{/gu;

export function shapeOf(ids: readonly string[]): Shape {
  const looked = spread(ids, LOOKED);
  const bySignature = new Map<string, { count: number; members: string[][] }>();
  for (const id of looked) {
    const pieces = piecesOf(id);
    const signature = pieces.map(kindOf).join("");
    const known = bySignature.get(signature);
    if (known === undefined) bySignature.set(signature, { count: 1, members: [pieces] });
    else {
      known.count++;
      if (known.members.length < 100) known.members.push(pieces);
    }
  }
  const patterns = new Map<string, { count: number; sample: string }>();
  for (const { count, members } of bySignature.values()) {
    const pattern = patternOf(members);
    const known = patterns.get(pattern);
    if (known === undefined) patterns.set(pattern, { count, sample: "" });
    else known.count += count;
  }
  for (const id of looked) {
    const known = patterns.get(patternOf(bySignature.get(piecesOf(id).map(kindOf).join(""))!.members));
    if (known !== undefined && known.sample === "") known.sample = id;
    if ([...patterns.values()].every(({ sample }) => sample !== "")) break;
  }
  return {
    looked: looked.length,
    patterns: [...patterns]
      .sort(([, a], [, b]) => b.count - a.count)
      .slice(0, SHOWN)
      .map(([pattern, { count, sample }]) => ({ pattern, share: count / looked.length, sample })),
    samples: [...new Set(spread(looked, SHOWN))],
    texts: looked.filter((id) => (id.match(/\s\S/g)?.length ?? 0) >= 4).length * 2 > looked.length,
  };
}

const piecesOf = (id: string): string[] => id.slice(0, 200).replace(UUID, "{uuid}").match(PIECE) ?? [];

/** Ids of one kind have the same: "{word}{number}" for d1 and d2. */
export const signatureOf = (id: string): string => piecesOf(id).map(kindOf).join("");

function kindOf(piece: string): string {
  if (piece === "{uuid}") return piece;
  if (/^\p{N}+$/u.test(piece)) return "{number}";
  if (/^[\p{L}\p{M}]+$/u.test(piece)) return "{word}";
  if (/^[\p{L}\p{M}]+\p{N}+$/u.test(piece)) return "{word}{number}";
  return /^[\p{L}\p{M}\p{N}]/u.test(piece) ? "{code}" : piece;
}

/** Words that all members share are part of the pattern; many words in a row are just words. */
function patternOf(members: readonly (readonly string[])[]): string {
  const first = members[0]!;
  const words = (pieces: readonly string[], i: number): string =>
    /^[\p{L}\p{M}]+/u.exec(pieces[i]!)?.[0] ?? "";
  return first
    .map((piece, i) => {
      const kind = kindOf(piece);
      if (!kind.startsWith("{word}") || members.length < 2) return kind;
      const word = words(first, i);
      return members.every((pieces) => words(pieces, i) === word) ? kind.replace("{word}", word) : kind;
    })
    .join("")
    .replace(/\{word\}(?:([^\p{L}\p{N}{}]{1,2})\{word\})(?:\1\{word\})+/gu, "{words}");
}
