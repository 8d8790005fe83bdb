/** What is wrong with the use of `goldie calibrate`. */
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "calibration-is-json": ({ found }: { found: string }) => ({
    what: `-o cannot be ${JSON.stringify(found)}`,
    fix: "a calibration is JSON: name a file that ends in .json",
  }),
});
