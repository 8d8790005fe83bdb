/** The folder with a project's config and stored runs. */
import { dirname, join } from "node:path";
import { findConfig } from "../../config/find.ts";
import { randomFrom } from "../../core/random.ts";
import { openStore, type Store } from "../../store/store.ts";
import type { Effects } from "../effects.ts";

/** The config's folder; without a config, the folder of package.json or .git; otherwise the current folder. */
export async function projectFolder(effects: Pick<Effects, "files">): Promise<string> {
  const { files } = effects;
  const config = await findConfig(files);
  if (config !== undefined) return dirname(config);
  for (let folder = files.cwd; ; folder = dirname(folder)) {
    for (const name of ["package.json", ".git", ".goldie"])
      if ((await files.facts(join(folder, name)).catch(() => undefined)) !== undefined) return folder;
    if (dirname(folder) === folder) return files.cwd;
  }
}

/** The runs of the project. */
export async function projectStore(effects: Effects): Promise<Store> {
  const now = (): number => effects.date().getTime();
  return openStore({
    folder: await projectFolder(effects),
    now,
    id: effects.id,
    random: randomFrom(now() + effects.id * 7919),
  });
}
