/** The table of id rules in docs/guide/matching.md. */
import { idNormalisers } from "../../src/match/ids/index.ts";
import { code, prose, table } from "./markdown.ts";

export const idRuleTable = (): string =>
  table(
    ["rule", "what it does", "example"],
    idNormalisers.map(({ id, about, cuts, examples }) => [
      code(id),
      `${prose(about)}${cuts === true ? ". Careful: this may merge different documents" : ""}`,
      examples.map(([found, matched]) => `${code(found)} → ${code(matched)}`).join(", "),
    ]),
  );
