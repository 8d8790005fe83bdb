/** Documents from wherever they are: memory, a corpus file, a data set, or a folder of texts. */
import { GoldieError, type Problem } from "../../core/problem.ts";
import type { Source } from "../../files/source.ts";
import { detectFormat } from "../../formats/detect.ts";
import type { CorpusFiles } from "./files.ts";
import { bm25Problem } from "./problems.ts";
import { isTextFile, readTexts } from "./read-texts.ts";

/** One document of a corpus. `doc`: the document that it is a part of, if it is a chunk already. */
export interface CorpusDocument {
  readonly id: string | number;
  readonly text: string;
  readonly title?: string | undefined;
  readonly doc?: string | undefined;
}

/** A path, or the documents themselves. */
export type CorpusInput = string | Iterable<CorpusDocument> | AsyncIterable<CorpusDocument>;

export interface CorpusReading {
  readonly files: CorpusFiles;
  readonly signal: AbortSignal;
  /** Of a corpus file: the format, and which column holds what. */
  readonly format?: string | undefined;
  readonly columns?: Readonly<Record<string, string>> | undefined;
  /** `place`: where it is, for Problems. */
  take(document: CorpusDocument, place?: Problem["at"]): void;
  warn(problem: Problem): void;
}

/** Reads all documents in order. */
export async function readCorpus(corpus: CorpusInput, reading: CorpusReading): Promise<void> {
  if (typeof corpus !== "string") return readDocuments(corpus, reading);
  const { files } = reading;
  if (await isPlainFile(corpus, files)) return readTexts(corpus, [""], reading);
  const source = await openWhole(corpus, files);
  if (source !== undefined && (source.folder === undefined || (await holdsCorpus(source))))
    return readRows(source, reading);
  return readTexts(corpus, undefined, reading);
}

const isPlainFile = async (path: string, files: CorpusFiles): Promise<boolean> =>
  isTextFile(path) && (await files.list(path)) === undefined;

/** A corpus file or a data set; undefined for any other folder. */
async function openWhole(path: string, files: CorpusFiles): Promise<Source | undefined> {
  try {
    return await files.open(path);
  } catch (error) {
    if (error instanceof GoldieError && (await files.list(path)) !== undefined) return undefined;
    throw error;
  }
}

const holdsCorpus = (source: Source): Promise<boolean> =>
  detectFormat(source, "corpus").then(
    () => true,
    () => false,
  );

async function readRows(source: Source, reading: CorpusReading): Promise<void> {
  const { signal, take, warn, columns = {} } = reading;
  const errors: Problem[] = [];
  const placed = (line: number): Problem["at"] => ({ side: "corpus", file: source.name, line });
  try {
    const { format } = await detectFormat(source, "corpus", reading.format);
    await format.read(
      source,
      {
        doc(id, text, line, title) {
          signal.throwIfAborted();
          take({ id, text, title }, placed(line));
        },
      },
      {
        kind: "corpus",
        texts: true,
        columns,
        problem(problem) {
          const found: Problem = {
            ...problem,
            at: { side: "corpus", file: source.name, ...problem.at },
          };
          if (found.level === "error") errors.push(found);
          else warn(found);
        },
      },
    );
  } finally {
    await source.close?.();
  }
  if (errors.length > 0) throw new GoldieError(errors[0]!, errors);
}

/** Other work gets its turn after this many characters. */
const TURN = 1 << 20;

async function readDocuments(
  documents: Iterable<CorpusDocument> | AsyncIterable<CorpusDocument>,
  { take, signal }: CorpusReading,
): Promise<void> {
  let at = 0;
  let read = 0;
  const one = (given: CorpusDocument): void => {
    signal.throwIfAborted();
    at++;
    const document = checked(given, at);
    take(document);
    read += document.text.length;
  };
  if (Symbol.asyncIterator in documents) {
    for await (const document of documents) one(document);
    return;
  }
  for (const document of documents) {
    one(document);
    if (read < TURN) continue;
    read = 0;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** Documents of people who write JavaScript. */
function checked(given: CorpusDocument, at: number): CorpusDocument {
  const { id, text } = (given ?? {}) as Partial<CorpusDocument>;
  if ((typeof id !== "string" && typeof id !== "number") || id === "")
    throw bm25Problem.error("bad-document/no-id", { at });
  if (typeof text !== "string") throw bm25Problem.error("bad-document/no-text", { document: String(id) });
  return given;
}
