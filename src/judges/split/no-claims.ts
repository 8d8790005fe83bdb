/** What models write around their claims: thoughts, announcements of a list, lists of sources, remarks about themselves. */

/** The text without `<think>…</think>`: what a model wrote for itself. */
export function withoutThoughts(text: string): string {
  let rest = text;
  for (let from = rest.indexOf(OPEN); from >= 0; from = rest.indexOf(OPEN, from)) {
    const to = rest.indexOf(CLOSE, from);
    // Never closed: where it ends is not known.
    if (to < 0) break;
    rest = `${rest.slice(0, from)}\n${rest.slice(to + CLOSE.length)}`;
  }
  return rest;
}
const OPEN = "<think>";
const CLOSE = "</think>";

/** "Here are the fees:", "The fees are as follows:". What has words of its own ("The port has three docks:") is a claim. */
const announces = (statement: string): boolean =>
  statement.endsWith(":") &&
  (/^here(?:['’]s| is| are)\b/i.test(statement) ||
    /\b(?:as follows|the following|listed below)\b/i.test(statement));
const ABOUT_ITSELF =
  /^(?:please note that |note that |please remember that )?(?:I am|I['’]m|as) an? (?:AI|language model|large language model)\b/i;

/** Of one statement, without its markup. */
export const isRemark = (statement: string): boolean => announces(statement) || ABOUT_ITSELF.test(statement);

const SOURCES = /^(?:sources?|references?|citations?|bibliography)\s*:/i;
const ITEM = /^\s*(?:[-*+•‣◦·]\s|\(?\d{1,3}[.)]\s|\[|https?:)/i;

/** Which statements say where the others are from: "Sources: …", and the items below such a line. */
export function saysSources(
  statements: readonly { readonly text: string; readonly plain: string }[],
): boolean[] {
  let inList = false;
  return statements.map(({ text, plain }) => {
    const label = SOURCES.exec(plain)?.[0];
    inList = label === undefined ? inList && ITEM.test(text) : true;
    return inList;
  });
}

const SORRY = /^(?:(?:I am|I['’]m) sorry|sorry|unfortunately),? (?:but )?/i;
const UNKNOWN = [
  /^I (?:do not|don['’]t) know\b/i,
  /^I (?:do not|don['’]t) have (?:enough |any |sufficient |the )?(?:information|context|details|data)\b/i,
  /^I (?:cannot|can['’]t|could not|couldn['’]t|am unable to|was unable to|am not able to) (?:answer|find|determine|provide|tell|say)\b/i,
  /^(?:the|this|these|your) (?:(?:provided|given|retrieved|above|available|supplied) )?(?:contexts?|documents?|passages?|texts?|information|sources?|excerpts?|articles?|search results?|documentation)(?: provided| given| above| available| you provided| you gave)? (?:does not|doesn['’]t|do not|don['’]t) (?:contain|mention|include|provide|say|state|specify|answer|give|cover|have)\b/i,
  /^there (?:is|was) (?:no|not enough|insufficient) (?:information|mention)\b/i,
];

/** "I don't know.", "The provided context does not say when": without an answer there is nothing to support. */
export function isNoAnswer(sentence: string): boolean {
  const said = sentence.replace(SORRY, "");
  return UNKNOWN.some((pattern) => pattern.test(said));
}
