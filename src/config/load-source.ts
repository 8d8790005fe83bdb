/** Loads code of the user: TypeScript or JavaScript, with what it imports. */
import { createRequire } from "node:module";
import { sep } from "node:path";

export interface LoadedSource {
  readonly exports: unknown;
  /** The files of the project that were loaded, by full path: the source itself and what it imports, packages aside. */
  readonly files: readonly string[];
}

/** By name of a package entry: loads it if the project has no such package of its own. */
export type OwnModules = Readonly<Record<string, () => Promise<unknown>>>;

/** Every call loads the project's files anew; packages in node_modules are loaded once. */
export async function loadSource(path: string, own: OwnModules = {}): Promise<LoadedSource> {
  const { createJiti } = await import("jiti");
  const virtualModules: Record<string, unknown> = {};
  for (const [name, load] of Object.entries(own))
    if (!isInstalled(name, path)) virtualModules[name] = await load();
  const jiti = createJiti(path, {
    tsconfigPaths: true,
    fsCache: false,
    interopDefault: false,
    virtualModules,
  });
  const ofProject = (file: string): boolean => !file.includes(`${sep}node_modules${sep}`);
  const before = new Set(Object.keys(jiti.cache));
  try {
    const exports = await jiti.import(path);
    return { exports, files: loadedSince(before, jiti.cache).filter(ofProject) };
  } finally {
    // The next load reads the files again, and an error leaves nothing half loaded.
    for (const file of loadedSince(before, jiti.cache)) if (ofProject(file)) delete jiti.cache[file];
  }
}

const loadedSince = (before: ReadonlySet<string>, cache: object): string[] =>
  Object.keys(cache).filter((file) => !before.has(file));

/** Can the project import this package? */
function isInstalled(name: string, path: string): boolean {
  try {
    createRequire(path).resolve(name);
    return true;
  } catch {
    return false;
  }
}
