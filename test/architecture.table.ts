/** The pure folders: no `node:`, no package, run in a browser. */
export const centre = [
  "core",
  "metrics",
  "stats",
  "fusion",
  "text",
  "dialects",
  "match",
  "evaluate",
] as const;

/**
 * What each folder of src/ may import from the others; "*" is everything.
 * Arrows point down: the centre is pure, edges import one another only where this says so, and cli wires them.
 */
export const allowed: Readonly<Record<string, readonly string[] | "*">> = {
  core: [],
  metrics: ["core"],
  stats: ["core"],
  fusion: ["core"],
  text: ["core"],
  dialects: ["core"],
  match: ["core", "text"],
  evaluate: ["core", "metrics", "stats", "fusion", "text", "dialects", "match"],

  files: ["core"],
  calls: ["core", "files"],
  formats: ["core", "files"],
  engine: [...centre, "formats", "files"],
  judges: [...centre, "calls", "files"],
  retrievers: [...centre, "formats", "files", "calls"],
  store: [...centre, "formats", "files"],
  config: [...centre, "files"],
  live: [...centre, "calls", "files"],
  gold: [...centre, "calls", "files"],
  sql: [...centre, "calls", "files"],
  reports: centre,
  dashboard: [...centre, "reports", "store"],
  testing: [...centre, "store", "formats", "files", "reports"],

  cli: "*",
  "index.ts": centre,
};
