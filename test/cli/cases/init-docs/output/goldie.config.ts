import { defineConfig } from "goldie";

export default defineConfig({
  gold: "eval/queries.jsonl",
  retrievers: {
    bm25: { type: "bm25", corpus: "docs" },
  },
});
