/** Ids as strings. A number becomes a string with all its digits, with one warning per file. */
import type { Problem } from "../../core/problem.ts";
import { atLine, errorAt } from "../_problems.ts";
import { shownValue } from "../_shown.ts";
import { jsonProblem } from "./problems.ts";

export class IdReader {
  #numbers = 0;
  #first: { readonly line: number; readonly id: string } | undefined;
  readonly #problem: (problem: Problem) => void;
  constructor(problem: (problem: Problem) => void) {
    this.#problem = problem;
  }

  /** The id as a string; undefined if missing or invalid (which is reported). `what`: what it is the id of. */
  text(value: unknown, what: "query" | "document", line: number): string | undefined {
    if (typeof value === "string") {
      if (!/\p{Surrogate}/u.test(value)) return value;
      this.#refuse("unicode", what, value, line);
      return undefined;
    }
    if (typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value))) {
      this.number(1, String(value), line);
      return String(value);
    }
    if (value !== null && value !== undefined) this.#refuse("no-text", what, value, line);
    return undefined;
  }

  /** Ids in lists, in lists of lists, or as the keys of an object: in lists, numbers become text. */
  list(value: unknown, line: number): unknown {
    if (typeof value === "number" || typeof value === "string")
      return this.text(value, "document", line) ?? value;
    if (Array.isArray(value)) return value.map((one) => this.list(one, line));
    if (typeof value === "object" && value !== null)
      for (const id of Object.keys(value)) this.text(id, "document", line);
    return value;
  }

  /** Some ids of a line were numbers. */
  number(count: number, id: string, line: number): void {
    this.#numbers += count;
    this.#first ??= { line, id };
  }

  end(): void {
    if (this.#first === undefined) return;
    const { line, id } = this.#first;
    this.#problem(jsonProblem("id-type/numbers", { count: this.#numbers, example: id }, atLine(line)));
  }

  #refuse(reason: "unicode" | "no-text", of: string, value: unknown, line: number): void {
    this.#problem(jsonProblem(`id-type/${reason}`, { of, found: shownValue(value) }, errorAt(line)));
  }
}
