/** Words of the Problems of cases: Ragas, DeepEval, promptfoo and rows of anybody's own. */
import { defineProblems } from "../../core/problem-table.ts";
import { nameList } from "../../core/shown.ts";
import type { HowMany } from "../_problem-fields.ts";
import { quoted, shown, shownValue } from "../_shown.ts";

/** A field that nobody reads, though it looks like one that is. `option`: what --col calls that. */
export interface MistypedKey {
  readonly key: string;
  readonly nearest: readonly string[];
  readonly option: string;
}
const meant = ({ key, nearest, option }: MistypedKey): string =>
  `did you mean ${nearest[0]}? --col ${option}=${key} reads it as it is`;

interface WithCaseKeys {
  /** The fields of the case; of several, of the first one. */
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

const ONE_CASE = "give an object with the fields of one case";

export const caseProblem = defineProblems({
  "bad-row/no-case": () => ({ what: "a case is not an object", fix: ONE_CASE }),
  "bad-row/key-twice": ({ key }: { key: string }) => ({
    what: `a case has the key ${JSON.stringify(key)} twice`,
    fix: ONE_CASE,
  }),
  "multi-turn": () => ({
    what: "the case is a conversation, not one question",
    fix: "keep one turn per case",
  }),
  "no-question/case": ({ keys, others, mistyped, tool, wanted }: WithCaseKeys & OfTool) => ({
    what: `the case has no question; its fields are ${nameList(keys, others)}`,
    fix:
      mistyped === undefined
        ? `a case of ${tool} has it in ${wanted}; --col question=NAME overrides this`
        : meant(mistyped),
  }),
  "no-question/test": ({ keys, others }: { keys: readonly string[]; others?: number }) => ({
    what: `the test has no question; its variables are ${nameList(keys, others) || "none"}`,
    fix: "say which variable it is: --col words=NAME",
  }),
  "duplicate-query/case": ({ query }: { query: string }, { firstLine }) => ({
    what: `query ${query} is there twice (first at line ${firstLine})`,
    fix: "give every case an id of its own",
  }),
  "duplicate-query/test": ({ query }: { query: string }, { firstLine }) => ({
    what: `the test of ${shown(query)} is there twice (first at line ${firstLine})`,
    fix: "give every test a question of its own, or an id in a column id",
  }),
  "same-question": ({ query }: { query: string }, { firstLine }) => ({
    what: `the question is that of line ${firstLine} again; its id is ${shownValue(query)}`,
    fix: "give the cases ids, in a field id",
  }),

  "no-gold/cases": (fields: HowMany & WithCaseKeys) => ({
    what: lacking(fields, "neither a reference nor texts or ids that should be found"),
    fix: fields.mistyped === undefined ? "give it a reference, or leave it out" : meant(fields.mistyped),
  }),
  "no-hits": (fields: HowMany & WithCaseKeys & OfTool) => ({
    what: lacking(fields, "nothing that was retrieved"),
    fix:
      fields.mistyped === undefined
        ? `a case of ${fields.tool} has it in ${fields.wanted}, an empty list where nothing was found; --col contexts=NAME overrides this`
        : meant(fields.mistyped),
  }),
  /** `found`: the value as JSON; `message`: why a text that looks like a list is none. */
  "bad-list/case": ({ of, found, message }: { of: string; found: string; message?: string }) => ({
    what: `the ${of} are ${found}, not a list${message === undefined ? "" : `: ${message}`}`,
    fix: 'write a list as JSON: ["one text", "another"]',
  }),
  /** As many ids as texts are wanted. */
  "bad-list/uneven-case": ({ wanted, found }: { wanted: number; found: number }) => ({
    what: `the case has ${wanted} retrieved texts and ${found} ids of them`,
    fix: "give as many of each",
  }),
  "joined-list": ({ count }: HowMany) => ({
    what: `${count === 1 ? "one cell was" : `${count} cells were`} read as one text although it contains ;`,
    why: "older versions of the tool split texts there, newer ones do not",
    fix: 'write lists as JSON: ["one text", "another"]',
  }),
  "unread-keys/cases": ({ count, ...mistyped }: HowMany & MistypedKey) => ({
    what: `${quoted([mistyped.key])} was not read, in ${count === 1 ? "one case" : `${count} cases`}`,
    fix: meant(mistyped),
  }),
  "unread-assertion": ({ count, type }: HowMany & { type: string }) => ({
    what: `${count === 1 ? "one assertion" : `${count} assertions`} of type ${type} cannot become gold`,
    why: "it says nothing of what should be found",
    fix: "an answer, contains, icontains and context-recall can be read",
  }),
});
