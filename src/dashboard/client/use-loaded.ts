/** Something that is fetched: loading, there, or refused with the reason. */
import { useEffect, useState } from "preact/hooks";
import { RefusedRequestError } from "./api.ts";

export type FetchState<T> =
  | { readonly status: "loading" }
  | { readonly status: "ready"; readonly value: T }
  | { readonly status: "failed"; readonly words: string; readonly fix?: string | undefined };

/** `key`: fetched anew when it changes. The function that comes back fetches again, and keeps what is shown until then. */
export function useLoaded<T>(
  key: string,
  load: () => Promise<T>,
): readonly [FetchState<T>, again: () => void] {
  const [settled, setSettled] = useState<{ readonly key: string; readonly loaded: FetchState<T> }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let wanted = true;
    const settle = (loaded: FetchState<T>): void => {
      if (wanted) setSettled({ key, loaded });
    };
    load().then(
      (value) => settle({ status: "ready", value }),
      (error: unknown) => settle(failureOf(error)),
    );
    return () => {
      wanted = false;
    };
  }, [key, attempt]);
  const again = (): void => setAttempt((n) => n + 1);
  return [settled?.key === key ? settled.loaded : { status: "loading" }, again];
}

export const failureOf = (error: unknown): Extract<FetchState<never>, { status: "failed" }> => ({
  status: "failed",
  words: error instanceof Error ? error.message : String(error),
  ...(error instanceof RefusedRequestError ? { fix: error.fix } : {}),
});
