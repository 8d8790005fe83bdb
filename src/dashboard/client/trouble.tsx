/** What is shown in place of a page that is not there yet, or cannot be shown. */
import type { FetchState } from "./use-loaded.ts";

export const Loading = ({ what }: { readonly what: string }) => (
  <p class="muted" role="status">
    Loading {what}…
  </p>
);

interface TroubleProps {
  readonly loaded: Extract<FetchState<unknown>, { status: "failed" }>;
  again?(): void;
}

export function Trouble({ loaded: { words, fix }, again }: TroubleProps) {
  return (
    <div class="notice" role="alert">
      <p dir="auto">{sentence(words)}</p>
      {fix === undefined ? null : (
        <p class="muted" dir="auto">
          {sentence(fix)}
        </p>
      )}
      {again === undefined ? null : (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Problems are written without a capital letter and a full stop. */
export const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.?!…]$/.test(words) ? "" : "."}`;
