import type { ListParam } from "../core/params.ts";

export const runWeights = {
  kind: "list",
  default: [],
  doc: "How much each run counts, in the order of the runs, such as 0.3;0.7. Not given: 1 each.",
} as const satisfies ListParam;
