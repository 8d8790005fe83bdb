/** The script of a report: replaces the static page by the interactive one, with the data embedded in the file. */
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { QueryId } from "../../core/ids.ts";
import type { QueryView, View } from "../view/model.ts";
import { App } from "./app.tsx";
import { APP_ID, QUERIES_ID, queriesIn, VIEW_ID } from "./embedded.ts";
import { type PageState, printState, readState } from "./state.ts";

interface ReportProps {
  readonly view: View;
  load(id: QueryId): QueryView | undefined | Promise<QueryView | undefined>;
}

function Report({ view, load }: ReportProps) {
  const [state, setState] = useState(() => readState(location.hash));
  useEffect(() => {
    const onMove = () => setState(readState(location.hash));
    addEventListener("popstate", onMove);
    return () => removeEventListener("popstate", onMove);
  }, []);
  const onState = (next: PageState) => {
    setState(next);
    const address = printState(next) || location.pathname + location.search;
    // "Back" closes a query; typing in the search box adds no history entries.
    if ((next.query === undefined) !== (state.query === undefined)) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  };
  return <App {...{ view, state, onState, load }} />;
}

const textOf = (id: string): string => document.getElementById(id)?.textContent ?? "";

const app = document.getElementById(APP_ID);
if (app !== null) {
  const view = JSON.parse(textOf(VIEW_ID)) as View;
  const queryAt = queriesIn(textOf(QUERIES_ID), view);
  const places = new Map(view.queries.ids.map((id, at) => [id, at]));
  const load = (id: QueryId) => {
    const at = places.get(id);
    return at === undefined ? undefined : queryAt(at);
  };
  app.replaceChildren();
  render(<Report view={view} load={load} />, app);
}
