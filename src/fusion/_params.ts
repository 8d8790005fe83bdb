import type { ListParam } from "../core/params.ts";

export const runWeights = {
  kind: "list",
  default: [],
  doc: "The weight of each run, in the order of the runs, such as 0.3;0.7 (default: 1 each).",
} as const satisfies ListParam;
