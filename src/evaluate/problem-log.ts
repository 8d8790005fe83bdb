import type { Problem } from "../core/types.ts";

const SHOWN = 20;

/** Collects Problems: of each code the first 20 are kept, all are counted. */
export class ProblemLog {
  readonly #byCode = new Map<string, { readonly first: Problem[]; count: number }>();

  add(problem: Problem): void {
    const seen = this.#byCode.get(problem.code);
    if (seen === undefined) this.#byCode.set(problem.code, { first: [problem], count: 1 });
    else {
      seen.count++;
      if (seen.first.length < SHOWN) seen.first.push(problem);
    }
  }

  list(): Problem[] {
    return [...this.#byCode.values()].flatMap(({ first, count }) => {
      const more = count - first.length;
      if (more === 0) return first;
      const { code, fix } = first[0]!;
      return [...first, { code, what: `${more} more like this`, fix, count: more }];
    });
  }
}
