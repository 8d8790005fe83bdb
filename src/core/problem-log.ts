import type { Problem } from "./types.ts";

const SHOWN = 20;

export type LogJson = readonly {
  readonly code: string;
  readonly first: readonly Problem[];
  readonly count: number;
}[];

/** Collects Problems: of each code the first 20 are kept, all are counted. */
export class ProblemLog {
  readonly #byCode = new Map<string, { readonly first: Problem[]; count: number }>();

  /** Several joins of one query find the same thing: it is told once. */
  readonly #ofQuery = new Set<string>();
  #query: string | undefined;

  add(problem: Problem): void {
    const query = problem.at?.query;
    if (query !== undefined) {
      if (query !== this.#query) this.#ofQuery.clear();
      this.#query = query;
      if (this.#ofQuery.has(problem.what)) return;
      this.#ofQuery.add(problem.what);
    }
    const seen = this.#byCode.get(problem.code);
    if (seen === undefined) this.#byCode.set(problem.code, { first: [problem], count: 1 });
    else {
      seen.count++;
      if (seen.first.length < SHOWN) seen.first.push(problem);
    }
  }

  /** Everything that another log has heard. */
  merge(other: ProblemLog): void {
    for (const [code, { first, count }] of other.#byCode) {
      const mine = this.#byCode.get(code) ?? { first: [], count: 0 };
      mine.first.push(...first.slice(0, SHOWN - mine.first.length));
      mine.count += count;
      this.#byCode.set(code, mine);
    }
  }

  /** Everything heard, as plain data, and back. */
  toJSON(): LogJson {
    return [...this.#byCode].map(([code, { first, count }]) => ({ code, first, count }));
  }
  static of(json: LogJson): ProblemLog {
    const log = new ProblemLog();
    for (const { code, first, count } of json) log.#byCode.set(code, { first: [...first], count });
    return log;
  }

  /** How many Problems were heard, of those that forbid a number, and of the others. */
  get errors(): number {
    return this.#count(true);
  }
  get warnings(): number {
    return this.#count(false);
  }
  #count(error: boolean): number {
    let sum = 0;
    for (const { first, count } of this.#byCode.values())
      if ((first[0]!.level === "error") === error) sum += count;
    return sum;
  }

  list(): Problem[] {
    return [...this.#byCode.values()].flatMap(({ first, count }) => {
      const more = count - first.length;
      if (more === 0) return first;
      const { code, fix, level } = first[0]!;
      return [
        ...first,
        { code, what: `${more} more like this`, fix, count: more, ...(level === undefined ? {} : { level }) },
      ];
    });
  }
}
