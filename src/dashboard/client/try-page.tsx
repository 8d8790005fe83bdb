/** A question for the configured retrievers, and their lists side by side. */
import { useEffect, useState } from "preact/hooks";
import { RankedLists } from "../../reports/html/queries/lists.tsx";
import type { AskedView, ProjectFacts } from "../data.ts";
import type { Address } from "./address.ts";
import { askAll } from "./api.ts";
import { Loading, Trouble } from "./trouble.tsx";
import { type FetchState, failureOf } from "./use-loaded.ts";

/** Did the reader press the button for this entry of the history? A link from elsewhere must not ask: that may cost money. */
const wasAsked = (): boolean => (history.state as { readonly asked?: boolean } | null)?.asked === true;

interface TryPageProps {
  readonly project: ProjectFacts;
  readonly address: Extract<Address, { page: "try" }>;
  onAsk(question: string, k: number): void;
}

export function TryPage({ project, address, onAsk }: TryPageProps) {
  const [text, setText] = useState(address.question);
  const [k, setK] = useState(address.k);
  const [asked, setAsked] = useState<FetchState<AskedView>>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    setText(address.question);
    setK(address.k);
    if (address.question === "" || !wasAsked()) {
      setAsked(undefined);
      return;
    }
    const abort = new AbortController();
    setAsked({ status: "loading" });
    askAll(address.question, address.k, abort.signal).then(
      (value) => abort.signal.aborted || setAsked({ status: "ready", value }),
      (error: unknown) => abort.signal.aborted || setAsked(failureOf(error)),
    );
    // The reader asked something else, or left: the retrievers need not go on.
    return () => abort.abort();
  }, [address.question, address.k, attempt]);
  const names = project.retrievers ?? [];
  return (
    <section aria-labelledby="try">
      <h2 id="try">Try it</h2>
      <p class="caption">
        Asks {names.length === 1 ? "the retriever" : `the ${names.length} retrievers`} of the config. Nothing
        is stored or scored.
      </p>
      <form
        class="filters try-form"
        onSubmit={(event) => {
          event.preventDefault();
          const question = text.trim();
          if (question === "") return;
          if (question === address.question && k === address.k) setAttempt(attempt + 1);
          else onAsk(question, k);
          history.replaceState({ ...history.state, asked: true }, "");
        }}
      >
        <label class="field field-question">
          Question
          <input
            value={text}
            dir="auto"
            maxLength={2000}
            required
            ref={(input) => {
              if (input !== null && address.question === "" && document.activeElement === document.body)
                input.focus();
            }}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          Hits
          <input
            type="number"
            min={1}
            max={100}
            value={k}
            onInput={(event) => setK(Number(event.currentTarget.value) || 1)}
          />
        </label>
        <button type="submit">Ask</button>
      </form>
      {asked === undefined ? null : asked.status === "loading" ? (
        <Loading what="answers" />
      ) : asked.status === "failed" ? (
        <Trouble loaded={asked} again={() => setAttempt(attempt + 1)} />
      ) : (
        <Answers asked={asked.value} />
      )}
    </section>
  );
}

/** Two at a time; of three and more the reader chooses. */
function Answers({ asked: { lists } }: { readonly asked: AskedView }) {
  const [pair, setPair] = useState<readonly number[]>([0, 1]);
  const shown = pair.filter((at) => at < lists.length);
  return (
    <>
      {lists.length <= 2 ? null : (
        <div class="filters">
          {[0, 1].map((side) => (
            <label key={side} class="field">
              {side === 0 ? "Left" : "Right"}
              <select
                value={pair[side]}
                onChange={(event) => {
                  const at = Number(event.currentTarget.value);
                  const other = pair[1 - side]!;
                  setPair(
                    side === 0
                      ? [at, at === other ? pair[0]! : other]
                      : [at === other ? pair[1]! : other, at],
                  );
                }}
              >
                {lists.map(({ retriever }, i) => (
                  <option key={retriever} value={i}>
                    {retriever}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
      )}
      <RankedLists
        judged={false}
        lists={shown.map((at) => ({ run: at, name: lists[at]!.retriever, list: lists[at]!.list }))}
      />
    </>
  );
}
