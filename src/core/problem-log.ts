import type { Problem } from "./problem.ts";

/** How many of a kind are listed, and how many are kept for --verbose. */
const SHOWN = 20;
const KEPT = 10_000;

export type LogJson = readonly {
  readonly code: string;
  readonly first: readonly Problem[];
  readonly count: number;
}[];

/** The reason of the summary Problem for entries of a code that are not listed. */
const MORE = "more";
/** Is it such a summary? */
export const isRest = ({ reason }: Problem): boolean => reason === MORE;

/** Those that it stands for. A symbol goes with copies of the Problem, and stays out of JSON. */
const REST = Symbol("rest");
type RestProblem = Problem & { readonly [REST]?: readonly Problem[] };

/** The same list without Problems that stand for others that were kept. */
export const allOf = (problems: readonly Problem[]): Problem[] =>
  problems.flatMap((problem: RestProblem) => {
    const kept = problem[REST] ?? [];
    const more = (problem.count ?? 1) - kept.length;
    if (!isRest(problem) || kept.length === 0) return [problem];
    return more === 0 ? kept : [...kept, { ...problem, what: `${more} more like this`, count: more }];
  });

interface LoggedKind {
  readonly code: string;
  readonly first: Problem[];
  count: number;
}

/** Collects Problems: of each kind the first 20 are listed, 10,000 are kept, all are counted. */
export class ProblemLog {
  /** By code and level: an error among warnings of the same code still forbids a number. */
  readonly #kinds = new Map<string, LoggedKind>();

  /** Several joins of one query find the same problem; report it once per line. Identity → lines. */
  readonly #ofQuery = new Map<string, number | Set<number>>();
  #query: string | undefined;

  add(problem: Problem): void {
    const { at } = problem;
    if (at?.query !== undefined && this.#isTold(at.query, at.line ?? 0, identityOf(problem))) return;
    const kind = this.#kind(problem);
    // The last entry of another log summarises many that it does not list.
    if (kind.first.length > 0 && isRest(problem)) {
      kind.count += problem.count ?? 1;
      kind.first.push(...((problem as RestProblem)[REST] ?? []).slice(0, KEPT - kind.first.length));
      return;
    }
    kind.count++;
    if (kind.first.length < KEPT) kind.first.push(problem);
  }

  /** The same for what a run may have a million times: the Problem is made where it is to be kept. `identity`: all of it but its query and line. */
  addLater(at: { query: string; line: number; code: string; identity: string }, make: () => Problem): void {
    if (this.#isTold(at.query, at.line, at.identity)) return;
    const kind = this.#kind(at);
    kind.count++;
    if (kind.first.length < KEPT) kind.first.push(make());
  }

  #kind({ code, level }: Pick<Problem, "code" | "level">): LoggedKind {
    const key = level === undefined ? code : `${code} ${level}`;
    let kind = this.#kinds.get(key);
    if (kind === undefined) {
      kind = { code, first: [], count: 0 };
      this.#kinds.set(key, kind);
    }
    return kind;
  }

  #isTold(query: string, line: number, same: string): boolean {
    if (query !== this.#query) this.#ofQuery.clear();
    this.#query = query;
    const told = this.#ofQuery.get(same);
    // Most occur on one line only: a Set for each would dominate memory.
    if (told === undefined) this.#ofQuery.set(same, line);
    else if (typeof told === "number") {
      if (told === line) return true;
      this.#ofQuery.set(same, new Set([told, line]));
    } else {
      if (told.has(line)) return true;
      told.add(line);
    }
    return false;
  }

  /** Everything that another log has heard. `join`: the one Problem that stands for one of each log, where two say the same of a file. */
  merge(other: ProblemLog, join?: (mine: Problem, theirs: Problem) => Problem | undefined): void {
    for (const { first, count } of other.#kinds.values()) {
      const mine = this.#kind(first[0]!);
      const left = join === undefined ? first : first.filter((theirs) => !joinInto(mine.first, theirs, join));
      mine.first.push(...left.slice(0, KEPT - mine.first.length));
      mine.count += count - (first.length - left.length);
    }
  }

  /** The log as plain data, and back. */
  toJSON(): LogJson {
    return [...this.#kinds.values()].map(({ code, first, count }) => ({ code, first, count }));
  }
  static of(json: LogJson): ProblemLog {
    const log = new ProblemLog();
    for (const { first, count } of json) {
      const kind = log.#kind(first[0]!);
      kind.first.push(...first);
      kind.count = count;
    }
    return log;
  }

  /** Number of errors (which rule out a score) and of warnings. */
  get errors(): number {
    return this.#count(true);
  }
  get warnings(): number {
    return this.#count(false);
  }
  #count(error: boolean): number {
    let sum = 0;
    for (const { first, count } of this.#kinds.values())
      if ((first[0]!.level === "error") === error) sum += count;
    return sum;
  }

  /** `placed`: gives Problems their place in a file. */
  list(placed?: (problem: Problem) => Problem): Problem[] {
    const inPlace = (all: readonly Problem[]): Problem[] =>
      placed === undefined ? [...all] : all.map(placed);
    return [...this.#kinds.values()].flatMap(({ first, count }): RestProblem[] => {
      const listed = inPlace(first.slice(0, SHOWN));
      const more = count - listed.length;
      if (more === 0) return listed;
      const { code, fix, level, at } = listed[0]!;
      return [
        ...listed,
        {
          code,
          reason: MORE,
          what: `${more} more like this`,
          fix,
          count: more,
          ...(level === undefined ? {} : { level }),
          ...(placed === undefined || at?.file === undefined ? {} : { at: { file: at.file } }),
          [REST]: inPlace(first.slice(SHOWN)),
        },
      ];
    });
  }
}

function joinInto(
  list: Problem[],
  theirs: Problem,
  join: (mine: Problem, theirs: Problem) => Problem | undefined,
): boolean {
  // Problems reported once per file are among the first.
  for (const [i, mine] of list.slice(0, SHOWN).entries()) {
    const joined = join(mine, theirs);
    if (joined === undefined) continue;
    list[i] = joined;
    return true;
  }
  return false;
}

/** Everything except the line: two Problems of one query with the same identity are one. */
function identityOf({ at, ...data }: Problem): string {
  const { code, reason = "", fields } = data;
  return fields === undefined
    ? JSON.stringify(data)
    : `${code} ${reason} ${at?.firstLine ?? ""} ${JSON.stringify(fields)}`;
}
