import { defineConfig } from "goldie";
import { search } from "./search.mjs";

export default defineConfig({
  gold: "eval/queries.jsonl",
  retrievers: {
    main: (query) => search(query),
  },
});
