/** Gold and runs as a pool of hits to label. */
import type { QueryId } from "../../../core/ids.ts";
import type { Problem } from "../../../core/problem.ts";
import { evaluate } from "../../../evaluate/evaluate.ts";
import { ofGoldFile, ofRunFile } from "../../../evaluate/input/problems.ts";
import { LabelPool } from "../../../evaluate/label/pool.ts";
import { labelProblem } from "../../../evaluate/label/problems.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { namesIn, rulesBy } from "../../shared/asked.ts";
import { type Loaded, loadFiles, locating, rulesFor } from "../../shared/load.ts";
import { withFiles } from "../../shared/mixed-up.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { checkOverlap, overlapOf } from "../../shared/no-overlap.ts";
import { requestBy } from "../../shared/request.ts";
import { type GoldScale, MOST_GRADES, scaleOf } from "./_scale.ts";
import { wrongUse } from "./problems.ts";

export interface LoadedPool {
  readonly pool: LabelPool;
  readonly files: Loaded;
  readonly scale: GoldScale;
  readonly problems: readonly Problem[];
}

const METRIC = "ndcg@10";

export async function poolBy(written: Args, effects: Effects): Promise<LoadedPool> {
  const { args, names } = await namedRuns(written, 0, effects);
  const given = args.text("gold");
  const [first, ...others] = args.positionals;
  const gold = given ?? first!;
  const runs = given === undefined ? others : args.positionals;
  if (runs.length === 0) throw wrongUse("no-run-to-label", { gold });
  const metrics = args.all("metrics").flatMap(namesIn);
  const metric = metrics.length === 0 ? METRIC : metrics.join(",");
  const depth = args.count("depth", 1);
  const wanted = args.count("grades", 0);
  if (wanted !== undefined && (wanted < 1 || wanted > MOST_GRADES))
    throw wrongUse("grades-range", { found: wanted });
  const rules = rulesBy(args);
  const request = requestBy(
    args,
    gold,
    runs,
    { ...rules, metrics: [metric] },
    names.slice(given === undefined ? 1 : 0),
  );
  return withFiles(effects, request, "label", async (inputs) => {
    const files = await loadFiles(request, inputs, true);
    const asked = files.runs.map((run) =>
      rulesFor(run, { ...run.stored?.rules, ...rules, metrics: [metric] }),
    );
    const scale = scaleOf(files.gold.gold);
    const pool = new LabelPool({
      gold: files.gold.gold,
      runs: files.runs.map(({ name, run }, i) => {
        const { metrics: _, ...own } = asked[i]!;
        return { name, run, rules: own };
      }),
      metric,
      highest: wanted ?? scale.highest,
      ...(depth === undefined ? {} : { depth }),
    });
    // Score once, as other commands do, to get the warnings about ids that do not match.
    const scored = files.runs.map((run, i) => ({
      file: run.path,
      result: locating(run, files.gold, gold, () =>
        evaluate({ ...asked[i]!, gold: files.gold.gold, run: run.run, name: run.name }),
      ),
    }));
    const heard = scored.flatMap(({ result, file }) =>
      overlapOf(result.problems).map((one) => ofGoldFile(ofRunFile(one, file), gold, files.gold.lines)),
    );
    const { above, below } = checkOverlap(
      { gold, runs: scored, words: files.gold.words, problems: heard, again: ["label", ...args.words] },
      args,
    );
    const problems = [...files.problems, ...above, ...below, ...pool.problems];
    const beyond = queriesOf(pool).filter((query) => (wanted ?? 0) > (scale.known(query) ?? MOST_GRADES));
    if (beyond.length > 0)
      problems.push(
        labelProblem(
          "grades-beyond-gold/flag",
          { highest: wanted!, queries: beyond.length, query: beyond[0]!, known: scale.known(beyond[0]!)! },
          { at: { file: gold } },
        ),
      );
    return { pool, files, scale, problems };
  });
}

/** Queries with something to label. */
export const queriesOf = ({ hits }: LabelPool): QueryId[] => [...new Set(hits.map(({ query }) => query))];
