/** JSON as models write it: in fences, amid prose, with loose commas and quotes, or cut off. */

export type Json = string | boolean | null | readonly Json[] | ReplyObject;
export interface ReplyObject {
  readonly [key: string]: Json;
}
export type FoundJson =
  | { readonly value: ReplyObject }
  | { readonly error: string; readonly cutOff: boolean };

const MOST_STARTS = 200;

/** Without the text between <think> and </think>. */
export function withoutThinking(text: string): string {
  let kept = "";
  let from = 0;
  for (;;) {
    const start = text.indexOf("<think>", from);
    const end = start === -1 ? -1 : text.indexOf("</think>", start);
    if (end === -1) return kept + text.slice(from);
    kept += text.slice(from, start);
    from = end + "</think>".length;
  }
}

/**
 * The one object in the text that has one of the keys. Two different ones are an error: one of them may be quoted from the data.
 * Numbers stay as they were written: 2.10 is an id, not 2.1.
 */
export function findJson(text: string, keys: readonly string[]): FoundJson {
  const body = withoutThinking(text);
  if (/^\s*<think>/.test(body))
    return { error: "the reply ended while the model was thinking", cutOff: true };
  const found: ReplyObject[] = [];
  let cutOff = false;
  let problem: string | undefined;
  let from = body.indexOf("{");
  for (let tries = 0; from >= 0 && tries < MOST_STARTS; tries++) {
    const reader = new ReplyJsonReader(body, from);
    try {
      const value = reader.value(0) as ReplyObject;
      if (keys.some((key) => key in value)) {
        found.push(value);
        cutOff = false;
      }
      from = body.indexOf("{", reader.at);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      cutOff ||= error.cutOff;
      problem ??= error.message;
      from = body.indexOf("{", from + 1);
    }
  }
  const [first, ...others] = found;
  // Behind a whole object, too: the whole one may be quoted from the data, and the cut one the answer.
  if (cutOff) return { error: "the JSON is cut off", cutOff };
  if (first === undefined)
    return { error: problem ?? `there is no JSON object with ${keys.join(" or ")} in it`, cutOff };
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first)))
    return { error: "there are two different JSON objects in the reply; give one", cutOff: false };
  return { value: first };
}

class Unreadable extends Error {
  readonly cutOff: boolean;
  constructor(message: string, cutOff: boolean) {
    super(message);
    this.cutOff = cutOff;
  }
}

const WORDS: Readonly<Record<string, Json>> = {
  true: true,
  True: true,
  false: false,
  False: false,
  null: null,
  None: null,
};
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

class ReplyJsonReader {
  at: number;
  readonly #text: string;
  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  value(depth: number): Json {
    if (depth > 20) this.#fail("the JSON is nested too deep");
    this.#space();
    const c = this.#text[this.at];
    if (c === "{") return this.#object(depth);
    if (c === "[") return this.#list(depth);
    if (c === '"' || c === "'") return this.#string(c);
    return this.#word();
  }

  #object(depth: number): ReplyObject {
    const out: Record<string, Json> = Object.create(null) as Record<string, Json>;
    this.at++;
    for (;;) {
      this.#commas();
      const c = this.#peek();
      if (c === "}") break;
      const key = c === '"' || c === "'" ? this.#string(c) : this.#bare();
      this.#space();
      if (this.#peek() !== ":") this.#fail(`there is no colon after ${JSON.stringify(key)}`);
      this.at++;
      out[key] = this.value(depth + 1);
    }
    this.at++;
    return out;
  }

  #list(depth: number): Json[] {
    const out: Json[] = [];
    this.at++;
    for (;;) {
      this.#commas();
      if (this.#peek() === "]") break;
      out.push(this.value(depth + 1));
    }
    this.at++;
    return out;
  }

  #string(quote: string): string {
    let out = "";
    for (let i = this.at + 1; i < this.#text.length; i++) {
      const c = this.#text[i]!;
      if (c === quote) {
        this.at = i + 1;
        return out;
      }
      if (c !== "\\") {
        out += c;
        continue;
      }
      const escaped = this.#text[++i] ?? "";
      const hex = escaped === "u" ? /^[0-9a-fA-F]{4}/.exec(this.#text.slice(i + 1, i + 5))?.[0] : undefined;
      if (hex !== undefined) i += 4;
      out +=
        hex === undefined ? (ESCAPES[escaped] ?? escaped) : String.fromCharCode(Number.parseInt(hex, 16));
    }
    throw new Unreadable("a text does not end", true);
  }

  #bare(): string {
    const word = /^[\w$.-]+/.exec(this.#text.slice(this.at, this.at + 80))?.[0];
    if (word === undefined) this.#fail(`${JSON.stringify(this.#peek())} is not expected here`);
    this.at += word!.length;
    return word!;
  }

  #word(): Json {
    this.#peek();
    const word = this.#bare();
    if (Object.hasOwn(WORDS, word)) return WORDS[word]!;
    if (/^-?\d[\d.eE+-]*$/.test(word)) return word;
    // An id without quotes.
    if (/^[a-z]\d+$/i.test(word)) return word;
    return this.#fail(`${JSON.stringify(word)} is not JSON`);
  }

  #peek(): string {
    const c = this.#text[this.at];
    if (c === undefined) throw new Unreadable("the JSON does not end", true);
    return c;
  }
  #space(): void {
    while (/\s/.test(this.#text[this.at] ?? "")) this.at++;
  }
  #commas(): void {
    while (/[\s,]/.test(this.#text[this.at] ?? "")) this.at++;
  }
  #fail(message: string): never {
    throw new Unreadable(message, false);
  }
}
