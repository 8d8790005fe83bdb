/** Writes JSON Lines to a file or standard output, and a summary to stderr. */
import { jsonText } from "../../../core/json-text.ts";
import { oneLine } from "../../../text/width.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { writeOutput } from "../../shared/output.ts";

export async function writeRows(rows: readonly object[], args: Args, effects: Effects): Promise<void> {
  await writeOutput(args.text("output") ?? "-", effects, async (write) => {
    for (const row of rows) await write(`${jsonText(row)}\n`);
  });
}

export async function say(lines: readonly string[], args: Args, effects: Effects): Promise<void> {
  if (!args.has("quiet")) await effects.stderr.write(lines.map((line) => `${oneLine(line)}\n`).join(""));
}
