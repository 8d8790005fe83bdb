/** Ids as text. A number is not dropped: its digits are the id, all of them, and the file is told about once. */
import type { Problem } from "../../core/problem.ts";

export class IdReader {
  #numbers = 0;
  #first: { readonly line: number; readonly id: string } | undefined;
  readonly #problem: (problem: Problem) => void;
  constructor(problem: (problem: Problem) => void) {
    this.#problem = problem;
  }

  /** The id as text; undefined where there is none, or where it cannot be one (which is told). `what`: what it is the id of. */
  text(value: unknown, what: "query" | "document", line: number): string | undefined {
    if (typeof value === "string") {
      if (!/\p{Surrogate}/u.test(value)) return value;
      this.#refuse(
        `the ${what} id ${shown(value)} is not valid Unicode`,
        "half a character has no bytes of its own",
        line,
      );
      return undefined;
    }
    if (typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value))) {
      this.number(1, String(value), line);
      return String(value);
    }
    if (value !== null && value !== undefined)
      this.#refuse(`the ${what} id ${shown(value)} is neither text nor a number`, undefined, line);
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
    this.#problem({
      code: "id-type",
      what: `${this.#numbers === 1 ? "one id is a number" : `${this.#numbers} ids are numbers`}, read as text: ${id} is "${id}"`,
      why: '1 and "1" are different ids in other programs',
      fix: "write ids as text",
      at: { line },
    });
  }

  #refuse(what: string, why: string | undefined, line: number): void {
    this.#problem({
      code: "id-type",
      what,
      ...(why === undefined ? {} : { why }),
      fix: "write ids as text",
      level: "error",
      at: { line },
    });
  }
}

/** A value as a message shows it, and not all of a long one. */
export function shown(value: unknown): string {
  const text =
    JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}n` : one)) ?? String(value);
  const plain = typeof value === "bigint" ? String(value) : text;
  return plain.length > 80 ? `${plain.slice(0, 79)}…` : plain;
}
