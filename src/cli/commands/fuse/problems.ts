/** Usage errors of `goldie fuse`. */
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "fuse-without-output": () => ({
    what: "missing -o: where to write the fused run",
    fix: "add -o fused.trec, or -o - --to trec-run",
  }),
  "fuse-of-one": () => ({
    what: "fuse needs at least two runs",
    fix: "pass them all: goldie fuse a.trec b.trec -o fused.trec",
  }),
  "learning-without-gold": ({ method }: { method: string }) => ({
    what: `${method} needs --gold to learn from`,
    fix: "add --gold FILE",
  }),
  "optimize-without-gold": () => ({
    what: "--optimize needs --gold",
    fix: "add --gold FILE",
  }),
  "nothing-to-optimize": ({ method }: { method: string }) => ({
    what: `${method} has no parameters to tune`,
    fix: "drop --optimize",
  }),
});
