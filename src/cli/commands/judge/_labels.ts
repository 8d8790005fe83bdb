/** A sheet for annotators: their labels are the input of `goldie calibrate`. */
import type { JudgementRecord } from "../../../core/judgement-record.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { writeOutput } from "../../shared/output.ts";
import { wrongUse } from "./problems.ts";

/** Never overwrite a sheet: it may contain labels. */
export async function checkSheet(args: Args, { files }: Effects): Promise<void> {
  const path = args.text("labels");
  if (path === undefined) return;
  if (!path.toLowerCase().endsWith(".jsonl")) throw wrongUse("labels-are-jsonl", { found: path });
  if ((await files.facts(path)) !== undefined) throw wrongUse("labels-there", { path });
}

/** The judge's verdicts are left out, so that annotators are not biased. */
export const writeSheet = (
  path: string,
  records: readonly JudgementRecord[],
  effects: Effects,
): Promise<void> =>
  writeOutput(path, effects, async (write) => {
    for (const { id, question, chunks, claims = [], responseClaims = [] } of records)
      for (const { id: claim, text } of [...claims, ...responseClaims]) {
        const contexts = chunks.map((chunk) => chunk.text);
        await write(`${JSON.stringify({ id, question, claim, text, label: "", contexts })}\n`);
      }
  });
