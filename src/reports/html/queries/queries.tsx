/** The table of queries with the opened one beside it, and the keys of both. Report and dashboard show the same. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { QueryId } from "../../../core/ids.ts";
import type { QueryView, View } from "../../view/model.ts";
import { withCommas } from "../charts/numbers.ts";
import type { PageState } from "../state.ts";
import { Filters } from "./filters.tsx";
import { Help } from "./help.tsx";
import { type KeyPlace, keyAction } from "./keys.ts";
import { QueryList } from "./list.tsx";
import { QueryPage } from "./query.tsx";
import { selectQueries } from "./select.ts";
import { useQuery } from "./use-query.ts";

export interface QueriesProps {
  readonly view: View;
  readonly state: PageState;
  onState(state: PageState): void;
  /**
   * The query of an id, at once or later; undefined where its details were left out. Must stay the same function as long as
   * its answers do.
   */
  load(id: QueryId): QueryView | undefined | Promise<QueryView | undefined>;
}

export function Queries({ view, state, onState, load }: QueriesProps) {
  const { query, metric, pair, sort, status, tags, search } = state;
  const places = useMemo(() => selectQueries(view, state), [view, metric, pair, sort, status, tags, search]);
  const opened = query === undefined ? -1 : view.queries.ids.indexOf(query);
  const isOpen = opened >= 0;
  const [cursor, setCursor] = useState(-1);
  const current = isOpen ? places.indexOf(opened) : Math.min(cursor, places.length - 1);
  const [help, setHelp] = useState(false);
  const root = useRef<HTMLElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLElement>(null);

  const openRow = (row: number) => {
    const at = places[row];
    if (at === undefined) return;
    setCursor(row);
    onState({ ...state, query: view.queries.ids[at]! });
  };
  const close = () => {
    const { query: _, ...others } = state;
    setCursor(current);
    onState(others);
  };
  const moveTo = (row: number) => {
    const to = Math.max(0, Math.min(places.length - 1, row));
    if (isOpen) openRow(to);
    else {
      setCursor(to);
      if (document.activeElement === grid.current) return;
      grid.current?.focus({ preventScroll: true });
      grid.current?.parentElement?.scrollIntoView({ block: "nearest" });
    }
  };

  const onKey = useRef<(event: KeyboardEvent) => void>(() => {});
  // Replaced on every render: effects run after paint, too late for the next of two fast keys.
  onKey.current = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || help) return;
    const action = keyAction(event.key, placeOf(event.target));
    switch (action) {
      case undefined:
        return;
      case "next":
        moveTo(current + 1);
        break;
      case "previous":
        moveTo(current - 1);
        break;
      case "first":
        moveTo(0);
        break;
      case "last":
        moveTo(places.length - 1);
        break;
      case "open":
        if (current < 0 || isOpen) return;
        openRow(current);
        break;
      case "close":
        if (event.target === searchBox.current) {
          onState({ ...state, search: "" });
          // There is no table while no query matches.
          searchBox.current?.blur();
          grid.current?.focus({ preventScroll: true });
        } else if (isOpen) close();
        else return;
        break;
      case "search":
        searchBox.current?.focus();
        searchBox.current?.select();
        break;
      case "help":
        setHelp(true);
        break;
    }
    event.preventDefault();
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey.current(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  const scrolled = useRef<number | undefined>(undefined);
  // Not in an effect: by then the page may be shorter and already scrolled.
  if (isOpen) scrolled.current ??= globalThis.scrollY ?? 0;
  useLayoutEffect(() => {
    if (isOpen) {
      root.current?.scrollIntoView({ block: "start" });
      panel.current?.focus({ preventScroll: true });
    } else if (scrolled.current !== undefined) {
      scrollTo({ top: scrolled.current });
      scrolled.current = undefined;
      grid.current?.focus({ preventScroll: true });
    }
  }, [isOpen]);
  useLayoutEffect(() => panel.current?.scrollTo({ top: 0 }), [query]);

  const total = view.queries.ids.length;
  return (
    <section class="queries" ref={root} data-open={isOpen ? "" : undefined} aria-labelledby="queries-title">
      <div class="query-list">
        <header class="query-list-head">
          <h2 id="queries-title">
            Queries{" "}
            <span class="muted num" role="status">
              {places.length === total
                ? withCommas(total)
                : `${withCommas(places.length)} of ${withCommas(total)}`}
            </span>
          </h2>
          <Filters {...{ view, state, onState, searchBox }} />
        </header>
        <QueryList {...{ view, state, onState, places, current, grid }} onOpen={openRow} />
        <p class="keys muted no-print">
          <kbd>j</kbd> <kbd>k</kbd> move <kbd>Enter</kbd> open <kbd>Esc</kbd> close <kbd>/</kbd> search{" "}
          <button type="button" class="plain" onClick={() => setHelp(true)}>
            <kbd>?</kbd> help
          </button>
        </p>
      </div>
      {isOpen && (
        <section class="query-page" ref={panel} tabIndex={-1} aria-label={`Query ${query}`}>
          <header class="query-bar no-print">
            <button
              type="button"
              aria-label="Previous query"
              disabled={current <= 0}
              onClick={() => moveTo(current - 1)}
            >
              ←
            </button>
            <button
              type="button"
              aria-label="Next query"
              disabled={current >= places.length - 1}
              onClick={() => moveTo(current + 1)}
            >
              →
            </button>
            <span class="id cut" dir="auto" title={query}>
              {query}
            </span>
            <span class="muted num">
              {current < 0
                ? "not in the filtered list"
                : `${withCommas(current + 1)} of ${withCommas(places.length)}`}
            </span>
            <button type="button" class="close" onClick={close}>
              Close
            </button>
          </header>
          <OpenedQuery
            {...{ view, load, state }}
            id={query!}
            onPair={(chosen) => onState({ ...state, pair: chosen })}
          />
        </section>
      )}
      <Help open={help} onClose={() => setHelp(false)} />
    </section>
  );
}

/** What kind of element a key was pressed on. */
function placeOf(target: EventTarget | null): KeyPlace {
  if (!(target instanceof Element)) return "page";
  if (target.closest("textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])"))
    return "text";
  if (target.closest("button, a, summary, input, dialog")) return "control";
  return target.closest("[role=grid]") ? "grid" : "page";
}

interface OpenedQueryProps extends Pick<QueriesProps, "view" | "load" | "state"> {
  readonly id: QueryId;
  onPair(pair: readonly [a: number, b: number]): void;
}

function OpenedQuery({ view, load, state, id, onPair }: OpenedQueryProps) {
  const [loaded, again] = useQuery(load, id);
  switch (loaded.status) {
    case "loading":
      return (
        <p class="loading muted" role="status">
          Loading…
        </p>
      );
    case "failed":
      return (
        <p class="no-hits failed" role="alert">
          <b>Could not load this query:</b> {loaded.words}{" "}
          <button type="button" onClick={again}>
            Try again
          </button>
        </p>
      );
    case "left-out":
      return (
        <p class="no-hits">
          The ranked lists of this query were left out to keep this file small. Its scores are in the table.
        </p>
      );
    case "ready":
      return (
        <QueryPage
          key={id}
          {...{ view, onPair }}
          query={loaded.query}
          {...(state.metric === undefined ? {} : { metric: state.metric })}
          {...(state.pair === undefined ? {} : { pair: state.pair })}
        />
      );
  }
}
