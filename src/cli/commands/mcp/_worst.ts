/** The queries with the lowest score, worst first, and why. */
import { missWords } from "../../../core/missed.ts";
import { withDefaultMatch } from "../../../evaluate/default-match.ts";
import { evaluate } from "../../../evaluate/evaluate.ts";
import { oneLine } from "../../../text/width.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { askedBy, readsTexts } from "../../shared/asked.ts";
import { loadFiles, locating, rulesFor } from "../../shared/load.ts";
import { missesOfLoaded } from "../../shared/missed.ts";
import { withFiles } from "../../shared/mixed-up.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { checkOverlap } from "../../shared/no-overlap.ts";
import { requestBy } from "../../shared/request.ts";

export async function worstQueries(written: Args, effects: Effects): Promise<number> {
  const { args, names } = await namedRuns(written, 1, effects, { rules: true });
  const [gold, ...runs] = args.positionals;
  const given = askedBy(args);
  const request = requestBy(args, gold!, runs, given, names);
  const files = await withFiles(effects, request, "eval", (inputs) =>
    loadFiles(request, inputs, (read) => readsTexts(withDefaultMatch(given, read.gold.values()))),
  );
  const [file] = files.runs;
  const asked = withDefaultMatch(given, files.gold.gold.values());
  const result = locating(file!, files.gold, gold!, () =>
    evaluate({ ...rulesFor(file!, asked), gold: files.gold.gold, run: file!.run, name: file!.name }),
  );
  checkOverlap(
    {
      gold: gold!,
      runs: [{ file: file!.path, result }],
      problems: files.problems,
      again: ["eval", ...args.words],
    },
    args,
  );
  const [misses] = missesOfLoaded(files, given);
  const metric = result.metrics[0]!;
  const sign = result.direction(metric) === "higher" ? 1 : -1;
  const rows = result.queries
    .map((query, i) => ({
      query,
      i,
      score: result.score(query, metric),
      missed: misses!.queries.get(query) ?? [],
    }))
    .filter(({ score, missed }) => score.status === "failed" || missed.length > 0)
    .sort((a, b) => sign * (placeOf(a.score, sign) - placeOf(b.score, sign)) || a.i - b.i);
  const lines = rows.flatMap(({ query, score, missed }) => [
    oneLine(
      `${query}  ${score.status === "scored" ? `${metric} ${score.value.toFixed(3)}` : score.status}  ${files.gold.words.get(query) ?? ""}`.trimEnd(),
    ),
    ...missed.map((one) => oneLine(`    missed ${one.item.join(" or ")}: ${missWords(one)}`)),
  ]);
  await effects.stdout.write(
    `${[`${rows.length} of ${result.queries.length} queries missed something in the top ${misses!.k}`, ...lines].join("\n")}\n`,
  );
  return 0;
}

/** A failed query is worse than any score; one without a score comes last. */
const placeOf = (score: { readonly status: string; readonly value?: number }, sign: number): number =>
  score.value ?? sign * (score.status === "failed" ? -Number.MAX_VALUE : Number.MAX_VALUE);
