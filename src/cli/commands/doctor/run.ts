/** `goldie doctor`. */
import { jsonText } from "../../../core/json-text.ts";
import { namesTexts } from "../../../evaluate/default-match.ts";
import { diagnoseRuns } from "../../../evaluate/why/diagnose-runs.ts";
import { type Diagnosis, diagnosisText } from "../../../match/doctor/index.ts";
import { isSafe } from "../../../match/doctor/proposals.ts";
import { fill } from "../../../text/fill.ts";
import { shellWord } from "../../../text/shell-word.ts";
import { oneLine } from "../../../text/width.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { widthFor } from "../../shared/help.ts";
import { loadFiles } from "../../shared/load.ts";
import { tellingMixedUp } from "../../shared/mixed-up.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { questionsAsIds } from "../../shared/no-overlap.ts";
import { asErrors, showWarnings } from "../../shared/problems.ts";
import { requestBy } from "../../shared/request.ts";
import { withInputs } from "../../shared/sources.ts";
import { checkGoldAlone, showGoldAlone } from "./_gold-alone.ts";
import { diagnoseTexts, textDiagnosisText } from "./_text-gold.ts";

export async function runDoctor(written: Args, effects: Effects): Promise<number> {
  const { args, names } = await namedRuns(written, 1, effects);
  const [gold, ...runs] = args.positionals;
  const k = args.count("k", 1);
  const request = requestBy(args, gold!, runs, {}, names);
  const { alone, files } = await withInputs(effects, request.quiet, async (inputs) => {
    const checked = runs.length === 0 ? await checkGoldAlone(request, inputs, effects) : undefined;
    if (checked !== undefined) return { alone: checked };
    return {
      files: await tellingMixedUp(inputs, request, "doctor", () =>
        loadFiles(request, inputs, ({ gold: read }) => namesTexts(read.values())),
      ),
    };
  });
  if (alone !== undefined) return showGoldAlone(alone, request, args, effects);
  const diagnosis = diagnoseRuns({
    gold: files.gold.gold,
    runs: files.runs.map(({ name, run }) => ({ name, run })),
    ...(k === undefined ? {} : { k }),
    ...(files.corpus === undefined ? {} : { corpus: files.corpus.docs }),
  });
  const texts = namesTexts(files.gold.gold.values()) ? diagnoseTexts(files) : [];
  const text = args.has("json")
    ? jsonText(texts.length === 0 ? diagnosis : { ...diagnosis, texts }, 2)
    : wrapped(diagnosisText(diagnosis) + textDiagnosisText(texts), widthFor(effects.stdout)) +
      commandsText(diagnosis, args) +
      questionsText(diagnosis, files, args);
  await effects.stdout.write(`${text}\n`);
  if (args.has("strict") && files.problems.length > 0) throw asErrors(files.problems);
  if (!args.has("quiet")) await showWarnings(files.problems, effects, args);
  return 0;
}

/** Flags that `goldie eval` needs to read the same files. */
const READING = ["corpus", "col", "gold-format", "run-format", "list-separator", "decimal", "query-ids"];

/** For each run that an id rule fixes: the full command to score it. Not wrapped, so that it can be pasted. */
function commandsText({ runs }: Diagnosis, args: Args): string {
  const [gold, ...paths] = args.positionals;
  const given = READING.flatMap((name) => args.all(name).flatMap((value) => [`--${name}`, value]));
  const commands = runs.flatMap(({ proposals, queryProposals }, i) => {
    const [best, queries] = [proposals.find(isSafe), queryProposals.find(isSafe)];
    if (best === undefined && queries === undefined) return [];
    const words = ["goldie", "eval", gold!, ...(paths[i] === undefined ? [] : [paths[i]]), ...given];
    const byDoc = best?.ids !== undefined && best.merged.hits > 0 ? ["--unit doc"] : [];
    const flags = [queries?.flag, best?.flag, ...byDoc].filter((flag) => flag !== undefined);
    return [`  ${[...words.map(shellWord), ...flags].join(" ")}`];
  });
  return commands.length === 0 ? "" : `\n\nTo score with this rule:\n${commands.join("\n")}`;
}

/** Runs that identify queries by their question, as traces do, while the gold has separate ids. */
function questionsText(
  { runs }: Diagnosis,
  { gold, runs: read }: Awaited<ReturnType<typeof loadFiles>>,
  args: Args,
): string {
  const questions = new Set(gold.words.values());
  const [path, ...paths] = args.positionals;
  const given = READING.flatMap((name) => args.all(name).flatMap((value) => [`--${name}`, value]));
  return runs
    .map(({ name, queries, queriesInBoth }, i) => {
      const found = [...read[i]!.run.keys()].filter((query) => questions.has(query)).length;
      if (queriesInBoth > 0 || found === 0) return "";
      const words = ["goldie", "eval", path!, ...(paths[i] === undefined ? [] : [paths[i]]), ...given];
      const command = `${words.map(shellWord).join(" ")} ${questionsAsIds(args)}`;
      return `\n\n${oneLine(name)} names ${found} of its ${queries} queries by their questions in the gold. To score by question:\n  ${command}`;
    })
    .join("");
}

/** Facts, wrapped. */
const wrapped = (text: string, width: number): string =>
  text
    .split("\n")
    .map((line) => {
      const indent = /^ */.exec(line)![0];
      const body = fill(oneLine(line.trimStart()), `${indent}  `, width);
      return line === "" ? "" : `${indent}${body.trimStart()}`;
    })
    .join("\n");
