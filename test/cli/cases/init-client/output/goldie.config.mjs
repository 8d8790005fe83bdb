import { defineConfig } from "goldie";

export default defineConfig({
  gold: "eval/queries.jsonl",
  retrievers: {
    bm25: { type: "bm25", corpus: "docs" },
    // Qdrant: import { fromQdrant } from "goldie/retrievers" and your client, then:
    // main: fromQdrant({ client, collection: "docs", embed: (query) => embed(query), id: "payload.docId" }),
  },
});
