/** The table of queries. Long tables render only the visible rows. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { View } from "../../view/model.ts";
import { Glyph } from "../charts/glyph.tsx";
import { middleCut } from "../charts/numbers.ts";
import type { PageState } from "../state.ts";
import { columnsOf, type QueryColumn } from "./columns.ts";
import { shownMetric, shownRuns } from "./pair.ts";
import { QueryRow, rowId } from "./row.tsx";
import { sortOf } from "./select.ts";
import { rowsInSight, type ScrollPlace, scrollTo, VIRTUAL_FROM } from "./window.ts";

export interface QueryListProps {
  readonly view: View;
  readonly state: PageState;
  onState(state: PageState): void;
  /** What `selectQueries` found. */
  readonly places: readonly number[];
  /** The row that the keyboard is on, as an index of `places`; -1 for none. */
  readonly current: number;
  onOpen(row: number): void;
  readonly grid: RefObject<HTMLTableElement | null>;
}

/** Sizes before the first measurement. */
const ASSUMED: ScrollPlace & { readonly row: number } = { top: 0, height: 720, row: 34 };
/** Rows on paper. */
const MOST_PRINTED = 500;

export function QueryList({ view, state, onState, places, current, onOpen, grid }: QueryListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(ASSUMED);
  const [printing, setPrinting] = useState(false);
  const measure = () => {
    const element = scroller.current;
    if (element === null) return;
    const row = Number.parseFloat(getComputedStyle(element).getPropertyValue("--row")) || ASSUMED.row;
    const { scrollTop: top, clientHeight: height } = element;
    setSeen((old) => {
      const [was, is] = [
        rowsInSight(places.length, old.row, old),
        rowsInSight(places.length, row, { top, height }),
      ];
      return was.from === is.from && was.to === is.to && old.row === row ? old : { top, height, row };
    });
  };
  useLayoutEffect(measure, [places, state.query === undefined]);
  useEffect(() => {
    const print = (event: Event) => setPrinting(event.type === "beforeprint");
    addEventListener("resize", measure);
    addEventListener("beforeprint", print);
    addEventListener("afterprint", print);
    return () => {
      removeEventListener("resize", measure);
      removeEventListener("beforeprint", print);
      removeEventListener("afterprint", print);
    };
  });
  // Scroll to the top after sorting or filtering.
  useEffect(() => scroller.current?.scrollTo({ top: 0 }), [places]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null || current < 0) return;
    const row = Number.parseFloat(getComputedStyle(element).getPropertyValue("--row")) || ASSUMED.row;
    const head = grid.current?.tHead?.offsetHeight ?? 0;
    const top = scrollTo(current, row, { top: element.scrollTop, height: element.clientHeight }, head);
    if (top !== undefined) element.scrollTop = top;
  }, [current, places, state.query === undefined]);

  const runs = shownRuns(view, state);
  const metric = shownMetric(view, state);
  const columns = columnsOf(view, runs);
  const window = printing
    ? { from: 0, to: Math.min(places.length, Math.max(VIRTUAL_FROM, MOST_PRINTED)) }
    : rowsInSight(places.length, seen.row, seen);
  const inPage = current >= window.from && current < window.to;
  if (places.length === 0) return <NoQuery view={view} state={state} onState={onState} />;
  return (
    <div class="query-scroll" ref={scroller} onScroll={measure}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the whole page are in one place, queries.tsx. */}
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows can be walked is a grid.
        role="grid"
        class={view.queries.words.length === 0 ? "query-table slim" : "query-table"}
        tabIndex={0}
        aria-label="Queries"
        aria-rowcount={places.length + 1}
        {...(inPage ? { "aria-activedescendant": rowId(places[current]!) } : {})}
        onClick={({ target }) => {
          const row = (target as Element).closest("tr[data-at]");
          if (row !== null) onOpen(places.indexOf(Number(row.getAttribute("data-at"))));
        }}
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Head key={column.key} {...{ view, state, onState, column }} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer rows={window.from} height={seen.row} />
          {places.slice(window.from, window.to).map((at, i) => (
            <QueryRow
              key={at}
              {...{ view, columns, runs, metric, at }}
              row={window.from + i + 1}
              current={window.from + i === current}
              opened={view.queries.ids[at] === state.query}
            />
          ))}
          {!printing && <Spacer rows={places.length - window.to} height={seen.row} />}
        </tbody>
      </table>
      {printing && places.length > window.to && (
        <p class="muted small">
          The first {window.to} of {places.length} queries.
        </p>
      )}
    </div>
  );
}

/** Takes the space of rows that are not rendered. */
function Spacer({ rows, height }: { readonly rows: number; readonly height: number }) {
  if (rows <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it cannot have the focus.
    <tr class="spacer" aria-hidden="true">
      <td height={rows * height} />
    </tr>
  );
}

interface HeadProps extends Pick<QueryListProps, "view" | "state" | "onState"> {
  readonly column: QueryColumn;
}

function Head({ view, state, onState, column }: HeadProps) {
  const sort = sortOf(view, state);
  const chosen = sort.by === column.sort;
  return (
    <th
      scope="col"
      class={column.classes}
      aria-sort={chosen ? (sort.descending ? "descending" : "ascending") : "none"}
    >
      <button
        type="button"
        title={column.run === undefined ? `Sort by ${column.head.toLowerCase()}` : `Sort by ${column.head}`}
        onClick={() =>
          onState({ ...state, sort: { by: column.sort, descending: chosen ? !sort.descending : false } })
        }
      >
        {column.run !== undefined && <Glyph run={column.run} />}
        <span dir="auto">{column.run === undefined ? column.head : middleCut(column.head, 14)}</span>
        <span class="arrow" aria-hidden="true">
          {chosen ? (sort.descending ? "↓" : "↑") : ""}
        </span>
      </button>
    </th>
  );
}

function NoQuery({ view, state, onState }: Pick<QueryListProps, "view" | "state" | "onState">) {
  if (view.queries.ids.length === 0) return <p class="empty">There are no queries.</p>;
  return (
    <p class="empty">
      No query matches.{" "}
      <button type="button" onClick={() => onState({ ...state, search: "", status: "all", tags: {} })}>
        Show all {view.queries.ids.length}
      </button>
    </p>
  );
}
