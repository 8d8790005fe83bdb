/** The format of a file: named by the user, or detected from its content. */
import { named } from "../core/named.ts";
import { GoldieError, type Problem } from "../core/problem.ts";
import { memorySource, type Source } from "../files/source.ts";
import { formatProblem } from "./_problems.ts";
import type { Format, Kind } from "./format.ts";
import { formats } from "./index.ts";

export interface Detected {
  readonly format: Format;
  readonly why: string;
}

/** The format of a source that is read for `kind`. `given`: the id that the user named. */
export async function detectFormat(source: Source, kind: Kind, given?: string): Promise<Detected> {
  if (given !== undefined) {
    const format = named(Object.fromEntries(formats.map((one) => [one.id, one])), given, "format");
    if (format.kinds.includes(kind)) {
      if (source.close !== undefined) await refuseEndless(source, format, kind);
      return { format, why: "you said so" };
    }
    throw new GoldieError(
      formatProblem(
        "wrong-format",
        { format: format.id, title: format.title, kind, formats: idsFor(kind) },
        { at: { side: kind, file: source.name } },
      ),
    );
  }
  const head = await source.head();
  const possible = formats.filter(
    (format) => format.kinds.includes(kind) && (source.folder === undefined || format.folder !== undefined),
  );
  const best = (among: readonly Format[]): Detected | undefined =>
    among
      .flatMap((format) => {
        const guess = format.detect(head, source.name, kind);
        return guess === undefined || guess.sure <= 0 ? [] : [{ format, ...guess }];
      })
      .sort((a, b) => b.sure - a.sure)[0];
  // Skip text formats for binary data.
  const ofBytes =
    source.folder === undefined
      ? possible.filter(({ binary }) => binary === true || (binary === "also" && head.includes(0)))
      : [];
  const found = best(ofBytes) ?? best(possible);
  if (found !== undefined) return found;
  const at = { side: kind, file: source.name };
  throw new GoldieError(
    head.length === 0
      ? formatProblem("empty-file/empty", {}, { at })
      : formatProblem("unknown-format", { kind, formats: idsFor(kind) }, { at: { ...at, line: 1 } }),
  );
}

/** Give up after this many errors without a valid row. */
const HOPELESS = 100;

/** Input that can be read only once is buffered first, and may be endless: check its start, even if the user names the format. */
async function refuseEndless(source: Source, format: Format, kind: Kind): Promise<void> {
  if (format.binary === true) return;
  const head = await source.head();
  const at = { side: kind, file: source.name };
  const refuse = (): never => {
    throw new GoldieError(formatProblem("not-this-format", { title: format.title }, { at }));
  };
  if (head.includes(0)) {
    if (format.binary === undefined) refuse();
    return;
  }
  let rows = 0;
  let errors = 0;
  const row = (): void => void rows++;
  const sink = { hit: row, ranking: row, grade: row, gold: row, doc: row, score: row, query: row };
  const problem = ({ level }: Problem): void => {
    if (level === "error") errors++;
  };
  try {
    const start = memorySource(source.name, head.slice(0, head.lastIndexOf(LF) + 1));
    await format.read(start, sink, { kind, problem, texts: false, columns: {} });
  } catch {
    // It may need the user's column names, or the whole file.
    return;
  }
  if (rows === 0 && errors >= HOPELESS) refuse();
}

const LF = 10;

const idsFor = (kind: Kind): string[] =>
  formats.filter((format) => format.kinds.includes(kind)).map((format) => format.id);
