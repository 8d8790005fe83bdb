/** A strict JSON parser with error positions, keys in file order, and whole numbers beyond the range of a double. */

export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;

/** An object as written: keeps duplicate keys and the order of number-like keys. */
export class JsonObject {
  readonly keys: string[] = [];
  readonly values: JsonValue[] = [];

  get(key: string): JsonValue | undefined {
    const at = this.keys.indexOf(key);
    return at < 0 ? undefined : this.values[at];
  }

  /** For messages that show it. */
  toJSON(): object {
    return Object.fromEntries(this.keys.map((key, i) => [key, this.values[i]]));
  }

  /** A duplicate key, if any. */
  twice(): string | undefined {
    const { keys } = this;
    if (keys.length < 9) return keys.find((key, i) => keys.indexOf(key) < i);
    const seen = new Set<string>();
    return keys.find((key) => seen.size === seen.add(key).size);
  }
}

/** Where the text stops being JSON. */
export class JsonError extends Error {
  override readonly name = "JsonError";
  /** The character, from 0. */
  readonly position: number;
  constructor(what: string, position: number) {
    super(what);
    this.position = position;
  }
}

const DEEPEST = 500;
/** No real id has more digits; parsing a bigint of a million digits takes minutes. */
const MOST_DIGITS = 100;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const WORDS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/**
 * The value that a text shows. Whole numbers beyond 2^53 become a bigint, so that none of their digits is lost.
 * @example parseJson('[34952194402811904]') // [34952194402811904n]
 */
export function parseJson(text: string): JsonValue {
  const reader = new JsonReader(text);
  const value = reader.value(0);
  reader.blanks();
  if (reader.at < text.length) throw reader.unexpected();
  return value;
}

class JsonReader {
  at = 0;
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }

  blanks(): void {
    for (;;) {
      const c = this.#text.charCodeAt(this.at);
      if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return;
      this.at++;
    }
  }

  value(depth: number): JsonValue {
    if (depth > DEEPEST) throw new JsonError(`values are nested more than ${DEEPEST} deep`, this.at);
    this.blanks();
    switch (this.#text.charCodeAt(this.at)) {
      case 0x22:
        return this.#string();
      case 0x7b:
        return this.#object(depth);
      case 0x5b:
        return this.#array(depth);
      default:
        return this.#word();
    }
  }

  #object(depth: number): JsonObject {
    const object = new JsonObject();
    this.at++;
    if (this.#taken(0x7d)) return object;
    do {
      this.blanks();
      if (this.#text.charCodeAt(this.at) !== 0x22) throw this.unexpected();
      object.keys.push(this.#string());
      if (!this.#taken(0x3a)) throw this.unexpected();
      object.values.push(this.value(depth + 1));
    } while (this.#taken(0x2c));
    if (!this.#taken(0x7d)) throw this.unexpected();
    return object;
  }

  #array(depth: number): JsonValue[] {
    const list: JsonValue[] = [];
    this.at++;
    if (this.#taken(0x5d)) return list;
    do list.push(this.value(depth + 1));
    while (this.#taken(0x2c));
    if (!this.#taken(0x5d)) throw this.unexpected();
    return list;
  }

  #string(): string {
    const text = this.#text;
    const start = this.at;
    let escaped = false;
    for (let i = start + 1; ; i++) {
      const c = text.charCodeAt(i);
      if (c === 0x22) {
        this.at = i + 1;
        break;
      }
      if (c === 0x5c) {
        escaped = true;
        i++;
      } else if (c < 0x20 || Number.isNaN(c)) {
        this.at = i;
        throw this.unexpected();
      }
    }
    if (!escaped) return text.slice(start + 1, this.at - 1);
    try {
      return JSON.parse(text.slice(start, this.at)) as string;
    } catch {
      const bad = text.slice(start, this.at).search(/\\(?!["\\/bfnrt]|u[\da-fA-F]{4})(?<!\\\\)/);
      throw new JsonError("invalid escape in a string", start + Math.max(bad, 0));
    }
  }

  #word(): JsonValue {
    NUMBER.lastIndex = this.at;
    const number = NUMBER.exec(this.#text);
    if (number !== null) return this.#number(number);
    for (const [word, value] of WORDS)
      if (this.#text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    throw this.unexpected();
  }

  #number([written, fraction, exponent]: RegExpExecArray): number | bigint {
    const start = this.at;
    const value = Number(written);
    const whole = fraction === undefined && exponent === undefined;
    if (!Number.isFinite(value) || (whole && written.length > MOST_DIGITS))
      throw new JsonError("a number is too large", start);
    this.at += written.length;
    return whole && !Number.isSafeInteger(value) ? BigInt(written) : value;
  }

  #taken(code: number): boolean {
    this.blanks();
    if (this.#text.charCodeAt(this.at) !== code) return false;
    this.at++;
    return true;
  }

  unexpected(): JsonError {
    const text = this.#text;
    if (this.at >= text.length) return new JsonError("unexpected end of input", text.length);
    const word = /[-+]?[A-Za-z]\w*|[\s\S]/uy;
    word.lastIndex = this.at;
    return new JsonError(
      `unexpected ${JSON.stringify(word.exec(text)![0]).replace(/^"(\\")"/, "$1")}`,
      this.at,
    );
  }
}
