/** Loads the opened query, now or asynchronously. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { QueryId } from "../../../core/ids.ts";
import type { QueryView } from "../../view/model.ts";

export type LoadedQuery =
  | { readonly status: "loading" }
  | { readonly status: "ready"; readonly query: QueryView }
  | { readonly status: "left-out" }
  | { readonly status: "failed"; readonly words: string };

type Load = (id: QueryId) => QueryView | undefined | Promise<QueryView | undefined>;

/** The query of an id, and a function that asks for it again. */
export function useQuery(load: Load, id: QueryId): readonly [LoadedQuery, again: () => void] {
  const [attempt, setAttempt] = useState(0);
  const asked = useMemo((): LoadedQuery | Promise<LoadedQuery> => {
    try {
      const query = load(id);
      return query instanceof Promise ? query.then(ready, failed) : ready(query);
    } catch (error) {
      return failed(error);
    }
  }, [load, id, attempt]);
  const [settled, setSettled] = useState<{ readonly of: unknown; readonly loaded: LoadedQuery }>();
  useEffect(() => {
    if (!(asked instanceof Promise)) return;
    let wanted = true;
    // Drop answers for a query that is no longer open.
    asked.then((loaded) => wanted && setSettled({ of: asked, loaded }));
    return () => {
      wanted = false;
    };
  }, [asked]);
  const again = () => setAttempt(attempt + 1);
  if (!(asked instanceof Promise)) return [asked, again];
  return [settled?.of === asked ? settled.loaded : { status: "loading" }, again];
}

const ready = (query: QueryView | undefined): LoadedQuery =>
  query === undefined ? { status: "left-out" } : { status: "ready", query };
const failed = (error: unknown): LoadedQuery => ({
  status: "failed",
  words: error instanceof Error ? error.message : String(error),
});
