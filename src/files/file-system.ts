import { rmSync } from "node:fs";
import { type FileHandle, mkdir, open, readlink, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { realpath, stat } from "./_promised.ts";

export interface OutFile {
  write(text: string | Uint8Array): Promise<void>;
  /** Flushes to disk (fsync). */
  sync(): Promise<void>;
  close(): Promise<void>;
}

interface PathFacts {
  readonly kind: "file" | "folder" | "other";
  readonly mode: number;
  /** In bytes. */
  readonly size: number;
}

/** The file system, passed in. Paths as the user wrote them: relative ones start at `cwd`. */
export interface FileSystem {
  readonly cwd: string;
  /** The full path. */
  resolve(path: string): string;
  /** The full path behind symbolic links; of a file that is not there yet, where it will be. */
  real(path: string): Promise<string>;
  facts(path: string): Promise<PathFacts | undefined>;
  /** Creates a new file; rejects with EEXIST if it exists. */
  create(path: string, mode?: number): Promise<OutFile>;
  /** Writes in place; for pipes and devices, which cannot be replaced. */
  overwrite(path: string): Promise<OutFile>;
  rename(from: string, to: string): Promise<void>;
  /** Creates the folder and its parents if needed. */
  makeFolder(path: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Synchronous, for use just before the process ends. */
  removeNow(path: string): void;
  /** Flushes the folder to disk after a rename. */
  syncFolder(path: string): Promise<void>;
}

/** A link may lead to a file that does not exist yet; `links`: how many to follow. */
async function realPath(path: string, links = 40): Promise<string> {
  const known = await realpath(path).catch(() => undefined);
  if (known !== undefined) return known;
  const to = links === 0 ? undefined : await readlink(path).catch(() => undefined);
  if (to !== undefined) return realPath(resolve(dirname(path), to), links - 1);
  return join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path));
}

/** The file system below a folder. */
export function nodeFileSystem(cwd: string): FileSystem {
  const at = (path: string): string => resolve(cwd, path);
  const out = (file: FileHandle): OutFile => ({
    async write(text) {
      const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
      for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten;
    },
    sync: () => file.sync(),
    close: () => file.close(),
  });
  return {
    cwd,
    resolve: at,
    real: (path) => realPath(at(path)),
    async facts(path) {
      try {
        const found = await stat(at(path));
        const kind = found.isFile() ? "file" : found.isDirectory() ? "folder" : "other";
        return { kind, mode: found.mode & 0o777, size: found.size };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    create: async (path, mode) => out(await open(at(path), "wx", mode)),
    overwrite: async (path) => out(await open(at(path), "w")),
    rename: (from, to) => rename(at(from), at(to)),
    makeFolder: async (path) => void (await mkdir(at(path), { recursive: true })),
    remove: (path) => rm(at(path), { force: true }),
    removeNow: (path) => rmSync(at(path), { force: true }),
    async syncFolder(path) {
      // Windows cannot open folders; skip it.
      const folder = await open(at(path), "r").catch(() => undefined);
      await folder?.sync().catch(() => {});
      await folder?.close();
    },
  };
}
