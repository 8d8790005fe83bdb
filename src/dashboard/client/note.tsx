/** The note of a stored run, which can be edited in place. */
import { useEffect, useRef, useState } from "preact/hooks";
import { writeNote } from "./api.ts";
import { failureOf } from "./use-loaded.ts";

interface NoteProps {
  readonly id: string;
  readonly note: string | undefined;
  /** It was written. */
  onWritten(): void;
}

const MOST = 200;
/** Not with every letter, which would pull a reader back who went elsewhere. */
const focusFirst = (input: HTMLInputElement | null): void => input?.focus();

export function Note({ id, note, onWritten }: NoteProps) {
  const [text, setText] = useState<string>();
  const [trouble, setTrouble] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const isOpen = text !== undefined;
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (text === undefined)
    return (
      <span class="note">
        {note === undefined ? null : (
          <span class="cut" dir="auto" title={note}>
            {note}
          </span>
        )}
        <button
          type="button"
          class="quiet"
          ref={button}
          aria-label={`${note === undefined ? "Add note to" : "Edit the note of"} run ${id}`}
          onClick={() => setText(note ?? "")}
        >
          {note === undefined ? "Add note" : "Edit"}
        </button>
      </span>
    );
  const done = (): void => {
    setText(undefined);
    setTrouble(undefined);
  };
  return (
    <form
      class="note"
      onSubmit={(event) => {
        event.preventDefault();
        writeNote(id, text.trim()).then(
          () => {
            done();
            onWritten();
          },
          (error: unknown) => setTrouble(failureOf(error).words),
        );
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") done();
      }}
    >
      <input
        aria-label={`Note of run ${id}`}
        value={text}
        maxLength={MOST}
        dir="auto"
        ref={focusFirst}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit">Save</button>
      {trouble === undefined ? null : (
        <span class="miss-text" role="alert" dir="auto">
          ! {trouble}
        </span>
      )}
    </form>
  );
}
