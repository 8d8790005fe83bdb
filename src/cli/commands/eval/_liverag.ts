/** `goldie eval --as liverag --results X --reference Y`: the files that LiveRAG's evaluator wrote. */
import { basename, join } from "node:path";
import { GoldieError } from "../../../core/problem.ts";
import { prepare } from "../../../evaluate/evaluate.ts";
import { systemCode, writeTrouble } from "../../../files/write-trouble.ts";
import { type LiveragOptions, liveragFiles } from "../../../reports/liverag.ts";
import { oneLine } from "../../../text/width.ts";
import type { Effects } from "../../effects.ts";
import { type Args, refuseFlags } from "../../shared/args.ts";
import { RULE_FLAGS } from "../../shared/asked.ts";
import { loadFiles, locatedIn, locating } from "../../shared/load.ts";
import { checkOverlap } from "../../shared/no-overlap.ts";
import { writeOutput } from "../../shared/output.ts";
import { asErrors, showWarnings } from "../../shared/problems.ts";
import { jsonReport, tableReport } from "../../shared/reports.ts";
import { requestBy } from "../../shared/request.ts";
import { withInputs } from "../../shared/sources.ts";
import { wrongUse } from "./problems.ts";

export async function runLiverag(args: Args, effects: Effects): Promise<number> {
  const [results, reference] = [args.text("results")!, args.text("reference")];
  if (reference === undefined || args.positionals.length > 0) throw wrongUse("results-and-reference");
  refuseFlags(args, ["metrics", "k", "option", "output", "missed", "threads", ...RULE_FLAGS], (flag) =>
    wrongUse("not-beside-results", { flag }),
  );
  const start = effects.now();
  const asked = { as: "liverag" };
  const request = requestBy(args, reference, [results], asked);
  const { gold, runs, problems } = await withInputs(effects, request.quiet, (inputs) =>
    loadFiles(request, inputs, false),
  );
  const [run] = runs;
  const result = locating(run!, gold, reference, () =>
    prepare({ ...asked, gold: gold.gold }).evaluate(run!.run, run!.name, locatedIn(run!, gold, reference)),
  );
  const warnings = [...problems, ...result.problems];
  const { above, below } = checkOverlap(
    {
      gold: reference,
      runs: [{ file: results, result }],
      problems: warnings,
      // Rules cannot be combined with --results.
      again: ["eval", "--as", "liverag", reference, results],
    },
    args,
  );
  if (args.has("strict") && warnings.length > 0) throw asErrors(warnings);
  const files = liveragFiles(result, {
    now: effects.date(),
    timeMs: effects.now() - start,
    stem: basename(results).replace(/\.[^.]*$/, ""),
    command: ["goldie eval", ...args.words].join(" "),
    order: run!.run.keys(),
    ...(run!.tag === undefined ? {} : { system: run!.tag }),
    ...optionsBy(args),
  });
  const report = { runs: [{ result, format: run!.format }], problems };
  // Fail on an unknown tag before writing anything.
  const text = args.has("json") ? jsonReport(report, args) : tableReport(report, args, effects);
  const folder = args.text("output-dir") ?? "";
  if (folder !== "")
    await effects.files.makeFolder(folder).catch((error: unknown) => {
      throw systemCode(error) === undefined ? error : new GoldieError(writeTrouble(folder, error));
    });
  for (const one of files) await writeOutput(join(folder, one.name), effects, (write) => write(one.text));
  if (!args.has("quiet")) await showWarnings(above, effects, args, "above");
  await effects.stdout.write(text);
  if (args.has("quiet")) return 0;
  await effects.stderr.write(files.map(({ name }) => `written: ${oneLine(join(folder, name))}\n`).join(""));
  await showWarnings(below, effects, args);
  return 0;
}

function optionsBy(args: Args): Pick<LiveragOptions, "prefix" | "format"> {
  const prefix = args.text("output-prefix");
  const format = args.text("output-format") as "tsv" | "jsonl" | undefined;
  return { ...(prefix === undefined ? {} : { prefix }), ...(format === undefined ? {} : { format }) };
}
