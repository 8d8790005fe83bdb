/** LanceDB 0.37.1: vectors and full text. */
import { fromLanceDb } from "../../src/retrievers/index.ts";
import { documents, embedWords } from "../retrievers/_harbour.ts";
import { check, installed, K, remove, sameAsDirect, scratch } from "./_service.ts";

interface LanceRow {
  readonly id: string;
  readonly text: string;
  readonly _distance: number;
  readonly _score: number;
}

await check("LanceDB 0.37.1", async () => {
  const lancedb = await installed("lancedb", "@lancedb/lancedb");
  const folder = scratch();
  try {
    const db = await lancedb.connect(folder);
    const rows = documents.map(({ id, text }) => ({ id, text, vector: embedWords(text) }));
    const table = await db.createTable("docs", rows);
    await table.createIndex("text", { config: lancedb.Index.fts() });
    const byVector = async (query: string) => {
      const found: LanceRow[] = await table.search(embedWords(query)).limit(K).toArray();
      return found.map(({ id, text, _distance }) => ({ id, score: -_distance, text }));
    };
    const byWords = async (query: string) => {
      const found: LanceRow[] = await table.search(query, "fts").limit(K).toArray();
      return found.map(({ id, text, _score }) => ({ id, score: _score, text }));
    };
    const vectors = await sameAsDirect(fromLanceDb({ table, embed: embedWords }), byVector);
    const words = await sameAsDirect(fromLanceDb({ table, type: "fts" }), byWords);
    const where = "id < 'p100'";
    const filtered = await sameAsDirect(
      fromLanceDb({ table, embed: embedWords }),
      async (query) => {
        const found: LanceRow[] = await table.search(embedWords(query)).where(where).limit(K).toArray();
        return found.map(({ id, text, _distance }) => ({ id, score: -_distance, text }));
      },
      where,
    );
    return `${vectors} hits by vector, ${words} by full text, ${filtered} with a filter, equal to direct calls`;
  } finally {
    remove(folder);
  }
});
