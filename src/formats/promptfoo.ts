/** Test cases of promptfoo in CSV: variables as columns, what is expected in `__expected`, `__expected1`, … */

import { firstNames } from "../core/shown.ts";
import type { Source } from "../files/source.ts";
import { atLine, emptyFile, errorAt } from "./_problems.ts";
import { parseExpected } from "./_promptfoo-expected.ts";
import { kept } from "./_shown.ts";
import { caseProblem } from "./cases/problems.ts";
import { type Case, readCases, separatorOf } from "./cases/rows.ts";
import { firstRecords } from "./csv/records.ts";
import type { Format, Guess, ReadContext, Sink } from "./format.ts";
import { plainName } from "./rows/field-names.ts";

/** Variables that hold the question, by the names that promptfoo's own examples have. */
const QUESTIONS = ["query", "question", "input", "userinput", "prompt", "topic", "text"];
/** Columns of promptfoo itself. */
const isOwn = (name: string): boolean => name.startsWith("__");

async function read(source: Source, sink: Sink, context: ReadContext): Promise<void> {
  const { problem } = context;
  const unread = new Map<string, { count: number; readonly line: number }>();
  const lines = new Map<string, number>();
  const onCase = (one: Case, line: number): void => {
    const words = questionOf(one, context.columns["words"]);
    if (words === undefined) {
      const keys = [...one.keys()].filter((name) => !isOwn(name));
      problem(caseProblem("no-question/test", firstNames("keys", keys), errorAt(line)));
      return;
    }
    const id = text(one.get(context.columns["query"] ?? "id")) ?? words;
    const first = lines.get(id);
    if (first !== undefined) {
      const at = { line, firstLine: first };
      problem(caseProblem("duplicate-query/test", { query: kept(id) }, { level: "error", at }));
      return;
    }
    lines.set(id, line);
    sink.query?.(id, words, line);
    const gold = goldOf(one, (type) => {
      const seen = unread.get(type);
      if (seen === undefined) unread.set(type, { count: 1, line });
      else seen.count++;
    });
    if (gold !== undefined) sink.gold?.(id, gold, line);
  };
  const cases = await readCases(source, context.problem, onCase, (name) => name.trim());
  for (const [type, { count, line }] of unread)
    problem(caseProblem("unread-assertion", { count, type }, atLine(line)));
  if (cases === 0) problem(emptyFile("test"));
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;

function questionOf(one: Case, given: string | undefined): string | undefined {
  if (given !== undefined) return text(one.get(given));
  const names = [...one.keys()].filter((name) => !isOwn(name));
  for (const wanted of QUESTIONS) {
    const name = names.find((other) => plainName(other) === wanted);
    if (name !== undefined) return text(one.get(name));
  }
  // A single variable can be nothing else.
  return names.length === 1 ? text(one.get(names[0]!)) : undefined;
}

/** Undefined if no expectation can be used as gold. */
function goldOf(one: Case, unread: (type: string) => void): object | undefined {
  let answer: string | undefined;
  const passages: (readonly string[])[] = [];
  for (const [name, cell] of one) {
    const expected = /^__expected\d*$/.test(name) ? text(cell) : undefined;
    if (expected === undefined) continue;
    const read = parseExpected(expected);
    if (read.as === "nothing") unread(read.type);
    else if (read.as === "passages") passages.push(...read.groups);
    else if (answer === undefined || answer === read.text) answer = read.text;
    else unread("another answer");
  }
  if (answer === undefined && passages.length === 0) return undefined;
  return { ...(passages.length === 0 ? {} : { passages }), ...(answer === undefined ? {} : { answer }) };
}

function detect(head: Uint8Array): Guess | undefined {
  const names = firstRecords(head, separatorOf(head), 1)[0] ?? [];
  const own = names.filter((name) =>
    /^__(expected\d*|description|metric|threshold|prefix|suffix|metadata:.+)$/.test(name),
  );
  if (own.length === 0) return undefined;
  return {
    sure: own.some((name) => name.startsWith("__expected")) ? 0.95 : 0.6,
    why: `columns ${own.join(", ")}`,
  };
}

export const promptfoo: Format = {
  id: "promptfoo",
  title: "promptfoo tests",
  about:
    "Test cases in CSV: the question in a variable such as query or question, and what is expected in __expected: an answer, texts that must be contained (contains, icontains, -any, -all), or context-recall. Other assertions are counted.",
  extensions: ["csv"],
  kinds: ["gold"],
  example: {
    gold: 'question,__expected,__expected2\nlargest desert?,contains: Antarctica,"icontains-all: ice, cold"\ncapital of France?,Paris,\n',
  },
  broken: { gold: { text: "question,__expected\ncapital of France?,Paris\n,Rome\n", line: 3 } },
  detect,
  read,
};
