/** Flags about how gold and hits come together: rules of the library that go before those of a dialect. */
import type { CommandFlag } from "./command.ts";

export const ruleFlags: readonly CommandFlag[] = [
  {
    flag: "--ids",
    value: "RULE",
    about:
      "how ids are written the same way on both sides, such as chunk-suffix, basename or lower; `goldie doctor` proposes one, docs/guide/matching.md has all",
  },
  { flag: "--unit", value: "UNIT", about: "what counts as one hit", choices: ["doc", "chunk"] },
  {
    flag: "--match",
    value: "RULE",
    about:
      "finds gold passages in the texts of hits (contains, normalised, fuzzy@0.8 …), or gold spans (spans)",
  },
  {
    flag: "--order",
    value: "RULE",
    about: "what decides the order of hits",
    choices: ["input", "score", "score-if-any", "given"],
  },
  {
    flag: "--ties",
    value: "RULE",
    about: "the order of hits with equal scores",
    choices: ["id-desc", "id-asc", "given", "given-reversed"],
  },
  {
    flag: "--duplicates",
    value: "RULE",
    about: "a hit that comes twice",
    choices: ["first", "keep", "blank", "error"],
  },
  {
    flag: "--missing",
    value: "RULE",
    about: "judged queries that the run lacks",
    choices: ["zero", "leave-out"],
  },
];

/** Of commands that score. */
export const overlapFlag: CommandFlag = {
  flag: "--allow-no-overlap",
  about: "scores also where no gold id is among the hits, and a rule would make them match",
};
