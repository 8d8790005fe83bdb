/** What distinguishes retrievers of the same name: the entry in the config or the flags, and the files they use. */
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { isDeclared } from "../../../config/load.ts";
import type { DeclaredRetriever } from "../../../core/config.ts";
import type { RetrieverInput } from "../../../core/retriever.ts";
import { nodeCorpusFiles } from "../../../retrievers/bm25/files.ts";
import type { RunSetup } from "../../../store/store.ts";
import type { GivenRetrievers } from "./_retrievers.ts";

/** As stored. Entries may contain keys, so both are hashes. */
export type DeclaredAs = NonNullable<RunSetup["retrievers"][number]["declared"]>;

/** Undefined for code, which has only its name. */
export async function declaredAs(
  one: RetrieverInput | DeclaredRetriever,
  places: { readonly cwd: string; readonly project: string },
): Promise<DeclaredAs | undefined> {
  if (!isDeclared(one)) return undefined;
  const fromProject = (path: unknown): string =>
    relative(places.project, resolve(places.cwd, String(path ?? ".")));
  const files = await filesBehind(one, places.cwd);
  switch (one.type) {
    case "bm25":
      return {
        type: one.type,
        entry: hashOf({ ...one, corpus: fromProject(one.corpus) }),
        files: await filesHash(files),
      };
    case "run":
      return {
        type: one.type,
        entry: hashOf({ ...one, file: fromProject(one.file) }),
        files: await filesHash(files),
      };
    case "command":
      return {
        type: one.type,
        entry: hashOf({ ...one, cwd: fromProject(one["cwd"]) }),
        files: await filesHash(files),
      };
    default:
      return { type: one.type, entry: hashOf(one) };
  }
}

/** Full paths of what a retriever searches, or of the scripts it runs. */
async function filesBehind(one: RetrieverInput | DeclaredRetriever, cwd: string): Promise<readonly string[]> {
  if (!isDeclared(one)) return [];
  const full = (path: unknown): string => resolve(cwd, String(path ?? "."));
  switch (one.type) {
    case "bm25":
      return [full(one.corpus)];
    case "run":
      return [full(one.file)];
    case "command": {
      const words = typeof one.command === "string" ? one.command.split(/\s/) : one.command;
      const given = Array.isArray(one["args"]) ? one["args"] : [];
      return scriptsIn([...words, ...given.map(String)], full(one["cwd"]));
    }
    default:
      return [];
  }
}

/** By name; retrievers without files are left out. */
export async function filesByRetriever(
  written: GivenRetrievers["written"],
  cwd: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const all = await Promise.all(
    Object.entries(written).map(async ([name, one]) => [name, await filesBehind(one, cwd)] as const),
  );
  return new Map(all.filter(([, files]) => files.length > 0));
}

const short = (hash: Hash): string => hash.digest("hex").slice(0, 16);

/** Options may be functions if the config is code. */
function hashOf(entry: object): string {
  const names = Object.keys(entry).sort();
  const text = JSON.stringify(
    names.map((name) => [name, (entry as Readonly<Record<string, unknown>>)[name]]),
    (_, value: unknown) =>
      typeof value === "function" || value instanceof RegExp || typeof value === "bigint"
        ? String(value)
        : value,
  );
  return short(createHash("sha256").update(text));
}

/** The words of a command line that are files. */
async function scriptsIn(words: readonly string[], cwd: string): Promise<readonly string[]> {
  const found = await Promise.all(
    words.map(async (word) => {
      const path = resolve(cwd, word.replace(/^["']|["']$/g, ""));
      return (await stat(path).catch(() => undefined))?.isFile() === true ? [path] : [];
    }),
  );
  return found.flat();
}

/** Names and contents. Opening the retriever reports unreadable files. */
async function filesHash(paths: readonly string[]): Promise<string> {
  const files = nodeCorpusFiles("/");
  const hash = createHash("sha256");
  const add = async (path: string, name: string): Promise<void> => {
    const inside = await files.list(path);
    if (inside !== undefined) {
      for (const one of inside.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
        await add(join(path, one.name), `${name}/${one.name}`);
      return;
    }
    hash.update(`${name}\0`);
    for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  };
  try {
    for (const [i, path] of paths.entries()) await add(path, String(i));
  } catch {
    return "unreadable";
  }
  return short(hash);
}
