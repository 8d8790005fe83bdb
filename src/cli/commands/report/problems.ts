/** Usage errors of `goldie report`. */
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "report-output": ({ path }: { path: string }) => ({
    what: `goldie report writes HTML: -o ${path} is no .html file`,
    fix: "use a name that ends in .html; for other formats use goldie eval -o or goldie compare -o",
  }),
  "report-config": ({ path }: { path: string }) => ({
    what: `${path} names no tables of an engine, and nothing else of it is read by goldie report`,
    fix: "drop --config, or add engine with runTable to the config",
  }),
  "report-baseline": ({ name, names }: { name: string; names: readonly string[] }) => ({
    what: `--baseline ${name} is none of the runs`,
    fix: `use one of: ${names.join(", ")}`,
  }),
});
