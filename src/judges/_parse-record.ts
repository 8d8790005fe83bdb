import type { JudgementRecord } from "../core/judgement-record.ts";
import type { Problem } from "../core/problem.ts";
import { GoldieError } from "../core/problem.ts";
import { judgesProblem, type WantedValue } from "./_problems.ts";

type At = NonNullable<Problem["at"]>;
type Fields = Readonly<Record<string, unknown>>;

/** A record from a file, or a GoldieError that says what is wrong with it and where. What the format does not know is kept. */
export function parseRecord(value: unknown, at: At = {}): JudgementRecord {
  const check = new RecordCheck(at);
  const record = check.fields(value, "the record");
  const format = record["format"];
  if (format !== "goldie-judgement@1")
    if (format === undefined) check.fail(judgesProblem("bad-record/no-format", {}, check.more));
    else check.fail(judgesProblem("bad-record/unknown-format", { found: show(format) }, check.more));
  check.text(record["id"], "id", true);
  check.text(record["question"], "question");
  for (const part of ["reference", "response"])
    if (record[part] !== undefined) check.text(record[part], part);
  if (record["tags"] !== undefined)
    for (const [tag, word] of Object.entries(check.fields(record["tags"], "tags")))
      check.text(word, `tags.${tag}`);
  const statements = check.list(record["chunks"], "chunks").map((chunk, i) => checkChunk(check, chunk, i));
  for (const part of ["claims", "responseClaims"])
    if (record[part] !== undefined) checkClaims(check, record[part], part, statements);
  if (record["entities"] !== undefined)
    check.list(record["entities"], "entities").forEach((e, i) => {
      const where = `entities[${i}]`;
      const entity = check.fields(e, where);
      check.text(entity["text"], `${where}.text`);
      for (const c of check.list(entity["chunks"], `${where}.chunks`))
        check.place(c, `${where}.chunks`, statements.length);
    });
  const judge = check.fields(record["judge"], "judge");
  check.text(judge["name"], "judge.name", true);
  check.text(judge["version"], "judge.version");
  if (record["cost"] !== undefined) checkCost(check, record["cost"]);
  if (record["unjudged"] !== undefined) checkUnjudged(check, record["unjudged"]);
  if (record["flags"] !== undefined)
    check.list(record["flags"], "flags").forEach((f, i) => {
      const flag = check.fields(f, `flags[${i}]`);
      check.text(flag["code"], `flags[${i}].code`, true);
      check.text(flag["what"], `flags[${i}].what`);
    });
  if (record["repeated"] !== undefined) {
    const repeated = check.fields(record["repeated"], "repeated");
    for (const part of ["runs", "cells", "flipped"]) check.amount(repeated[part], `repeated.${part}`);
  }
  return record as unknown as JudgementRecord;
}

class RecordCheck {
  /** What every Problem has that is found here. */
  readonly more: Pick<Problem, "at" | "level">;
  constructor(at: At) {
    this.more = { at, level: "error" };
  }
  fail(problem: Problem): never {
    throw new GoldieError(problem);
  }
  #wrong(name: string, wanted: WantedValue, value: unknown): never {
    const found = value === undefined ? {} : { found: show(value) };
    this.fail(judgesProblem("bad-record/value", { name, ...wanted, ...found }, this.more));
  }
  fields(value: unknown, where: string): Fields {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      this.#wrong(where, { wanted: "object" }, value);
    return value as Fields;
  }
  list(value: unknown, where: string): readonly unknown[] {
    if (!Array.isArray(value)) this.#wrong(where, { wanted: "list" }, value);
    return value as readonly unknown[];
  }
  text(value: unknown, where: string, filled = false): string {
    if (typeof value !== "string" || (filled && value === "")) this.#wrong(where, { wanted: "text" }, value);
    return value as string;
  }
  place(value: unknown, where: string, length: number): number {
    if (!Number.isInteger(value) || (value as number) < 0 || (value as number) >= length)
      this.#wrong(where, { wanted: "place", limit: length - 1 }, value);
    return value as number;
  }
  oneOf(value: unknown, where: string, words: readonly string[]): string {
    if (!words.includes(value as string)) this.#wrong(where, { wanted: "one-of", names: words }, value);
    return value as string;
  }
  amount(value: unknown, where: string): void {
    if (typeof value !== "number" || !Number.isFinite(value) || value < 0)
      this.#wrong(where, { wanted: "amount" }, value);
  }
  share(value: unknown, where: string): void {
    if (typeof value !== "number" || !(value >= 0 && value <= 1))
      this.#wrong(where, { wanted: "share" }, value);
  }
  flag(value: unknown, where: string): void {
    if (typeof value !== "boolean") this.#wrong(where, { wanted: "flag" }, value);
  }
}

