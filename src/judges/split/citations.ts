/** Citation markers say where something is from, not what it says: nothing is split or compared with them. */

// Every part is bounded and every repeated part ends in its own mark, so that each pattern is linear.
const NUMBERS = String.raw`\[{1,2}\^?\d{1,3}(?: ?[,;–-] ?\d{1,3}){0,30}\]{1,2}(?:\([^()\s]{1,300}\))?`;
const NOTES = String.raw`\[\^[\w-]{1,40}\]`;
const SOURCES = String.raw`\[(?:source|doc|document|ref|reference|context|passage|chunk|citation)s?[ :#_-]{0,2}\d{1,3}(?:, ?\d{1,3}){0,30}\]|\[citation needed\]|\[(?:sources?|references?|refs?): ?[^[\]\n]{1,120}\]`;
/** As OpenAI's assistants cite: 【4:0†source】. */
const DAGGERS = String.raw`【\d{1,3}(?::\d{1,3})?†[^【】\n]{0,60}】`;
const MONTH =
  "(?!(?:January|February|March|April|May|June|July|August|September|October|November|December|Spring|Summer|Autumn|Fall|Winter)[, ])";
const NAME = String.raw`(?:(?:de|van|von|der|den|la|le|di|da|al|el) ){0,2}\p{Lu}[\p{L}'’-]{1,30}`;
const MORE = String.raw`(?:, ${NAME}){0,5},? (?:&|and) ${NAME}| et al\.?`;
const YEAR = String.raw`(?:19|20)\d\d[a-z]?(?:, (?:pp?\. ?)?\d{1,4}(?:[–-]\d{1,4})?)?`;
/** One name needs the comma: (Tokyo 2020) is a name itself. */
const WORK = `${MONTH}${NAME}(?:(?:${MORE}),?|,) ${YEAR}`;
const WORKS = String.raw`\((?:see |cf\. |e\.g\.,? )?${WORK}(?:; ${WORK}){0,15}\)`;

/** Behind a mark or a whole word; "km²" and "m³" are units, "x²" is a formula. */
const RAISED =
  /(?<=[.,;:!?)\]"”’%]|\p{Ll}{4}|\d{4})[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}(?:[,⁻][⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}){0,10}(?![\p{L}\p{N}])/gu;
const TAGGED = /<sup>(?:\[?\d{1,3}\]?,? ?){1,10}<\/sup>/gi;

const ANY = new RegExp([NUMBERS, NOTES, SOURCES, DAGGERS].join("|"), "giu");
const BY_AUTHOR = new RegExp(WORKS, "gu");
/** (Source: limits.md), (Document 3), and an address that is no target of a link. */
const BY_NAME =
  /\((?:(?:sources?|references?|refs?): ?[^()\n]{1,120}|(?:sources?|documents?|docs?|passages?|contexts?|chunks?) #?\d{1,3}(?:, ?\d{1,3}){0,30})\)|(?<!\])\(https?:[^()\s]{1,300}\)/gi;

/** The text with blanks in the place of `[1]`, `[^2]`, `[1, 3-5]` and `(Smith, 2020)`: every other character keeps its place. */
export function withoutCitations(text: string): string {
  // Most texts have none.
  let marked = text.includes("[") || text.includes("【") ? text.replace(ANY, blanks) : text;
  if (hasRaised(marked)) marked = marked.replace(RAISED, blanks);
  if (marked.includes("<sup>")) marked = marked.replace(TAGGED, blanks);
  return marked.includes("(") ? marked.replace(BY_AUTHOR, blanks).replace(BY_NAME, blanks) : marked;
}

/** Ten searches for a character take less time than one for any of them. */
const hasRaised = (text: string): boolean => {
  for (const digit of raised) if (text.includes(digit)) return true;
  return false;
};
const raised = [..."⁰¹²³⁴⁵⁶⁷⁸⁹"];
const blanks = (match: string): string => " ".repeat(match.length);
