/** Exports of a source file that may be a retriever, found in its text without running it. */
import { clients } from "./_clients.ts";

export interface Candidate {
  readonly name: string;
  /** How to call it with a query and k; absent for a value that goes to an adapter. */
  readonly call: (query: string, k: string) => string;
  /** A value for an adapter. */
  readonly adapter?: { readonly name: string; readonly option: string };
  /** Higher is more likely. */
  readonly rank: number;
}

/** Names of search functions, most likely first. */
const VERBS = ["search", "retrieve", "query", "find", "lookup", "fetchRelevant", "getRelevant", "ask"];
/** Usual names for the number of hits. */
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

/** What one `export` declares. */
interface Exported {
  readonly name: string;
  /** Where its parameters begin, if it is a function written in place. */
  readonly params?: number;
  /** Is it a constant? */
  readonly constant: boolean;
}

/** Far longer than the head of any declaration. */
const HEAD = 600;

/** `export function NAME(PARAMS)`, `export const NAME = (PARAMS) =>`, `export const NAME = …`. */
function exportsIn(text: string): Exported[] {
  const found: Exported[] = [];
  for (const { index } of text.matchAll(/\bexport\b/g)) {
    const from = index + "export".length;
    const tokens = [...text.slice(from, from + HEAD).matchAll(/[\w$]+|=>|\S/g)];
    const word = (i: number): string | undefined => tokens[i]?.[0];
    const after = (i: number): number => from + tokens[i]!.index + 1;
    let at = word(0) === "async" ? 1 : 0;
    if (word(at) === "function") {
      at += word(at + 1) === "*" ? 2 : 1;
      const name = word(at++);
      if (word(at) === "<") at = tokens.findIndex(([one], i) => i > at && one === ">") + 1;
      if (name !== undefined && word(at) === "(") found.push({ name, params: after(at), constant: false });
    } else if (word(at) === "const") {
      const name = word(at + 1);
      at = tokens.findIndex(([one], i) => i > at + 1 && one === "=") + 1;
      if (name === undefined || at === 0) continue;
      while (word(at) === "async" || word(at) === "function") at++;
      found.push({ name, constant: true, ...(word(at) === "(" ? { params: after(at) } : {}) });
    }
  }
  return found;
}

export function candidatesIn(text: string): Candidate[] {
  const found = new Map<string, Candidate>();
  const all = exportsIn(text);
  for (const { name, params: start } of all) {
    const verb = verbOf(name);
    const params = start === undefined ? undefined : paramsAt(text, start);
    if (verb === undefined || params === undefined || !takesText(params)) continue;
    found.set(name, { name, call: callOf(name, params), rank: VERBS.length - verb });
  }
  for (const { name, constant } of all) {
    if (!constant || found.has(name)) continue;
    for (const { adapter, exported = [] } of clients) {
      const known = exported.find((one) => one.name.test(name));
      if (known === undefined) continue;
      found.set(name, {
        name,
        call: () => name,
        adapter: { name: adapter, option: known.option },
        // Prefer retrievers to the stores they are built from.
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
    // The > of an arrow is not a bracket.
    if (")]}".includes(c) || (c === ">" && text[i - 1] !== "=")) depth--;
    if (depth === 0 && c === ",") params.push("");
    else params[params.length - 1] += c;
  }
  return undefined;
}

const nameOf = (param: string): string => /^[A-Za-z_$][\w$]*/.exec(param)?.[0] ?? "";
const typeOf = (param: string): string | undefined => /^[^:=]*:\s*([^=]+)/.exec(param)?.[1]?.trim();

/** Is the first parameter a string? Judged by its type; without a type, anything but an object. */
function takesText([first]: readonly string[]): boolean {
  if (first === undefined || nameOf(first) === "") return false;
  const type = typeOf(first);
  return type === undefined || type === "string";
}

function callOf(name: string, [, second]: readonly string[]): Candidate["call"] {
  if (second === undefined) return (query) => `${name}(${query})`;
  if (COUNTS.has(nameOf(second).toLowerCase())) return (query, k) => `${name}(${query}, ${k})`;
  // An inline options object: { k, … } or opts: { limit: number }.
  const key = [...second.matchAll(/[A-Za-z_$][\w$]*/g)]
    .map(([word]) => word)
    .find((word) => COUNTS.has(word.toLowerCase()));
  if (!second.includes("{") || key === undefined) return (query) => `${name}(${query})`;
  return (query, k) => `${name}(${query}, { ${key === k ? k : `${key}: ${k}`} })`;
}
