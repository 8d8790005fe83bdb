/** Collects gold of any form from a reader, by query, in the form that the library takes. */
import type { DocId, QueryId } from "../core/ids.ts";
import type { ProblemPlace } from "../core/problem.ts";
import type { ProblemLog } from "../core/problem-log.ts";
import type { GoldColumns } from "../evaluate/input/gold-columns.ts";
import { inputProblem } from "../evaluate/input/problems.ts";
import type { GoldValue } from "../evaluate/input/read-gold.ts";
import type { Sink } from "../formats/index.ts";
import { engineProblem } from "./_problems.ts";

// Without the classes of the streaming engine, whose types differ in each entry of the package.
export type LoadedValue = Exclude<GoldValue, GoldColumns>;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const textOf = (bytes: Uint8Array, start: number, end: number): string =>
  decoder.decode(bytes.subarray(start, end));

/** The grades of a query in the order of the file, and their lines beside them. */
interface QueryJudgements {
  readonly grades: Map<DocId, number>;
  readonly lines: number[];
  /** Lines by document. Made with the first duplicate: most files have none, and there may be a million queries. */
  byDocument?: Map<DocId, number>;
}

function lineOf(judged: QueryJudgements, document: DocId): number {
  judged.byDocument ??= new Map([...judged.grades.keys()].map((id, i) => [id, judged.lines[i]!]));
  return judged.byDocument.get(document)!;
}

/** Judgements with the tags of their query. */
const withTags = (value: LoadedValue, tags: Readonly<Record<string, string>>): LoadedValue =>
  value instanceof Map ? { grades: value, tags } : ({ ...(value as object), tags } as LoadedValue);

export class GoldCollector implements Sink {
  /** The words of the queries, where the file has them. */
  readonly words: Map<QueryId, string> = new Map();
  /** The first line of each query. */
  readonly lines: Map<QueryId, number> = new Map();
  readonly #gold = new Map<QueryId, LoadedValue>();
  readonly #judged = new Map<QueryId, QueryJudgements>();
  readonly #aspects = new Map<QueryId, Map<string, Map<DocId, number>>>();
  readonly #tags = new Map<QueryId, Readonly<Record<string, string>>>();
  readonly #file: string;
  readonly #log: ProblemLog;

  constructor(file: string, log: ProblemLog) {
    this.#file = file;
    this.#log = log;
  }

  grade(
    q: Uint8Array,
    qStart: number,
    qEnd: number,
    d: Uint8Array,
    dStart: number,
    dEnd: number,
    grade: number,
    line: number,
    aspect?: string,
  ): void {
    const query = textOf(q, qStart, qEnd);
    const document = textOf(d, dStart, dEnd);
    if (aspect !== undefined) this.#gradeAspect(query, document, grade, line, aspect);
    else this.#grade(query, document, grade, line);
  }

  #grade(query: QueryId, document: DocId, grade: number, line: number): void {
    let known = this.#judged.get(query);
    if (known === undefined) {
      known = { grades: new Map([[document, grade]]), lines: [line] };
      this.#judged.set(query, known);
      this.gold(query, known.grades, line);
      return;
    }
    if (!known.grades.has(document)) {
      known.grades.set(document, grade);
      known.lines.push(line);
      known.byDocument?.set(document, line);
      return;
    }
    const firstLine = lineOf(known, document);
    const at = { ...this.#at(query, line), firstLine };
    this.#log.add(engineProblem("duplicate-judgement/row", { document }, { at }));
  }

  #gradeAspect(query: QueryId, document: DocId, grade: number, line: number, aspect: string): void {
    let byAspect = this.#aspects.get(query);
    if (byAspect === undefined) {
      byAspect = new Map();
      this.#aspects.set(query, byAspect);
      this.gold(query, {}, line);
    }
    let grades = byAspect.get(aspect);
    if (grades === undefined) {
      grades = new Map();
      byAspect.set(aspect, grades);
    }
    if (!grades.has(document)) grades.set(document, grade);
    else
      this.#log.add(
        engineProblem("duplicate-judgement/aspect", { document, aspect }, { at: this.#at(query, line) }),
      );
  }

  /** A query has its gold in one form: a row, judgements, or judgements by aspect. */
  gold(query: QueryId, value: unknown, line: number): void {
    if (!this.#gold.has(query)) {
      this.#gold.set(query, value as LoadedValue);
      this.lines.set(query, line);
      return;
    }
    const mixed = this.#judged.has(query) && this.#aspects.has(query);
    const at = this.#at(query, line);
    const firstLine = this.lines.get(query)!;
    this.#log.add(
      mixed
        ? engineProblem("bad-gold/mixed-aspects", {}, { level: "error", at })
        : inputProblem("duplicate-query/two-rows", {}, { level: "error", at: { ...at, firstLine } }),
    );
  }

  query(id: QueryId, text: string): void {
    this.words.set(id, text);
  }

  tags(query: QueryId, tags: Readonly<Record<string, string>>): void {
    this.#tags.set(query, tags);
  }

  /** Everything that was reported. */
  end(): Map<QueryId, LoadedValue> {
    for (const [query, byAspect] of this.#aspects)
      this.#gold.set(query, { subtopics: Object.fromEntries([...byAspect]) });
    for (const [query, tags] of this.#tags) {
      const value = this.#gold.get(query);
      if (value !== undefined) this.#gold.set(query, withTags(value, tags));
    }
    return this.#gold;
  }

  #at(query: QueryId, line: number): ProblemPlace {
    return { side: "gold", file: this.#file, line, query };
  }
}
