/** The embedded retriever: BM25 over texts, in memory. */
import { abortError } from "../calls/client-error.ts";
import type { Hit } from "../core/ranking.ts";
import type { RetrieveContext, Retrieved, Retriever, RetrieverParams } from "../core/retriever.ts";
import { type ChunkRule, DEFAULT_CHUNK_SIZE } from "../text/chunk/chunk.ts";
import { filterFunction, keptOf } from "./_filter.ts";
import type { Bm25Index } from "./bm25/bm25-index.ts";
import { IndexBuilder } from "./bm25/builder.ts";
import { type Bm25Options, type CheckedOptions, checkedOptions } from "./bm25/options.ts";
import { Passages } from "./bm25/passages.ts";
import { bm25Problem } from "./bm25/problems.ts";
import { readCorpus } from "./bm25/read-corpus.ts";
import { SharedWork } from "./bm25/shared-work.ts";

export type { ChunkRule } from "../text/chunk/chunk.ts";
export type { Bm25Options } from "./bm25/options.ts";
export type { CorpusDocument } from "./bm25/read-corpus.ts";

interface OpenIndex {
  readonly index: Bm25Index;
  readonly passages: Passages;
}

/**
 * Searches a folder, a corpus file or documents in memory by BM25. The index is built once, by `open` or by the first query.
 * @example
 * const search = bm25({ corpus: "docs", chunk: { by: "heading" } });
 */
export function bm25(options: Bm25Options): Retriever {
  const checked = checkedOptions(options);
  const work = new SharedWork((signal) => build(checked, signal));
  let open: OpenIndex | undefined;
  const opened = async (signal: AbortSignal): Promise<OpenIndex> => {
    open ??= await work.wait(signal);
    return open;
  };
  return {
    about: aboutOf(checked),
    params: paramsOf(checked),
    async open(signal) {
      await opened(signal);
    },
    close() {
      open = undefined;
    },
    documents: () => open?.passages,
    retrieve(query, context) {
      if (open !== undefined) return find(open, query, context);
      const { signal } = context;
      return opened(signal).then(
        (ready) => find(ready, query, context),
        (error: unknown) => {
          throw signal.aborted ? abortError(signal) : error;
        },
      );
    },
  };
}

function find({ index, passages }: OpenIndex, query: string, context: RetrieveContext): Retrieved {
  const best = (most: number): Hit[] => {
    const { docs, scores } = index.search(query, most);
    return docs.map((doc, i) => passages.hit(doc, scores[i]!));
  };
  const { k } = context;
  const keep = filterFunction("bm25", context);
  if (keep === undefined) return best(k);
  for (let most = k; ; most *= 4) {
    const ranked = best(most);
    const { kept, filtered } = keptOf(ranked, k, keep);
    if (kept.length >= k || ranked.length < most)
      return { hits: kept, filtered: filtered.map(({ id }) => id!) };
  }
}

async function build(checked: CheckedOptions, signal: AbortSignal): Promise<OpenIndex> {
  const { corpus, analyzer, k1, b, titleWeight } = checked;
  const builder = new IndexBuilder(analyzer);
  const passages = new Passages(checked.chunk);
  await readCorpus(corpus, {
    ...checked,
    signal,
    take: (document, place) => passages.add(document, place, builder, titleWeight),
  });
  const at = typeof corpus === "string" ? { at: { side: "corpus", file: corpus } as const } : {};
  if (passages.documents === 0) throw bm25Problem.error("empty-corpus/documents", {}, at);
  if (builder.terms === 0) throw bm25Problem.error("empty-corpus/words", { analyzer: analyzer.name }, at);
  return { index: builder.finish({ k1, b }), passages };
}

const aboutOf = ({ corpus, chunk, k1, b }: CheckedOptions): string => {
  const over = typeof corpus === "string" ? ` over ${corpus}` : "";
  return `BM25${over} (${chunk === undefined ? "" : `${chunkWords(chunk)}, `}k1 ${k1}, b ${b})`;
};

const paramsOf = ({ chunk, analyzer, k1, b, titleWeight }: CheckedOptions): RetrieverParams => ({
  k1,
  b,
  analyzer: analyzer.name,
  ...(chunk === undefined ? {} : { chunk: chunkWords(chunk) }),
  ...(titleWeight === 1 ? {} : { title: titleWeight }),
});

/** "200 words", "sentences, 100 words, overlap 20". */
function chunkWords({ by, size, overlap, unit = "words" }: ChunkRule): string {
  const most = size ?? (by === "heading" ? undefined : DEFAULT_CHUNK_SIZE);
  return [
    ...(by === "size" ? [] : [`${by}s`]),
    ...(most === undefined ? [] : [`${most} ${unit}`]),
    ...(overlap === undefined || overlap === 0 ? [] : [`overlap ${overlap}`]),
  ].join(", ");
}
