/** The files that a corpus is read from. */
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileTrouble } from "../../files/read-trouble.ts";
import type { Source } from "../../files/source.ts";
import { openSource } from "../../formats/open-source.ts";

/** Reads files and folders for `bm25`; paths as the user wrote them, or below such a path with "/" in between. */
export interface CorpusFiles {
  open(path: string): Promise<Source>;
  /** What is in a folder; undefined if the path is not a folder. */
  list(path: string): Promise<readonly FolderEntry[] | undefined>;
}

interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder";
}

/** Files of the system; relative paths start at `cwd`. */
export function nodeCorpusFiles(cwd = "."): CorpusFiles {
  const at = (path: string): string => resolve(cwd, path);
  return {
    open: (path) => openSource(at(path), undefined, { name: path }),
    async list(path) {
      try {
        if (!(await stat(at(path))).isDirectory()) return undefined;
        const entries = await readdir(at(path), { withFileTypes: true });
        return (
          await Promise.all(
            entries.map(async (entry): Promise<FolderEntry[]> => {
              const { name } = entry;
              if (entry.isDirectory()) return [{ name, kind: "folder" }];
              // A link to a folder may lead back to where it is, so only links to files are followed.
              const isFile = entry.isSymbolicLink() ? await isFileAt(join(at(path), name)) : entry.isFile();
              return isFile ? [{ name, kind: "file" }] : [];
            }),
          )
        ).flat();
      } catch (error) {
        throw await fileTrouble(at(path), error, path);
      }
    },
  };
}

const isFileAt = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() ?? false;
