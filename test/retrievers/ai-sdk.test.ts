import { expect, test } from "vitest";
import { readAnswer } from "../../src/evaluate/input/read-answer.ts";
import { VectorIndex } from "../../src/retrievers/_vector-index.ts";
import { type AiSdkRetrieverOptions, fromAiSdk } from "../../src/retrievers/index.ts";
import { documents, embedWords, questions } from "./_harbour.ts";

const signal = new AbortController().signal;
const embed = async ({ value }: { value: string }) => ({ embedding: embedWords(value) });
const embedMany = async ({ values }: { values: string[] }) => ({ embeddings: values.map(embedWords) });

/** With the numbers as they are, not as floats of 32 bits. */
function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, one, i) => sum + one * y[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

test("the nearest by cosine, in order; documents are embedded once, in batches", async () => {
  const batches: number[] = [];
  const retriever = fromAiSdk({
    documents,
    model: "m",
    embed,
    embedMany: (request) => {
      batches.push(request.values.length);
      return embedMany(request);
    },
    now: () => 5,
  });
  await retriever.open?.(signal);
  for (const { id, query } of questions) {
    const { hits, timings } = readAnswer(id, await retriever.retrieve(query, { k: 10, queryId: id, signal }));
    const wanted = embedWords(query);
    const scores = documents.map((one) => cosine(embedWords(one.text), wanted)).sort((a, b) => b - a);
    expect(hits.map(({ score }) => score!)).toEqual(
      scores.slice(0, 10).map((score) => expect.closeTo(score, 6)),
    );
    expect(timings).toEqual({ embed: 0, search: 0 });
  }
  expect(batches).toEqual([100, 100, 20]);
});

test("reranked: the candidates are a stage", async () => {
  const ticks = [0, 10, 12, 40].values();
  const retriever = fromAiSdk({
    documents: [
      { id: "a", text: "ferry", embedding: [1, 0] },
      { id: "b", text: "harbour", embedding: [0.8, 0.6], doc: "guide" },
      { id: "c", text: "castle", embedding: [0, 1] },
    ],
    model: "m",
    embed: async () => ({ embedding: new Float32Array([1, 0]) }),
    rerankModel: "r",
    rerank: async ({ model, documents: texts, topN, query }) => {
      expect({ model, texts, topN, query }).toEqual({
        model: "r",
        texts: ["ferry", "harbour"],
        topN: 1,
        query: "boats?",
      });
      return { ranking: [{ originalIndex: 1, score: 0.9 }] };
    },
    candidates: 2,
    now: () => ticks.next().value!,
  });
  const answer = readAnswer("q1", await retriever.retrieve("boats?", { k: 1, queryId: "q1", signal }));
  expect(answer).toEqual({
    hits: [{ id: "b", text: "harbour", score: 0.9, doc: "guide" }],
    stages: [
      {
        name: "candidates",
        hits: [
          { id: "a", text: "ferry", score: 1 },
          { id: "b", text: "harbour", score: expect.closeTo(0.8), doc: "guide" },
        ],
      },
      { name: "reranked", hits: [{ id: "b", text: "harbour", score: 0.9, doc: "guide" }] },
    ],
    timings: { embed: 10, search: 2, rerank: 28 },
  });
});

test("what failed to be embedded is tried again by the next query", async () => {
  let calls = 0;
  const retriever = fromAiSdk({
    documents: [{ id: "a", text: "x" }],
    model: "m",
    embed,
    embedMany: async (request) => {
      if (calls++ === 0)
        throw Object.assign(new Error("busy"), { statusCode: 529, responseHeaders: { "retry-after": "2" } });
      return embedMany(request);
    },
  });
  const asked = () => retriever.retrieve("x", { k: 1, queryId: "q", signal });
  await expect(asked()).rejects.toMatchObject({ trouble: "server", retryAfterMs: 2000 });
  expect(await asked()).toMatchObject({ hits: [{ id: "a" }] });
});

const one = { documents: [{ id: "a", text: "x" }], model: "m", embed };
test.each<[string, object, RegExp]>([
  [
    "a vector with NaN",
    { embed: async () => ({ embedding: [1, Number.NaN] }) },
    /document a is a list with NaN at place 1/,
  ],
  ["no vector", { embed: async () => ({}) }, /embedding of document a is undefined/],
  ["an empty vector", { embed: async () => ({ embedding: [] }) }, /embedding of document a is an empty list/],
  ["too few vectors", { embedMany: async () => ({ embeddings: [] }) }, /0 embeddings for 1 texts/],
  [
    "vectors of two lengths",
    { documents: [{ id: "a", text: "x", embedding: [1] }] },
    /the query has 64 numbers, those before it 1/,
  ],
  [
    "a reranker that names another document",
    { rerank: async () => ({ ranking: [{ originalIndex: 3, score: 1 }] }) },
    /originalIndex of rerank is the number 3/,
  ],
  [
    "a reranker without a ranking",
    { rerank: async () => ({ results: [] }) },
    /no list of hits at ranking; its fields are results/,
  ],
])("%s is a Problem", async (_, wrong, words) => {
  const retriever = fromAiSdk({ ...one, ...wrong } as AiSdkRetrieverOptions);
  await expect(retriever.retrieve("x", { k: 1, queryId: "q", signal })).rejects.toThrow(words);
});

test.each<[object, RegExp]>([
  [{ documents: [{ id: 1, text: "x" }] }, /document 1 is an object whose id is the number 1/],
  [{ documents: [{ id: "a" }] }, /whose text is undefined/],
  [{ documents: [one.documents[0], one.documents[0]] }, /"a" is there twice/],
  [{ documents: "x.jsonl" }, /documents is the string/],
  [{ model: undefined }, /model is undefined/],
  [{ candidates: 0 }, /candidates/],
  [{ embedings: 1 }, /has no option "embedings"/],
])("%j is refused", (wrong, words) => {
  expect(() => fromAiSdk({ ...one, ...wrong } as AiSdkRetrieverOptions)).toThrow(words);
});

test("vectors of any size, zeros and equals", () => {
  const index = new VectorIndex();
  for (const vector of [
    [1e300, 0],
    [0, 0],
    [1e-300, 1e-300],
    [2e300, 0],
  ])
    index.add(vector, "x");
  const found = index.search([1, 0], 4);
  expect(found.map(({ at }) => at)).toEqual([0, 3, 2, 1]);
  expect(found.map(({ score }) => score)).toEqual([1, 1, expect.closeTo(Math.SQRT1_2, 6), 0]);
  expect(new VectorIndex().search([1], 3)).toEqual([]);
});
