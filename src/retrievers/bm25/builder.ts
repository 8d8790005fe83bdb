/** Builds an index in one pass: postings are staged by document, then sorted by term with a counting sort. */
import type { Analyzer } from "../../text/analyzer.ts";
import type { WordSink } from "../../text/words.ts";
import { ABSENT, AsciiWords } from "./ascii-words.ts";
import { Bm25Index, type Bm25Settings } from "./bm25-index.ts";

const BLOCK = 1 << 16;
const MASK = BLOCK - 1;
/** A count that does not fit into a byte: the real one is in `large`. */
const LARGE = 255;

/** Postings in blocks: none is copied to grow. */
interface StagedBlock {
  readonly terms: Uint32Array;
  readonly counts: Uint8Array;
}

export class IndexBuilder {
  readonly #analyzer: Analyzer;
  /** Terms, and the words that have become one of them, ASCII or not; dropped words are -1. */
  readonly #terms = new Map<string, number>();
  readonly #words = new Map<string, number>();
  #ascii = new AsciiWords();
  #blocks: (StagedBlock | undefined)[] = [];
  #staged = 0;
  readonly #large = new Map<number, number>();
  readonly #ends = new Growing(1 << 12);
  readonly #lengths = new Growing(1 << 12);
  /** By term: in how many documents it is, and its place in the current document, from 1. */
  #documents = new Uint32Array(1 << 12);
  #slots = new Uint32Array(1 << 12);
  /** The terms of the current document, and how often each is there. */
  readonly #own = new Growing(1 << 10);
  readonly #counts = new Growing(1 << 10);
  #length = 0;
  #weight = 1;
  readonly #sink: WordSink;

  constructor(analyzer: Analyzer) {
    this.#analyzer = analyzer;
    this.#sink = {
      stretch: (text, start, end, hash) => {
        let term = this.#ascii.find(text, start, end, hash);
        if (term === ABSENT) {
          term = this.#numberOf(analyzer.keepsAscii, text.slice(start, end), true);
          this.#ascii.add(text, start, end, hash, term);
        }
        if (term < 0) return;
        this.#length += this.#weight;
        this.#count(term);
      },
      word: (word, ascii) => {
        const term = this.#termOf(word, ascii);
        if (term < 0) return;
        this.#length += this.#weight;
        this.#count(term);
      },
      part: (char) => {
        const term = this.#termOf(char, false);
        if (term >= 0) this.#count(term);
      },
    };
  }

  /** How many different terms there are so far. */
  get terms(): number {
    return this.#terms.size;
  }

  /** One more document. Words of its title count `titleWeight` times. */
  add(text: string, title?: string, titleWeight = 1): void {
    this.#length = 0;
    this.#own.length = 0;
    this.#counts.length = 0;
    if (title !== undefined && titleWeight > 0) {
      this.#weight = titleWeight;
      this.#analyzer.words(title, this.#sink);
    }
    this.#weight = 1;
    this.#analyzer.words(text, this.#sink);
    this.#stage();
    this.#lengths.push(this.#length);
    this.#ends.push(this.#staged);
  }

  #termOf(word: string, ascii: boolean): number {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const number = this.#numberOf(ascii && this.#analyzer.keepsAscii, word, ascii);
    this.#words.set(copied(word), number);
    return number;
  }

  /** The number of the term of a word; -1 if the word is dropped. */
  #numberOf(isTerm: boolean, word: string, ascii: boolean): number {
    const term = isTerm ? word : this.#analyzer.term(word, ascii);
    if (term === "") return -1;
    const known = this.#terms.get(term);
    if (known !== undefined) return known;
    const number = this.#terms.size;
    this.#terms.set(copied(term), number);
    if (number === this.#documents.length) {
      this.#documents = grown(this.#documents);
      this.#slots = grown(this.#slots);
    }
    return number;
  }

  #count(term: number): void {
    const slot = this.#slots[term]!;
    if (slot > 0) this.#counts.values[slot - 1]! += this.#weight;
    else {
      this.#own.push(term);
      this.#counts.push(this.#weight);
      this.#slots[term] = this.#own.length;
    }
  }

  /** Appends the current document, and clears the slots of its terms. */
  #stage(): void {
    const { values: terms, length } = this.#own;
    const counts = this.#counts.values;
    for (let i = 0; i < length; i++) {
      const at = this.#staged++;
      if ((at & MASK) === 0)
        this.#blocks.push({ terms: new Uint32Array(BLOCK), counts: new Uint8Array(BLOCK) });
      const block = this.#blocks[at >>> 16]!;
      const term = terms[i]!;
      const count = counts[i]!;
      block.terms[at & MASK] = term;
      block.counts[at & MASK] = count < LARGE ? count : LARGE;
      if (count >= LARGE) this.#large.set(at, count);
      this.#documents[term]!++;
      this.#slots[term] = 0;
    }
  }

  /** The index. The builder is used up. */
  finish(settings: Bm25Settings): Bm25Index {
    const count = this.#terms.size;
    this.#words.clear();
    this.#ascii = new AsciiWords();
    const starts = new Uint32Array(count + 1);
    for (let term = 0; term < count; term++) starts[term + 1] = starts[term]! + this.#documents[term]!;
    const next = starts.slice(0, count);
    const total = this.#staged;
    const docs = new Uint32Array(total);
    const frequencies = this.#frequencies(total);
    const { values: ends, length: documents } = this.#ends;
    for (let doc = 0, at = 0; doc < documents; doc++)
      for (const end = ends[doc]!; at < end; at++) {
        const block = this.#blocks[at >>> 16]!;
        const staged = block.counts[at & MASK]!;
        const to = next[block.terms[at & MASK]!]!++;
        docs[to] = doc;
        frequencies[to] = staged < LARGE ? staged : this.#large.get(at)!;
        if ((at & MASK) === MASK) this.#blocks[at >>> 16] = undefined;
      }
    this.#blocks = [];
    return new Bm25Index({
      analyzer: this.#analyzer,
      terms: this.#terms,
      starts,
      docs,
      frequencies,
      lengths: this.#lengths.values.slice(0, documents),
      settings,
    });
  }

  /** Bytes, unless some count needs more. */
  #frequencies(size: number): Uint8Array | Uint16Array | Uint32Array {
    let most = 0;
    for (const count of this.#large.values()) if (count > most) most = count;
    return most < 0x100
      ? new Uint8Array(size)
      : most < 0x10000
        ? new Uint16Array(size)
        : new Uint32Array(size);
  }
}

class Growing {
  values: Uint32Array;
  length = 0;
  constructor(size: number) {
    this.values = new Uint32Array(size);
  }
  push(value: number): void {
    if (this.length === this.values.length) this.values = grown(this.values);
    this.values[this.length++] = value;
  }
}

function grown(values: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * values.length);
  larger.set(values);
  return larger;
}

/** V8 keeps the whole text alive for a slice of 13 or more characters, so long keys are copied. */
const copied = (word: string): string => (word.length < 13 ? word : ` ${word}`.slice(1));
