/** Goldie's own entry points, for configs of projects that have not installed it (npx). */
import { fileURLToPath } from "node:url";
import type { OwnModules } from "../../config/load-source.ts";
import type { Effects } from "../effects.ts";

/** By the path after the package name: its place in src/. In the build, entry points are next to the commands' folder. */
const ENTRIES = { "": "index", "/live": "live/index", "/retrievers": "retrievers/index" } as const;

const isSource = import.meta.url.endsWith(".ts");

export function ownEntries({ load }: Effects): OwnModules {
  return Object.fromEntries(
    Object.entries(ENTRIES).map(([entry, source]) => {
      const path = isSource ? `../../${source}.ts` : `../${entry.slice(1) || "index"}.js`;
      return [`goldie${entry}`, () => load(fileURLToPath(new URL(path, import.meta.url)))];
    }),
  );
}
