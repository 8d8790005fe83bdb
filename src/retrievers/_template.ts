/** Templates with {query}, {k} and so on, filled in once: what a query contains is never taken for a placeholder. */
import { retrieverProblem } from "./problems.ts";

const PLACEHOLDERS = ["query", "k", "queryId", "filter"] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];
/** The filter may be anything that JSON can hold. */
export type Filling = Readonly<Record<Placeholder, unknown>>;

/** `write`: how a value is written where it is put in. */
export function fillTemplate(template: string, filling: Filling, write: (value: unknown) => string): string {
  return template.replace(/\{(query|k|queryId|filter)\}/g, (_, name: Placeholder) => {
    if (filling[name] === undefined) throw retrieverProblem.error("bad-retriever/no-filter", {});
    return write(filling[name]);
  });
}

/** As part of a text. */
export const textOf = (value: unknown): string =>
  typeof value === "object" ? JSON.stringify(value) : String(value);

/** Objects and lists: a text that is nothing but a placeholder becomes its value, so that "{k}" is a number; JSON has no field without one. */
export function fillObject(template: unknown, filling: Filling): unknown {
  if (typeof template === "string") {
    const whole = PLACEHOLDERS.find((name) => template === `{${name}}`);
    return whole === undefined ? fillTemplate(template, filling, textOf) : filling[whole];
  }
  if (Array.isArray(template)) return template.map((one) => fillObject(one, filling));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) => [name, fillObject(value, filling)]),
  );
}

/** Does it have this place, anywhere? */
export function hasPlace(name: "query" | "filter", template: unknown): boolean {
  if (typeof template === "string") return template.includes(`{${name}}`);
  if (typeof template !== "object" || template === null) return false;
  return Object.values(template).some((one) => hasPlace(name, one));
}

/** Of an address, where braces are nothing else. */
export function checkPlaceholders(retriever: string, option: string, template: string): void {
  for (const [, found] of template.matchAll(/\{([^{}]{0,40})\}/g))
    if (!PLACEHOLDERS.some((name) => name === found))
      throw retrieverProblem.error("bad-retriever/placeholder", {
        retriever,
        option,
        found: found!,
        names: PLACEHOLDERS,
      });
}
