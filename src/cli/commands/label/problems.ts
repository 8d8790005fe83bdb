/** Usage errors of `goldie label`. */
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "no-run-to-label": ({ gold }: { gold: string }) => ({
    what: "missing argument: RUN",
    fix: `name the run whose hits to label: goldie label ${gold} RUN`,
  }),
  "claims-or-hits": () => ({
    what: "--judgements takes the place of GOLD and RUN",
    fix: "leave out either the flag or the files",
  }),
  "labels-not-jsonl": ({ found }: { found: string }) => ({
    what: `--labels ${found} is not a .jsonl file`,
    fix: "labels are JSON Lines, one act on each line: use a name that ends in .jsonl",
  }),
  "sheet-not-jsonl": ({ found }: { found: string }) => ({
    what: `--export ${found} is not a .jsonl file`,
    fix: "labelled claims are JSON Lines, as goldie calibrate reads them",
  }),
  "grades-range": ({ found }: { found: number }) => ({
    what: `--grades ${found} is not from 1 to 9`,
    fix: "each grade has a key of its own: 1 for yes and no, 3 for four grades",
  }),
  "claims-without-order": ({ flag }: { flag: string }) => ({
    what: `${flag} is only valid for hits`,
    why: "claims are labelled in random order, which corrected means depend on",
    fix: `leave ${flag} out`,
  }),
  "no-claims": ({ path }: { path: string }) => ({
    what: `${path} has no claims to label`,
    fix: "judge cases with a reference or a response: goldie judge cases.jsonl --records FILE",
  }),
});
