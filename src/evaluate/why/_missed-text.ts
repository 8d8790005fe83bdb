import { createTextIndex } from "../../match/text/index-texts.ts";

/** Shorter pieces occur in too many documents. */
const LEAST = 40;

/** Does a hit's text hold the document's, or is it a piece of it? Case, white space, quotes and Markdown do not matter. */
export function holdsText(document: string): (hit: string) => boolean {
  const lower = document.toLowerCase();
  const word = longestWord(lower);
  if (word === undefined) return () => false;
  const index = createTextIndex([document], "normalised");
  return (hit) => {
    // Reading every text letter by letter costs much; most share not even a word.
    const other = hit.toLowerCase();
    if (other.includes(word) && index.find(hit).length > 0) return true;
    if (hit.length < LEAST || hit.length > document.length) return false;
    const piece = longestWord(other);
    return (
      piece !== undefined &&
      lower.includes(piece) &&
      createTextIndex([hit], "normalised").find(document).length > 0
    );
  };
}

function longestWord(text: string): string | undefined {
  let longest: string | undefined;
  for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? [])
    if (longest === undefined || word.length > longest.length) longest = word;
  return longest;
}
