/** Traced retrievals as a run: one list per question. */
import { DOCUMENT_IDS, type DocumentIdField, documentIdField } from "../../core/documents.ts";
import { firstNames } from "../../core/shown.ts";
import { counted, errorAt } from "../_problems.ts";
import { shownValue } from "../_shown.ts";
import type { ReadContext, Sink } from "../format.ts";
import { traceProblem } from "./problems.ts";
import { documentOf, type TracedDocument } from "./values.ts";

/** One span of any tool. */
export interface TracedSpan {
  readonly line: number;
  readonly trace?: string | undefined;
  readonly id?: string | undefined;
  readonly parent?: string | undefined;
  /** What it does, as its tool calls it; for messages. */
  readonly kind: string;
  readonly name?: string | undefined;
  /** Texts that sort chronologically. */
  readonly time?: string | undefined;
  /** Absent: it is not a retrieval. */
  readonly retrieval?: {
    readonly question: string | undefined;
    /** Undefined: none are recorded. */
    readonly documents: readonly unknown[] | undefined;
    /** Does a span without recorded documents mean that none were found? */
    readonly silentIfEmpty: boolean;
    readonly error?: string | undefined;
    /** It reranked documents of other retrievals in the same trace. */
    readonly reranks?: boolean;
  };
  field(name: string): unknown;
}

interface TracedStep {
  readonly trace: string | undefined;
  readonly reranks: boolean;
  readonly query: string;
  readonly question: string;
  readonly line: number;
  readonly time: string | undefined;
  readonly id: string | undefined;
  readonly parent: string | undefined;
  /** Or the error. */
  readonly documents: readonly TracedDocument[] | Error;
}

export class RetrievalSteps {
  readonly #sink: Sink;
  readonly #context: ReadContext;
  /** Questions of retrievals by span, and the parents of all spans. */
  readonly #asked = new Map<string, string>();
  readonly #parents = new Map<string, string>();
  readonly #steps: TracedStep[] = [];
  readonly #kinds = new Set<string>();
  readonly #names = new Set<string>();
  #spans = 0;
  #retrievals = 0;
  #recorded = 0;
  readonly #silent = { failed: 0, failedLine: 0, empty: 0, emptyLine: 0 };

  constructor(sink: Sink, context: ReadContext) {
    this.#sink = sink;
    this.#context = context;
  }

  add(span: TracedSpan): void {
    this.#spans++;
    if (span.id !== undefined && span.parent !== undefined) this.#parents.set(span.id, span.parent);
    const { retrieval, line } = span;
    if (retrieval === undefined) {
      if (span.kind !== "" && this.#kinds.size < 100) this.#kinds.add(span.kind);
      return;
    }
    const { node, query, doc } = this.#context.columns;
    this.#retrievals++;
    if (span.name !== undefined && this.#names.size < 100) this.#names.add(span.name);
    if (node !== undefined && span.name !== node) return;
    const { question } = retrieval;
    if (question === undefined) {
      this.#context.problem(traceProblem("no-question/span", {}, errorAt(line)));
      return;
    }
    const id = query === undefined ? question : identity(span, query);
    if (id === undefined) {
      this.#context.problem(traceProblem("no-field/query", { field: query! }, errorAt(line)));
      return;
    }
    if (span.id !== undefined) this.#asked.set(span.id, question);
    const documents = this.#documents(retrieval, line, doc);
    if (documents === undefined) return;
    this.#steps.push({
      trace: span.trace,
      reranks: retrieval.reranks === true,
      query: id,
      question,
      line,
      time: span.time,
      id: span.id,
      parent: span.parent,
      documents,
    });
  }

