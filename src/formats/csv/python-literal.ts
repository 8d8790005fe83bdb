/**
 * What Python prints of its values, read back: `repr` of lists, tuples, sets, dicts, strings, numbers, None, and of NumPy arrays.
 * Two values side by side in a list are two entries, as NumPy prints them; `repr` never writes the other meaning (one string in two parts).
 */

/** Where the text stops being a Python value. */
export class PythonLiteralError extends Error {
  override readonly name = "PythonLiteralError";
  /** The character, from 0. */
  readonly position: number;
  constructor(what: string, position: number) {
    super(`${what} at character ${position + 1}`);
    this.position = position;
  }
}

/**
 * The value that a text shows. Lists, tuples, sets and arrays become arrays, dicts become objects, None becomes null;
 * whole numbers beyond 2^53 become a bigint, so that none of their digits is lost.
 * @example parsePythonLiteral("['<urn:uuid:1>', 2, None]") // ["<urn:uuid:1>", 2, null]
 * @example parsePythonLiteral("array(['a' 'b'], dtype=object)") // ["a", "b"]
 */
export function parsePythonLiteral(text: string): unknown {
  const reader = new PythonReader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

const DEEPEST = 200;
const CLOSING: Readonly<Record<string, string>> = { "[": "]", "(": ")", "{": "}" };
const WORDS: Readonly<Record<string, unknown>> = {
  None: null,
  True: true,
  False: false,
  nan: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
};
/** What may stand before a value in parentheses without changing it: array([1]), list(['a']), np.float64(0.5). */
const WRAPPERS = /^(?:(?:np|numpy)\.)?(?:array|list|tuple|set|frozenset|str_|bool_?|u?int\d*|float\d*|UUID)$/;
const STRING_START = /^(?:[rRuU]|[bBfF][rR]?|[rR][bBfF])?["']/;
const NUMBER =
  /[+-]?(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?|inf\b|nan\b)/y;
const NAME = /[A-Za-z_][\w.]*/y;
const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\n": "",
};
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

class PythonReader {
  readonly #text: string;
  #at = 0;
  constructor(text: string) {
    this.#text = text;
  }

  end(): void {
    this.#blanks();
    if (this.#at < this.#text.length) this.#fail("there is more after the value");
  }

  value(depth: number): unknown {
    if (depth > DEEPEST) this.#fail("the lists are nested too deeply");
    this.#blanks();
    const c = this.#text[this.#at];
    if (c === undefined) this.#fail("the text ends where a value should be");
    if (c === "[" || c === "(" || c === "{") return this.#container(c, depth);
    if (STRING_START.test(this.#text.slice(this.#at, this.#at + 3))) return this.#string();
    if (this.#text.startsWith("...", this.#at))
      this.#fail("entries were left out (...) when this was printed");
    const number = this.#match(NUMBER);
    if (number !== undefined) return this.#number(number);
    const start = this.#at;
    const name = this.#match(NAME);
    if (name === undefined) return this.#fail(`${JSON.stringify(c)} starts no Python value`);
    if (Object.hasOwn(WORDS, name)) return WORDS[name];
    if (WRAPPERS.test(name) && this.#text[this.#at] === "(") return this.#wrapped(depth);
    return this.#fail(`${name} is not a Python value that can be read`, start);
  }

  #wrapped(depth: number): unknown {
    this.#at++;
    this.#blanks();
    if (this.#takes(")")) return [];
    const value = this.value(depth + 1);
    this.#blanks();
    // array([...], dtype=object), array([...], shape=(0, 2), dtype=float64): how it is stored says nothing here.
    while (this.#takes(",")) {
      this.#blanks();
      if (this.#match(NAME) === undefined || !this.#takes("=")) this.#fail("a name and = should be here");
      if (this.#match(NAME) === undefined) this.value(depth + 1);
      this.#blanks();
    }
    if (!this.#takes(")")) this.#fail("a closing ) is missing");
    return value;
  }

  #container(open: string, depth: number): unknown {
    const start = this.#at++;
    const close = CLOSING[open]!;
    const list: unknown[] = [];
    let dict: [string, unknown][] | undefined;
    let commas = 0;
    for (;;) {
      this.#blanks();
      if (this.#takes(close)) break;
      if (this.#at >= this.#text.length) this.#fail(`the ${open} that opens here is never closed`, start);
      if (list.length === 0 && dict === undefined && this.#text[this.#at] === ",")
        this.#fail("a value should be before the comma");
      const value = this.value(depth + 1);
      this.#blanks();
      if (open === "{" && this.#takes(":")) {
        dict ??= [];
        if (list.length > 0) this.#fail("a dict cannot hold a value without a key");
        dict.push([String(value), this.value(depth + 1)]);
        this.#blanks();
      } else if (dict !== undefined) this.#fail("a dict cannot hold a value without a key");
      else list.push(value);
      if (this.#takes(",")) {
        commas++;
        this.#blanks();
        if (this.#text[this.#at] === ",") this.#fail("a value is missing between two commas");
      }
    }
    if (dict !== undefined) return Object.fromEntries(dict);
    if (open === "{" && list.length === 0) return {};
    // (1) is 1, (1,) is a tuple.
    return open === "(" && list.length === 1 && commas === 0 ? list[0] : list;
  }

  #number(text: string): number | bigint {
    const plain = text.replaceAll("_", "").replace(/^\+/, "");
    if (/[jJ]/.test(this.#text[this.#at] ?? "")) this.#fail("complex numbers are not supported");
    if (/\w/.test(this.#text[this.#at] ?? "")) this.#fail("a letter follows a number");
    if (/(?:inf|nan)$/.test(plain))
      return plain.endsWith("nan") ? Number.NaN : Number(`${plain}inity`.replace("inf", "Inf"));
    if (!/^-?(?:\d+|0[xXoObB]\w+)$/.test(plain)) return Number(plain);
    const size = BigInt(plain.replace("-", ""));
    const whole = plain.startsWith("-") ? -size : size;
    return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole;
  }

  #string(): string {
    const start = this.#at;
    let raw = false;
    while (!`"'`.includes(this.#text[this.#at]!)) {
      if ("rR".includes(this.#text[this.#at]!)) raw = true;
      this.#at++;
    }
    const quote = this.#text[this.#at]!;
    const mark = this.#text.startsWith(quote.repeat(3), this.#at) ? quote.repeat(3) : quote;
    this.#at += mark.length;
    let out = "";
    let from = this.#at;
    for (;;) {
      const c = this.#text[this.#at];
      if (c === undefined) this.#fail("the string that starts here is never closed", start);
      if (c === quote && this.#text.startsWith(mark, this.#at)) {
        out += this.#text.slice(from, this.#at);
        this.#at += mark.length;
        return out;
      }
      if (c !== "\\") {
        this.#at++;
        continue;
      }
      if (raw) {
        this.#at += 2;
        continue;
      }
      out += this.#text.slice(from, this.#at) + this.#escape();
      from = this.#at;
    }
  }

  #escape(): string {
    const c = this.#text[this.#at + 1] ?? "";
    if (Object.hasOwn(ESCAPES, c)) {
      this.#at += 2;
      return ESCAPES[c]!;
    }
    const octal = /^[0-7]{1,3}/.exec(this.#text.slice(this.#at + 1, this.#at + 4))?.[0];
    if (octal !== undefined) {
      this.#at += 1 + octal.length;
      return String.fromCharCode(Number.parseInt(octal, 8));
    }
    const digits = HEX_DIGITS[c];
    if (digits === undefined) {
      if (c === "N") this.#fail("a character by its name (\\N{…}) is not supported");
      // Python keeps the backslash of an escape that it does not know.
      this.#at += 1 + c.length;
      return `\\${c}`;
    }
    const hex = this.#text.slice(this.#at + 2, this.#at + 2 + digits);
    const code = /^[\da-fA-F]+$/.test(hex) && hex.length === digits ? Number.parseInt(hex, 16) : -1;
    if (code < 0 || code > 0x10ffff) this.#fail(`\\${c} is not followed by ${digits} digits of a character`);
    this.#at += 2 + digits;
    return String.fromCodePoint(code);
  }

  #blanks(): void {
    const text = this.#text;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (code === 32 || (code >= 9 && code <= 13)) this.#at++;
      else return;
    }
  }

  #takes(c: string): boolean {
    if (this.#text[this.#at] !== c) return false;
    this.#at++;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #fail(what: string, position = this.#at): never {
    throw new PythonLiteralError(what, position);
  }
}
