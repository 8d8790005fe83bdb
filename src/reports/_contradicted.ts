/** Claims that a context contradicts, for writers that show scores alone: a claim may be supported and contradicted, and its score is 1 all the same. */
import { counted } from "../text/counted.ts";
import { contradictedIn } from "./_judged.ts";
import type { Report, RunReport } from "./model.ts";

/** The head of the column that rows of queries get where there are any. */
export const CONTRADICTED = "contradicted";

/** By query: the ids of its claims, of those that the metrics read. */
export function contradictedBy({
  judged,
}: Pick<RunReport, "judged">): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  for (const { query, of, claim } of contradictedIn(judged?.records ?? []))
    if (judged!.sides.includes(of)) all.set(query, [...(all.get(query) ?? []), claim]);
  return all;
}

/** For each run of a report, by query the cell of its column; undefined where no run has such a claim. */
export function contradictedCells(
  runs: readonly Pick<RunReport, "judged">[],
): readonly ((query: string) => string)[] | undefined {
  const found = runs.map(contradictedBy);
  if (found.every(({ size }) => size === 0)) return undefined;
  return found.map((one) => (query) => (one.get(query) ?? []).join(" "));
}

export const contradictedCount = (run: RunReport): number =>
  [...contradictedBy(run).values()].reduce((sum, { length }) => sum + length, 0);

const SHOWN = 10;

/** A sentence for each run that has any. */
export const contradictedNotes = ({ runs }: Report): string[] =>
  runs.flatMap((run) => {
    const count = contradictedCount(run);
    if (count === 0) return [];
    const names = [...contradictedBy(run)].map(([query, claims]) => `${query} ${claims.join(" ")}`);
    const shown = names.slice(0, SHOWN).join(", ");
    const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more queries` : "";
    const whose = runs.length > 1 ? `${run.result.name}: ` : "";
    return [
      `${whose}${counted(count, "claim is", "claims are")} contradicted by a context: ${shown}${more}.`,
    ];
  });
