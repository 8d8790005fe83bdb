/** Data sets with gold and run in one: a question, what was retrieved, and what should have been. */

import type { Problem } from "../../core/problem.ts";
import { firstNames } from "../../core/shown.ts";
import type { Source } from "../../files/source.ts";
import { atLine, emptyFile, errorAt } from "../_problems.ts";
import { shownValue } from "../_shown.ts";
import { ListCellError, listCell, looksLikeList } from "../csv/list-cell.ts";
import type { Format, Guess, Kind, ReadContext, Reading, Sink } from "../format.ts";
import { IdReader } from "../json/ids.ts";
import { plainName } from "../rows/field-names.ts";
import { tagFields, tagValues } from "../rows/tags.ts";
import { UnreadFields } from "./_unread.ts";
import { caseProblem } from "./problems.ts";
import { type Case, type CaseFields, caseNames, readCases } from "./rows.ts";

export interface CaseDialect {
  readonly tool: string;
  readonly fields: CaseFields;
  /** Between the texts of a cell that is not a list in JSON or Python. */
  readonly separator?: string;
  /** A retrieved text that is more than a text. */
  hit?(text: unknown): Readonly<Record<string, unknown>> | undefined;
}

const IDS = ["id", "queryid", "qid", "questionid"];
/** What the user may name with --col, and the part it stands for. */
const ROLES: Readonly<Record<Kind, Readonly<Record<string, keyof CaseFields | "id">>>> = {
  gold: {
    query: "id",
    id: "id",
    words: "words",
    question: "words",
    answer: "answer",
    reference: "answer",
    passages: "passages",
    doc: "relevant",
    relevant: "relevant",
  },
  run: {
    query: "id",
    id: "id",
    words: "words",
    question: "words",
    texts: "texts",
    contexts: "texts",
    doc: "hits",
    hits: "hits",
    response: "response",
  },
  corpus: {},
  scores: {},
};

const GOLD_PARTS = ["answer", "passages", "relevant"] as const;
const RUN_PARTS = ["texts", "hits", "response"] as const;

/** Tags for grouping cases; a tool's own keyword list is not used. */
const tagsOf = (value: unknown): Readonly<Record<string, string>> | undefined =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((word) => typeof word === "string")
    ? (value as Readonly<Record<string, string>>)
    : undefined;

/**
 * A case without an id uses its question as the id: cases of two files are never joined by position.
 * The second case with the same question is "question (2)".
 */
export function readCasesAs(dialect: CaseDialect): Required<Pick<Format, "read" | "readBoth">> {
  const readFor = async (source: Source, ...readings: readonly Reading[]): Promise<void> => {
    const readers = readings.map(({ sink, context }) => new CaseReader(dialect, sink, context));
    const problem = (told: Problem): void => {
      for (const { context } of readings) context.problem(told);
    };
    const cases = await readCases(source, problem, (one, line, keys) => {
      for (const reader of readers) reader.add(one, line, keys);
    });
    for (const reader of readers) reader.end();
    if (cases === 0) problem(emptyFile("case"));
  };
  return { read: (source, sink, context) => readFor(source, { sink, context }), readBoth: readFor };
}

class CaseReader {
  readonly #dialect: CaseDialect;
  readonly #sink: Sink;
  readonly #context: ReadContext;
  readonly #ids: IdReader;
  readonly #names: Readonly<Record<keyof CaseFields | "id", readonly string[]>>;
  readonly #seen = new Map<string, { readonly line: number; count: number }>();
  readonly #unread: UnreadFields;
  #without = 0;
  #firstWithout = 0;
  /** The fields of the first case that lacks what it needs. */
  #fieldsWithout: readonly string[] = [];
  #read = 0;
  #lone = 0;
  #firstLone = 0;

  constructor(dialect: CaseDialect, sink: Sink, context: ReadContext) {
    this.#dialect = dialect;
    this.#sink = sink;
    this.#context = context;
    this.#ids = new IdReader(context.problem);
    const { words, answer, passages, relevant, texts, hits, response } = dialect.fields;
    const plain = (all: readonly string[]): readonly string[] => all.map(plainName);
    const names = {
      words: plain(words),
      answer: plain(answer),
      passages: plain(passages),
      relevant: plain(relevant),
      texts: plain(texts),
      hits: plain(hits),
      response: plain(response),
      id: IDS,
    };
    for (const [role, part] of Object.entries(ROLES[context.kind])) {
      const name = context.columns[role];
      if (name !== undefined) names[part] = [plainName(name), ...names[part]];
    }
    this.#names = names;
    this.#unread = new UnreadFields(dialect.fields, [...IDS, ...Object.values(context.columns)]);
  }

