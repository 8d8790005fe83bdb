/** Gold and hits that share no id: what is said instead of zeros, or above them. */
import { GoldieError, type Problem } from "../../core/problem.ts";
import type { Result } from "../../evaluate/score/result.ts";
import { shellWord } from "../../text/shell-word.ts";
import { wrongUse } from "./_problems.ts";
import type { Args } from "./args.ts";

/** No gold id is a hit of any query. */
const sharesNothing = ({ code, reason, fields }: Problem): boolean =>
  code === "nothing-matches" && (reason !== "ids" || fields?.["anywhere"] === 0);

interface Proposed {
  readonly flag: string;
  readonly byDoc: boolean;
}
const proposalOf = ({ fields }: Problem): Proposed | undefined =>
  fields?.["proposal"] as Proposed | undefined;

/** The same Problems; where a rule is proposed, with the whole command to run. */
export function withCommands(problems: readonly Problem[], command: string, args: Args): Problem[] {
  return problems.map((problem) => {
    const proposal = proposalOf(problem);
    if (proposal === undefined) return problem;
    const words = args.words.filter((word) => word !== "--allow-no-overlap");
    const unit = proposal.byDoc && !args.has("unit") ? " --unit doc" : "";
    const run = `goldie ${command} ${words.map(shellWord).join(" ")} ${proposal.flag}${unit}`;
    return { ...problem, fields: { ...problem.fields, command: run } };
  });
}

/**
 * Zeros that a rule would mend are no result.
 * @throws GoldieError where ids share nothing and such a rule was found, unless the user wants to see the zeros.
 */
export function refuseNoOverlap(problems: readonly Problem[], args: Args): void {
  if (args.has("allow-no-overlap")) return;
  const found = problems.filter((problem) => sharesNothing(problem) && proposalOf(problem) !== undefined);
  if (found.length > 0)
    throw new GoldieError(
      found[0]!,
      found.map((problem) => ({ ...problem, level: "error" as const })),
    );
}

/**
 * Runs that share no query with the gold have no scores.
 * @throws GoldieError where all gold queries are missing from a run that has others.
 */
export function refuseNoQueries(
  runs: readonly {
    readonly file: string;
    readonly result: Pick<Result, "queries" | "missing" | "summary">;
  }[],
  args: Args,
): void {
  if (args.has("allow-no-overlap")) return;
  for (const { file, result } of runs) {
    const { queries, missing } = result;
    const unknown = result.summary()[0]?.counts.unknown ?? 0;
    if (queries.length === 0 || missing.length < queries.length || unknown === 0) continue;
    const [gold = ""] = args.positionals;
    throw wrongUse("no-query-in-common", {
      file,
      gold,
      first: queries[0]!,
      queries: queries.length,
      command: ["goldie", "doctor", ...[gold, file].map(shellWord)].join(" "),
    });
  }
}

/** What belongs above the scores, and what below. */
export function overlapFirst(problems: readonly Problem[]): { above: Problem[]; below: Problem[] } {
  return {
    above: problems.filter(sharesNothing),
    below: problems.filter((problem) => !sharesNothing(problem)),
  };
}
