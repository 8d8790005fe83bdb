/** Usage errors of `goldie calibrate`. */
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "calibration-is-json": ({ found }: { found: string }) => ({
    what: `-o cannot be ${JSON.stringify(found)}`,
    fix: "use a file name ending in .json: calibrations are JSON",
  }),
});
