/** The pure folders: no `node:`, no package, run in a browser. */
export const centre = ["core", "metrics", "stats", "match", "dialects", "fusion", "evaluate"] as const;

/**
 * What each folder of src/ may import from the others; "*" is everything.
 * Arrows point down: the centre is pure, edges do not import one another, only cli wires them.
 */
export const allowed: Readonly<Record<string, readonly string[] | "*">> = {
  core: [],
  metrics: ["core"],
  stats: ["core"],
  match: ["core"],
  dialects: ["core", "metrics"],
  fusion: ["core"],
  evaluate: ["core", "metrics", "dialects", "match", "stats", "fusion"],

  formats: ["core"],
  engine: [...centre, "formats"],
  judges: centre,
  retrievers: [...centre, "formats"],
  sql: centre,
  store: centre,
  reports: centre,
  dashboard: [...centre, "reports"],
  testing: [...centre, "store"],
  config: centre,

  cli: "*",
  "index.ts": centre,
};
