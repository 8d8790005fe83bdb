/** Real clients and databases that are too large for our own packages; .ci/run installs them in ./packages. */
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../scripts/_prepare.mjs";
import type { Retriever } from "../../src/core/retriever.ts";
import { readAnswer } from "../../src/evaluate/input/read-answer.ts";
import { fromLangChain, fromPostgres, type PostgresLike } from "../../src/retrievers/index.ts";
import { documents, embedWords, questions } from "./_harbour.ts";
import { isThere, load, packages } from "./_packages.ts";
import { hasPostgres, type PostgresServer, startPostgres } from "./_postgres.ts";

const K = 10;
const asked = async (retriever: Retriever, { id, query }: (typeof questions)[number]) =>
  readAnswer(
    id,
    await retriever.retrieve(query, { k: K, queryId: id, signal: new AbortController().signal }),
  );

describe.skipIf(!isThere("@langchain/core"))("LangChain core (skipped where it is not installed)", () => {
  test("a vector store of its own, as a retriever and as a store", async () => {
    const { VectorStore } = await load("@langchain/core/vectorstores");
    const { Document } = await load("@langchain/core/documents");
    const { FakeEmbeddings } = await load("@langchain/core/utils/testing");
    /** In memory, by dot product. */
    class Memory extends VectorStore {
      rows: { document: unknown; vector: number[] }[] = [];
      _vectorstoreType() {
        return "memory";
      }
      async addVectors(vectors: number[][], given: unknown[]) {
        this.rows.push(...vectors.map((vector, i) => ({ vector, document: given[i] })));
      }
      async addDocuments(given: { pageContent: string }[]) {
        await this.addVectors(
          given.map(({ pageContent }) => embedWords(pageContent)),
          given,
        );
      }
      async similaritySearchVectorWithScore(query: number[], k: number) {
        const score = (vector: number[]): number => vector.reduce((sum, one, i) => sum + one * query[i]!, 0);
        return this.rows
          .map(({ document, vector }) => [document, score(vector)] as const)
          .sort((a, b) => b[1] - a[1])
          .slice(0, k);
      }
    }
    const embeddings = Object.assign(new FakeEmbeddings(), {
      embedQuery: async (text: string) => embedWords(text),
    });
    const store = new (Memory as new (...given: unknown[]) => Memory)(embeddings, {});
    await store["addDocuments"](
      documents.map(({ id, text }) => new Document({ pageContent: text, metadata: { source: id } })),
    );
    const retriever = store["asRetriever"](7);
    let hits = 0;
    for (const question of questions) {
      const direct: { pageContent: string; metadata: { source: string } }[] = await retriever.invoke(
        question.query,
      );
      const want = direct.map(({ pageContent, metadata }) => ({
        id: metadata.source,
        text: pageContent,
      }));
      const answer = await asked(fromLangChain({ retriever }), question);
      expect(answer).toMatchObject({ hits: want, idField: "metadata.source" });
      expect(answer.hits).toHaveLength(want.length);
      const pairs: [{ pageContent: string; metadata: { source: string } }, number][] = await store[
        "similaritySearchWithScore"
      ](question.query, K);
      const vectorStore = store as unknown as Parameters<typeof fromLangChain>[0]["vectorStore"] & object;
      const scored = pairs.map(([{ pageContent, metadata }, score]) => ({
        id: metadata.source,
        text: pageContent,
        score,
      }));
      expect((await asked(fromLangChain({ vectorStore }), question)).hits).toMatchObject(scored);
      const byPath = fromLangChain({ vectorStore, id: "metadata.source", text: "pageContent" });
      expect((await asked(byPath, question)).hits).toMatchObject(scored);
      hits += direct.length + pairs.length;
    }
    expect(hits).toBe(96 * 17);
    expect(fromLangChain({ retriever }).about).toBe("LangChain VectorStoreRetriever, k 7");
  });

  test("its types are those of the adapter", () => {
    const text = `
import type { BaseRetriever } from "@langchain/core/retrievers";
import type { VectorStore } from "@langchain/core/vectorstores";
import { fromLangChain } from ${JSON.stringify(join(root, "src/retrievers/langchain.ts"))};
declare const retriever: BaseRetriever, vectorStore: VectorStore;
fromLangChain({ retriever });
fromLangChain({ vectorStore, id: "metadata.file" });
fromLangChain({ retriever: vectorStore });
`;
    const path = join(packages, "types.ts");
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
    };
    const host = ts.createCompilerHost(options);
    const { fileExists, readFile } = host;
    host.fileExists = (name) => name === path || fileExists(name);
    host.readFile = (name) => (name === path ? text : readFile(name));
    const program = ts.createProgram([path], options, host);
    const lines = ts
      .getPreEmitDiagnostics(program, program.getSourceFile(path))
      .map(({ file, start }) => file!.getLineAndCharacterOfPosition(start!).line);
    // The last call is wrong on purpose.
    expect(lines).toEqual([7]);
  });
});

