/** What the index finds: documents, or their chunks, and where each is. Texts are kept once, whatever their chunks overlap. */
import type { Problem } from "../../core/problem.ts";
import type { Hit } from "../../core/ranking.ts";
import { type ChunkRule, chunkText } from "../../text/chunk/chunk.ts";
import type { IndexBuilder } from "./builder.ts";
import { bm25Problem } from "./problems.ts";
import type { CorpusDocument } from "./read-corpus.ts";

/** A chunk by the number of its document, and its own number there, from 1. */
interface ChunkPlace {
  readonly document: number;
  readonly number: number;
  readonly start: number;
  readonly end: number;
  readonly lines: readonly [number, number];
}

interface KeptDocument {
  readonly id: string;
  readonly text: string;
  readonly doc: string | undefined;
  /** How many lines it has. */
  readonly lines: number;
}

/** The title is indexed with every chunk, so only this much of it. */
const LONGEST_TITLE = 1000;

export class Passages {
  readonly #rule: ChunkRule | undefined;
  readonly #documents: KeptDocument[] = [];
  readonly #chunks: ChunkPlace[] = [];
  readonly #ids = new Set<string>();

  constructor(rule: ChunkRule | undefined) {
    this.#rule = rule;
  }

  get documents(): number {
    return this.#documents.length;
  }

  add(given: CorpusDocument, place: Problem["at"], builder: IndexBuilder, titleWeight: number): void {
    const id = String(given.id);
    const { text, doc } = given;
    if (this.#ids.has(id))
      throw bm25Problem.error(
        "duplicate-document/corpus",
        { document: id },
        place === undefined ? {} : { at: place },
      );
    this.#ids.add(id);
    const document = this.#documents.length;
    this.#documents.push({ id, text, doc, lines: lineCount(text) });
    if (this.#rule === undefined) {
      builder.add(text, given.title, titleWeight);
      return;
    }
    for (const [i, { start, end, lines, title }] of chunkText(text, this.#rule).entries()) {
      this.#chunks.push({ document, number: i + 1, start, end, lines });
      const titles = [given.title?.slice(0, LONGEST_TITLE), title].filter((one) => one !== undefined);
      builder.add(text.slice(start, end), titles.length === 0 ? undefined : titles.join("\n"), titleWeight);
    }
  }

  hit(at: number, score: number): Hit {
    if (this.#rule === undefined) {
      const { id, text, doc, lines } = this.#documents[at]!;
      if (doc !== undefined) return { id, score, text, doc };
      return text === ""
        ? { id, score, text }
        : { id, score, text, start: 0, end: text.length, lines: [1, lines] };
    }
    const { document, number, start, end, lines } = this.#chunks[at]!;
    const { id, text, doc } = this.#documents[document]!;
    const own = { id: `${id}#${number}`, score, text: text.slice(start, end) };
    // Where the chunk of a chunk is in the whole document is not known.
    return doc === undefined ? { ...own, doc: id, start, end, lines } : { ...own, doc };
  }
}

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at + 1 < text.length; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
