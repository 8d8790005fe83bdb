/** `goldie example`. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { GoldieError } from "../../../core/problem.ts";
import { systemCode, writeTrouble } from "../../../files/write-trouble.ts";
import { shellWord } from "../../../text/shell-word.ts";
import { oneLine } from "../../../text/width.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { writeOutput } from "../../shared/output.ts";
import { wrongUse } from "./problems.ts";

/** In the package; in the build, all commands are in one folder of dist/. */
const bundled = new URL(
  import.meta.url.endsWith(".ts") ? "../../../../examples/harbour/" : "../../examples/harbour/",
  import.meta.url,
);

export async function runExample(args: Args, effects: Effects): Promise<number> {
  const [folder] = args.positionals as [string];
  const { files, stdout } = effects;
  const names = (await readdir(bundled)).sort();
  const there = await files.facts(folder);
  if (there !== undefined && there.kind !== "folder")
    throw wrongUse("example-not-a-folder", { path: folder });
  // Write nothing if any of them exists.
  for (const name of names)
    if ((await files.facts(join(folder, name))) !== undefined)
      throw wrongUse("example-exists", { path: join(folder, name) });
  await files.makeFolder(folder).catch((error: unknown) => {
    throw systemCode(error) === undefined ? error : new GoldieError(writeTrouble(folder, error));
  });
  for (const name of names) {
    const bytes = await readFile(new URL(name, bundled));
    await writeOutput(join(folder, name), effects, (write) => write(bytes));
  }
  if (!args.has("quiet")) await stdout.write(nextSteps(folder, names.length));
  return 0;
}

function nextSteps(folder: string, count: number): string {
  const at = (name: string): string => shellWord(join(folder, name));
  return [
    oneLine(`${count} files copied to ${folder}. Try next:`),
    "",
    `  goldie eval ${at("gold.jsonl")} ${at("overlap.jsonl")} ${at("prefix.jsonl")}`,
    `  goldie explain ndcg@10 ${at("gold.jsonl")} ${at("overlap.jsonl")} --query q06`,
    "",
  ].join("\n");
}
