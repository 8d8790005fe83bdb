/** The keys, in a dialog. */
import { useEffect, useRef } from "preact/hooks";
import { KEYS } from "./keys.ts";

interface HelpProps {
  readonly open: boolean;
  onClose(): void;
  /** Default: those of the table of queries. */
  readonly keys?: readonly (readonly [keys: readonly string[], does: string])[];
}

export function Help({ open, onClose, keys: shown = KEYS }: HelpProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keyboard shortcuts</h2>
      <dl>
        {shown.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </dialog>
  );
}