  add(one: Case, line: number, keys: readonly string[]): void {
    const words = this.#value(one, "words");
    if (typeof words !== "string") {
      const { tool, fields } = this.#dialect;
      this.#context.problem(
        Array.isArray(words)
          ? caseProblem("multi-turn", {}, errorAt(line))
          : caseProblem(
              "no-question/case",
              {
                ...firstNames("keys", keys),
                ...this.#unread.mistyped(keys, ["words"]),
                tool,
                wanted: fields.words[0]!,
              },
              errorAt(line),
            ),
      );
      return;
    }
    const query = this.#id(one, words, line);
    if (query === undefined) return;
    const gold = this.#context.kind === "gold";
    const parts = gold ? GOLD_PARTS : RUN_PARTS;
    const without = this.#without;
    const told = gold ? this.#gold(one, query, line) : this.#run(one, query, line);
    const lacks = this.#without > without;
    if (lacks && without === 0) this.#fieldsWithout = keys;
    // A case without hits has its own message.
    if (gold || !lacks)
      this.#unread.add(
        keys,
        parts.filter((part) => this.#value(one, part) === undefined),
        line,
      );
    if (!told) return;
    this.#sink.query?.(query, words, line);
    const tags = this.#tags(one);
    if (tags !== undefined) this.#sink.tags?.(query, tags, line);
  }

  end(): void {
    this.#ids.end();
    this.#unread.end(this.#context.problem);
    const { problem } = this.#context;
    if (this.#without > 0) problem(this.#withoutAny());
    if (this.#lone > 0) problem(caseProblem("joined-list", { count: this.#lone }, atLine(this.#firstLone)));
  }

  #withoutAny(): Problem {
    const { tool, fields } = this.#dialect;
    const keys = this.#fieldsWithout;
    const of = { count: this.#without, ...firstNames("keys", keys) };
    const at = { line: this.#firstWithout };
    if (this.#context.kind === "gold")
      return caseProblem(
        "no-gold/cases",
        { ...of, ...this.#unread.mistyped(keys, GOLD_PARTS) },
        this.#read === 0 ? { level: "error", at } : { at },
      );
    return caseProblem(
      "no-hits",
      { ...of, ...this.#unread.mistyped(keys, ["texts", "hits"]), tool, wanted: fields.texts[0]! },
      { level: "error", at },
    );
  }

  /** The first field of a part that has a value. */
  #value(one: Case, part: keyof CaseFields | "id"): unknown {
    for (const name of this.#names[part]) {
      const value = one.get(name);
      if (value !== undefined && value !== null && value !== "") return value;
    }
    return undefined;
  }

  #id(one: Case, words: string, line: number): string | undefined {
    const given = this.#value(one, "id");
    if (given !== undefined) {
      const id = this.#ids.text(given, "query", line);
      const first = id === undefined ? undefined : this.#seen.get(id);
      if (id === undefined) return undefined;
      if (first === undefined) {
        this.#seen.set(id, { line, count: 1 });
        return id;
      }
      this.#context.problem(
        caseProblem(
          "duplicate-query/case",
          { query: id },
          { level: "error", at: { line, firstLine: first.line } },
        ),
      );
      return undefined;
    }
    const seen = this.#seen.get(words);
    if (seen === undefined) {
      this.#seen.set(words, { line, count: 1 });
      return words;
    }
    seen.count++;
    const id = `${words} (${seen.count})`;
    const at = { line, firstLine: seen.line, query: id };
    this.#context.problem(caseProblem("same-question", { query: id }, { at }));
    return id;
  }

  #gold(one: Case, query: string, line: number): boolean {
    const answer = answerOf(this.#value(one, "answer"));
    const passages = this.#list(one, "passages", line);
    const relevant = this.#list(one, "relevant", line);
    if (passages === false || relevant === false) return false;
    // Still a case without gold: a judge may need only the question and the contexts.
    if (answer === undefined && passages === undefined && relevant === undefined) this.#lacks(line);
    else this.#read++;
    const ids = relevant?.map((id) => this.#ids.text(id, "document", line));
    const tags = this.#tags(one);
    const gold = {
      ...(tags === undefined ? {} : { tags }),
      ...(ids === undefined ? {} : { relevant: ids }),
      ...(passages === undefined ? {} : { passages }),
      // Always a facet: an empty object would be an empty table of grades.
      answer,
    };
    this.#sink.gold?.(query, gold, line);
    return true;
  }

  #tags(one: Case): Readonly<Record<string, string>> | undefined {
    const given = this.#context.columns["tags"];
    if (given === undefined) return tagsOf(one.get("tags"));
    const named = tagFields(given).flatMap((name) => tagValues(name, one.get(plainName(name))));
    return named.length === 0 ? undefined : Object.fromEntries(named);
  }

  #run(one: Case, query: string, line: number): boolean {
    const texts = this.#list(one, "texts", line);
    const given = this.#list(one, "hits", line);
    if (texts === false || given === false) return false;
    if (texts === undefined && given === undefined) return this.#lacks(line);
    if (texts !== undefined && given !== undefined && texts.length !== given.length) {
      const fields = { wanted: texts.length, found: given.length };
      this.#context.problem(caseProblem("bad-list/uneven-case", fields, errorAt(line)));
      return false;
    }
    this.#read++;
    const ids = given?.map((id) => this.#ids.text(id, "document", line) ?? null);
    const wanted = this.#context.texts;
    const hits =
      texts === undefined || (ids !== undefined && !wanted)
        ? ids
        : texts.map((text, i) => ({ id: ids?.[i] ?? null, ...(this.#dialect.hit?.(text) ?? { text }) }));
    this.#sink.ranking?.(query, hits, line);
    const response = this.#value(one, "response");
    if (typeof response === "string") this.#sink.response?.(query, response, line);
    return true;
  }

  #lacks(line: number): false {
    if (this.#without++ === 0) this.#firstWithout = line;
    return false;
  }

  /** A list of texts or ids; undefined if there is none; false (with a Problem) if it cannot be read. */
  #list(one: Case, part: keyof CaseFields, line: number): readonly unknown[] | undefined | false {
    const value = this.#value(one, part);
    if (value === undefined) return undefined;
    if (Array.isArray(value)) return value;
    if (typeof value !== "string") return this.#noList(part, value, line);
    if (!looksLikeList(value)) {
      const { separator } = this.#dialect;
      if (separator !== undefined && value.includes(separator)) return value.split(separator);
      if (separator !== undefined && value.includes(";") && this.#lone++ === 0) this.#firstLone = line;
      return [value];
    }
    try {
      const list = listCell(value);
      return Array.isArray(list) ? list : this.#noList(part, list, line);
    } catch (error) {
      if (!(error instanceof ListCellError)) throw error;
      // A text may start with a bracket.
      return /[\])}]\s*$/.test(value) ? this.#noList(part, value, line, error.message) : [value];
    }
  }

  #noList(of: string, value: unknown, line: number, message?: string): false {
    const fields = { of, found: shownValue(value), ...(message === undefined ? {} : { message }) };
    this.#context.problem(caseProblem("bad-list/case", fields, errorAt(line)));
    return false;
  }
}

/** Several references were joined by line breaks before Ragas had one only. */
function answerOf(value: unknown): string | undefined {
  if (typeof value === "string" && !looksLikeList(value)) return value;
  let list = value;
  if (typeof value === "string")
    try {
      list = listCell(value);
    } catch {
      return value;
    }
  if (!Array.isArray(list) || !list.every((one) => typeof one === "string"))
    return typeof value === "string" ? value : undefined;
  return list.length === 0 ? undefined : list.join("\n");
}

/** Sure if one of the sets of plain names is there. */
export function detectCases(
  head: Uint8Array,
  sets: readonly (readonly [sure: number, all: readonly string[], any: readonly string[]])[],
): Guess | undefined {
  const names = caseNames(head);
  for (const [sure, all, any] of sets)
    if (all.every((name) => names.has(name)) && any.some((name) => names.has(name)))
      return { sure, why: `fields ${[...all, ...any.filter((name) => names.has(name))].join(", ")}` };
  return undefined;
}
