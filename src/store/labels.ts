/** A file of labels, one act on each line, only ever appended to. Several processes may use it at once. */
import { stat } from "node:fs/promises";
import { GoldieError, type Problem } from "../core/problem.ts";
import { openToAppend } from "../files/append-file.ts";
import { writeTrouble } from "../files/write-trouble.ts";
import { storeProblem } from "./problems.ts";

/** What is labelled: a document of a query, or a claim of its judgement. */
type Labelled =
  | { readonly query: string; readonly doc: string }
  | { readonly query: string; readonly claim: string };

/** One line. Either a label (a grade of a document, a word for a claim), a skip, or an undo of what was said before. */
export type LabelLine = Labelled & {
  readonly grade?: number;
  readonly label?: string;
  readonly skip?: true;
  readonly undo?: true;
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  readonly comment?: string;
};

export interface LabelFile {
  /** What came since the last call, whoever wrote it, in the order of the file. */
  read(): Promise<readonly LabelLine[]>;
  /** Resolves when the line is on the disk. */
  append(line: LabelLine): Promise<void>;
  /** Lines that could not be read so far. */
  readonly problem: Problem | undefined;
  close(): Promise<void>;
}

/** No line is so long; what is longer is damaged. */
const LONGEST_LINE = 1 << 20;
/** The highest grade that can be given. */
const HIGHEST = 9;

/**
 * Opens the file and makes it where there is none. A line is written as a whole (O_APPEND), so no lock is needed; half a
 * line, left by a crash, gets an end and is passed over. `name`: as messages call it.
 */
export async function openLabels(path: string, name: string = path): Promise<LabelFile> {
  const refused = (error: unknown): never => {
    throw new GoldieError(writeTrouble(name, error));
  };
  const there = await stat(path).catch(() => undefined);
  // A device or pipe may have no end, and keeps nothing. A folder is refused by what opens it.
  if (there !== undefined && !there.isFile() && !there.isDirectory())
    throw storeProblem.error("labels-not-file", {}, { at: { file: name } });
  const file = await openToAppend(path).catch(refused);
  const buffer = Buffer.allocUnsafe(LONGEST_LINE);
  /** In a line that is too long. */
  let skipping = false;
  let seen = 0;
  let line = 0;
  let broken: { count: number; line: number } | undefined;
  let reading: Promise<unknown> = Promise.resolve();

  /** Complete lines only: the rest may still be on its way. */
  async function readOn(): Promise<LabelLine[]> {
    const found: LabelLine[] = [];
    for (;;) {
      const bytes = buffer.subarray(0, await file.read(buffer, seen));
      let from = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
        line++;
        const text = bytes.toString("utf8", from, end);
        from = end + 1;
        const isBlank = text.trim() === "" && !skipping;
        const act = isBlank || skipping ? undefined : labelLine(text);
        skipping = false;
        if (act !== undefined) found.push(act);
        else if (!isBlank) {
          broken ??= { count: 0, line };
          broken.count++;
        }
      }
      seen += from;
      if (bytes.length < LONGEST_LINE) return found;
      if (from === 0) {
        skipping = true;
        seen += bytes.length;
      }
    }
  }

  return {
    read() {
      const result = reading.then(readOn);
      reading = result.catch(() => {});
      return result;
    },
    async append(act) {
      const row = `${JSON.stringify(act)}\n`;
      try {
        file.append(file.end().torn ? `\n${row}` : row);
        await file.sync();
      } catch (error) {
        refused(error);
      }
      if (file.gone()) throw storeProblem.error("labels-gone", {}, { at: { file: name } });
    },
    get problem() {
      return broken === undefined
        ? undefined
        : storeProblem("damaged-labels", { lines: broken.count }, { at: { file: name, line: broken.line } });
    },
    close: () => file.close(),
  };
}

const isGrade = (grade: unknown): grade is number =>
  Number.isInteger(grade) && (grade as number) >= 0 && (grade as number) <= HIGHEST;

/** undefined: something else. */
function labelLine(text: string): LabelLine | undefined {
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof row !== "object" || row === null) return undefined;
  const { query, doc, claim, grade, label, skip, undo, by, at, comment } = row as Readonly<
    Record<string, unknown>
  >;
  const thing = typeof doc === "string" ? { doc } : typeof claim === "string" ? { claim } : undefined;
  const said =
    undo === true
      ? { undo: true as const }
      : skip === true
        ? { skip: true as const }
        : "doc" in (thing ?? {}) && isGrade(grade)
          ? { grade }
          : "claim" in (thing ?? {}) && typeof label === "string"
            ? { label }
            : undefined;
  if (typeof query !== "string" || typeof by !== "string" || thing === undefined || said === undefined)
    return undefined;
  return {
    query,
    ...thing,
    ...said,
    by,
    at: typeof at === "string" ? at : "",
    ...(typeof comment === "string" ? { comment } : {}),
  };
}
