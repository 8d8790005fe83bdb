/** Id rules as people write them: names, regular expressions, and several of them in a row. */

import type { DocId } from "../../core/ids.ts";
import { named } from "../../core/named.ts";
import type { IdRule } from "../../core/rules.ts";
import { idRules } from "./index.ts";
import { idRuleProblem } from "./problems.ts";

type Apply = (id: DocId) => DocId;

/** Between the parts of s/pattern/replacement/; ids are full of slashes, so others may be used. */
const DELIMITERS = "/|,!@~%;";

/**
 * The function behind a rule: a name, `/pattern/` (what the first group took, or the whole match), `s/pattern/replacement/`,
 * several of them joined by `+` (left to right), or a function. An id that does not match, or of which nothing would be left, stays as it is.
 * @example
 * parseIdRule("chunk-suffix+lower")("Doc-17::chunk-3") // "doc-17"
 */
export function parseIdRule(rule: IdRule): Apply {
  if (typeof rule === "function") return checkedFunction(rule);
  if (typeof rule !== "string")
    throw idRuleProblem.error("bad-id-rule/type", { found: String(JSON.stringify(rule)) });
  if (Object.hasOwn(idRules, rule)) return idRules[rule]!;
  const steps = stepsOf(rule);
  if (steps.length === 1) return steps[0]!;
  return (id) => steps.reduce((done, step) => step(done), id);
}

/** `hits:chunk-suffix` is for hits only; without a side, a rule is for both. */
export function parseIdsFlag(text: string): { readonly ids: string; readonly on: "hits" | "both" } {
  const side = /^(hits|both):/.exec(text)?.[1] as "hits" | "both" | undefined;
  const ids = side === undefined ? text : text.slice(side.length + 1);
  parseIdRule(ids);
  return { ids, on: side ?? "both" };
}

/** How a rule is called in words and in JSON. */
export const idRuleName = (rule: IdRule): string =>
  typeof rule === "string" ? rule : rule.name === "" ? "a function" : `function ${rule.name}`;

const kept =
  (apply: Apply): Apply =>
  (id) =>
    apply(id) || id;

const checkedFunction =
  (rule: Apply): Apply =>
  (id) => {
    const written: unknown = rule(id);
    if (typeof written === "string") return written || id;
    throw idRuleProblem.error("bad-id-rule/result", {
      document: id,
      found: JSON.stringify(written) ?? String(written),
    });
  };

function stepsOf(rule: string): Apply[] {
  const steps: Apply[] = [];
  let at = 0;
  while (at <= rule.length) {
    const start = at;
    const substitutes = rule[at] === "s" && at + 1 < rule.length && DELIMITERS.includes(rule[at + 1]!);
    if (substitutes || rule[at] === "/") {
      const { parts, end } = delimited(rule, at + (substitutes ? 1 : 0), substitutes ? 2 : 1);
      const flags = /^[A-Za-z]*/.exec(rule.slice(end))![0];
      at = end + flags.length;
      const [pattern, replacement] = parts as [string, string | undefined];
      const compiled = compile(rule, pattern, flags, substitutes);
      steps.push(substitutes ? substitute(compiled, replacement!) : extract(compiled));
      if (at < rule.length && rule[at] !== "+")
        throw idRuleProblem.error("bad-id-rule/more", { rule, rest: rule.slice(at) });
    } else {
      at = rule.indexOf("+", at);
      if (at === -1) at = rule.length;
      const name = rule.slice(start, at).trim();
      if (name === "")
        throw idRuleProblem.error("bad-id-rule/empty-part", { rule, names: Object.keys(idRules) });
      steps.push(named(idRules, name, "id rule"));
    }
    at++;
  }
  return steps;
}

/** What stands between the delimiters, from the first of them on. */
function delimited(rule: string, first: number, wanted: number): { parts: string[]; end: number } {
  const mark = rule[first]!;
  const parts: string[] = [];
  let part = "";
  let at = first + 1;
  while (parts.length < wanted) {
    const c = rule[at];
    if (c === undefined)
      throw idRuleProblem.error("bad-id-rule/unclosed", { rule, mark, substitutes: wanted === 2 });
    if (c === "\\" && at + 1 < rule.length) {
      // Only / and | mean something to a regular expression once they are escaped; other delimiters are just themselves.
      const next = rule[at + 1]!;
      part += next === mark && (parts.length === 1 || (mark !== "/" && mark !== "|")) ? next : c + next;
      at += 2;
      continue;
    }
    if (c === mark) {
      parts.push(part);
      part = "";
    } else part += c;
    at++;
  }
  return { parts, end: at };
}

function compile(rule: string, pattern: string, flags: string, substitutes: boolean): RegExp {
  if (pattern === "") throw idRuleProblem.error("bad-id-rule/empty-pattern", { rule });
  const known = substitutes ? "gimsuv" : "imsuv";
  const strange = [...flags].find((flag) => !known.includes(flag));
  if (strange !== undefined)
    throw idRuleProblem.error("bad-id-rule/flag", { rule, flag: strange, names: [...known] });
  try {
    return new RegExp(fromItsStart(pattern, flags), flags);
  } catch (error) {
    throw idRuleProblem.error("bad-id-rule/pattern", { rule, message: (error as Error).message });
  }
}

/**
 * The first match of \d+… never begins behind a digit: it would have begun there. Said so, a long number is not read again
 * from each of its digits.
 */
const fromItsStart = (pattern: string, flags: string): string =>
  pattern.startsWith("\\d+") && !pattern.includes("|") && !flags.includes("g")
    ? `(?<!\\d)${pattern}`
    : pattern;

/** \1 as sed writes it is $1 here. */
function substitute(pattern: RegExp, replacement: string): Apply {
  const written = replacement.replace(/\\(.)/g, (_, c: string) =>
    /\d/.test(c) ? `$${c}` : c === "$" ? "$$" : c,
  );
  return kept((id) => id.replace(pattern, written));
}

const extract = (pattern: RegExp): Apply =>
  kept((id) => {
    const found = pattern.exec(id);
    return found === null ? id : (found.slice(1).find((group) => group !== undefined) ?? found[0]);
  });
