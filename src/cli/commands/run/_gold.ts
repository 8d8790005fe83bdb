/** The questions, and the documents behind them. */
import { createHash } from "node:crypto";
import { relative } from "node:path";
import type { DocId } from "../../../core/ids.ts";
import type { Problem } from "../../../core/problem.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { refuseErrors } from "../../../core/refuse-errors.ts";
import { type LoadedGold, loadGold } from "../../../engine/load.ts";
import type { Source } from "../../../files/source.ts";
import { nodeCorpusFiles } from "../../../retrievers/bm25/files.ts";
import { readCorpus } from "../../../retrievers/bm25/read-corpus.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { columnsBy, tableBy } from "../../shared/asked.ts";
import { withInputs } from "../../shared/sources.ts";

export interface Questions {
  readonly path: string;
  readonly gold: LoadedGold;
  /** Hash of the file, or of a data set's files with queries and judgements. */
  readonly hash: string;
  /** If a corpus is known. */
  readonly documents?: Documents;
  readonly problems: readonly Problem[];
}

interface Documents {
  has(id: DocId): boolean;
  text(id: DocId): string | undefined;
  title(id: DocId): string | undefined;
}

export async function questionsOf(path: string, args: Args, effects: Effects): Promise<Questions> {
  const log = new ProblemLog();
  const format = args.text("gold-format");
  const { gold, hash } = await withInputs(effects, args.has("quiet"), async (inputs) => {
    const { source, hash } = hashing(await inputs.open(path, true));
    const loaded = await loadGold(source, {
      log,
      columns: columnsBy(args),
      table: tableBy(args),
      texts: true,
      ...(format === undefined ? {} : { format }),
    });
    refuseErrors(log);
    return { gold: loaded, hash: await hash() };
  });
  const corpus = args.text("corpus");
  const documents = corpus === undefined ? undefined : await documentsIn(corpus, log, effects);
  refuseErrors(log);
  return { path, gold, hash, problems: log.list(), ...(documents === undefined ? {} : { documents }) };
}

/** For a folder, `hash` covers the files that were read. */
function hashing(source: Source): { readonly source: Source; readonly hash: () => Promise<string> } {
  const read = new Map<string, Source>();
  const { folder, inside } = source;
  const hash = async (): Promise<string> => {
    const sum = createHash("sha256");
    if (folder === undefined) sum.update(await source.bytes());
    for (const [path, one] of [...read].sort(([a], [b]) => (a < b ? -1 : 1))) {
      sum.update(`${relative(folder!, path)}\0`);
      for await (const piece of one.pieces()) sum.update(piece);
    }
    return sum.digest("hex").slice(0, 16);
  };
  if (folder === undefined || inside === undefined) return { source, hash };
  const heard: Source = {
    ...source,
    async inside(path, name) {
      const one = await inside(path, name);
      read.set(path, one);
      return one;
    },
  };
  return { source: heard, hash };
}

async function documentsIn(path: string, log: ProblemLog, { files }: Effects): Promise<Documents> {
  const docs = new Map<DocId, { readonly text: string; readonly title?: string }>();
  await readCorpus(path, {
    files: nodeCorpusFiles(files.cwd),
    signal: new AbortController().signal,
    take: ({ id, text, title }) =>
      void docs.set(String(id), { text, ...(title === undefined ? {} : { title }) }),
    warn: (problem) => log.add(problem),
  });
  return {
    has: (id) => docs.has(id),
    text: (id) => docs.get(id)?.text,
    title: (id) => docs.get(id)?.title,
  };
}
