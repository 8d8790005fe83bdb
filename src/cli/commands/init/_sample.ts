/** Five questions made from the user's own documents. */
import { GoldieError } from "../../../core/problem.ts";
import { type CorpusPassage, samplePassages } from "../../../gold/sample.ts";
import { templateQuestions, WordCounts } from "../../../gold/templates.ts";
import { nodeCorpusFiles } from "../../../retrievers/bm25/files.ts";
import { readCorpus } from "../../../retrievers/bm25/read-corpus.ts";

const QUESTIONS = 5;
/** Enough to draw five questions from. */
const MOST_DOCUMENTS = 5000;

/** The documents of a corpus; undefined if it cannot be read. */
export async function passagesIn(cwd: string, corpus: string): Promise<readonly CorpusPassage[] | undefined> {
  const passages: CorpusPassage[] = [];
  try {
    await readCorpus(corpus, {
      files: nodeCorpusFiles(cwd),
      signal: new AbortController().signal,
      take({ id, text, title }) {
        if (passages.length < MOST_DOCUMENTS)
          passages.push({ id: String(id), text, ...(title === undefined ? {} : { title }) });
      },
      warn: () => {},
    });
  } catch (error) {
    if (error instanceof GoldieError) return undefined;
    throw error;
  }
  return passages.length === 0 ? undefined : passages;
}

/** A gold file: questions with their source documents, marked as synthetic. */
export function sampleGold(passages: readonly CorpusPassage[]): {
  readonly text: string;
  readonly count: number;
} {
  const counts = new WordCounts();
  for (const { text } of passages) counts.add(text);
  const drawn = samplePassages(passages, QUESTIONS, 1).passages;
  const rows = (drawn.length === 0 ? passages.slice(0, QUESTIONS) : drawn).map((passage, i) => {
    const [made] = templateQuestions(passage, counts, 0);
    const query = made?.question ?? firstWords(passage.text);
    return { id: `sample-${i + 1}`, query, relevant: [passage.id], tags: { synthetic: "yes" } };
  });
  return { text: rows.map((row) => `${JSON.stringify(row)}\n`).join(""), count: rows.length };
}

const firstWords = (text: string): string => text.trim().split(/\s+/).slice(0, 8).join(" ");
