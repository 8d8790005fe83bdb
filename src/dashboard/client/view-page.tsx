/** One run, or several side by side: the page of the report, with its queries fetched one by one. */
import { useCallback, useEffect, useState } from "preact/hooks";
import type { QueryId } from "../../core/ids.ts";
import { App } from "../../reports/html/app.tsx";
import { type PageState, printState, readState } from "../../reports/html/state.ts";
import { fetchQuery, fetchView } from "./api.ts";
import { Loading, Trouble } from "./trouble.tsx";
import { useLoaded } from "./use-loaded.ts";

export function ViewPage({ refs }: { readonly refs: readonly string[] }) {
  const key = JSON.stringify(refs);
  const [loaded, again] = useLoaded(key, () => fetchView(refs));
  const load = useCallback((id: QueryId) => fetchQuery(refs, id), [key]);
  const [state, setState] = useState(() => readState(location.hash));
  useEffect(() => {
    const onMove = (): void => setState(readState(location.hash));
    addEventListener("popstate", onMove);
    return () => removeEventListener("popstate", onMove);
  }, []);
  useEffect(() => {
    if (loaded.status === "ready") document.title = `${loaded.value.title} · Goldie`;
  }, [loaded]);
  const onState = (next: PageState): void => {
    setState(next);
    const address = printState(next) || location.pathname + location.search;
    // Back closes a query; it does not undo each letter of a search.
    if ((next.query === undefined) !== (state.query === undefined)) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  };
  if (loaded.status === "loading")
    return <Loading what={refs.length === 1 ? "the run" : `${refs.length} runs`} />;
  if (loaded.status === "failed") return <Trouble loaded={loaded} again={again} />;
  return <App view={loaded.value} state={state} onState={onState} load={load} />;
}
