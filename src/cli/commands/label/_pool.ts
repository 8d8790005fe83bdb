/** Gold and runs as a pool of hits to label. */
import type { Problem } from "../../../core/problem.ts";
import { evaluate } from "../../../evaluate/evaluate.ts";
import { ofGoldFile, ofRunFile } from "../../../evaluate/input/problems.ts";
import { LabelPool } from "../../../evaluate/label/pool.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { namesIn, rulesBy } from "../../shared/asked.ts";
import { type Loaded, loadFiles, locating, rulesFor } from "../../shared/load.ts";
import { withFiles } from "../../shared/mixed-up.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { checkOverlap, overlapOf } from "../../shared/no-overlap.ts";
import { requestBy } from "../../shared/request.ts";
import { wrongUse } from "./problems.ts";

export interface LoadedPool {
  readonly pool: LabelPool;
  readonly files: Loaded;
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
  const highest = args.count("grades", 0) ?? 3;
  if (highest < 1 || highest > 9) throw wrongUse("grades-range", { found: highest });
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
    const pool = new LabelPool({
      gold: files.gold.gold,
      runs: files.runs.map(({ name, run }, i) => {
        const { metrics: _, ...own } = asked[i]!;
        return { name, run, rules: own };
      }),
      metric,
      highest,
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
    return { pool, files, problems: [...files.problems, ...above, ...below, ...pool.problems] };
  });
}
