/** Text files of a folder as documents: the id is the path in the folder, with "/" on every system. */
import { GoldieError } from "../../core/problem.ts";
import type { CorpusFiles } from "./files.ts";
import { bm25Problem } from "./problems.ts";
import type { CorpusReading } from "./read-corpus.ts";

const EXTENSIONS = [".md", ".markdown", ".mdx", ".txt", ".text", ".rst", ".adoc", ".org"] as const;
const DATA = [".jsonl", ".json", ".csv", ".tsv", ".parquet", ".gz", ".zst"] as const;

const endsIn = (name: string, extensions: readonly string[]): boolean => {
  const low = name.slice(-12).toLowerCase();
  return extensions.some((extension) => low.endsWith(extension));
};
export const isTextFile = (path: string): boolean => endsIn(path, EXTENSIONS);

/** How much of a file is looked at for a NUL, which texts do not have. */
const LOOK = 8192;

/** `paths`: those in the folder; [""] for a single file. Default: all text files. */
export async function readTexts(
  root: string,
  paths: readonly string[] | undefined,
  reading: CorpusReading,
): Promise<void> {
  const { files, signal, take } = reading;
  const base = root.replace(/[\\/]$/, "");
  const { texts, data } = paths === undefined ? await walk(base, reading) : { texts: paths, data: [] };
  let read = 0;
  for (const path of texts) {
    signal.throwIfAborted();
    const file = path === "" ? root : `${base}/${path}`;
    const text = await textOf(file, files);
    if (text === undefined) continue;
    read++;
    take({ id: path === "" ? nameOf(root) : path, text }, { side: "corpus", file });
  }
  if (read > 0) return;
  throw bm25Problem.error(
    "empty-corpus/folder",
    { extensions: EXTENSIONS, ...(data[0] === undefined ? {} : { example: `${base}/${data[0]}` }) },
    { at: { side: "corpus", file: root } },
  );
}

const nameOf = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);

const isHidden = (name: string): boolean => name.startsWith(".") || name === "node_modules";

/** Files below a folder, in the same order on every system. */
async function walk(
  base: string,
  { files, signal }: CorpusReading,
): Promise<{ texts: readonly string[]; data: readonly string[] }> {
  const texts: string[] = [];
  const data: string[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    signal.throwIfAborted();
    for (const { name, kind } of (await files.list(folder === "" ? base : `${base}/${folder}`)) ?? []) {
      if (isHidden(name)) continue;
      const path = folder === "" ? name : `${folder}/${name}`;
      if (kind === "folder") folders.push(path);
      else if (isTextFile(name)) texts.push(path);
      else if (endsIn(name, DATA)) data.push(path);
    }
  }
  return { texts: texts.sort(), data: data.sort() };
}

/** The text as it is written, line ends included; undefined if the file is binary. */
async function textOf(path: string, files: CorpusFiles): Promise<string | undefined> {
  const source = await files.open(path);
  const bytes = await source.bytes();
  if (bytes.subarray(0, LOOK).includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new GoldieError(
      bm25Problem("not-utf8/text-file", {}, { level: "error", at: { side: "corpus", file: path } }),
    );
  }
}
