/** manifest.json: written when a run starts, and again when it ends. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Problem } from "../core/problem.ts";
import { isAlive, type Owner } from "../files/process-owner.ts";
import { storeProblem } from "./problems.ts";
import type { RunManifest, StoredRunInfo } from "./store.ts";
import type { StoredState } from "./stored-state.ts";

export const MANIFEST = "manifest.json";
export const NOTE = "note.txt";

/** With the process that writes it. */
export interface OwnedManifest extends RunManifest {
  readonly owner: Owner;
}

/** Never throws for what is in the folder: one damaged run must not hide the others. */
export async function readInfo(folder: string, id: string): Promise<StoredRunInfo> {
  const note = smallText(join(folder, NOTE));
  const about = { id, folder, ...(note === undefined || note.trim() === "" ? {} : { note: note.trim() }) };
  const damaged = (cause: string): StoredRunInfo => {
    const problem: Problem = storeProblem("damaged-run/manifest", { id, cause }, { at: { file: folder } });
    return { ...about, state: "damaged", problem };
  };
  const text = smallText(join(folder, MANIFEST));
  if (text === undefined) return damaged(`it has no ${MANIFEST}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return damaged(`${MANIFEST} is not JSON`);
  }
  if (!isManifest(value)) return damaged(`${MANIFEST} is not one of Goldie's`);
  const { owner, ...manifest } = value;
  return { ...about, state: stateOf(manifest, owner), manifest };
}

/** Of a process on another machine nothing can be found out. */
function stateOf({ state }: RunManifest, owner: Owner): StoredState {
  return state === "running" && isAlive(owner) === false ? "interrupted" : state;
}

/** The process that writes a run, if it still does. */
export async function writerOf(folder: string): Promise<Owner | undefined> {
  const text = await readText(join(folder, MANIFEST));
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!isManifest(value) || value.state !== "running" || isAlive(value.owner) === false) return undefined;
  return value.owner;
}

function isManifest(x: unknown): x is OwnedManifest {
  const one = x as Partial<OwnedManifest> | null;
  return (
    typeof one === "object" &&
    one !== null &&
    one.schema === 1 &&
    typeof one.id === "string" &&
    typeof one.created === "string" &&
    (one.state === "running" || one.state === "complete" || one.state === "cancelled") &&
    typeof one.owner === "object" &&
    one.owner !== null &&
    Array.isArray(one.retrievers) &&
    one.retrievers.every(
      // A file of the folder, and none outside of it.
      ({ name, file }) =>
        typeof name === "string" && typeof file === "string" && /^[\w.-]+\.jsonl$/.test(file),
    )
  );
}

/** At once: for the few bytes of hundreds of runs, waiting takes longer than reading. */
export function smallText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

export async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
