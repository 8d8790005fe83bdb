/** Passages to write questions for, drawn from a corpus. */
import { createHash } from "node:crypto";
import type { DocId } from "../core/ids.ts";
import { foldTokens } from "../text/tokens.ts";

export interface CorpusPassage {
  readonly id: DocId;
  readonly text: string;
  readonly title?: string;
  /** The document that it is a part of, where the corpus says so. */
  readonly doc?: string;
}

/** What is shorter holds nothing to ask for. */
const LEAST_WORDS = 8;

export interface Sampled {
  readonly passages: readonly CorpusPassage[];
  /** Too short to ask about, and the same text as another one. */
  readonly left: { readonly short: number; readonly repeated: number };
}

/**
 * As many passages of each document as of every other, as far as it has them. The seed and the ids decide: another
 * document in the corpus replaces at most the passages it is drawn for.
 */
export function samplePassages(corpus: Iterable<CorpusPassage>, n: number, seed: number): Sampled {
  const byDocument = new Map<string, { readonly passage: CorpusPassage; readonly place: string }[]>();
  const texts = new Set<string>();
  const left = { short: 0, repeated: 0 };
  for (const passage of corpus) {
    const words = foldTokens(passage.text);
    if (words.length < LEAST_WORDS) {
      left.short++;
      continue;
    }
    const plain = hashOf(words.map(({ key }) => key).join(" "));
    if (texts.has(plain)) {
      left.repeated++;
      continue;
    }
    texts.add(plain);
    const document = passage.doc ?? parentOf(passage.id);
    const list = byDocument.get(document) ?? [];
    list.push({ passage, place: hashOf(`${seed} ${passage.id}`) });
    byDocument.set(document, list);
  }
  const drawn = [...byDocument].flatMap(([document, list]) =>
    list
      .sort((a, b) => (a.place < b.place ? -1 : 1))
      .map(({ passage }, round) => ({ passage, round, place: hashOf(`${seed} ${document}`) })),
  );
  drawn.sort((a, b) => a.round - b.round || (a.place < b.place ? -1 : 1));
  return { passages: drawn.slice(0, n).map(({ passage }) => passage), left };
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** "guide.md#3", "guide.md_chunk_3" and "guide::3" are passages of one document. */
export function parentOf(id: DocId): string {
  const end = /(?:#|::|[-_:]?chunk[-_]?)[\w.-]{0,40}$/i.exec(id);
  return end === null || end.index === 0 ? id : id.slice(0, end.index);
}
