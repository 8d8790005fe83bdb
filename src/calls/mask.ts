/** Masks keys that a server sends back, in any escaping, before anything is stored or printed. */

/** Removes the secrets from a text. */
export type Mask = (text: string) => string;

const MASKED = "***";
/** Shorter values are words that a reply may well contain. */
const SHORTEST = 8;
/** Of a header that is not named like a secret: only a value that looks like one. */
const SHORTEST_UNNAMED = 16;
const NAMED = /auth|key|token|secret|password|cookie|credential/i;

/** The secrets in these headers: keys as they are, in base64 and in hex, and the password of Basic authentication. */
export function maskOf(headers: Readonly<Record<string, string>>): Mask {
  const secrets = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const [, scheme, credentials] = /^(Bearer|Basic|Token|ApiKey) +(\S.*)$/is.exec(value) ?? [];
    const secret = (credentials ?? value).trim();
    const named = scheme !== undefined || NAMED.test(name);
    if (secret.length < SHORTEST || !(named || looksSecret(secret))) continue;
    secrets.add(secret);
    if (scheme?.toLowerCase() === "basic") {
      const pair = Buffer.from(secret, "base64").toString("utf8");
      const password = pair.slice(pair.indexOf(":") + 1);
      for (const one of [pair, password]) if (one.length >= SHORTEST) secrets.add(one);
    }
    for (const form of encoded(secret)) secrets.add(form);
  }
  // The longest match wins, so a whole key is not left with its end showing.
  const all = [...secrets];
  return all.length === 0 ? (text) => text : (text) => masked(text, all);
}

const looksSecret = (value: string): boolean =>
  value.length >= SHORTEST_UNNAMED && /^\S+$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value);

/** The last characters of base64 depend on what follows; a prefix is found without them. */
function encoded(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const whole = Math.floor((bytes.length * 4) / 3);
  return [
    bytes.toString("base64").slice(0, whole),
    bytes.toString("base64url").slice(0, whole),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
  ];
}

function masked(text: string, secrets: readonly string[]): string {
  let out = "";
  let from = 0;
  for (let at = 0; at < text.length; ) {
    let end = at;
    for (const secret of secrets) end = Math.max(end, matchEnd(text, at, secret));
    if (end === at) {
      at++;
      continue;
    }
    out += text.slice(from, at) + MASKED;
    at = end;
    from = end;
  }
  return from === 0 ? text : out + text.slice(from);
}

/** Where the secret, or its first part, ends in the text; `at` where it is not there. */
function matchEnd(text: string, at: number, secret: string): number {
  let end = at;
  let matched = 0;
  for (; matched < secret.length; matched++) {
    const next = afterCharacter(text, end, secret[matched]!);
    if (next === undefined) break;
    end = next;
  }
  return matched >= SHORTEST ? end : at;
}

// Escapes of JSON and JavaScript (once or several times), of addresses, and of HTML. Sticky and bounded: linear on any text.
const ESCAPES = [
  /\\{1,16}u([0-9a-fA-F]{4})/y,
  /\\{1,16}u\{0{0,4}([0-9a-fA-F]{1,6})\}/y,
  /\\{1,16}x([0-9a-fA-F]{2})/y,
  /%(?:25){0,4}([0-9a-fA-F]{2})/y,
  /&#[xX]0{0,6}([0-9a-fA-F]{1,6});/y,
] as const;
const DECIMAL = /&#0{0,6}(\d{1,7});/y;
const ESCAPED_SIGN = /\\{1,16}([^a-zA-Z0-9\\])/y;

/** The position after this character, plain or escaped; undefined if the text has another. */
function afterCharacter(text: string, at: number, character: string): number | undefined {
  const found = text[at];
  if (found === character) return at + 1;
  if (found === "\\" || found === "%" || found === "&") {
    for (const pattern of ESCAPES) {
      pattern.lastIndex = at;
      const [whole, hex] = pattern.exec(text) ?? [];
      if (whole !== undefined && Number.parseInt(hex!, 16) === character.charCodeAt(0))
        return at + whole.length;
    }
    DECIMAL.lastIndex = at;
    const [whole, digits] = DECIMAL.exec(text) ?? [];
    if (whole !== undefined && Number(digits) === character.charCodeAt(0)) return at + whole.length;
    ESCAPED_SIGN.lastIndex = at;
    const [sign, plain] = ESCAPED_SIGN.exec(text) ?? [];
    if (sign !== undefined && plain === character) return at + sign.length;
  }
  return undefined;
}
