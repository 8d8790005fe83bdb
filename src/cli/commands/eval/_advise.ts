/** A note for people whose files an engine would score faster. */
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import type { Request } from "../../shared/request.ts";
import type { Scored } from "./_score.ts";

/** From so many bytes of runs on, by format; a format without a number is never worth a note. Measured with `npm run bench:sql`. */
const ADVISED_BYTES: Readonly<Record<string, number>> = { parquet: 20 * 1024 * 1024 };

export async function adviseEngine(
  { runs }: Scored,
  request: Request,
  args: Args,
  effects: Effects,
): Promise<void> {
  const least = runs.map(({ format = "" }) => ADVISED_BYTES[format]);
  if (request.runs.length === 0 || least.includes(undefined)) return;
  const facts = await Promise.all(
    request.runs.map((path) => effects.files.facts(path).catch(() => undefined)),
  );
  const bytes = facts.reduce((sum, one) => sum + (one?.size ?? 0), 0);
  if (bytes < Math.min(...(least as number[]))) return;
  const advice = (await import("./_engine-advice.ts")).engineAdvice({ args, asked: request.asked });
  if (advice !== undefined) await effects.stderr.write(advice);
}
