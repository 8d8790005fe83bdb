/** The texts of runs in memory. */
import { ProblemLog } from "../../core/problem-log.ts";
import type { JoinRule } from "../../core/rules.ts";
import { hitsOf } from "../../evaluate/why/run-misses.ts";
import type { TextSource } from "../../reports/model.ts";
import type { Loaded, NamedRun } from "./load.ts";

/** The texts of one run, read on demand. `join`: determines the order of the hits. */
export function textsOf(
  { gold, corpus }: Pick<Loaded, "gold" | "corpus">,
  run: NamedRun,
  join: JoinRule,
): TextSource {
  const document = (id: string): string | undefined => corpus?.docs.get(id)?.text;
  return {
    query: (id) => gold.words.get(id),
    hits(query) {
      const given = run.run.get(query);
      if (given === undefined || given instanceof Error) return [];
      // Warnings about a ranking were reported when it was scored.
      return hitsOf(query, given, join, new ProblemLog()).map(({ id, doc, text }) => {
        const shown = text ?? (id === null ? undefined : document(id));
        return {
          id,
          ...(doc === undefined ? {} : { doc }),
          ...(shown === undefined ? {} : { text: shown }),
        };
      });
    },
    document,
    title: (id) => corpus?.docs.get(id)?.title,
  };
}
