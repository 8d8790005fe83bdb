/** A desk for hits that nobody judged. */
import type { DocId, QueryId } from "../core/ids.ts";
import { BECAUSE } from "../core/score.ts";
import { CONFIDENCE } from "../evaluate/compare/verdict.ts";
import { labelOrder, shuffledPlaces } from "../evaluate/label/order.ts";
import type { LabelPool } from "../evaluate/label/pool.ts";
import { verdictSentence } from "../reports/compare/sentences.ts";
import type { MeanView } from "../reports/view/model.ts";
import { KnownTerms, Snippets } from "../reports/view/snippet.ts";
import { BECAUSE_WORDS } from "../reports/words.ts";
import { createDesk, type DeskOptions } from "./_label-items.ts";
import type { LabelChoice, LabelDesk, LabelItem } from "./label-desk.ts";

export interface HitDeskOptions extends DeskOptions {
  readonly pool: LabelPool;
  /** As people call it. */
  readonly fileName: string;
  readonly by?: string;
  /** Of the order within strata. */
  readonly seed: number;
  /** The words of a query. */
  words(query: QueryId): string | undefined;
  /** A document that the hits have no text of. */
  document(id: DocId): { readonly text: string; readonly title?: string } | undefined;
  /** The gold with all labels, as the file of `--export` has it. */
  exported(pool: LabelPool): Promise<{ readonly name: string; readonly text: string }>;
}

/** Characters of a text that are shown. */
const SHOWN = 4000;

const GRADES = ["not relevant", "related", "relevant", "highly relevant"];

export function createHitDesk(options: HitDeskOptions): Promise<LabelDesk> {
  const { pool, fileName, by, seed, words, document, exported } = options;
  const terms = new KnownTerms();
  const places = new Map<string, Uint32Array>();
  const placesFor = (annotator: string): Uint32Array => {
    const known = places.get(annotator) ?? shuffledPlaces(pool.hits.length, seed, annotator);
    // Names come with requests: any number of them.
    if (places.size > 50) places.clear();
    places.set(annotator, known);
    return known;
  };
  const byThing = new Map(pool.hits.map((hit) => [thingOf(hit.query, hit.doc), hit]));

  const highest = pool.hits.reduce((most, { query }) => Math.max(most, pool.highest(query)), 1);

  function item(thing: string): LabelItem {
    const { query, doc } = byThing.get(thing)!;
    const question = words(query);
    const hit = pool.hit(query, doc);
    const known = document(doc) ?? (hit?.id == null ? undefined : document(hit.id));
    const text = hit?.text ?? known?.text;
    return {
      item: thing,
      query,
      ...(question === undefined ? {} : { question }),
      id: doc,
      ...(pool.highest(query) === highest ? {} : { choices: choicesUpTo(pool.highest(query)) }),
      ...(known?.title === undefined ? {} : { title: known.title }),
      ...(text === undefined ? {} : { text: new Snippets(question, [text], SHOWN, terms).at(0) }),
    };
  }

  return createDesk(
    {
      facts: {
        kind: "hits",
        file: fileName,
        ...(by === undefined ? {} : { by }),
        metric: pool.metric,
        depth: pool.depth,
        choices: choicesUpTo(highest),
      },
      total: pool.hits.length,
      level: "ordinal",
      has: (thing) => byThing.has(thing),
      item,
      read(line) {
        if (!("doc" in line)) return undefined;
        const { query, doc, grade, by: annotator, skip, undo, comment } = line;
        const value = grade === undefined ? {} : { value: String(grade) };
        return {
          thing: thingOf(query, doc),
          act: {
            by: annotator,
            ...value,
            ...(skip === undefined ? {} : { skip }),
            ...(undo === undefined ? {} : { undo }),
            ...(comment === undefined ? {} : { comment }),
          },
        };
      },
      write(thing, value) {
        const { query, doc } = byThing.get(thing)!;
        return { query, doc, ...(value === undefined ? {} : { grade: Number(value) }) };
      },
      settle(thing, value) {
        const [query, doc] = JSON.parse(thing) as [QueryId, DocId];
        pool.label(query, doc, value === undefined ? undefined : Number(value));
      },
      order: (annotator, wanted) =>
        labelOrder(pool, ({ query, doc }) => wanted(thingOf(query, doc)), placesFor(annotator)).map(
          ({ query, doc }) => thingOf(query, doc),
        ),
      progress() {
        const verdicts = pool.verdicts();
        const open = pool.open();
        return {
          runs: pool.scores().map(({ name, mean, because, counts, interval, range }) => ({
            name,
            mean: {
              mean: mean ?? null,
              ...(mean === undefined ? { because: whyNone(because) } : {}),
              ...(interval === undefined ? {} : { interval }),
              counts,
            } satisfies MeanView,
            ...(range === undefined ? {} : { range }),
          })),
          verdicts: verdicts.map(({ a, b, verdict, range, settled }) => ({
            a,
            b,
            sentence: verdictSentence(verdict, CONFIDENCE, verdicts.length),
            call: verdict.call,
            ...(range === undefined ? {} : { range }),
            settled: settled !== undefined,
          })),
          settled:
            verdicts.length > 0 ? verdicts.every(({ settled }) => settled !== undefined) : pool.settled(),
          ...(open === undefined ? {} : { open }),
        };
      },
      exported: () => exported(pool),
    },
    options,
  );
}

const thingOf = (query: QueryId, doc: DocId): string => JSON.stringify([query, doc]);

const choicesUpTo = (highest: number): readonly LabelChoice[] =>
  Array.from({ length: highest + 1 }, (_, grade) => ({
    key: String(grade),
    value: String(grade),
    words: highest === 3 ? GRADES[grade]! : gradeWords(grade, highest),
  }));

const gradeWords = (grade: number, highest: number): string =>
  grade === 0 ? "not relevant" : highest === 1 ? "relevant" : `relevant, grade ${grade}`;

const whyNone = (because: string | undefined): string => {
  const known = BECAUSE.find((one) => one === because);
  return known === undefined || known === "nothing-to-judge" ? "no query has a score" : BECAUSE_WORDS[known];
};
