/** Splits a reference answer or a response into claims that can be true or false separately. If in doubt, it does not split. */
import { splitClauses, splitRelative, splitVerbs } from "./_clauses.ts";
import { splitList } from "./_lists.ts";
import { isOpener, withoutOpeners } from "./_openers.ts";
import { headingLevel, withoutMarkup } from "./markdown.ts";
import { isRemark, saysSources, withoutThoughts } from "./no-claims.ts";
import { splitStatements } from "./statements.ts";

export interface SplitClaim {
  /** A sentence. */
  readonly text: string;
  /** Of claims that came from one list ("the causes are A, B and C"): what only this one says. */
  readonly focus?: string;
}

/** The claims of a text in order; a text without words has none. */
export function splitClaims(text: string): readonly SplitClaim[] {
  const statements = splitStatements(withoutThoughts(text))
    .map(({ text }) => ({ text, plain: withoutMarkup(text).trim() }))
    .filter(({ plain }) => word.test(plain));
  const areSources = saysSources(statements);
  // A heading claims nothing, nor does a list of sources, unless it is all there is.
  const below = statements.filter(
    ({ text, plain }, i) => headingLevel(text) === undefined && !areSources[i] && !isRemark(plain),
  );
  const claims = (below.length > 0 ? below : statements).flatMap(({ text }) => claimsOf(text));
  // "Yes." before the sentence that says why claims nothing; alone it is all there is.
  const telling = claims.filter((claim) => !isOpener(claim.text));
  return telling.length > 0 ? telling : claims;
}

/** "- ", "3. ", "## ", "> " in front of a statement. */
const marker = /^(?:[-*+•‣◦·]|\(?\d{1,3}[.)]|#{1,6}|>)\s+/;

const word = /[\p{L}\p{N}]/u;

function claimsOf(statement: string): readonly SplitClaim[] {
  const written = inOneLine(withoutMarkup(statement.replace(/^\s+/, "").replace(marker, "")));
  const line = capitalLike(written, withoutOpeners(written));
  // From the first of a row of dots only: a try from each of 100,000 would take minutes.
  const mark = /(?<![.!?…])[.!?…]+["”’')\]]*$/.exec(line)?.[0] ?? "";
  const sentence = line.slice(0, line.length - mark.length);
  // A question claims nothing that could be taken apart.
  if (mark.includes("?")) return [{ text: line }];
  const parts = splitClauses(sentence).flatMap(splitRelative).flatMap(splitVerbs);
  const claims = parts
    .filter((part) => word.test(part))
    .flatMap((part): readonly SplitClaim[] => splitList(part) ?? [{ text: part }]);
  const [only] = claims;
  if (only === undefined || (claims.length === 1 && only.text === sentence)) return [{ text: line }];
  return claims.map((claim) => ({ ...claim, text: `${capital(claim.text)}${mark === "" ? "." : mark}` }));
}

/** With one space between words, and none before a mark. Most texts are so already. */
function inOneLine(text: string): string {
  let line = text.includes("|") ? text.replace(/\|/g, " ") : text;
  if (/\s\s|[^\S ]/.test(line)) line = line.replace(/\s+/g, " ");
  if (/ [,.;:!?]/.test(line)) line = line.replace(/ (?=[,.;:!?](?: |$))/g, "");
  return line.trim();
}

/** Without its opener a sentence begins with a capital as before. */
const capitalLike = (before: string, after: string): string =>
  before === after || !/^\p{Lu}/u.test(before) ? after : capital(after);

const capital = (text: string): string => text.replace(/^\p{Ll}/u, (char) => char.toUpperCase());
