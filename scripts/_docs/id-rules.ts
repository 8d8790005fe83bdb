/** The table of id rules in docs/guide/matching.md. */
import { idNormalisers } from "../../src/match/ids/index.ts";
import { code, prose, table } from "./markdown.ts";

export const idRuleTable = (): string =>
  table(
    ["rule", "what it does", "for example"],
    idNormalisers.map(({ id, about, cuts, examples }) => [
      code(id),
      `${prose(about)}${cuts === true ? ". Careful: it drops parts that may tell documents apart" : ""}`,
      examples.map(([found, matched]) => `${code(found)} → ${code(matched)}`).join(", "),
    ]),
  );
