import { defineConfig } from "goldie";

export default defineConfig({
  gold: "eval/queries.jsonl",
  retrievers: {
    bm25: { type: "bm25", corpus: "eval/corpus.jsonl" },
    // Yours: a function, a command or a server.
    // main: (query, { k }) => search(query, k),
    // main: { type: "command", command: "python search.py" },
    // main: { type: "http", url: "http://localhost:8000/search?q={query}&k={k}" },
  },
});
