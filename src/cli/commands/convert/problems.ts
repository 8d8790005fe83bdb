/** Messages about files that `goldie convert` cannot identify. */
import { defineProblems } from "../../../core/problem-table.ts";

const NAME_IT = "pass its format with --from; `goldie convert --list` shows what each looks like";

export const convertProblem = defineProblems({
  "empty-file/to-convert": () => ({ what: "the file is empty", fix: NAME_IT }),
  "unknown-format/to-convert": () => ({ what: "this does not look like any known format", fix: NAME_IT }),
  "several-kinds": ({ names }: { names: readonly string[] }) => ({
    what: `this could be ${names.join(" or ")}`,
    fix: `choose with ${names.map((kind) => `--kind ${kind}`).join(" or ")}`,
  }),
});
