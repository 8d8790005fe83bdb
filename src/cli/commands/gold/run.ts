/** `goldie gold`. */
import type { Effects } from "../../effects.ts";
import { type Args, refuseFlags } from "../../shared/args.ts";
import { refuseInputs } from "../../shared/output.ts";
import { fromTraces } from "./_from-traces.ts";
import { generate } from "./_generate.ts";
import { sample } from "./_sample.ts";
import { split } from "./_split.ts";
import { wrongUse } from "./problems.ts";

const OF_MODEL = ["judge", "concurrency", "budget", "prices", "store", "dry-run"];
/** Flags that not every action has, and the actions that have them. */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  "from-traces": ["n", "format", "col", "output"],
  sample: ["n", "seed", "format", "col", "output"],
  generate: ["n", "seed", "format", "col", "output", "corpus", "per", "vary", ...OF_MODEL],
  split: ["test", "format", "col", "output"],
};

export async function runGold(written: Args, effects: Effects): Promise<number> {
  const [action, ...files] = written.positionals as [string, ...string[]];
  const args = written.withPositionals(files);
  const all = [...new Set(Object.values(FLAGS).flat())];
  refuseFlags(
    args,
    all.filter((name) => !FLAGS[action]!.includes(name)),
    (flag) => wrongUse("gold-flag", { flag, action }),
  );
  if (action !== "from-traces" && files.length > 1)
    throw wrongUse("gold-one-file", { action, count: files.length });
  const outputs = args.all("output");
  const wanted = action === "split" ? 2 : 1;
  if (outputs.length > wanted || (wanted === 2 && outputs.length < 2))
    throw wrongUse("gold-outputs", { action, wanted, count: outputs.length });
  await refuseInputs(outputs, [...files, ...args.all("corpus")], effects);
  const actions = { "from-traces": fromTraces, sample, generate, split };
  return actions[action as keyof typeof actions](args, effects);
}
