import { defineConfig } from "goldie";
import { search } from "./src/search";

export default defineConfig({
  gold: "eval/queries.jsonl",
  retrievers: {
    main: (query, { k }) => search(query, { limit: k }),
    bm25: { type: "bm25", corpus: "docs" },
  },
  ids: { normalize: "basename" },
  gate: [{ metric: "recall@5", notWorseThan: "baseline" }],
});
