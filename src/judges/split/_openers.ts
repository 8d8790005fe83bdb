/** Words that open a sentence and claim nothing: "Yes,", "Additionally,", "Based on the provided context,". */

const listed = (words: string): string => words.trim().split(/\s+/).join("|");

const WORDS = listed(`
  yes no yeah yep nope sure certainly absolutely correct right ok okay well indeed actually
  additionally moreover furthermore besides also similarly likewise
  unfortunately fortunately consequently therefore thus hence accordingly subsequently so then
  however nevertheless nonetheless still conversely alternatively instead otherwise meanwhile
  overall finally lastly ultimately first firstly second secondly third thirdly next
  specifically notably importantly interestingly essentially basically generally typically clearly obviously`);
const PHRASES =
  "in addition|as a result|in summary|in conclusion|in short|to summari[sz]e|to sum up|in other words|in fact|of course|as such|that said|on the other hand|by contrast|in contrast|for example|for instance";
/** Followed by a comma or not. */
const ALONE = "additionally|moreover|furthermore|unfortunately|fortunately|consequently";

const TEXTS =
  "contexts?|documents?|passages?|texts?|information|sources?|excerpts?|articles?|search results?|data";
const WHICH = `(?:the|this|these|your) (?:(?:provided|given|retrieved|above|following|available|supplied) )?(?:${TEXTS})(?: (?:provided|given|above|available|you (?:provided|gave)))?`;

const OPENERS = [
  new RegExp(String.raw`^(?:${WORDS}|${PHRASES})(?:[,:;!]|\.(?=\s+[a-z])| ?[—–]| -)\s+`, "i"),
  new RegExp(String.raw`^(?:${ALONE})\s+`, "i"),
  new RegExp(
    String.raw`^(?:based (?:up)?on|according to|as (?:stated|mentioned|described|noted) in|per|from|given|in) ${WHICH},\s+`,
    "i",
  ),
  new RegExp(String.raw`^${WHICH} (?:states?|says?|mentions?|indicates?|notes?) that\s+`, "i"),
];
const ONLY = new RegExp(String.raw`^(?:${WORDS}|${PHRASES})[\s,:;!.—–-]*$`, "i");

/** As many as may follow one another: "Yes, unfortunately, based on the context, ...". */
const MOST = 4;

/** The sentence without what opens it. */
export function withoutOpeners(sentence: string): string {
  let rest = sentence;
  for (let i = 0; i < MOST; i++) {
    const opener = OPENERS.map((pattern) => pattern.exec(rest)?.[0]).find((found) => found !== undefined);
    if (opener === undefined || !/[\p{L}\p{N}]/u.test(rest.slice(opener.length))) break;
    rest = rest.slice(opener.length);
  }
  return rest;
}

/** "Yes." and "Of course!" by themselves. */
export const isOpener = (sentence: string): boolean => ONLY.test(sentence.trim());
