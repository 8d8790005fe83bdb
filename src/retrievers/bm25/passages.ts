/** What the index finds: documents, or their chunks, and where each is. Texts are kept once, whatever their chunks overlap. */
import type { Problem } from "../../core/problem.ts";
import type { Hit } from "../../core/ranking.ts";
import type { SearchedDocuments } from "../../core/retriever.ts";
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
  readonly title: string | undefined;
  readonly doc: string | undefined;
  /** How many lines it has. */
  readonly lines: number;
  /** The number of its first chunk among all. */
  readonly chunks: number;
}

/** The title is indexed with every chunk, so only this much of it. */
const LONGEST_TITLE = 1000;

export class Passages implements SearchedDocuments {
  readonly #rule: ChunkRule | undefined;
  readonly #documents: KeptDocument[] = [];
  readonly #chunks: ChunkPlace[] = [];
  /** By id the number of the document. */
  readonly #ids = new Map<string, number>();
  /** Documents that the given ones are parts of. */
  readonly #wholes = new Set<string>();

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
    const document = this.#documents.length;
    this.#ids.set(id, document);
    if (doc !== undefined) this.#wholes.add(doc);
    this.#documents.push({
      id,
      text,
      title: given.title,
      doc,
      lines: lineCount(text),
      chunks: this.#chunks.length,
    });
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

  has(id: string): boolean {
    return this.#wholes.has(id) || this.#find(id) !== undefined;
  }
  text(id: string): string | undefined {
    const found = this.#find(id);
    return found === undefined ? undefined : found.text.slice(found.start, found.end);
  }
  title(id: string): string | undefined {
    return this.#find(id)?.title;
  }

  /** A document, or a chunk by the id of its hits. */
  #find(id: string): (KeptDocument & { readonly start: number; readonly end: number }) | undefined {
    const own = this.#ids.get(id);
    if (own !== undefined) {
      const document = this.#documents[own]!;
      return { ...document, start: 0, end: document.text.length };
    }
    const at = id.lastIndexOf("#");
    const document = at < 0 ? undefined : this.#ids.get(id.slice(0, at));
    if (document === undefined) return undefined;
    const whole = this.#documents[document]!;
    const chunk = this.#chunks[whole.chunks + Number(id.slice(at + 1)) - 1];
    if (chunk?.document !== document || `${whole.id}#${chunk.number}` !== id) return undefined;
    return { ...whole, start: chunk.start, end: chunk.end };
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
