/** Flags that need the hits or their texts, or are about reading files here; with the reason. */
import { type Args, refuseFlags } from "../args.ts";
import { judgeFlags } from "../judge/flags.ts";
import { wrongUse } from "./problems.ts";

export const NOT_WITH_ENGINE: Readonly<Record<string, string>> = {
  results: "LiveRAG's script reads files",
  reference: "LiveRAG's script reads files",
  corpus: "an engine has no texts",
  "query-ids": "queries are joined by their ids as they are",
  threads: "the engine has its own threads",
  decimal: "the engine reads the files, with decimal points",
  ...Object.fromEntries(judgeFlags.map(({ flag }) => [flag.slice(2), "an engine does not judge"])),
};

export function refuseWithEngine(args: Args): void {
  refuseFlags(args, Object.keys(NOT_WITH_ENGINE), (flag) =>
    wrongUse("not-with-engine", { flag, why: NOT_WITH_ENGINE[flag.replace(/^-+/, "")]! }),
  );
}
