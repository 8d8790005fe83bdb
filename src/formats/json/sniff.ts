/** What the first bytes of a JSON file show: one value or a row per line, and the keys of the first row. */
import type { Kind } from "../format.ts";
import { OF_ANSWERS, plainName } from "../rows/field-names.ts";
import { ownNames } from "./_field-names.ts";

export interface Sniffed {
  /** rows: one object after the other; array: a list of them; object: one object and nothing else. */
  readonly form: "rows" | "array" | "object";
  /** The keys of the first object, as far as the head reaches, with the first byte of each value. */
  readonly keys: ReadonlyMap<string, string>;
  /** The keys of the first object inside it: { q1: { d1: 3 } } has d1. */
  readonly inner: ReadonlyMap<string, string>;
  /** Is the first object on one line? */
  readonly oneLine: boolean;
  /** Is any number a fraction? Grades hardly ever are, scores nearly always. */
  readonly fractions: boolean;
}

/** Cached by head, because every JSON format calls it. */
const sniffed = new WeakMap<Uint8Array, { readonly seen: Sniffed | undefined }>();

/** Undefined if the head does not start like JSON objects. Does not validate; readers do. */
export function sniffJson(head: Uint8Array): Sniffed | undefined {
  const known = sniffed.get(head) ?? { seen: sniff(head) };
  sniffed.set(head, known);
  return known.seen;
}

function sniff(head: Uint8Array): Sniffed | undefined {
  const text = new TextDecoder().decode(head);
  const start = /^\s*(\[\s*)?\{/.exec(text);
  if (start === null) return undefined;
  const array = start[1] !== undefined;
  const looker = new Looker(text, start[0].length);
  looker.object(0);
  const oneLine = !text.slice(start[0].length, looker.at).includes("\n");
  const rest = text.slice(looker.at).trimStart();
  const form = array ? "array" : rest.startsWith("{") ? "rows" : "object";
  const fractions = /[:[,]\s*-?\d+\.\d*[1-9]/.test(text);
  return { form, keys: looker.keys, inner: looker.inner, oneLine, fractions };
}

class Looker {
  readonly keys = new Map<string, string>();
  readonly inner = new Map<string, string>();
  at: number;
  readonly #text: string;
  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  /** From after the opening brace to after the closing one, or to the end of the head. */
  object(depth: number): void {
    const text = this.#text;
    let nested = 0;
    let key: string | undefined;
    while (this.at < text.length) {
      const c = text[this.at]!;
      if (c === '"') {
        const string = this.#string();
        const value = /^\s*:\s*(\S)/.exec(text.slice(this.at, this.at + 200))?.[1];
        if (nested === 0 && key === undefined && value !== undefined) {
          const keys = depth === 0 ? this.keys : this.inner;
          if (!keys.has(string)) keys.set(string, value);
          key = string;
        }
        continue;
      }
      this.at++;
      if (c === "{" && depth === 0 && this.inner.size === 0) {
        const outside = nested;
        this.object(1);
        nested = outside;
      } else if (c === "{" || c === "[") nested++;
      else if (c === "}" || c === "]") {
        if (nested === 0) return;
        nested--;
      } else if (c === "," && nested === 0) key = undefined;
    }
  }

  #string(): string {
    const start = ++this.at;
    const text = this.#text;
    while (this.at < text.length && text[this.at] !== '"') this.at += text[this.at] === "\\" ? 2 : 1;
    return text.slice(start, this.at++);
  }
}

const FACETS = ["relevant", "grades", "groups", "hops", "forbidden", "subtopics", "spans"];
const MORE_FACETS = ["passages", "answer", "answerable", "tags"];

/** How much the keys look like those of Goldie's own rows; 0 if they do not. */
export function rowLikeness({ keys, fractions }: Sniffed, kind: Kind): number {
  const likeness = likenessOf(new Set(keys.keys()), fractions, kind);
  if (likeness > 0) return likeness;
  const names = ownNames(
    [...keys].map(([key, first]) => [key, first === "{" || first === "[" ? "list" : "plain"] as const),
    kind,
  );
  if (names.size === 0) return 0;
  const renamed = new Set([...keys.keys()].map((key) => names.get(key) ?? key));
  // Data sets of other tools have such names too, and more of their own; but no tool has ids in its ground_truth.
  const own = likenessOf(renamed, fractions, kind) > 0;
  const ids = [...names].some(([key, name]) => name === "relevant" && OF_ANSWERS.has(plainName(key)));
  return !own ? 0 : ids && !keys.has("contexts") ? 0.75 : 0.45;
}

function likenessOf(keys: ReadonlySet<string>, fractions: boolean, kind: Kind): number {
  const any = (...names: string[]): boolean => names.some((name) => keys.has(name));
  const query = any("id", "query", "query_id");
  const pair = any("query", "query_id") && any("doc", "doc_id");
  switch (kind) {
    case "gold":
      if (query && any(...FACETS)) return 0.8;
      if (pair && any("grade", "score")) return keys.has("grade") ? 0.8 : fractions ? 0.6 : 0.75;
      return query && any(...MORE_FACETS) ? 0.5 : 0;
    case "run":
      return query && any("hits", "error") ? 0.8 : pair ? (keys.has("grade") ? 0.3 : 0.75) : 0;
    case "corpus":
      return any("id", "_id", "doc", "doc_id", "docid") && any("text", "contents", "content") ? 0.7 : 0;
    default:
      return 0;
  }
}
