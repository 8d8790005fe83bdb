/** Recognises the keys of rows and hits in JSON by their bytes. */

/** What the keys of a row and of a hit mean. 0: nothing, if its value is a plain one. */
export const OTHER = 0;
export const ID = 1;
export const QUERY = 2;
export const QUERY_ID = 3;
export const DOC = 4;
export const DOC_ID = 5;
export const HITS = 6;
export const SCORE = 7;
/** A key that changes what the row means: the row is parsed. */
export const SPECIAL = 8;

export function keyOf(b: Uint8Array, at: number, length: number): number {
  const is = (word: string): boolean => {
    for (let i = 0; i < length; i++) if (b[at + i] !== word.charCodeAt(i)) return false;
    return true;
  };
  switch (length) {
    case 1:
      return is("q") ? SPECIAL : OTHER;
    case 2:
      return is("id") ? ID : OTHER;
    case 3:
      return is("doc") ? DOC : is("end") || is("qid") ? SPECIAL : OTHER;
    case 4:
      return is("hits") ? HITS : is("rank") ? SPECIAL : OTHER;
    case 5:
      return is("score")
        ? SCORE
        : is("query")
          ? QUERY
          : is("start") || is("lines") || is("error")
            ? SPECIAL
            : OTHER;
    case 6:
      return is("doc_id") ? DOC_ID : OTHER;
    case 8:
      return is("query_id") ? QUERY_ID : is("question") ? SPECIAL : OTHER;
    case 11:
      // A document, whose id is decided together with all others.
      return is("pageContent") ? SPECIAL : OTHER;
    case 12:
      return is("page_content") ? SPECIAL : OTHER;
    default:
      return OTHER;
  }
}
