/** Fields of cases that nobody reads, though they look like one that is: told once for a file. */

import type { Problem } from "../../core/problem.ts";
import { editDistance } from "../../core/problem.ts";
import { type CaseFields, plainName } from "./rows.ts";

/** What --col calls a part. */
const COL: Partial<Record<keyof CaseFields, string>> = {
  words: "question",
  texts: "contexts",
  answer: "reference",
};
/** Other fields are the user's own: one letter of so many may be wrong. */
const LETTERS = 4;

export class UnreadFields {
  readonly #fields: CaseFields;
  readonly #known: ReadonlySet<string>;
  /** By field and what it looks like. */
  readonly #found = new Map<string, { readonly fix: string; readonly line: number; count: number }>();

  /** `others`: names that are read, or that the user gave a meaning to. */
  constructor(fields: CaseFields, others: readonly string[]) {
    this.#fields = fields;
    this.#known = new Set([...Object.values(fields).flat(), ...others].map(plainName));
  }

  /** `lacking`: the parts that the case has no value of. */
  add(keys: readonly string[], lacking: readonly (keyof CaseFields)[], line: number): void {
    if (lacking.length === 0) return;
    for (const key of keys) {
      const fix = this.#like(key, lacking);
      if (fix === undefined) continue;
      const found = this.#found.get(key);
      if (found === undefined) this.#found.set(key, { fix, line, count: 1 });
      else found.count++;
    }
  }

  /** What to do about the first field that looks like one of these parts. */
  meant(keys: readonly string[], parts: readonly (keyof CaseFields)[]): string | undefined {
    for (const key of keys) {
      const fix = this.#like(key, parts);
      if (fix !== undefined) return fix;
    }
    return undefined;
  }

  #like(key: string, parts: readonly (keyof CaseFields)[]): string | undefined {
    const plain = plainName(key);
    if (this.#known.has(plain)) return undefined;
    for (const part of parts)
      for (const name of this.#fields[part])
        if (editDistance(plain, plainName(name)) <= Math.floor(name.length / LETTERS))
          return `did you mean ${name}? --col ${COL[part] ?? part}=${key} reads it as it is`;
    return undefined;
  }

  end(problem: (problem: Problem) => void): void {
    for (const [key, { fix, line, count }] of this.#found)
      problem({
        code: "unread-keys",
        what: `${JSON.stringify(key)} was not read, in ${count === 1 ? "one case" : `${count} cases`}`,
        fix,
        at: { line },
      });
  }
}
