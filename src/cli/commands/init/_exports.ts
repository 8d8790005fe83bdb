/** What a source file exports that may be a retriever: found by its text, without running it. */
import { clients } from "./_clients.ts";

export interface Candidate {
  readonly name: string;
  /** How it is called with a query and k; a value for an adapter is not called. */
  readonly call: (query: string, k: string) => string;
  /** A value that an adapter takes. */
  readonly adapter?: { readonly name: string; readonly option: string };
  /** Higher is likelier. */
  readonly rank: number;
}

/** Names of functions that search, likeliest first. */
const VERBS = ["search", "retrieve", "query", "find", "lookup", "fetchRelevant", "getRelevant", "ask"];
/** How people call the number of hits. */
const COUNTS = new Set([
  "k",
  "n",
  "limit",
  "topk",
  "top_k",
  "count",
  "size",
  "max",
  "maxresults",
  "numresults",
]);

/** `export function NAME(PARAMS)`, `export const NAME = (PARAMS) =>`; what is longer than this is no signature. */
const FUNCTION = /\bexport\s+(?:async\s+)?function\s*\*?\s*([A-Za-z_$][\w$]*)\s*(?:<[^()]{0,200}>\s*)?\(/g;
const ARROW =
  /\bexport\s+const\s+([A-Za-z_$][\w$]*)\s*(?::[^=()]{0,200})?=\s*(?:async\s*)?(?:function\s*)?\(/g;
const VALUE = /\bexport\s+const\s+([A-Za-z_$][\w$]*)\s*(?::[^=]{0,200})?=(?!>)/g;

export function candidatesIn(text: string): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const pattern of [FUNCTION, ARROW])
    for (const match of text.matchAll(pattern)) {
      const name = match[1]!;
      const verb = verbOf(name);
      const params = paramsAt(text, match.index + match[0].length);
      if (verb === undefined || params === undefined || !takesText(params)) continue;
      found.set(name, { name, call: callOf(name, params), rank: VERBS.length - verb });
    }
  for (const match of text.matchAll(VALUE)) {
    const name = match[1]!;
    if (found.has(name)) continue;
    for (const { adapter, exported = [] } of clients) {
      const known = exported.find((one) => one.name.test(name));
      if (known === undefined) continue;
      found.set(name, {
        name,
        call: () => name,
        adapter: { name: adapter, option: known.option },
        // A retriever is what is to be measured; a store is what it is made from.
        rank: known.option === "retriever" ? VERBS.length + 1 : VERBS.length - 1,
      });
      break;
    }
  }
  return [...found.values()];
}

/** The verb that a name begins or ends with. */
function verbOf(name: string): number | undefined {
  const low = name.toLowerCase();
  const at = VERBS.findIndex(
    (verb) => low.startsWith(verb.toLowerCase()) || low.endsWith(verb.toLowerCase()),
  );
  return at < 0 ? undefined : at;
}

/** Far longer than any list of parameters. */
const LONGEST = 2000;

/** The parameters up to the closing bracket, split at commas outside of brackets. */
function paramsAt(text: string, start: number): string[] | undefined {
  const params = [""];
  let depth = 0;
  for (let i = start; i < Math.min(text.length, start + LONGEST); i++) {
    const c = text[i]!;
    if (depth === 0 && c === ")") return params.map((one) => one.trim()).filter((one) => one !== "");
    if ("([{<".includes(c)) depth++;
    // The end of an arrow is no bracket.
    if (")]}".includes(c) || (c === ">" && text[i - 1] !== "=")) depth--;
    if (depth === 0 && c === ",") params.push("");
    else params[params.length - 1] += c;
  }
  return undefined;
}

const nameOf = (param: string): string => /^[A-Za-z_$][\w$]*/.exec(param)?.[0] ?? "";
const typeOf = (param: string): string | undefined => /^[^:=]*:\s*([^=]+)/.exec(param)?.[1]?.trim();

/** The first parameter is a text: by its type, or without one by not being an object. */
function takesText([first]: readonly string[]): boolean {
  if (first === undefined || nameOf(first) === "") return false;
  const type = typeOf(first);
  return type === undefined || type === "string";
}

function callOf(name: string, [, second]: readonly string[]): Candidate["call"] {
  if (second === undefined) return (query) => `${name}(${query})`;
  if (COUNTS.has(nameOf(second).toLowerCase())) return (query, k) => `${name}(${query}, ${k})`;
  // An object of options, written in place: { k, … } or opts: { limit: number }.
  const key = [...second.matchAll(/[A-Za-z_$][\w$]*/g)]
    .map(([word]) => word)
    .find((word) => COUNTS.has(word.toLowerCase()));
  if (!second.includes("{") || key === undefined) return (query) => `${name}(${query})`;
  return (query, k) => `${name}(${query}, { ${key === k ? k : `${key}: ${k}`} })`;
}
