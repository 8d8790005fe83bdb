import { defineConfig } from "goldie";
import { fromLangChain } from "goldie/retrievers";
import { retriever } from "@/retriever";

export default defineConfig({
  gold: "eval/queries.jsonl",
  retrievers: { main: fromLangChain({ retriever }) },
});
