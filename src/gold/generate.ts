/** Synthetic gold: questions made from passages, each with its passage as the answer's place. */
import type { DocId } from "../core/ids.ts";
import { randomFrom } from "../core/random.ts";
import { NearDuplicates } from "../text/near-duplicates.ts";
import { judgeQuestion, type SearchPassages } from "./filter.ts";
import { questionId } from "./from-traces.ts";
import type { CorpusPassage } from "./sample.ts";
import { VARIANT_MARK } from "./split.ts";
import { templateQuestions, WordCounts } from "./templates.ts";
import { VARIANTS, varied } from "./vary.ts";

/** A question that somebody made up for a passage. */
export interface MadeQuestion {
  readonly question: string;
  readonly answer?: string;
  /** How it was made: "heading", "gap", "keywords" or "model". */
  readonly by: string;
}

interface SyntheticRow {
  readonly id: string;
  readonly query: string;
  readonly relevant: readonly DocId[];
  readonly answer?: string;
  readonly tags: Readonly<Record<string, string>>;
}

export interface GenerateOptions {
  /** To make questions for. */
  readonly passages: readonly CorpusPassage[];
  /** Everything that is searched, the passages too. */
  readonly corpus: ReadonlyMap<DocId, CorpusPassage>;
  readonly search: SearchPassages;
  /** Questions for a passage; undefined where none could be made because a call failed. */
  readonly make: (passage: CorpusPassage) => Promise<readonly MadeQuestion[] | undefined>;
  /** At most so many of each passage. */
  readonly per: number;
  readonly vary: boolean;
  readonly seed: number;
  /** Passages under way at once. */
  readonly concurrency?: number;
}

export interface Generated {
  readonly rows: readonly SyntheticRow[];
  readonly counts: {
    readonly made: number;
    readonly kept: number;
    /** Not among the first 50 that BM25 finds. */
    readonly notFound: number;
    /** Other passages answer it as well. */
    readonly ambiguous: number;
    /** Asked already, of another passage. */
    readonly repeated: number;
    /** Passages without any question, since a call failed. */
    readonly failed: number;
    /** Passages that nothing could be asked about. */
    readonly without: number;
    readonly variants: number;
  };
}

export async function generateGold(options: GenerateOptions): Promise<Generated> {
  const { passages, corpus, search, per, vary, seed } = options;
  const counts = {
    made: 0,
    kept: 0,
    notFound: 0,
    ambiguous: 0,
    repeated: 0,
    failed: 0,
    without: 0,
    variants: 0,
  };
  const rows: SyntheticRow[] = [];
  const seen = new NearDuplicates();
  let number = 0;
  const made = await inTurn(passages, options.make, options.concurrency ?? 1);
  passages.forEach((passage, i) => {
    const questions = made[i];
    if (questions === undefined) {
      counts.failed++;
      return;
    }
    if (questions.length === 0) counts.without++;
    let kept = 0;
    for (const { question, answer, by } of questions) {
      if (kept === per) break;
      counts.made++;
      const verdict = judgeQuestion(question, passage, search, (id) => corpus.get(id));
      if (verdict === "not-found") counts.notFound++;
      else if (verdict === "ambiguous") counts.ambiguous++;
      else if (seen.add(question) !== number++) counts.repeated++;
      else {
        kept++;
        const row: SyntheticRow = {
          id: questionId(question),
          query: question,
          relevant: [passage.id],
          ...(answer === undefined ? {} : { answer }),
          tags: { synthetic: "yes", by, ...(vary ? { variant: "none" } : {}) },
        };
        rows.push(row);
        if (vary) rows.push(...variantsOf(row, seed));
      }
    }
    counts.kept += kept;
  });
  counts.variants = rows.length - counts.kept;
  return { rows, counts };
}

function variantsOf(row: SyntheticRow, seed: number): SyntheticRow[] {
  return VARIANTS.flatMap((variant) => {
    // By the question, so that a row's variants do not depend on the other rows.
    const random = randomFrom(seed + Number.parseInt(row.id.slice(2), 16));
    const query = varied(row.query, variant, random);
    if (query === undefined) return [];
    return [{ ...row, id: `${row.id}${VARIANT_MARK}${variant}`, query, tags: { ...row.tags, variant } }];
  });
}

/** Results in the order of the items, a few of them at once. */
async function inTurn<T, R>(
  items: readonly T[],
  make: (item: T) => Promise<R>,
  atOnce: number,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      results[at] = await make(items[at]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return results;
}

/** Makes questions without a model. `corpus`: tells which words are rare. */
export function templateMaker(corpus: Iterable<CorpusPassage>): GenerateOptions["make"] {
  const counts = new WordCounts();
  for (const { title, text } of corpus) counts.add(title === undefined ? text : `${title}\n${text}`);
  return async (passage) =>
    templateQuestions(passage, counts, Number.parseInt(questionId(passage.id).slice(2), 16)).map(
      ({ kind, question }) => ({ question, by: kind }),
    );
}
