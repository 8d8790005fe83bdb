/** The questions, and the documents behind them. */
import { createHash } from "node:crypto";
import type { DocId } from "../../../core/ids.ts";
import type { Problem } from "../../../core/problem.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { refuseErrors } from "../../../core/refuse-errors.ts";
import { type LoadedGold, loadGold } from "../../../engine/load.ts";
import { nodeCorpusFiles } from "../../../retrievers/bm25/files.ts";
import { readCorpus } from "../../../retrievers/bm25/read-corpus.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { columnsBy, tableBy } from "../../shared/asked.ts";
import { withInputs } from "../../shared/sources.ts";

export interface Questions {
  readonly path: string;
  readonly gold: LoadedGold;
  /** Of the file's bytes. */
  readonly hash: string;
  /** Where a corpus is known. */
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
    const source = await inputs.open(path, true);
    const loaded = await loadGold(source, {
      log,
      columns: columnsBy(args),
      table: tableBy(args),
      texts: true,
      ...(format === undefined ? {} : { format }),
    });
    refuseErrors(log);
    // A data set in a folder has no bytes of its own.
    const bytes = source.folder === undefined ? await source.bytes() : await source.head();
    return { gold: loaded, hash: createHash("sha256").update(bytes).digest("hex").slice(0, 16) };
  });
  const corpus = args.text("corpus");
  const documents = corpus === undefined ? undefined : await documentsIn(corpus, log, effects);
  refuseErrors(log);
  return { path, gold, hash, problems: log.list(), ...(documents === undefined ? {} : { documents }) };
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
