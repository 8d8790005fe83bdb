/** `goldie gold sample`. */
import { ProblemLog } from "../../../core/problem-log.ts";
import { samplePassages } from "../../../gold/sample.ts";
import { counted } from "../../../text/counted.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { showWarnings } from "../../shared/problems.ts";
import { withInputs } from "../../shared/sources.ts";
import { loadPassages, type SampleRow } from "./_corpus.ts";
import { say, writeRows } from "./_rows.ts";

const PASSAGES = 50;

export async function sample(args: Args, effects: Effects): Promise<number> {
  const log = new ProblemLog();
  const n = args.count("n", 1) ?? PASSAGES;
  const seed = args.count("seed", 0) ?? 1;
  const corpus = await withInputs(effects, args.has("quiet"), (inputs) =>
    loadPassages(args.positionals[0]!, args, inputs, effects, log),
  );
  const { passages, left } = samplePassages(corpus.values(), n, seed);
  const rows = passages.map(
    ({ id, title, text }): SampleRow => ({
      query: "",
      relevant: [id],
      ...(title === undefined ? {} : { title }),
      text,
    }),
  );
  await writeRows(rows, args, effects);
  await say(
    [
      `drew ${rows.length} of ${counted(corpus.size, "passage", "passages")}${leftOut(left)}`,
      "To use it as gold: write a question into each query. Rows without one are refused by goldie eval.",
    ],
    args,
    effects,
  );
  if (!args.has("quiet")) await showWarnings(log.list(), effects, args);
  return 0;
}

function leftOut({ short, repeated }: { readonly short: number; readonly repeated: number }): string {
  const parts = [
    ...(short === 0 ? [] : [`${counted(short, "passage is", "passages are")} too short`]),
    ...(repeated === 0 ? [] : [`${counted(repeated, "passage repeats", "passages repeat")} another`]),
  ];
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}
