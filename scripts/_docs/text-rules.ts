/** The table of text rules in docs/guide/texts-and-spans.md. */
import { textRules } from "../../src/match/text/index.ts";
import { code, prose, table } from "./markdown.ts";

export const textRuleTable = (): string =>
  table(
    ["rule", "when a hit matches"],
    Object.entries(textRules).map(([name, { about }]) => [code(name), prose(about)]),
  );
