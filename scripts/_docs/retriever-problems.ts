/** Every Problem code of retrievers and of what they return, with a call that brings it about: docs/guide/retrievers.md. */
import { fieldPath } from "../../src/core/field-path.ts";
import { GoldieError, type Problem } from "../../src/core/problem.ts";
import type { Retriever } from "../../src/core/retriever.ts";
import { readAnswer } from "../../src/evaluate/input/read-answer.ts";
import {
  bm25,
  fromAiSdk,
  fromCommand,
  fromFunction,
  fromHttp,
  fromRun,
  sweep,
} from "../../src/retrievers/index.ts";
import { code, table } from "./markdown.ts";

const ask = async (retriever: Retriever, queryId = "q1", filter?: unknown): Promise<unknown> =>
  retriever.retrieve("where?", { k: 10, queryId, filter, signal: new AbortController().signal });
const found = { results: [{ doc: { id: "d1" }, score: 1 }], total: 1 };
const search = async (): Promise<unknown> => found;
const embedding = { model: "m", embed: async () => ({ embedding: [Number.NaN] }) };

/** Code → a call that throws it. */
const CALLS: Readonly<Record<string, () => unknown>> = {
  "bad-answer": () => readAnswer("q1", found),
  "bad-path": () => fieldPath("doc..id"),
  "bad-retriever": () => fromHttp({ url: "https://search.example", body: { q: "query" } }),
  "unused-filter": () =>
    ask(fromHttp({ url: "https://search.example", body: { q: "{query}" } }), "q1", { tenant: 3 }),
  "no-hits-in-answer": () => ask(fromFunction({ retrieve: search, hits: "items" })),
  "no-id-in-hit": () => ask(fromFunction({ retrieve: search, hits: "results" })),
  "bad-vector": () => ask(fromAiSdk({ documents: [{ id: "d1", text: "x" }], ...embedding })),
  "bad-documents": () => fromAiSdk({ documents: [{ id: "d1" } as never], ...embedding }),
  "cannot-start": () => ask(fromCommand({ command: "pyhton3 search.py" })),
  "not-in-run": () => ask(fromRun("examples/harbour/overlap.jsonl"), "q999"),
  "bad-sweep": () => sweep({ k1: 0.9 as never }, () => search as never),
  "empty-corpus": () => ask(bm25({ corpus: [] })),
  "bad-document": () => ask(bm25({ corpus: [{ id: "d1" } as never] })),
  "bad-analyzer": () => ask(bm25({ corpus: [{ id: "d1", text: "x" }], analyzer: () => [7] as never })),
};

export const retrieverProblemCodes: readonly string[] = Object.keys(CALLS);

export async function retrieverProblems(): Promise<string> {
  const rows: string[][] = [];
  for (const [name, make] of Object.entries(CALLS)) {
    const { code: got, what, fix } = await thrownBy(make, name);
    if (got !== name) throw new Error(`the call for ${name} gives ${got}: ${what}`);
    rows.push([code(name), what, fix]);
  }
  return table(["code", "example", "fix"], rows);
}

async function thrownBy(make: () => unknown, name: string): Promise<Problem> {
  try {
    await make();
  } catch (error) {
    if (error instanceof GoldieError) return error.problem;
    throw error;
  }
  throw new Error(`the call for ${name} throws nothing`);
}
