/** Messages about cases: Ragas, DeepEval, promptfoo and custom rows. */
import { defineProblems } from "../../core/problem-table.ts";
import { nameList } from "../../core/shown.ts";
import type { HowMany } from "../_problem-fields.ts";
import { quoted, shown, shownValue } from "../_shown.ts";

/** An unused field with a name close to a known one. `option`: the name that --col uses for it. */
export interface MistypedKey {
  readonly key: string;
  readonly nearest: readonly string[];
  readonly option: string;
}
const meant = ({ key, nearest, option }: MistypedKey): string =>
  `did you mean ${nearest[0]}? To read ${key} as it is, pass --col ${option}=${key}`;

interface WithCaseKeys {
  /** The fields of the case, or of the first of several. */
  readonly keys: readonly string[];
  readonly others?: number;
  readonly mistyped?: MistypedKey;
}
interface OfTool {
  readonly tool: string;
  /** The tool's own name for what is missing. */
  readonly wanted: string;
}
const lacking = ({ count, keys, others }: HowMany & WithCaseKeys, what: string): string =>
  `${count === 1 ? "one case has" : `${count} cases have`} ${what}; ${count === 1 ? "its" : "the first one's"} fields are ${nameList(keys, others)}`;

const ONE_CASE = "write one object per case";

export const caseProblem = defineProblems({
  "bad-row/no-case": () => ({ what: "a case is not an object", fix: ONE_CASE }),
  "bad-row/key-twice": ({ key }: { key: string }) => ({
    what: `a case has the key ${JSON.stringify(key)} twice`,
    fix: ONE_CASE,
  }),
  "multi-turn": () => ({
    what: "the case is a conversation, not one question",
    fix: "split it into one case per turn",
  }),
  "no-question/case": ({ keys, others, mistyped, tool, wanted }: WithCaseKeys & OfTool) => ({
    what: `the case has no question; its fields are ${nameList(keys, others)}`,
    fix:
      mistyped === undefined
        ? `${tool} cases have it in ${wanted}; to use another field, pass --col question=NAME`
        : meant(mistyped),
  }),
  "no-question/test": ({ keys, others }: { keys: readonly string[]; others?: number }) => ({
    what: `the test has no question; its variables are ${nameList(keys, others) || "none"}`,
    fix: "name the variable that holds it: --col words=NAME",
  }),
  "duplicate-query/case": ({ query }: { query: string }, { firstLine }) => ({
    what: `query ${query} occurs twice (first at line ${firstLine})`,
    fix: "give every case a unique id",
  }),
  "duplicate-query/test": ({ query }: { query: string }, { firstLine }) => ({
    what: `the test of ${shown(query)} occurs twice (first at line ${firstLine})`,
    fix: "give every test a unique question, or a unique id in a column id",
  }),
  "same-question": ({ query }: { query: string }, { firstLine }) => ({
    what: `same question as line ${firstLine}; using the id ${shownValue(query)}`,
    fix: "give the cases ids in a field id",
  }),

  "no-gold/cases": (fields: HowMany & WithCaseKeys) => ({
    what: lacking(fields, "no gold: no reference, and no texts or ids to find"),
    fix:
      fields.mistyped === undefined
        ? "add a reference, or remove the case; `goldie judge FILE` also scores cases without one"
        : meant(fields.mistyped),
  }),
  "no-hits": (fields: HowMany & WithCaseKeys & OfTool) => ({
    what: lacking(fields, "no retrieved contexts"),
    fix:
      fields.mistyped === undefined
        ? `${fields.tool} cases have them in ${fields.wanted} ([] if nothing was found); to use another field, pass --col contexts=NAME`
        : meant(fields.mistyped),
  }),
  /** `found`: the value as JSON; `message`: why a text that looks like a list could not be parsed. */
  "bad-list/case": ({ of, found, message }: { of: string; found: string; message?: string }) => ({
    what: `the ${of} are ${found}, not a list${message === undefined ? "" : `: ${message}`}`,
    fix: 'write a JSON list: ["one text", "another"]',
  }),
  /** There must be one id per text. */
  "bad-list/uneven-case": ({ wanted, found }: { wanted: number; found: number }) => ({
    what: `the case has ${wanted} retrieved texts but ${found} ids`,
    fix: "write one id per text",
  }),
  "joined-list": ({ count }: HowMany) => ({
    what: `${count === 1 ? "one cell contains" : `${count} cells contain`} ; and ${count === 1 ? "was" : "were"} read as one text`,
    why: "older versions of the tool split texts at ;, newer ones do not",
    fix: 'write JSON lists: ["one text", "another"]',
  }),
  "unread-keys/cases": ({ count, ...mistyped }: HowMany & MistypedKey) => ({
    what: `ignored field ${quoted([mistyped.key])} in ${count === 1 ? "one case" : `${count} cases`}`,
    fix: meant(mistyped),
  }),
  "unread-assertion": ({ count, type }: HowMany & { type: string }) => ({
    what: `ignored ${count === 1 ? "one assertion" : `${count} assertions`} of type ${type}`,
    why: "this type does not say what should be retrieved",
    fix: "use answer, contains, icontains or context-recall",
  }),
});
