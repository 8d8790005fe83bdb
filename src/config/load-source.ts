/** Loads code of the user: TypeScript or JavaScript, with what it imports. */
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { createJiti } from "jiti";

export interface LoadedSource {
  readonly exports: unknown;
  /** The files of the project that were loaded, by full path: the source itself and what it imports, packages aside. */
  readonly files: readonly string[];
}

/** By name of a package entry: loads it if the project has no such package of its own. */
export type OwnModules = Readonly<Record<string, () => Promise<unknown>>>;

/** Every call loads the project's files anew; packages in node_modules are loaded once. */
export async function loadSource(path: string, own: OwnModules = {}): Promise<LoadedSource> {
  const create = await jitiOfProjects();
  const virtualModules: Record<string, unknown> = {};
  for (const [name, load] of Object.entries(own))
    if (!isInstalled(name, path)) virtualModules[name] = await load();
  const jiti = create(path, { tsconfigPaths: true, fsCache: false, interopDefault: false, virtualModules });
  const before = new Set(Object.keys(jiti.cache));
  try {
    const exports = await jiti.import(path);
    return { exports, files: loadedSince(before, jiti.cache).filter(isOfProject) };
  } finally {
    // The next load reads the files again, and an error leaves nothing half loaded.
    for (const file of loadedSince(before, jiti.cache)) if (isOfProject(file)) delete jiti.cache[file];
  }
}

const isOfProject = (file: string): boolean => !file.includes(`${sep}node_modules${sep}`);

const loadedSince = (before: ReadonlySet<string>, cache: object): string[] =>
  Object.keys(cache).filter((file) => !before.has(file));

type NativeImport = (id: string | URL) => Promise<unknown>;
type JitiCore = (
  id: string,
  options: object,
  outside: {
    readonly onError: (error: unknown) => never;
    readonly nativeImport: NativeImport;
    readonly createRequire: typeof createRequire;
  },
) => ReturnType<typeof createJiti>;

/**
 * jiti gives ES modules to Node as they are, and Node loads a module once: a changed file would stay as it was. Where
 * Node refuses a file, jiti loads it itself, so the files of a project are refused. That takes jiti's core, because what
 * its entry hands to Node cannot be set; the version is pinned.
 */
async function jitiOfProjects(): Promise<typeof createJiti> {
  const require = createRequire(import.meta.url);
  const dist = join(dirname(require.resolve("jiti/package.json")), "dist");
  const core = (await import(pathToFileURL(join(dist, "jiti.cjs")).href)) as { default: JitiCore };
  const transform = (...given: readonly unknown[]): unknown => require(join(dist, "babel.cjs"))(...given);
  const nativeImport: NativeImport = async (id) => {
    const file = String(id).startsWith("file:") ? fileURLToPath(id) : String(id);
    if (file.includes(sep) && isOfProject(file)) throw new Error("loaded by jiti");
    return import(String(id));
  };
  const onError = (error: unknown): never => {
    throw error;
  };
  return (id, options) =>
    core.default(id, { transform, ...options }, { onError, nativeImport, createRequire });
}

/** Can the project import this package? */
function isInstalled(name: string, path: string): boolean {
  try {
    createRequire(path).resolve(name);
    return true;
  } catch {
    return false;
  }
}
