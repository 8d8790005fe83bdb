/** The message for gold and hits without a common id, shown instead of zeros or above them. */
import type { QueryId } from "../../core/ids.ts";
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

interface CheckedRun {
  readonly file: string;
  readonly result: Pick<Result, "queries" | "missing" | "summary" | "problems">;
}

export interface OverlapCheck {
  readonly gold: string;
  readonly runs: readonly CheckedRun[];
  /** The questions of the gold, if known. */
  readonly words?: ReadonlyMap<QueryId, string> | undefined;
  /** All Problems of the files and the scores. */
  readonly problems: readonly Problem[];
  /** The command to run with an id rule, as a list of words. Default: goldie doctor. */
  readonly again?: readonly string[] | ((run: string) => readonly string[]);
  /** The output imitates another tool, which prints zeros. */
  readonly asTool?: boolean;
}

/** Problems shown above the scores, and those below. */
interface OverlapProblems {
  readonly above: readonly Problem[];
  readonly below: readonly Problem[];
}

/**
 * Every scoring command calls this before printing. Zeros that an id rule would fix are not a result, nor are scores of
 * runs that share no query with the gold. --allow-no-overlap prints the zeros.
 * @throws GoldieError if there is no overlap; nothing is printed then.
 */
export function checkOverlap(
  { gold, runs, words, problems, again, asTool = false }: OverlapCheck,
  args: Args,
): OverlapProblems {
  const told = problems.map((problem) => withCommand(problem, gold, again, args));
  if (!asTool && !args.has("allow-no-overlap")) {
    for (const run of runs) refuseNoQueries(gold, run, () => byQuestion(run, words, again, gold, args));
    refuseMendable(told);
  }
  return { above: told.filter(sharesNothing), below: told.filter((problem) => !sharesNothing(problem)) };
}

const wordsOf = (again: NonNullable<OverlapCheck["again"]>, run: string): readonly string[] =>
  typeof again === "function" ? again(run) : again;

const pasted = (words: readonly string[]): string => ["goldie", ...words.map(shellWord)].join(" ");

/** The same Problem; if it proposes a rule, with the full command to run. */
function withCommand(problem: Problem, gold: string, again: OverlapCheck["again"], args: Args): Problem {
  const proposal = proposalOf(problem);
  if (proposal === undefined) return problem;
  const unit = proposal.byDoc && !args.has("unit") ? " --unit doc" : "";
  // Rules for ids are not computed in an engine; explain fetches the hits anyway.
  const pull =
    args.has("engine") && !args.has("pull") && again !== undefined && wordsOf(again, "RUN")[0] !== "explain"
      ? " --pull"
      : "";
  const command =
    again === undefined
      ? pasted(["doctor", gold, problem.at?.file ?? "RUN"])
      : `${pasted(wordsOf(again, problem.at?.file ?? "RUN").filter((word) => word !== "--allow-no-overlap"))} ${proposal.flag}${unit}${pull}`;
  return { ...problem, fields: { ...problem.fields, command } };
}

function refuseMendable(problems: readonly Problem[]): void {
  const found = problems.filter((problem) => sharesNothing(problem) && proposalOf(problem) !== undefined);
  if (found.length > 0)
    throw new GoldieError(
      found[0]!,
      found.map((problem) => ({ ...problem, level: "error" as const })),
    );
}

/** Traces identify a query by its question; gold may have separate ids. */
function byQuestion(
  { file, result }: CheckedRun,
  words: OverlapCheck["words"],
  again: OverlapCheck["again"],
  gold: string,
  args: Args,
): GoldieError | undefined {
  const unknown = result.problems.find(({ code, reason }) => code === "unknown-query" && reason === "of-run");
  const question = unknown?.fields?.["first"];
  const known = [...(words ?? [])].find(([, text]) => text === question);
  if (known === undefined) return undefined;
  const flag = questionsAsIds(args);
  const fields = { file, queries: result.queries.length, question: known[1], id: known[0], flag };
  if (args.all("col").some((one) => /^(?:gold\.)?id=/.test(one)))
    return wrongUse("questions-are-apart", {
      ...fields,
      command: pasted(["convert", gold, "gold.jsonl", "--kind", "gold"]),
    });
  const command = pasted(again === undefined ? ["eval", gold, file] : wordsOf(again, file));
  return wrongUse("queries-are-questions", { ...fields, command: `${command} ${flag}` });
}

/** The flag that uses the gold's question as its id. */
export function questionsAsIds(args: Args): string {
  const given = args.all("col").flatMap((one) => /^(?:gold\.)?query=(.+)$/s.exec(one)?.[1] ?? []);
  return `--col ${shellWord(`gold.id=${given.at(-1) ?? "query"}`)}`;
}

function refuseNoQueries(
  gold: string,
  { file, result }: CheckedRun,
  better: () => GoldieError | undefined,
): void {
  const { queries, missing } = result;
  const unknown = result.summary()[0]?.counts.unknown ?? 0;
  if (queries.length === 0 || missing.length < queries.length || unknown === 0) return;
  throw (
    better() ??
    wrongUse("no-query-in-common", {
      file,
      gold,
      first: queries[0]!,
      queries: queries.length,
      command: pasted(["doctor", gold, file]),
    })
  );
}

/** Only the Problems about overlap with the gold, for runs that are scored as an intermediate step. */
export const overlapOf = (problems: readonly Problem[]): Problem[] =>
  problems.filter(({ code }) => code === "nothing-matches" || code === "low-overlap");
