/** Which made questions can serve as gold: the source is found at all, and no other passage answers as well. */
import type { DocId } from "../core/ids.ts";
import { stem } from "../text/stem.ts";
import { isStopWord } from "../text/stop-words.ts";
import { foldTokens } from "../text/tokens.ts";
import type { CorpusPassage } from "./sample.ts";

/** The best `k` passages for a query. */
export type SearchPassages = (query: string, k: number) => readonly DocId[];

/** How deep a search looks for the source. */
const DEPTH = 50;

export type QuestionVerdict = "kept" | "not-found" | "ambiguous";

/**
 * ambiguous: another passage that was found has every term of the question that the source has, so it may answer it
 * as well.
 */
export function judgeQuestion(
  question: string,
  source: CorpusPassage,
  search: SearchPassages,
  passageOf: (id: DocId) => CorpusPassage | undefined,
): QuestionVerdict {
  const found = search(question, DEPTH);
  if (!found.includes(source.id)) return "not-found";
  const asked = termsIn(question);
  const inSource = termsIn(textOf(source));
  const matched = [...asked].filter((term) => inSource.has(term));
  const isAsGood = (id: DocId): boolean => {
    const other = id === source.id ? undefined : passageOf(id);
    if (other === undefined) return false;
    const terms = termsIn(textOf(other));
    return matched.every((term) => terms.has(term));
  };
  return found.some(isAsGood) ? "ambiguous" : "kept";
}

const textOf = ({ title, text }: CorpusPassage): string => (title === undefined ? text : `${title}\n${text}`);

const termsIn = (text: string): ReadonlySet<string> =>
  new Set(
    foldTokens(text)
      .filter(({ key }) => !isStopWord(key))
      .map(({ key, kind }) => (kind === "word" ? stem(key) : key)),
  );
