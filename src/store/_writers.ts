/** Who goes on with a run: one process at a time. */
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PRIVATE } from "../files/append-file.ts";
import { isAlive, type Owner } from "../files/process-owner.ts";
import { systemCode } from "../files/write-trouble.ts";

export type TakenRun = { readonly release: () => Promise<void> } | { readonly other: Owner };

/**
 * Takes the first free number. A number is given back by its owner alone, so whoever finds a dead owner takes the next
 * one, and two that do so at once meet there.
 */
export async function takeRun(folder: string, owner: Owner): Promise<TakenRun> {
  for (let n = 1; ; n++) {
    const path = join(folder, `.writer-${n}`);
    if (await created(path, owner)) return { release: () => rm(path, { force: true }) };
    const other = await ownerIn(path);
    if (other === "gone") n--;
    else if (other !== "damaged" && isAlive(other) !== false) return { other };
  }
}

/** With its content from the start: nobody reads half of it. */
async function created(path: string, owner: Owner): Promise<boolean> {
  const aside = `${path}.${owner.id}.tmp`;
  const text = JSON.stringify(owner);
  try {
    await writeFile(aside, text, { mode: PRIVATE });
    await link(aside, path);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    if (!NO_LINKS.has(systemCode(error) ?? "")) throw error;
    return await writeFile(path, text, { flag: "wx", mode: PRIVATE }).then(
      () => true,
      (why: unknown) => {
        if (systemCode(why) === "EEXIST") return false;
        throw why;
      },
    );
  } finally {
    await rm(aside, { force: true });
  }
}

/** From file systems that have none. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

async function ownerIn(path: string): Promise<Owner | "gone" | "damaged"> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Owner;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return "gone";
    if (error instanceof SyntaxError) return "damaged";
    throw error;
  }
}
