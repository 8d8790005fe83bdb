import type { JsonSchema, Message } from "../_model-types.ts";

/** Dollars for a million tokens. Passed in: prices change, and pages that list them disagree. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

export const moneyFor = (
  tokens: { readonly input: number; readonly output: number },
  prices: Prices,
): number => (tokens.input * prices.input + tokens.output * prices.output) / 1e6;

// The pieces into which o200k_base cuts a text before it looks anything up: words with the space before them, digits by three, signs, white space.
const pieces =
  /(?:[^\r\n\p{L}\p{N}]?(?<word>[\p{L}\p{M}]+))|(?<digits>\p{N}{1,3})|(?: ?(?<signs>[^\s\p{L}\p{N}]+)[\r\n/]*)|(?<space>\s+)/gu;

/** About how many tokens a text has, without a tokenizer. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const { groups } of text.matchAll(pieces)) {
    const { word, digits, signs, space } = groups as Readonly<Record<string, string | undefined>>;
    if (word !== undefined) tokens += tokensOfWord(word);
    else if (digits !== undefined) tokens += 1;
    else if (signs !== undefined) tokens += tokensOfSigns(signs);
    else if (space !== undefined) tokens += 1;
  }
  return Math.ceil(tokens);
}

function tokensOfWord(word: string): number {
  const first = word.codePointAt(0)!;
  if (first < 0x250) {
    return word.length <= 7 ? 1 : 1 + (word.length - 7) / 5;
  }
  return word.length / 2;
}

const tokensOfSigns = (signs: string): number => Math.max(1, signs.length / 2);

/** Of a request: its messages with what frames them, and the schema that goes with it. */
export function estimateRequest(messages: readonly Message[], schema?: JsonSchema): number {
  let tokens = 3;
  for (const { content } of messages) tokens += 4 + estimateTokens(content);
  return tokens + (schema === undefined ? 0 : estimateTokens(JSON.stringify(schema)));
}
