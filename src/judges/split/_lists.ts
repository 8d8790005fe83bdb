/** Lists whose every item makes a claim: "The causes of D are A, B and C", "A, B and C cause D". Sentences come without their final mark. */
import {
  bare,
  collective,
  firstWord,
  hasVerb,
  isCapital,
  listMarkers,
  pluralVerbs,
  prepositions,
  pronouns,
  subordinators,
  wordsOf,
} from "./_grammar.ts";
import { placesOutside } from "./_outside.ts";

export interface ListItem {
  readonly text: string;
  readonly focus: string;
}

const LONGEST_ITEM = 6;
const MOST_ITEMS = 15;

/** One sentence for each item; undefined where there is no list, or no clear one. */
export function splitList(sentence: string): readonly ListItem[] | undefined {
  if (!/ (?:and|&) |, | as well as /.test(sentence)) return undefined;
  return splitTail(sentence) ?? splitSubject(sentence);
}

/** "A, B, and C", "A and B" → its items. */
function itemsOf(text: string): string[] | undefined {
  const segments: string[] = [];
  let from = 0;
  for (const { at, match } of placesOutside(text, /, /g)) {
    segments.push(text.slice(from, at));
    from = at + match.length;
  }
  const last = text.slice(from);
  const opener = /^(?:and|&|as well as) /.exec(last);
  if (opener !== null && segments.length > 0) return [...segments, last.slice(opener[0].length)];
  const [inner, second] = placesOutside(last, / (?:and|&|as well as) /g);
  if (inner === undefined || second !== undefined) return undefined;
  return [...segments, last.slice(0, inner.at), last.slice(inner.at + inner.match.length)];
}

function isItem(item: string): boolean {
  const words = wordsOf(item);
  if (words.length === 0 || words.length > LONGEST_ITEM) return false;
  const first = bare(words[0]!);
  if (
    subordinators.has(first) ||
    pronouns.has(first) ||
    /^(?:and|or|but|not|then|also|been|both|instead|rather|e\.g|including|such|like)$/.test(first)
  )
    return false;
  return !hasVerb(item) && !/[;:]|,$|\b(?:who|which|that|whose|whom|where|when)\b/.test(item);
}

function splitTail(sentence: string): readonly ListItem[] | undefined {
  // The last marker is the nearest to the list: "are materials such as A, B and C".
  for (const { at, match } of [...placesOutside(sentence, listMarkers)].reverse()) {
    let from = at + match.length;
    if (sentence[from] === ":") from++;
    const head = sentence.slice(0, from);
    if (at === 0 || collectiveTail(head)) continue;
    const items = itemsOf(sentence.slice(from).trim());
    if (items === undefined || items.length > MOST_ITEMS || !items.every(isItem)) continue;
    if (items.length === 2 && !isPair(items)) continue;
    // "Face of the City: Numbers, Change and Hope" is a title.
    if (match === ":" && isCapital(wordsOf(sentence.slice(0, at)).at(-1) ?? "")) continue;
    // "the sister of A, B and C": the list may be inside the first item.
    if (hasPreposition(items[0]!) && !items.slice(1).some(hasPreposition)) continue;
    if (/^(?:an?|the) /i.test(items[0]!) && !items.every(isNamed)) continue;
    if (/ed$|^(?:given|sent|built|made|found|known|held|born|seen|used)$/.test(firstWord(items[0]!)))
      continue;
    // "in A, in B and in C" is a list too; "A, in B and C" is not.
    const led = items.filter((item) => prepositions.has(bare(firstWord(item)))).length;
    if (led !== 0 && led !== items.length) continue;
    return items.map((item) => ({ text: `${head} ${item}`, focus: item }));
  }
  return undefined;
}

/** "had between", "is either": what follows belongs together. */
const collectiveTail = (head: string): boolean =>
  /\b(?:between|both|either|neither|not|from)\b/i.test(head.slice(head.lastIndexOf(",") + 1));

const hasPreposition = (item: string): boolean =>
  wordsOf(item)
    .slice(1)
    .some((word) => prepositions.has(bare(word)));

/** Two items are short and alike: "the size and shape of a ball", "old and new towns" are one thing. */
const isPair = (items: readonly string[]): boolean =>
  new Set(items.map((item) => wordsOf(item).length)).size === 1 &&
  items.every((item) => {
    const words = wordsOf(item);
    return words.length <= 3 && !words.some((word) => prepositions.has(bare(word))) && !/\d/.test(item);
  });

/** Lists such as "a significant cultural, political and military power" cannot be split. */
const isNamed = (item: string): boolean => /^(?:an?|the|its|his|her|their|\p{Lu}\S*) ?/u.test(item);

function splitSubject(sentence: string): readonly ListItem[] | undefined {
  const words = wordsOf(sentence);
  const first = bare(firstWord(sentence));
  if (prepositions.has(first) || subordinators.has(first)) return undefined;
  const verb = words.findIndex((word) => Object.hasOwn(pluralVerbs, word));
  if (verb < 3 || verb === words.length - 1) return undefined;
  const subject = words.slice(0, verb).join(" ");
  const predicate = words.slice(verb + 1).join(" ");
  const items = itemsOf(subject);
  // Two may be one thing: "Tom and Jerry are friends".
  if (items === undefined || items.length < 3 || items.length > MOST_ITEMS) return undefined;
  if (!items.every((item) => isItem(item) && !/\d/.test(item)) || collective.test(predicate))
    return undefined;
  // "were the judges" holds for all of them, "was one of the judges" for each.
  const rest =
    /^(?:are|were)$/.test(words[verb]!) && predicate.startsWith("the ") ? `one of ${predicate}` : predicate;
  return items.map((item) => ({
    text: `${item} ${/[^s]s$/.test(item) ? words[verb]! : pluralVerbs[words[verb]!]!} ${rest}`,
    focus: item,
  }));
}
