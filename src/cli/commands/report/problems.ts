/** Usage errors of `goldie report`. */
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "report-output": ({ path }: { path: string }) => ({
    what: `goldie report writes HTML: -o ${path} is no .html file`,
    fix: "use a name that ends in .html; for other formats use goldie eval -o or goldie compare -o",
  }),
  "report-baseline": ({ name, names }: { name: string; names: readonly string[] }) => ({
    what: `--baseline ${name} is none of the runs`,
    fix: `use one of: ${names.join(", ")}`,
  }),
});
