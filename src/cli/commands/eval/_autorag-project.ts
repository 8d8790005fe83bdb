import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";

/** The dialects whose tool has project folders. */
const AUTORAG = ["autorag", "autorag02"];

export async function isAutoragProject(args: Args, { files }: Effects): Promise<boolean> {
  const [folder, ...more] = args.positionals;
  if (folder === undefined || more.length > 0 || !AUTORAG.includes(args.text("as") ?? "")) return false;
  return (await files.facts(folder))?.kind === "folder";
}
