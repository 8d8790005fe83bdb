/**
 * What opens a sentence and claims nothing: "Yes,", "Unfortunately,", "Based on the provided context,", "According to document 2,".
 * Found by form: up to the first comma or colon there is an adverb, or nothing but small words and words about texts and answers.
 */
import { isStopWord } from "../../text/stop-words.ts";

const listOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Without content at the opening of a sentence, though neither small words nor adverbs: form cannot tell them. */
const frames = listOf(`
  yes no yeah yep nope sure ok okay right correct true great good well hi hello thanks thank please indeed
  however hence thus therefore moreover furthermore besides nevertheless nonetheless meanwhile otherwise instead likewise otherwise
  first second third next last then overall altogether perhaps maybe again
  addition result results summary conclusion short sum brief fact course example instance contrast particular general total case
  words hand side way end terms regard regards note notes importantly
  based according accordingly provided given retrieved above following available supplied mentioned stated described shown noted seen found
  context contexts document documents passage passages text texts source sources excerpt excerpts article articles information data search documentation docs
  answer answers question questions respond response reply
  said say says see know known let ask asked hope helps help helpful need needs feel further details clarification
  summarise summarize conclude answering summing summarising summarizing`);
/** Of the whole sentence, and of nothing in it: "Orally," and "Annually," say how and when. */
const adverbs = listOf(`
  unfortunately fortunately thankfully luckily sadly hopefully regrettably admittedly honestly frankly
  additionally consequently accordingly similarly conversely alternatively finally lastly firstly secondly thirdly ultimately
  clearly obviously evidently apparently certainly definitely absolutely surely really actually undoubtedly naturally
  basically essentially briefly simply generally typically usually normally broadly overall
  notably specifically importantly interestingly surprisingly remarkably particularly especially
  presumably possibly probably supposedly reportedly allegedly seemingly`);
const isAdverb = (word: string): boolean => adverbs.has(word);
const isEmpty = (word: string): boolean => isStopWord(word) || frames.has(word) || isAdverb(word);

/** Other languages, as models open their answers in them; the sentence goes on without a comma. */
const ELSEWHERE = [
  /^(?:laut|gemäß|nach|basierend auf) (?:dem|den|der) (?:(?:bereitgestellten|vorliegenden|gegebenen|obigen) )?(?:kontext|dokument|dokumenten|text|texten|quellen?|informationen|angaben)(?: \d{1,3})?,? /i,
  /^(?:d['’]après|selon) (?:le|la|les) (?:contexte|documents?|textes?|sources?|informations)(?: fournie?s?)?,? /i,
  /^(?:según|de acuerdo con) (?:el|la|los|las) (?:contexto|documentos?|textos?|fuentes?|información)(?: proporcionad[oa]s?)?,? /i,
  /^(?:提供された|与えられた)?(?:コンテキスト|文書|資料|情報)(?:によると|によれば)、?/,
];

/** Followed by a comma or not. */
const ALONE = /^(?:additionally|moreover|furthermore|unfortunately|fortunately|consequently)\s+/i;
const TEXTS =
  "contexts?|documents?|passages?|texts?|information|sources?|excerpts?|articles?|search results?|data|documentation|docs";
const WHICH = `(?:the|this|these|your) (?:(?:provided|given|retrieved|above|following|available|supplied) )?(?:${TEXTS})(?: (?:provided|given|above|available|you (?:provided|gave)))?(?: \\d{1,3})?`;
const SAYS = new RegExp(
  String.raw`^(?:${WHICH}|(?:${TEXTS}) \d{1,3}) (?:states?|says?|mentions?|indicates?|notes?|shows?) that\s+`,
  "i",
);

const LONGEST = 9;
/** The end of an opener: a comma, a colon, a dash, or the mark of a sentence of one word ("Yes. the mill"). */
const END = /^[^,:;!—–]{1,80}?(?:[,:;!](?=\s)| ?[—–](?=\s)| -(?=\s)|\.(?=\s+[a-z]))\s+/u;
/** "Feel free" is one word here: "Free: 60 a minute" speaks of a plan. */
const words = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/\bfeel free\b/g, "feel")
    .match(/[\p{L}\p{N}'’]+/gu) ?? [];

/** "Here's" is "here". */
function bare(word: string): string {
  const end = word.search(/['’]/);
  return end < 0 ? word : word.slice(0, end);
}

/** Small words only ("After that,"), or more than them; a number only behind a word for a text. */
function isFrame(part: string): boolean {
  const all = words(part).map(bare);
  if (all.length === 0 || all.length > LONGEST) return false;
  // "Yes won the prize," is no opener; nor is "She did,".
  if (
    !all.some((word) => frames.has(word) || isAdverb(word)) &&
    !/^(?:after|before|because of|with|for|in|on|to) (?:that|this|all)\b/i.test(part)
  )
    return false;
  return all.every(
    (word, i) =>
      isEmpty(word) ||
      (/^\d{1,3}$/.test(word) &&
        /^(?:document|passage|context|source|article|text|result)s?$/.test(all[i - 1] ?? "")),
  );
}

/** As many as may follow one another: "Yes, unfortunately, based on the context, ...". */
const MOST = 5;

/** The sentence without what opens it. */
export function withoutOpeners(sentence: string): string {
  let rest = sentence;
  for (let i = 0; i < MOST; i++) {
    const opener = openerOf(rest);
    if (opener === "" || !/[\p{L}\p{N}]/u.test(rest.slice(opener.length))) break;
    rest = rest.slice(opener.length);
  }
  return rest;
}

function openerOf(sentence: string): string {
  const part = END.exec(sentence)?.[0];
  if (part !== undefined && isFrame(part) && !isKey(part, sentence.slice(part.length))) return part;
  for (const pattern of [ALONE, SAYS, ...ELSEWHERE]) {
    const found = pattern.exec(sentence)?.[0];
    if (found !== undefined) return found;
  }
  return "";
}

const LABELS = listOf("answer response reply summary conclusion note short brief yes no");
const FEW = 4;

/** "Total: 600" is a key with its value, "Answer: 600" is not. */
function isKey(part: string, rest: string): boolean {
  return part.trimEnd().endsWith(":") && words(rest).length < FEW && !words(part).some((w) => LABELS.has(w));
}

const beings = listOf("is are was were be been not");
const predicates = listOf(`
  available known given provided supplied retrieved described shown seen found said first second third next last
  good great well short brief total general particular`);

/** "Yes." and "I hope this helps!" by themselves: a frame and nothing in it. */
export function isOpener(sentence: string): boolean {
  const all = words(sentence).map(bare);
  // "It is available." says something of what was spoken of.
  if (beings.has(all.at(-2) ?? "") && predicates.has(all.at(-1)!)) return false;
  return (
    all.length <= LONGEST * 2 && all.some((word) => frames.has(word) || isAdverb(word)) && all.every(isEmpty)
  );
}