  #documents(
    { documents, error, silentIfEmpty }: NonNullable<TracedSpan["retrieval"]>,
    line: number,
    path: string | undefined,
  ): readonly TracedDocument[] | Error | undefined {
    if (error !== undefined) return new Error(error);
    if (documents === undefined) {
      const silent = this.#silent;
      if (silentIfEmpty) {
        if (silent.empty++ === 0) silent.emptyLine = line;
        return [];
      }
      if (silent.failed++ === 0) silent.failedLine = line;
      return new Error("the span does not record its documents");
    }
    this.#recorded++;
    const read: TracedDocument[] = [];
    for (const one of documents) {
      const found = documentOf(one, path);
      if (found === undefined) {
        this.#context.problem(traceProblem("bad-document", { found: shownValue(one) }, errorAt(line)));
        return undefined;
      }
      read.push(this.#context.texts || !hasId(found) ? found : { ...found, text: "" });
    }
    return read;
  }

  /** Passes everything to the sink. */
  end(): void {
    if (this.#spans === 0) return;
    if (this.#retrievals === 0 || this.#steps.length === 0) this.#nothing();
    const folded = this.#folded(this.#last(this.#outer()));
    const field = this.#idField(folded);
    if (field === false) return;
    this.#tellSilent();
    for (const { query, question, documents, line } of folded) {
      this.#sink.query?.(query, question, line);
      const hits = documents instanceof Error ? documents : documents.map((one) => this.#hit(one, field));
      this.#sink.ranking?.(query, hits, line);
    }
  }

  #nothing(): void {
    const { problem, columns } = this.#context;
    if (this.#retrievals === 0)
      problem(
        traceProblem(
          "no-retrieval/none",
          { count: this.#spans, ...firstNames("kinds", [...this.#kinds]) },
          { level: "error" },
        ),
      );
    else if (columns["node"] !== undefined && !this.#names.has(columns["node"]))
      problem(
        traceProblem(
          "no-retrieval/named",
          { node: columns["node"], ...firstNames("names", [...this.#names]) },
          { level: "error" },
        ),
      );
  }

  #tellSilent(): void {
    const { failed, failedLine, empty, emptyLine } = this.#silent;
    const { problem } = this.#context;
    if (this.#recorded === 0 && failed + empty > 0) {
      const line = failed > 0 ? failedLine : emptyLine;
      problem(traceProblem("no-documents/all", { count: failed + empty }, errorAt(line)));
      return;
    }
    if (failed > 0)
      problem(traceProblem("no-documents/failed", { count: failed }, counted(failed, failedLine)));
    if (empty > 0) problem(traceProblem("no-documents/empty", { count: empty }, counted(empty, emptyLine)));
  }

  /** An ensemble asks its parts the same question: only the outermost answer is the result. */
  #outer(): readonly TracedStep[] {
    if (this.#context.columns["node"] !== undefined) return this.#steps;
    let inside = 0;
    let line = 0;
    const outer = this.#steps.filter((step) => {
      if (!this.#isInside(step)) return true;
      if (inside++ === 0) line = step.line;
      return false;
    });
    if (inside > 0)
      this.#context.problem(traceProblem("inner-retrieval", { count: inside }, counted(inside, line)));
    return outer;
  }

  /** The result of a reranked retrieval is the reranker's list. */
  #last(steps: readonly TracedStep[]): readonly TracedStep[] {
    if (this.#context.columns["node"] !== undefined) return steps;
    const nameOf = ({ trace, question }: TracedStep): string => JSON.stringify([trace, question]);
    const reranked = new Set(steps.filter(({ reranks }) => reranks).map(nameOf));
    let count = 0;
    let line = 0;
    const last = steps.filter((step) => {
      if (step.reranks || step.trace === undefined || !reranked.has(nameOf(step))) return true;
      if (count++ === 0) line = step.line;
      return false;
    });
    if (count > 0) this.#context.problem(traceProblem("reranked-retrieval", { count }, counted(count, line)));
    return last;
  }

  #isInside({ parent, question, id }: TracedStep): boolean {
    const seen = new Set<string>(id === undefined ? [] : [id]);
    for (let above = parent; above !== undefined && !seen.has(above); above = this.#parents.get(above)) {
      if (this.#asked.get(above) === question) return true;
      seen.add(above);
    }
    return false;
  }

  /** The latest answer of each question, in the order of the first. */
  #folded(steps: readonly TracedStep[]): readonly TracedStep[] {
    const latest = new Map<string, TracedStep>();
    const repeated = new Map<string, number>();
    for (const step of steps) {
      const before = latest.get(step.query);
      if (before !== undefined) repeated.set(step.query, (repeated.get(step.query) ?? 1) + 1);
      const older = before?.time !== undefined && step.time !== undefined && step.time < before.time;
      if (!older) latest.set(step.query, step);
    }
    if (repeated.size > 0) {
      const spans = [...repeated.values()].reduce((sum, n) => sum + n, 0);
      const line = latest.get(repeated.keys().next().value!)!.line;
      const fields = { count: repeated.size, spans };
      this.#context.problem(traceProblem("repeated-question", fields, counted(repeated.size, line)));
    }
    return [...latest.values()];
  }

  /** Where the ids are; undefined if no document has one; false (with a Problem) if only some have. */
  #idField(steps: readonly TracedStep[]): DocumentIdField | undefined | false {
    const all = steps.flatMap(({ documents }) => (documents instanceof Error ? [] : documents));
    const asLangChain = function* () {
      for (const { id, metadata } of all)
        yield { pageContent: "", ...(id === undefined ? {} : { id }), metadata };
    };
    if (all.length === 0) return undefined;
    const path = this.#context.columns["doc"];
    const field =
      path === undefined
        ? documentIdField(asLangChain())
        : all.every(({ id }) => id !== undefined)
          ? ("id" as const)
          : undefined;
    const line = steps[0]!.line;
    const documents = all.length;
    if (field === undefined && (path !== undefined || all.some(hasId))) {
      const places = path === undefined ? DOCUMENT_IDS : [path];
      this.#context.problem(traceProblem("no-document-id/traces", { documents, places }, errorAt(line)));
      return false;
    }
    // A plain id needs no mention.
    if (field !== undefined && field !== "id")
      this.#context.problem(traceProblem("document-id/traces", { field, documents }, { at: { line } }));
    return field;
  }

  #hit({ id, text, score, metadata }: TracedDocument, field: DocumentIdField | undefined): object {
    const found =
      field === undefined
        ? undefined
        : field === "id"
          ? id
          : String(metadata[field.slice("metadata.".length)]);
    const shown = this.#context.texts || found === undefined;
    return {
      id: found ?? null,
      ...(score === undefined ? {} : { score }),
      ...(shown && text !== undefined ? { text } : {}),
    };
  }
}

const hasId = ({ id, metadata }: TracedDocument): boolean =>
  documentIdField([{ pageContent: "", ...(id === undefined ? {} : { id }), metadata }]) !== undefined;

function identity(span: TracedSpan, name: string): string | undefined {
  const value =
    name === "trace_id" || name === "traceId"
      ? span.trace
      : name === "span_id" || name === "spanId"
        ? // A table without ids: rows are distinguished by their lines.
          (span.id ?? `line ${span.line}`)
        : span.field(name);
  return (typeof value === "string" && value !== "") || typeof value === "number" ? String(value) : undefined;
}
