/** Unused case fields with a name close to a known one, reported once per file. */

import type { Problem } from "../../core/problem.ts";
import { editDistance } from "../../core/problem.ts";
import { atLine } from "../_problems.ts";
import { plainName } from "../rows/field-names.ts";
import { caseProblem, type MistypedKey } from "./problems.ts";
import type { CaseFields } from "./rows.ts";

/** The name of a part in --col. */
const COL: Partial<Record<keyof CaseFields, string>> = {
  words: "question",
  texts: "contexts",
  answer: "reference",
};
/** Other fields are the user's own: allow one wrong letter per this many. */
const LETTERS = 4;

/** A name of another length takes as many steps, and a long one is not compared letter by letter. */
const isLike = (a: string, b: string, most: number): boolean =>
  Math.abs(a.length - b.length) <= most && editDistance(a, b) <= most;

export class UnreadFields {
  readonly #fields: CaseFields;
  readonly #known: ReadonlySet<string>;
  /** By field and what it looks like. */
  readonly #found = new Map<string, { readonly like: MistypedKey; readonly line: number; count: number }>();

  /** `others`: names that are read, or that the user gave a meaning to. */
  constructor(fields: CaseFields, others: readonly string[]) {
    this.#fields = fields;
    this.#known = new Set([...Object.values(fields).flat(), ...others].map(plainName));
  }

  /** `lacking`: the parts that the case has no value of. */
  add(keys: readonly string[], lacking: readonly (keyof CaseFields)[], line: number): void {
    if (lacking.length === 0) return;
    for (const key of keys) {
      const like = this.#like(key, lacking);
      if (like === undefined) continue;
      const found = this.#found.get(key);
      if (found === undefined) this.#found.set(key, { like, line, count: 1 });
      else found.count++;
    }
  }

  /** The first field that looks like one of these parts. */
  mistyped(
    keys: readonly string[],
    parts: readonly (keyof CaseFields)[],
  ): { readonly mistyped?: MistypedKey } {
    for (const key of keys) {
      const like = this.#like(key, parts);
      if (like !== undefined) return { mistyped: like };
    }
    return {};
  }

  #like(key: string, parts: readonly (keyof CaseFields)[]): MistypedKey | undefined {
    const plain = plainName(key);
    if (this.#known.has(plain)) return undefined;
    for (const part of parts)
      for (const name of this.#fields[part])
        if (isLike(plain, plainName(name), Math.floor(name.length / LETTERS)))
          return { key, nearest: [name], option: COL[part] ?? part };
    return undefined;
  }

  end(problem: (problem: Problem) => void): void {
    for (const { like, line, count } of this.#found.values())
      problem(caseProblem("unread-keys/cases", { ...like, count }, atLine(line)));
  }
}
