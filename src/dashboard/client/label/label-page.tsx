/** The page on which hits and claims are labelled. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { LabelFacts } from "../../label-desk.ts";
import { fetchExport } from "./api.ts";
import { keepName, keptName } from "./kept.ts";
import { NameForm } from "./name-form.tsx";
import type { LabelSession } from "./session.ts";
import { Standing } from "./standing.tsx";
import { Thing } from "./thing.tsx";
import { type UsedSession, useSession } from "./use-session.ts";

export function LabelPage({ facts }: { readonly facts: LabelFacts }) {
  const [by, setBy] = useState(facts.by ?? keptName() ?? "");
  const [asking, setAsking] = useState(by === "");
  return (
    <div class="page label-page">
      <header class="label-head">
        <p class="label-brand">
          <b>{facts.kind === "hits" ? "Label hits" : "Label claims"}</b>{" "}
          <span class="muted">
            labels go to <span class="id">{facts.file}</span>
          </span>
        </p>
        {asking ? null : (
          <p class="small">
            <bdi dir="auto" class="cut" title={by}>
              {by}
            </bdi>{" "}
            <button type="button" onClick={() => setAsking(true)}>
              Change name
            </button>
          </p>
        )}
      </header>
      {asking ? (
        <main>
          <NameForm
            name={by}
            onName={(name) => {
              keepName(name);
              setBy(name);
              setAsking(false);
            }}
          />
        </main>
      ) : (
        <Desk key={by} {...{ facts, by }} />
      )}
    </div>
  );
}

function Desk({ facts, by }: { readonly facts: LabelFacts; readonly by: string }) {
  const used = useSession(facts, by);
  const { session, trouble } = used;
  if (session === undefined)
    return (
      <main>
        <p role="status">
          {trouble === undefined ? "Loading…" : `Could not load: ${trouble}. Trying again…`}
        </p>
      </main>
    );
  return <Labelling {...{ facts, used, session }} />;
}

interface LabellingProps {
  readonly facts: LabelFacts;
  readonly used: UsedSession;
  readonly session: LabelSession;
}

function Labelling({ facts, used, session }: LabellingProps) {
  const { current } = session;
  const choices = current?.choices ?? facts.choices;
  const [comment, setComment] = useState("");
  const [evidence, setEvidence] = useState(false);
  const [told, setTold] = useState("");
  const box = useRef<HTMLInputElement>(null);
  const shown = useRef<string | undefined>(undefined);
  const isNew = current?.item !== shown.current;
  // Before the next key can come: a comment belongs to the item it was written for.
  useLayoutEffect(() => {
    if (!isNew) return;
    // The first item is not announced: the page is.
    if (shown.current !== undefined) document.getElementById("question")?.focus({ preventScroll: true });
    shown.current = current?.item;
    const before = current?.mine?.comment ?? "";
    if (box.current !== null) box.current.value = before;
    setComment(before);
    setEvidence(false);
    if (shown.current !== undefined) scrollTo({ top: 0 });
  }, [current?.item]);

  const say = (value: string | undefined): void => {
    if (current === undefined) return;
    // What was typed last may not be in the state yet.
    const text = (box.current?.value ?? comment).trim();
    used.act({
      ...(value === undefined ? { skip: true as const } : { value }),
      ...(text === "" ? {} : { comment: text }),
    });
    const words = choices.find((one) => one.value === value)?.words;
    setTold(words === undefined ? "Skipped" : `Labelled: ${words}`);
  };
  const undo = (): void => {
    if (session.before.length === 0) return;
    used.undo();
    setTold("Undone");
  };
  const keys: Readonly<Record<string, () => void>> = {
    ...Object.fromEntries(choices.map(({ key, value }) => [key, () => say(value)])),
    s: () => say(undefined),
    u: undo,
    c: () => box.current?.focus(),
    ...(facts.kind === "claims" ? { e: () => setEvidence(!evidence) } : {}),
  };
  const onKey = useRef<(event: KeyboardEvent) => void>(() => {});
  // A key may come before the effects of the last one have run, so the listener is not one of them.
  onKey.current = (event) => {
    const { target, key, ctrlKey, metaKey, altKey, repeat } = event;
    if (ctrlKey || metaKey || altKey || repeat) return;
    if (target instanceof HTMLElement && target.closest("input, textarea, select") !== null) return;
    const act = keys[key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  // With the page, not after it: a key that comes at once counts.
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent): void => onKey.current(event);
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);

  return (
    <main class="label-main">
      <div class="label-work">
        <Saving {...{ session, used }} />
        {current === undefined ? (
          <Nothing {...{ facts, session }} />
        ) : (
          <>
            <Thing item={current} evidence={evidence} />
            <div class="label-acts">
              <fieldset class="label-choices">
                <legend class="unseen">Label</legend>
                {choices.map(({ key, value, words }) => (
                  <button
                    key={value}
                    type="button"
                    aria-keyshortcuts={key}
                    onClick={() => say(value)}
                    class="label-choice"
                  >
                    <kbd>{key}</kbd> {words}
                  </button>
                ))}
              </fieldset>
              <div class="label-others">
                <button type="button" aria-keyshortcuts="s" onClick={() => say(undefined)}>
                  <kbd>s</kbd> Skip
                </button>
                <UndoButton {...{ session, undo }} />
                {facts.kind === "claims" ? (
                  <button
                    type="button"
                    aria-keyshortcuts="e"
                    aria-pressed={evidence}
                    onClick={() => setEvidence(!evidence)}
                  >
                    <kbd>e</kbd> Evidence of the judge
                  </button>
                ) : null}
                <label class="label-comment">
                  <span>
                    <kbd>c</kbd> Comment
                  </span>
                  <input
                    ref={box}
                    value={comment}
                    maxLength={4000}
                    dir="auto"
                    aria-keyshortcuts="c"
                    onInput={(event) => setComment(event.currentTarget.value)}
                    onKeyDown={(event) => {
                      if (event.key !== "Enter" && event.key !== "Escape") return;
                      event.preventDefault();
                      document.getElementById("question")?.focus({ preventScroll: true });
                    }}
                  />
                </label>
              </div>
            </div>
          </>
        )}
        {current === undefined ? (
          <p>
            <UndoButton {...{ session, undo }} />
          </p>
        ) : null}
        <p class="unseen" role="status">
          {told}
        </p>
      </div>
      <aside class="label-side">
        <Standing {...{ facts, progress: session.progress }} />
        <ExportButton kind={facts.kind} />
      </aside>
    </main>
  );
}

function UndoButton({ session, undo }: { readonly session: LabelSession; undo(): void }) {
  return (
    <button type="button" aria-keyshortcuts="u" disabled={session.before.length === 0} onClick={undo}>
      <kbd>u</kbd> Undo
    </button>
  );
}

/** Never silent about what the server does not have. */
function Saving({ session, used }: { readonly session: LabelSession; readonly used: UsedSession }) {
  const { unsaved, trouble, refused } = session;
  const count = unsaved.length === 1 ? "1 label is" : `${unsaved.length} labels are`;
  return (
    <div role="status" class="label-saving">
      {trouble === undefined ? null : (
        <p class="label-warning">
          <span aria-hidden="true">⚠ </span>
          {unsaved.length === 0 ? "No contact" : `${count} not saved yet`}: {trouble}. Trying again…
          {unsaved.length === 0
            ? ""
            : ` This browser keeps them for this address: if goldie label has ended, start it with --port ${location.port}.`}
        </p>
      )}
      {refused.length === 0 ? null : (
        <div class="label-warning">
          <p>
            <span aria-hidden="true">⚠ </span>
            {refused.length === 1 ? "A label was" : `${refused.length} labels were`} not saved:
          </p>
          <ul>
            {refused.map(({ act, reason }, at) => (
              <li key={at}>
                <span class="id">{act.item}</span>: {act.value ?? (act.undo ? "undo" : "skip")}. {reason}
              </li>
            ))}
          </ul>
          <button type="button" onClick={used.dismiss}>
            Dismiss
          </button>
        </div>
      )}
    </div>
  );
}

function Nothing({ facts, session }: { readonly facts: LabelFacts; readonly session: LabelSession }) {
  const { labelled, total } = session.progress;
  return (
    <div class="label-nothing">
      <h1>Nothing left to label</h1>
      <p>
        {session.by} has seen all {total} {facts.kind}
        {labelled < total ? `; ${total - labelled} of them have no label that counts` : ""}.
      </p>
    </div>
  );
}

function ExportButton({ kind }: Pick<LabelFacts, "kind">) {
  const [trouble, setTrouble] = useState("");
  const save = async (): Promise<void> => {
    try {
      const { name, text } = await fetchExport();
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      link.download = name;
      link.click();
      URL.revokeObjectURL(link.href);
      setTrouble("");
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <p>
      <button type="button" onClick={() => void save()}>
        Export
      </button>{" "}
      <span class="small muted">
        {trouble !== ""
          ? trouble
          : kind === "hits"
            ? "the gold with the labels"
            : "the labels as goldie calibrate reads them"}
      </span>
    </p>
  );
}
