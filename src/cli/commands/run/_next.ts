/** What a newcomer may want to do after a run. */
import type { LiveResult } from "../../../live/run.ts";
import { shellWord } from "../../../text/shell-word.ts";
import type { Args } from "../../shared/args.ts";
import { carriedFlags, carriedMetrics } from "./_carried.ts";

export interface AfterRun {
  readonly id: string;
  readonly gold: string;
  readonly live: LiveResult;
  /** The run that it was compared with. */
  readonly earlier?: string;
  readonly args: Args;
  /** Are ids rewritten by a function of the config, which other commands do not have? */
  readonly ownIds: boolean;
}

export function nextSteps({ id, gold, live, earlier, args, ownIds }: AfterRun): string {
  const several = live.runs.length > 1;
  const refOf = (name: string): string => (several ? `last/${name}` : "last");
  const best = live.selection?.best.name;
  // The best retriever is the one to look into.
  const runs = live.runs.toSorted((a, b) => Number(b.name === best) - Number(a.name === best));
  const ref = refOf(runs[0]?.name ?? "");
  const missing = ownIds ? undefined : runs.find((one) => one.missed.queries.size > 0);
  const metric = missing?.result.rowMetrics.find((name) => missing.result.direction(name) === "higher");
  const worst =
    missing === undefined || metric === undefined ? undefined : worstQuery(missing.result, metric);
  const staged = ownIds || args.has("as") ? undefined : runs.find(({ funnel }) => funnel !== undefined);
  const failed = live.runs.some((one) => one.failed > 0);
  const isEmpty = live.problems.some(({ code }) => code === "all-empty");
  const steps: (readonly [string, string])[] = [
    ...(failed ? [[again(args, "--only-failed"), "ask the failed queries again"] as const] : []),
    ...(missing !== undefined && !args.has("missed")
      ? [
          [
            command([
              "eval",
              gold,
              refOf(missing.name),
              ...carriedMetrics(args),
              ...carriedFlags(args),
              "--missed",
            ]),
            "list everything it missed, from the stored answers",
          ] as const,
        ]
      : []),
    // The what-if lines of a funnel are for the same cut-offs.
    ...(staged === undefined
      ? []
      : [
          [
            command(["eval", gold, refOf(staged.name), "-k", "3", ...carriedFlags(args)]),
            "what if only the first 3 counted? From the stored answers",
          ] as const,
        ]),
    ...(worst === undefined
      ? []
      : [
          [
            command([
              "explain",
              metric!,
              gold,
              refOf(missing!.name),
              "--query",
              worst,
              ...args.all("as").flatMap((value) => ["--as", value]),
              ...carriedFlags(args),
            ]),
            "how one score is computed",
          ] as const,
        ]),
    ...(earlier !== undefined
      ? [[`goldie compare ${earlier} last`, "is the difference real?"] as const]
      : several
        ? [["goldie compare last", "is one of them really better?"] as const]
        : []),
    ...(failed || isEmpty
      ? []
      : [
          [
            `goldie bless ${shellWord(ref)}`,
            "make it the baseline that `goldie gate` checks against",
          ] as const,
        ]),
  ];
  return `stored as ${id}; next:\n${steps.map(([run, about]) => `  ${run}\n      ${about}`).join("\n")}\n`;
}

const command = (words: readonly string[]): string => ["goldie", ...words.map(shellWord)].join(" ");

/** The same command with another flag, without the note, which is for one run. */
function again({ words }: Args, flag: string): string {
  const kept = words.filter(
    (word, i) =>
      word !== flag &&
      !/^--(note(=|$)|resume$|only-failed$)/.test(word) &&
      (i === 0 || words[i - 1] !== "--note"),
  );
  return ["goldie run", ...kept.map(shellWord), flag].join(" ");
}

/** The first query with the lowest score. */
function worstQuery(result: LiveResult["runs"][number]["result"], metric: string): string | undefined {
  let worst: { readonly query: string; readonly value: number } | undefined;
  for (const query of result.queries) {
    const score = result.score(query, metric);
    if (score.status === "scored" && (worst === undefined || score.value < worst.value))
      worst = { query, value: score.value };
  }
  return worst?.query;
}
