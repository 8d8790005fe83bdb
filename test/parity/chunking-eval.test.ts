/** Chroma's chunking evaluation: 790 gold spans in five documents, and what fixed-size chunks cover of them. */
import { describe, expect, it } from "vitest";
import { createTextIndex, evaluate, type Hit } from "../../src/index.ts";
import { textOf, there } from "./_trec-files.ts";

const folder = "chunking-eval";
const here = there(folder);

interface Question {
  readonly question: string;
  readonly doc: string;
  readonly references: readonly { content: string; start_index: number; end_index: number }[];
}

/** Enough of CSV for this file: quoted cells with doubled quotes. */
function readQuestions(): Question[] {
  const cell = /"((?:[^"]|"")*)"|([^,\n]*)/y;
  const text = textOf(`${folder}/questions_df.csv`).replaceAll("\r\n", "\n");
  const rows: string[][] = [];
  for (let at = 0; at < text.length; ) {
    const row: string[] = [];
    do {
      cell.lastIndex = at;
      const [whole, quoted, plain] = cell.exec(text)!;
      row.push(quoted?.replaceAll('""', '"') ?? plain!);
      at += whole.length;
    } while (text[at++] === ",");
    rows.push(row);
  }
  return rows.slice(1).map(([question, references, doc]) => ({
    question: question!,
    doc: doc!,
    references: JSON.parse(references!),
  }));
}

interface Chunk {
  readonly id: string;
  readonly doc: string;
  readonly start: number;
  readonly end: number;
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{L}{4,}/gu));

const load = () => {
  const questions = readQuestions();
  const corpora = new Map(
    [...new Set(questions.map(({ doc }) => doc))].map((doc) => [
      doc,
      textOf(`${folder}/corpora/${doc}.md.gz`),
    ]),
  );
  const gold = Object.fromEntries(
    questions.map(({ doc, references }, q) => [
      `q${q}`,
      { relevant: references.map((one) => ({ doc, start: one.start_index, end: one.end_index })) },
    ]),
  );
  return { questions, corpora, gold };
};

function cut(corpora: ReadonlyMap<string, string>, size: number, step: number): Chunk[] {
  return [...corpora].flatMap(([doc, text]) =>
    Array.from({ length: Math.ceil(text.length / step) }, (_, i) => ({
      id: `${doc}-${size}-${i}`,
      doc,
      start: i * step,
      end: Math.min(text.length, i * step + size),
    })),
  );
}

/** The five chunks that share most words with each question: some retriever, and the same one everywhere. */
function retrieve({ questions, corpora }: ReturnType<typeof load>, chunks: readonly Chunk[]) {
  const words = chunks.map((chunk) => wordsOf(corpora.get(chunk.doc)!.slice(chunk.start, chunk.end)));
  return Object.fromEntries(
    questions.map(({ question }, q) => {
      const asked = [...wordsOf(question)];
      const shared = words.map((set) => asked.filter((word) => set.has(word)).length);
      const best = [...chunks.keys()].sort((a, b) => shared[b]! - shared[a]! || a - b).slice(0, 5);
      return [`q${q}`, best.map((i) => chunks[i]!)];
    }),
  );
}

/** Character by character, as the paper defines it; `each` as Chroma's code counts chunks that overlap. */
function byHand({ doc, references }: Question, hits: readonly Chunk[], k: number) {
  const docs = [doc];
  // A number for every character of every document.
  const characters = (name: string, start: number, end: number) => {
    if (!docs.includes(name)) docs.push(name);
    return Array.from({ length: end - start }, (_, i) => docs.indexOf(name) * 1e8 + start + i);
  };
  const gold = new Set(references.flatMap((one) => characters(doc, one.start_index, one.end_index)));
  const first = hits.slice(0, k);
  const retrieved = new Set(first.flatMap((hit) => characters(hit.doc, hit.start, hit.end)));
  const found = [...gold].filter((place) => retrieved.has(place)).length;
  const sizes = first.reduce((sum, hit) => sum + hit.end - hit.start, 0);
  return {
    recall: found / gold.size,
    precision: found / retrieved.size,
    iou: found / new Set([...gold, ...retrieved]).size,
    eachPrecision: found / sizes,
    eachIou: found / (sizes + gold.size - found),
  };
}