/** Checks a chunk and gives the ids of its statements. */
function checkChunk(check: RecordCheck, value: unknown, at: number): ReadonlySet<string> {
  const where = `chunks[${at}]`;
  const chunk = check.fields(value, where);
  check.text(chunk["text"], `${where}.text`);
  if (chunk["id"] !== undefined) check.text(chunk["id"], `${where}.id`);
  if (chunk["sameAs"] !== undefined) check.place(chunk["sameAs"], `${where}.sameAs`, at);
  const ids = new Set<string>();
  check.list(chunk["statements"], `${where}.statements`).forEach((s, i) => {
    const statement = check.fields(s, `${where}.statements[${i}]`);
    const id = check.text(statement["id"], `${where}.statements[${i}].id`, true);
    if (ids.has(id))
      check.fail(judgesProblem("bad-record/statement-twice", { name: where, statement: id }, check.more));
    ids.add(id);
    check.text(statement["text"], `${where}.statements[${i}].text`);
    if (statement["relevant"] !== undefined)
      check.flag(statement["relevant"], `${where}.statements[${i}].relevant`);
    if (statement["relevance"] !== undefined)
      check.share(statement["relevance"], `${where}.statements[${i}].relevance`);
  });
  return ids;
}

function checkClaims(
  check: RecordCheck,
  value: unknown,
  part: string,
  statements: readonly ReadonlySet<string>[],
): void {
  const seen = new Set<string>();
  check.list(value, part).forEach((c, i) => {
    const where = `${part}[${i}]`;
    const claim = check.fields(c, where);
    const id = check.text(claim["id"], `${where}.id`, true);
    if (seen.has(id)) check.fail(judgesProblem("bad-record/claim-twice", { part, claim: id }, check.more));
    seen.add(id);
    check.text(claim["text"], `${where}.text`);
    if (claim["relevant"] !== undefined) check.flag(claim["relevant"], `${where}.relevant`);
    if (claim["relevance"] !== undefined) check.share(claim["relevance"], `${where}.relevance`);
    let chunks = new Set<number>();
    check.list(claim["support"], `${where}.support`).forEach((s, j) => {
      const support = check.fields(s, `${where}.support[${j}]`);
      const chunk = check.place(support["chunk"], `${where}.support[${j}].chunk`, statements.length);
      if (chunks.has(chunk))
        check.fail(judgesProblem("bad-record/verdict-twice", { claim: id, chunk }, check.more));
      chunks.add(chunk);
      check.oneOf(support["level"], `${where}.support[${j}].level`, ["full", "partial"]);
      if (support["sameWords"] !== undefined)
        check.flag(support["sameWords"], `${where}.support[${j}].sameWords`);
      checkEvidence(check, support["by"], `${where}.support[${j}].by`, id, chunk, statements[chunk]!);
    });
    chunks = new Set();
    if (claim["contradicted"] !== undefined)
      check.list(claim["contradicted"], `${where}.contradicted`).forEach((c, j) => {
        const place = `${where}.contradicted[${j}]`;
        const one = check.fields(c, place);
        const chunk = check.place(one["chunk"], `${place}.chunk`, statements.length);
        if (chunks.has(chunk))
          check.fail(judgesProblem("bad-record/verdict-twice", { claim: id, chunk }, check.more));
        chunks.add(chunk);
        checkEvidence(check, one["by"], `${place}.by`, id, chunk, statements[chunk]!);
        if (one["confidence"] !== undefined) check.share(one["confidence"], `${place}.confidence`);
      });
    if (claim["confidence"] !== undefined) check.share(claim["confidence"], `${where}.confidence`);
    if (claim["missing"] !== undefined)
      for (const text of check.list(claim["missing"], `${where}.missing`))
        check.text(text, `${where}.missing`);
    if (claim["confidences"] !== undefined) {
      const list = check.list(claim["confidences"], `${where}.confidences`);
      list.forEach((value, j) => {
        check.share(value, `${where}.confidences[${j}]`);
      });
      if (list.length !== statements.length)
        check.fail(
          judgesProblem(
            "bad-record/confidence-count",
            { claim: id, count: list.length, chunks: statements.length },
            check.more,
          ),
        );
    }
  });
}

function checkEvidence(
  check: RecordCheck,
  value: unknown,
  where: string,
  claim: string,
  chunk: number,
  statements: ReadonlySet<string>,
): void {
  const by = check.list(value, where);
  if (by.length === 0) check.fail(judgesProblem("bad-record/no-evidence", { claim, chunk }, check.more));
  for (const one of by)
    if (typeof one !== "string" || !statements.has(one))
      check.fail(
        judgesProblem("bad-record/foreign-evidence", { claim, chunk, found: show(one) }, check.more),
      );
}

function checkCost(check: RecordCheck, value: unknown): void {
  const cost = check.fields(value, "cost");
  check.amount(cost["calls"], "cost.calls");
  for (const part of ["pairs", "reused", "shared", "inputTokens", "outputTokens", "money"])
    if (cost[part] !== undefined) check.amount(cost[part], `cost.${part}`);
}

function checkUnjudged(check: RecordCheck, value: unknown): void {
  check.list(value, "unjudged").forEach((u, i) => {
    const where = `unjudged[${i}]`;
    const one = check.fields(u, where);
    check.oneOf(one["part"], `${where}.part`, ["claims", "responseClaims", "entities", "statements"]);
    if (one["ids"] !== undefined)
      for (const id of check.list(one["ids"], `${where}.ids`)) check.text(id, `${where}.ids`);
    const problem = check.fields(one["problem"], `${where}.problem`);
    for (const part of ["code", "what", "fix"]) check.text(problem[part], `${where}.problem.${part}`);
  });
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
