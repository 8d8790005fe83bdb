/** Finds the best documents of a query by BM25. */
import type { Analyzer } from "../../text/analyzer.ts";
import { BestDocuments } from "./best-documents.ts";

export interface Bm25Settings {
  /** How soon repeating a term stops to count. */
  readonly k1: number;
  /** How much long documents are held back: 0 not at all, 1 in full. */
  readonly b: number;
}

interface Bm25Parts {
  readonly analyzer: Analyzer;
  readonly terms: ReadonlyMap<string, number>;
  /** Term t is in `docs[starts[t]] … docs[starts[t + 1] - 1]`, ascending, as often as `frequencies` says. */
  readonly starts: Uint32Array;
  readonly docs: Uint32Array;
  readonly frequencies: Uint8Array | Uint16Array | Uint32Array;
  readonly lengths: Uint32Array;
  readonly settings: Bm25Settings;
}

/** A term of the query: its weight, and the most it can add to a score. */
interface QueryTerm {
  readonly term: number;
  readonly weight: number;
  readonly most: number;
}

/** Documents by number, best first. */
export interface FoundDocuments {
  readonly docs: readonly number[];
  readonly scores: readonly number[];
}

/** Bounds are rounded to 32 bits; this keeps them above what they bound. */
const ABOVE = 1.000001;
/** The same for sums, which are rounded to 64 bits. */
const BELOW = 1 - 1e-12;
/** A candidate is looked up by halving if the list is this many times longer than the candidates. */
const SPARSE = 12;

export class Bm25Index {
  readonly size: number;
  readonly #parts: Bm25Parts;
  /** By document: k1 × (1 - b + b × length / average length). */
  readonly #norms: Float64Array;
  /** By term: the most that f / (f + norm) is in any document; -1 until somebody asks. */
  readonly #most: Float32Array;
  /** By document: its score so far; 0 for all others. */
  readonly #scores: Float64Array;
  readonly #candidates: Uint32Array;

  constructor(parts: Bm25Parts) {
    const { lengths, settings, terms } = parts;
    this.#parts = parts;
    this.size = lengths.length;
    this.#norms = normsOf(lengths, settings);
    this.#most = new Float32Array(terms.size).fill(-1);
    this.#scores = new Float64Array(this.size);
    this.#candidates = new Uint32Array(this.size);
  }

  /** The best `k` documents with at least one term of the query; equal scores in document order. `prune: false` scores all of them, with the same result. */
  search(query: string, k: number, { prune = true } = {}): FoundDocuments {
    const wanted = Math.min(this.size, Math.max(0, Math.floor(k)));
    if (wanted === 0) return { docs: [], scores: [] };
    const terms = this.#termsOf(query);
    // Bounds of all terms from here on.
    const rest = new Float64Array(terms.length + 1);
    for (let i = terms.length - 1; i >= 0; i--) rest[i] = rest[i + 1]! + terms[i]!.most;
    const best = new BestDocuments(wanted);
    const [scores, candidates] = [this.#scores, this.#candidates];
    let count = 0;
    let isOpen = true;
    for (const [i, term] of terms.entries()) {
      // No document without an earlier term can be among the best any more: from here on only candidates matter.
      if (prune && i > 0 && count >= wanted) {
        const threshold = BELOW * best.threshold(scores, candidates, count);
        if (rest[i]! < threshold) isOpen = false;
        if (!isOpen) count = this.#keep(count, threshold - rest[i]!);
      }
      if (isOpen) count = this.#addAll(term, count);
      else this.#addTo(term, count);
    }
    const found = best.take(scores, candidates, count);
    for (let i = 0; i < count; i++) scores[candidates[i]!] = 0;
    return found;
  }

  /** The terms of the query that the index has, those that can add most first. */
  #termsOf(query: string): QueryTerm[] {
    const { analyzer, terms, starts } = this.#parts;
    const times = new Map<number, number>();
    analyzer.words(query, {
      word: (word, ascii) => {
        const term = terms.get(ascii && analyzer.keepsAscii ? word : analyzer.term(word, ascii));
        if (term !== undefined) times.set(term, (times.get(term) ?? 0) + 1);
      },
    });
    const list: QueryTerm[] = [];
    for (const [term, n] of times) {
      const documents = starts[term + 1]! - starts[term]!;
      const weight = n * Math.log(1 + (this.size - documents + 0.5) / (documents + 0.5));
      list.push({ term, weight, most: weight * this.#mostOf(term) });
    }
    return list.sort((a, b) => b.most - a.most || a.term - b.term);
  }

  #mostOf(term: number): number {
    const known = this.#most[term]!;
    if (known >= 0) return known;
    const { starts, docs, frequencies } = this.#parts;
    const norms = this.#norms;
    let most = 0;
    for (let at = starts[term]!, end = starts[term + 1]!; at < end; at++) {
      const frequency = frequencies[at]!;
      const value = frequency / (frequency + norms[docs[at]!]!);
      if (value > most) most = value;
    }
    this.#most[term] = most * ABOVE;
    return this.#most[term]!;
  }

  /** Adds a term to every document that has it; returns how many candidates there are then. */
  #addAll({ term, weight }: QueryTerm, before: number): number {
    const { starts, docs, frequencies } = this.#parts;
    const [scores, candidates, norms] = [this.#scores, this.#candidates, this.#norms];
    let count = before;
    for (let at = starts[term]!, end = starts[term + 1]!; at < end; at++) {
      const doc = docs[at]!;
      const frequency = frequencies[at]!;
      const score = scores[doc]!;
      if (score === 0) candidates[count++] = doc;
      scores[doc] = score + (weight * frequency) / (frequency + norms[doc]!);
    }
    return count;
  }

  /** Adds a term to the candidates that have it. */
  #addTo({ term, weight }: QueryTerm, count: number): void {
    const { starts, docs, frequencies } = this.#parts;
    const [scores, candidates, norms] = [this.#scores, this.#candidates, this.#norms];
    const [start, end] = [starts[term]!, starts[term + 1]!];
    if (count * SPARSE >= end - start) {
      for (let at = start; at < end; at++) {
        const doc = docs[at]!;
        const score = scores[doc]!;
        if (score === 0) continue;
        const frequency = frequencies[at]!;
        scores[doc] = score + (weight * frequency) / (frequency + norms[doc]!);
      }
      return;
    }
    for (let i = 0; i < count; i++) {
      const doc = candidates[i]!;
      let low = start;
      let high = end;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (docs[middle]! < doc) low = middle + 1;
        else high = middle;
      }
      if (low === end || docs[low] !== doc) continue;
      const frequency = frequencies[low]!;
      scores[doc]! += (weight * frequency) / (frequency + norms[doc]!);
    }
  }

  /** Drops candidates with a lower score. */
  #keep(count: number, least: number): number {
    const [scores, candidates] = [this.#scores, this.#candidates];
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const doc = candidates[i]!;
      if (scores[doc]! >= least) candidates[kept++] = doc;
      else scores[doc] = 0;
    }
    return kept;
  }
}

function normsOf(lengths: Uint32Array, { k1, b }: Bm25Settings): Float64Array {
  let total = 0;
  for (const length of lengths) total += length;
  // Where all documents are empty nothing is found, whatever the norm.
  const average = total / lengths.length || 1;
  return Float64Array.from(lengths, (length) => k1 * (1 - b + (b * length) / average));
}
