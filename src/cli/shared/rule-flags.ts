/** Flags for matching gold with hits. They override the rules of a dialect. */
import type { CommandFlag } from "./command.ts";

export const ruleFlags: readonly CommandFlag[] = [
  {
    flag: "--ids",
    value: "RULE",
    about:
      "normalise ids on both sides, e.g. chunk-suffix, basename or lower; `goldie doctor` suggests a rule, docs/guide/matching.md lists them all",
  },
  { flag: "--unit", value: "UNIT", about: "what to count as one hit", choices: ["doc", "chunk"] },
  {
    flag: "--match",
    value: "RULE",
    about:
      "match gold passages in the text of hits (contains, normalised, fuzzy@0.8 …) or gold spans (spans)",
  },
  {
    flag: "--order",
    value: "RULE",
    about: "how hits are ordered",
    choices: ["input", "score", "score-if-any", "given"],
  },
  {
    flag: "--ties",
    value: "RULE",
    about: "how equal scores are ordered",
    choices: ["id-desc", "id-asc", "given", "given-reversed"],
  },
  {
    flag: "--duplicates",
    value: "RULE",
    about: "how to treat a document that is ranked twice",
    choices: ["first", "keep", "blank", "error"],
  },
  {
    flag: "--missing",
    value: "RULE",
    about: "how to score gold queries missing from the run",
    choices: ["zero", "leave-out"],
  },
];

/** For scoring commands. */
export const overlapFlag: CommandFlag = {
  flag: "--allow-no-overlap",
  about: "score even if no gold id appears among the hits",
};
