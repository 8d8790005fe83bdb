/** Asks the retrievers of the config one question, for the dashboard. */
import { attempt } from "../../../calls/attempt.ts";
import { CallError } from "../../../calls/call-error.ts";
import { systemClock } from "../../../calls/clock.ts";
import type { Config } from "../../../core/config.ts";
import { GoldieError, type Problem } from "../../../core/problem.ts";
import type { Hit } from "../../../core/ranking.ts";
import type { Retriever, RetrieverInput } from "../../../core/retriever.ts";
import type { AskedView, DashboardData, ProjectFacts } from "../../../dashboard/data.ts";
import { AnswerReader } from "../../../evaluate/input/read-answer.ts";
import type { HitView, ListView } from "../../../reports/view/model.ts";
import { Snippets } from "../../../reports/view/snippet.ts";

export interface Desk {
  readonly retrievers: NonNullable<ProjectFacts["retrievers"]>;
  readonly ask: NonNullable<DashboardData["ask"]>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 30_000;
/** How long a question waits for one that builds an index or loads a model. It goes on opening for the next question. */
const OPEN_MS = 20_000;
/** A retriever that takes longer to close is abandoned. */
const CLOSE_MS = 500;
const SNIPPET = 160;

interface OpenRetriever {
  readonly name: string;
  readonly retriever: Retriever;
  readonly reader: AnswerReader;
  /** Opened with the first question, and kept open. */
  opened?: Promise<void>;
}

/** `words`: a Problem in one sentence, as pages show it. */
export function createDesk(
  given: Readonly<Record<string, RetrieverInput>>,
  config: Pick<Config, "filter" | "timeout">,
  now: () => number,
  words: (problem: Problem) => string,
  openMs: number = OPEN_MS,
): Desk {
  const all = Object.entries(given).map(
    ([name, one]): OpenRetriever => ({
      name,
      retriever: typeof one === "function" ? { retrieve: one } : one,
      reader: new AnswerReader(),
    }),
  );
  const life = new AbortController();
  async function listOf(
    one: OpenRetriever,
    question: string,
    k: number,
    signal: AbortSignal,
  ): Promise<AskedList> {
    const { retriever, reader } = one;
    try {
      one.opened ??= opened(one);
      const opening = one.opened;
      await attempt(() => opening, {
        clock: systemClock,
        deadlineMs: openMs,
        graceMs: 0,
        cancelled: signal,
      }).catch((error: unknown) => {
        throw isTimeout(error) ? new Error(STILL_OPENING) : error;
      });
      const start = now();
      const { filter, timeout = TIMEOUT_MS } = config;
      const asked = await attempt(
        async (stop) =>
          retriever.retrieve(question, {
            k,
            // It has no id in the gold; messages name it by this.
            queryId: question,
            ...(filter === undefined ? {} : { filter }),
            signal: stop,
          }),
        { clock: systemClock, deadlineMs: timeout, graceMs: 0, cancelled: signal },
      );
      const ms = now() - start;
      return { hits: reader.read(question, asked).hits.slice(0, k), ms };
    } catch (error) {
      return { failed: reasonOf(error, words) };
    }
  }
  async function opened(one: OpenRetriever): Promise<void> {
    try {
      await one.retriever.open?.(life.signal);
    } catch (error) {
      // The next question tries again: a server may be up by then.
      delete one.opened;
      throw error;
    }
  }
  return {
    retrievers: all.map(({ name, retriever: { about } }) => ({
      name,
      ...(about === undefined ? {} : { about }),
    })),
    async ask(question, k, signal) {
      const stop = AbortSignal.any([signal, life.signal]);
      const found = await Promise.all(all.map((one) => listOf(one, question, k, stop)));
      return askedView(question, all, found);
    },
    async close() {
      life.abort();
      const closing = all.map(async (one) => {
        if (one.opened !== undefined) await one.retriever.close?.();
      });
      const over = new AbortController();
      await Promise.race([Promise.allSettled(closing), systemClock.sleep(CLOSE_MS, over.signal)]);
      over.abort();
    },
  };
}

const STILL_OPENING = "it is still opening; ask again in a moment";
const isTimeout = (error: unknown): boolean => error instanceof CallError && error.trouble === "timeout";

type AskedList = { readonly hits: readonly Hit[]; readonly ms: number } | { readonly failed: string };

function reasonOf(error: unknown, words: (problem: Problem) => string): string {
  if (error instanceof GoldieError) return words(error.problem);
  return error instanceof Error ? error.message : String(error);
}

function askedView(question: string, all: readonly OpenRetriever[], found: readonly AskedList[]): AskedView {
  const texts = new Map<string, number>();
  const textOf = ({ id, text }: Hit, { retriever }: OpenRetriever): string | undefined =>
    text ?? (id === null ? undefined : retriever.documents?.()?.text(id));
  found.forEach((list, i) => {
    for (const hit of "hits" in list ? list.hits : []) {
      const text = textOf(hit, all[i]!);
      if (text !== undefined && !texts.has(text)) texts.set(text, texts.size);
    }
  });
  const snippets = new Snippets(question, [...texts.keys()], SNIPPET);
  return {
    question,
    lists: found.map((list, i) => {
      const { name, retriever } = all[i]!;
      const { about } = retriever;
      const shown = (hit: Hit, at: number): HitView => {
        const { id, doc, score } = hit;
        const text = textOf(hit, all[i]!);
        const title = id === null ? undefined : retriever.documents?.()?.title?.(doc ?? id);
        return {
          rank: at + 1,
          id,
          ...(doc === undefined ? {} : { doc }),
          ...(title === undefined ? {} : { title }),
          ...(text === undefined ? {} : { snippet: snippets.at(texts.get(text)!) }),
          ...(score === undefined ? {} : { score }),
          state: "unjudged",
        };
      };
      const view: ListView =
        "failed" in list
          ? { hits: [], length: 0, unjudged: 0, failed: list.failed }
          : { hits: list.hits.map(shown), length: list.hits.length, unjudged: list.hits.length, ms: list.ms };
      return { retriever: name, ...(about === undefined ? {} : { about }), list: view };
    }),
  };
}