describe.skipIf(!here)("chunking evaluation (skipped without ../shared/data/chunking-eval)", () => {
  it("every gold span is the text that it is said to be, and is found there by its text", () => {
    const { questions, corpora } = load();
    const all = questions.flatMap(({ doc, references }) => references.map((one) => ({ doc, ...one })));
    expect([questions.length, all.length, corpora.size]).toEqual([472, 790, 5]);
    for (const { doc, content, start_index, end_index } of all)
      expect(corpora.get(doc)!.slice(start_index, end_index)).toBe(content);
    const texts = all.map(({ content }) => content);
    for (const rule of ["contains", "normalised", "fuzzy"]) {
      const index = createTextIndex(texts, rule);
      const found = new Map(
        [...corpora].map(([doc, text]) => [doc, new Map(index.find(text).map((one) => [one.gold, one]))]),
      );
      const [lost, elsewhere] = [[] as string[], [] as string[]];
      let whole = 0;
      all.forEach(({ doc, content, start_index }, gold) => {
        const place = found.get(doc)!.get(gold);
        if (place === undefined) lost.push(content);
        else {
          if (place.similarity === 1) whole++;
          if (place.start !== start_index && rule === "contains") elsewhere.push(content);
        }
      });
      expect(lost, rule).toEqual([]);
      // A span that begins in the middle of a word has one word less.
      expect(whole, rule).toBe(rule === "fuzzy" ? 741 : 790);
      // Some sentences occur more than once in their document; the first occurrence is reported.
      expect(elsewhere.length, rule).toBeLessThan(10);
    }
  }, 30_000);

  it.each([
    [400, 400],
    [1200, 800],
  ])(
    "chunks of %d characters every %d: recall, precision and IoU are those counted by hand",
    (size, step) => {
      const data = load();
      const run = retrieve(data, cut(data.corpora, size, step));
      const names = {
        recall: "span-recall",
        precision: "span-precision",
        iou: "span-iou",
        eachPrecision: "span-precision(repeated=each)",
        eachIou: "span-iou(repeated=each)",
      };
      const result = evaluate({
        gold: data.gold,
        run: run as unknown as Record<string, Hit[]>,
        metrics: [1, 5].flatMap((k) => Object.values(names).map((name) => `${name}@${k}`)),
      });
      let [cells, positive] = [0, 0];
      const wrong: string[] = [];
      data.questions.forEach((question, q) => {
        for (const k of [1, 5])
          for (const [name, wanted] of Object.entries(byHand(question, run[`q${q}`]!, k))) {
            const score = result.score(`q${q}`, `${names[name as keyof typeof names]}@${k}`);
            cells++;
            if (wanted > 0) positive++;
            if (score.status !== "scored" || Math.abs(score.value - wanted) > 1e-12)
              wrong.push(`q${q} ${name}@${k}: ${JSON.stringify(score)}, not ${wanted}`);
          }
      });
      expect(wrong).toEqual([]);
      expect(cells).toBe(472 * 10);
      expect(positive).toBeGreaterThan(300);
    },
    30_000,
  );

  it("the same gold serves every way to cut the documents", () => {
    const data = load();
    const recalls = [300, 1000, 5000].map((size) => {
      const chunks = cut(data.corpora, size, size);
      // All chunks that contain gold: the upper bound.
      const run = Object.fromEntries(
        Object.entries(data.gold).map(([q, { relevant }]) => [
          q,
          chunks.filter((chunk) =>
            relevant.some(
              ({ doc, start, end }) => chunk.doc === doc && chunk.start < end && chunk.end > start,
            ),
          ),
        ]),
      );
      const result = evaluate({
        gold: data.gold,
        run,
        metrics: ["span-recall", "group-recall", "span-precision"],
        match: { spans: "overlap" },
      });
      return ["span-recall", "group-recall", "span-precision"].map((name) => result.mean(name).mean!);
    });
    expect(recalls.map(([span]) => span)).toEqual([1, 1, 1]);
    expect(recalls.map(([, group]) => group)).toEqual([1, 1, 1]);
    // Longer chunks bring more that not asked for.
    const precisions = recalls.map(([, , precision]) => precision!);
    expect(precisions).toEqual([...precisions].sort((a, b) => b - a));
  }, 30_000);
});
