/** Templates with {query} and {k}, filled in once: what a query contains is never taken for a placeholder. */
import { retrieverProblem } from "./problems.ts";

const PLACEHOLDERS = ["query", "k", "queryId"] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];
export type Filling = Readonly<Record<Placeholder, string | number>>;

/** `write`: how a value is written where it is put in. */
export function fillTemplate(
  template: string,
  filling: Filling,
  write: (value: string | number) => string,
): string {
  return template.replace(/\{(query|k|queryId)\}/g, (_, name: Placeholder) => write(filling[name]));
}

/** Objects and lists: a text that is nothing but a placeholder becomes its value, so that "{k}" is a number. */
export function fillObject(template: unknown, filling: Filling): unknown {
  if (typeof template === "string") {
    const whole = PLACEHOLDERS.find((name) => template === `{${name}}`);
    return whole === undefined ? fillTemplate(template, filling, String) : filling[whole];
  }
  if (Array.isArray(template)) return template.map((one) => fillObject(one, filling));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) => [name, fillObject(value, filling)]),
  );
}

/** Does it have a place for the query, anywhere? */
export function hasQuery(template: unknown): boolean {
  if (typeof template === "string") return template.includes("{query}");
  if (typeof template !== "object" || template === null) return false;
  return Object.values(template).some(hasQuery);
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
