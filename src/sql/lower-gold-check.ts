/** What a table of grades holds, for a comparison with the gold that was read. */
import { judgments } from "./_lower-gold.ts";
import { as, column, count, flag, gt, NONE, ONE, step } from "./_words.ts";
import type { GoldRelation } from "./lower.ts";
import type { StatementNode } from "./nodes.ts";

/** Judgments, and relevant ones among them. */
export const lowerGoldCheck = (gold: Extract<GoldRelation, { kind: "grades" }>): StatementNode => ({
  steps: [
    { name: "judgment", selects: [judgments(gold)] },
    {
      name: "result",
      selects: [
        {
          columns: [as("judgments", count(ONE)), as("relevant", count(flag(gt(column("grade"), NONE))))],
          from: step("judgment"),
        },
      ],
    },
  ],
  columns: ["judgments", "relevant"],
});
