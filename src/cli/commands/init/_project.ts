/** What a project's files tell about it. */
import type { Dirent } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Client, clientsIn } from "./_clients.ts";
import { type Candidate, candidatesIn } from "./_exports.ts";

export interface Found extends Candidate {
  /** Relative to the project, with slashes. */
  readonly file: string;
}

export interface Project {
  /** Contains only hidden files. */
  readonly empty: boolean;
  readonly typescript: boolean;
  readonly clients: readonly Client[];
  /** Most likely first. */
  readonly found: readonly Found[];
  /** Folders of texts and corpus files, most likely first. */
  readonly corpora: readonly string[];
  /** Files that may be gold. */
  readonly golds: readonly string[];
}

/** Enough for the sources of an app; the rest of a large repository is ignored. */
const MOST_FILES = 2000;
const LARGEST = 256 * 1024;
const SKIPPED = new Set([
  "node_modules",
  "dist",
  "build",
  "out",
  "coverage",
  "vendor",
  "test",
  "tests",
  "__tests__",
]);
const SOURCE = /\.(ts|mts|js|mjs)$/;
const NOT_SOURCE = /(\.d\.m?ts|\.(test|spec|config)\.[a-z]+)$/;
const TEXTS = /\.(md|mdx|markdown|txt)$/i;
const CORPUS_FOLDERS = [
  "docs",
  "doc",
  "content",
  "knowledge",
  "kb",
  "corpus",
  "pages",
  "posts",
  "articles",
  "notes",
  "data",
];
const isCorpusFile = (path: string): boolean =>
  /\.(jsonl|ndjson|json|csv|tsv|parquet)$/i.test(path) &&
  /corpus|documents|docs|passages|articles|chunks|pages/i.test(path.slice(path.lastIndexOf("/") + 1));
const GOLD_FILE = /(^|\/)(gold|queries|qrels|questions)[^/]*\.(jsonl|ndjson|json|csv|tsv|trec|txt)$/i;
/** A folder with fewer texts is hardly a corpus. */
const FEW_TEXTS = 3;

export async function lookAt(folder: string): Promise<Project> {
  const files = await filesBelow(folder);
  const manifest = await manifestOf(folder);
  const packages = ["dependencies", "devDependencies", "peerDependencies"].flatMap((key) =>
    Object.keys((manifest[key] as object | undefined) ?? {}),
  );
  const clients = clientsIn(packages);
  const found: Found[] = [];
  for (const file of files.filter((one) => SOURCE.test(one) && !NOT_SOURCE.test(one))) {
    const text = await sourceText(join(folder, file));
    for (const candidate of candidatesIn(text)) {
      const { adapter } = candidate;
      // `index` and `store` are common names: only count them if the library is imported.
      if (adapter !== undefined && !clients.some((one) => one.adapter === adapter.name)) continue;
      found.push({ ...candidate, file });
    }
  }
  return {
    empty: files.length === 0,
    typescript: files.includes("tsconfig.json") || packages.includes("typescript"),
    clients,
    found: found.sort(
      (a, b) => b.rank - a.rank || a.file.length - b.file.length || (a.file < b.file ? -1 : 1),
    ),
    corpora: corporaIn(files),
    golds: files.filter((file) => GOLD_FILE.test(file)),
  };
}

/** Folders with usual names first, then files. */
function corporaIn(files: readonly string[]): string[] {
  const below = (name: string): number =>
    files.filter((file) => file.startsWith(`${name}/`) && TEXTS.test(file)).length;
  const folders = CORPUS_FOLDERS.filter((name) => below(name) >= FEW_TEXTS);
  return [...folders, ...files.filter((file) => isCorpusFile(file) && !GOLD_FILE.test(file))];
}

async function manifestOf(folder: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  } catch {
    return {};
  }
}

/** Paths with slashes, nearest first. */
async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [""];
  for (let at = folders.shift(); at !== undefined && found.length < MOST_FILES; at = folders.shift()) {
    const entries = await readdir(join(folder, at), { withFileTypes: true }).catch(() => [] as Dirent[]);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith(".") || SKIPPED.has(entry.name)) continue;
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) found.push(path);
    }
  }
  return found;
}

async function sourceText(path: string): Promise<string> {
  const { size } = await stat(path);
  return size > LARGEST ? "" : readFile(path, "utf8");
}
