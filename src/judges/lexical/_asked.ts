/** What kind of thing an English question asks for, and whether a statement has one. */
import { foldTokens, type Token } from "../../text/tokens.ts";
import { usuallyLower } from "./words.ts";

export type AskedKind = "person" | "time" | "number" | "place" | "reason";

const asks: readonly (readonly [AskedKind, RegExp])[] = [
  ["time", /\bwhen\b|\b(?:what|which) (?:year|date|day|month|century|time)\b|\bhow long ago\b/i],
  ["number", /\bhow (?:many|much|long|old|far|tall|big|large|high|deep|often|fast|heavy)\b/i],
  ["place", /\bwhere\b|\b(?:what|which) (?:country|city|state|place|town|continent)\b/i],
  ["reason", /\bwhy\b|\bwhat (?:caused|causes)\b/i],
  ["person", /\bwho(?:m|se)?\b/i],
];

export const kindAsked = (question: string): AskedKind | undefined =>
  asks.find(([, words]) => words.test(question))?.[0];

const because =
  /\b(?:because|due to|since|so that|therefore|caused?|causes|reason|reasons|in order to|as a result|result of|led to)\b/i;
const placed = /\b(?:in|at|near|from|of|on|located|north|south|east|west)\s+(?:the\s+)?[\p{Lu}`]/u;

export function answersKind(
  kind: AskedKind,
  statement: string,
  tokens: readonly Token[],
  question: string,
): boolean {
  if (kind === "reason") return because.test(statement);
  if (kind === "place") return placed.test(statement);
  if (kind === "number") return tokens.some((token) => token.kind === "number");
  if (kind === "time")
    return tokens.some(
      ({ kind, key }) => kind === "date" || /^#(?:1\d|20)\d\ds?$/.test(key) || key === "century",
    );
  const asked = new Set(foldTokens(question).map(({ key }) => key));
  return tokens.some(
    ({ key, start }, i) =>
      i > 0 && /\p{Lu}/u.test(statement[start]!) && !asked.has(key) && usuallyLower(key) !== true,
  );
}