/** The same rows as the client gives for the same statement. */
async function sameAsDirect(
  client: PostgresLike,
  sql: string,
  embed?: (text: string) => number[],
): Promise<number> {
  const retriever = fromPostgres({ client, sql, ...(embed === undefined ? {} : { embed }) });
  let hits = 0;
  for (const question of questions) {
    const first = embed === undefined ? question.query : JSON.stringify(embed(question.query));
    const { rows } = await client.query(sql, [first, K]);
    expect((await asked(retriever, question)).hits).toEqual(rows);
    hits += rows.length;
  }
  return hits;
}

const fullTextHits = 931;
const FULL_TEXT = `select id, body as text, ts_rank(to_tsvector('english', body), wanted)::float8 as score
  from docs, to_tsquery('english', regexp_replace(plainto_tsquery('english', $1)::text, '&', '|', 'g')) wanted
  where to_tsvector('english', body) @@ wanted order by score desc, id limit $2`;

describe.skipIf(!isThere("@electric-sql/pglite-pgvector"))(
  "PGlite with pgvector (skipped where it is not installed)",
  () => {
    test("cosine distance, and full text", async () => {
      const { PGlite } = await load("@electric-sql/pglite");
      const { vector } = await load("@electric-sql/pglite-pgvector");
      const db = new PGlite({ extensions: { vector } });
      try {
        await db.exec("create extension vector; create table docs (id text, body text, e vector(64))");
        for (const { id, text } of documents)
          await db.query("insert into docs values ($1, $2, $3)", [
            id,
            text,
            JSON.stringify(embedWords(text)),
          ]);
        const byVector = `select id, body as text, 1 - (e <=> $1) as score from docs order by e <=> $1, id limit $2`;
        expect(await sameAsDirect(db, byVector, embedWords)).toBe(960);
        expect(await sameAsDirect(db, FULL_TEXT)).toBe(fullTextHits);
        const sql = `select id from docs where ($3::text is null or id < $3) order by e <=> $1, id limit $2`;
        const search = fromPostgres({ client: db, sql, embed: embedWords });
        const found = async (filter?: unknown) => {
          const context = { k: 3, queryId: "q", signal: new AbortController().signal, filter };
          return readAnswer("q", await search.retrieve("ferry", context)).hits.map(({ id }) => id!);
        };
        expect((await found("p004")).every((id) => id < "p004")).toBe(true);
        expect(await found("p004")).toHaveLength(3);
        expect(await found()).not.toEqual(await found("p004"));
      } finally {
        await db.close();
      }
    });
  },
);

describe.skipIf(!hasPostgres || !isThere("pg"))(
  "PostgreSQL full text (skipped where the server or pg is not installed)",
  () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server.stop());

    test("ts_rank", async () => {
      const { default: pg } = await load("pg");
      const client = new pg.Pool({ host: server.host, user: "goldie", database: "postgres", max: 4 });
      try {
        await client.query("create table docs (id text, body text)");
        for (const { id: doc, text } of documents)
          await client.query("insert into docs values ($1, $2)", [doc, text]);
        expect(await sameAsDirect(client, FULL_TEXT)).toBe(fullTextHits);
        // Numeric columns are strings in pg.
        const numeric = fromPostgres({
          client,
          sql: "select id, 0.5::numeric as score from docs where body <> $1 order by id limit $2",
        });
        expect((await asked(numeric, questions[0]!)).hits[0]).toEqual({ id: "p001", score: 0.5 });
        const wrong = fromPostgres({ client, sql: "select id from nothing where x = $1 limit $2" });
        await expect(asked(wrong, questions[0]!)).rejects.toThrow(/"nothing" does not exist/);
        const nameless = fromPostgres({
          client,
          sql: "select body as chunk from docs where body <> $1 limit $2",
        });
        await expect(asked(nameless, questions[0]!)).rejects.toThrow(/no id at id; its fields are chunk/);
      } finally {
        await client.end();
      }
    });
  },
);
