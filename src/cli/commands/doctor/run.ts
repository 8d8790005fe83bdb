/** `goldie doctor`. */
import { namesTexts } from "../../../evaluate/default-match.ts";
import { diagnoseRuns } from "../../../evaluate/why/diagnose-runs.ts";
import { diagnosisText } from "../../../match/doctor/index.ts";
import { fill } from "../../../text/fill.ts";
import { oneLine } from "../../../text/width.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { widthFor } from "../../shared/help.ts";
import { loadFiles } from "../../shared/load.ts";
import { withFiles } from "../../shared/mixed-up.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { showWarnings } from "../../shared/problems.ts";
import { requestBy } from "../../shared/request.ts";
import { diagnoseTexts, textDiagnosisText } from "./_text-gold.ts";

export async function runDoctor(written: Args, effects: Effects): Promise<number> {
  const { args, names } = await namedRuns(written, 1, effects);
  const [gold, ...runs] = args.positionals;
  const k = args.count("k", 1);
  const request = requestBy(args, gold!, runs, {}, names);
  const files = await withFiles(effects, request, "doctor", (inputs) =>
    loadFiles(request, inputs, ({ gold: read }) => namesTexts(read.values())),
  );
  const diagnosis = diagnoseRuns({
    gold: files.gold.gold,
    runs: files.runs.map(({ name, run }) => ({ name, run })),
    ...(k === undefined ? {} : { k }),
    ...(files.corpus === undefined ? {} : { corpus: files.corpus.docs }),
  });
  const texts = namesTexts(files.gold.gold.values()) ? diagnoseTexts(files) : [];
  const text = args.has("json")
    ? JSON.stringify(texts.length === 0 ? diagnosis : { ...diagnosis, texts }, null, 2)
    : wrapped(diagnosisText(diagnosis) + textDiagnosisText(texts), widthFor(effects.stdout));
  await effects.stdout.write(`${text}\n`);
  if (!args.has("quiet")) await showWarnings(files.problems, effects);
  return 0;
}

/** Lines of facts, each over as many lines as it needs. */
const wrapped = (text: string, width: number): string =>
  text
    .split("\n")
    .map((line) => {
      const indent = /^ */.exec(line)![0];
      const body = fill(oneLine(line.trimStart()), `${indent}  `, width);
      return line === "" ? "" : `${indent}${body.trimStart()}`;
    })
    .join("\n");
