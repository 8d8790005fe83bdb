/** Flags that need the hits or their texts, or are about reading files here; with the reason. */
import { judgeFlags } from "../../shared/judge/flags.ts";

export const NOT_WITH_ENGINE: Readonly<Record<string, string>> = {
  results: "LiveRAG's script reads files",
  reference: "LiveRAG's script reads files",
  corpus: "an engine has no texts",
  "query-ids": "queries are joined by their ids as they are",
  threads: "the engine has its own threads",
  decimal: "the engine reads the files, with decimal points",
  ...Object.fromEntries(judgeFlags.map(({ flag }) => [flag.slice(2), "an engine does not judge"])),
};
