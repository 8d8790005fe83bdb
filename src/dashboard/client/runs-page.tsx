/** All runs of the project: trends, and the list to open and compare them from. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RunsView } from "../data.ts";
import type { RunsAddress } from "./address.ts";
import { isForPage, isInText } from "./keys.ts";
import { comparedOrder, isOpenable, metricColumns, rowsOf, rowsWith } from "./rows.ts";
import { RunsTable } from "./runs-table.tsx";
import { Trends } from "./trends.tsx";
import { sentence } from "./trouble.tsx";

interface RunsPageProps {
  readonly runs: RunsView;
  readonly address: RunsAddress;
  onAddress(address: RunsAddress): void;
  onOpen(refs: readonly string[]): void;
  /** A note was written: the list is to be read again. */
  onNote(): void;
}

/** Columns of metrics. */
const METRICS = 5;

export function RunsPage({ runs, address, onAddress, onOpen, onNote }: RunsPageProps) {
  const { search } = address;
  const [current, setCurrent] = useState(-1);
  const box = useRef<HTMLInputElement>(null);
  const all = rowsOf(runs);
  const rows = rowsWith(all, search);
  const chosen = new Set(address.chosen);
  const refs = comparedOrder(all, chosen);
  const choose = (ref: string): void => {
    const next = new Set(chosen);
    if (!next.delete(ref)) next.add(ref);
    onAddress({ ...address, chosen: [...next] });
  };
  const find = (words: string): void => {
    onAddress({ ...address, search: words });
    setCurrent(-1);
  };
  const onKey = useRef<(event: KeyboardEvent) => void>(() => {});
  onKey.current = (event) => {
    const inBox = event.target === box.current && (event.key === "Escape" || event.key === "Enter");
    if (!inBox && !isForPage(event)) return;
    const row = rows[current];
    switch (event.key) {
      case "j":
        setCurrent(Math.min(rows.length - 1, current + 1));
        break;
      case "k":
        setCurrent(Math.max(0, current - 1));
        break;
      case "Enter":
        if (inBox) setCurrent(rows.length === 0 ? -1 : 0);
        else if (row === undefined || isControl(event.target) || !isOpenable(row)) return;
        else onOpen([row.ref]);
        break;
      case "x":
        if (row === undefined || !isOpenable(row)) return;
        choose(row.ref);
        break;
      case "c":
        if (refs.length < 2) return;
        onOpen(refs);
        break;
      case "/":
        box.current?.focus();
        box.current?.select();
        break;
      case "Escape":
        if (!inBox && search === "") return;
        find("");
        box.current?.blur();
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent): void => onKey.current(event);
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
  useEffect(() => {
    document.querySelector<HTMLElement>("tr[aria-current]")?.focus();
  }, [current]);
  if (all.length === 0) return <NoRuns />;
  return (
    <>
      <Trends
        runs={runs}
        retriever={address.retriever}
        onRetriever={(retriever) => onAddress({ ...address, retriever })}
        onRun={(ref) => onOpen([ref])}
      />
      <section aria-labelledby="runs">
        <div class="section-head">
          <h2 id="runs">
            Runs <span class="muted">{runs.runs.length + runs.files.length}</span>
          </h2>
          <div class="filters">
            <label class="field field-search">
              Search
              <input
                ref={box}
                type="search"
                placeholder="name, note, commit or id"
                value={search}
                onInput={(event) => find(event.currentTarget.value)}
              />
            </label>
            <button type="button" disabled={refs.length < 2} onClick={() => onOpen(refs)}>
              {refs.length < 2 ? "Compare" : `Compare ${refs.length} runs`}
            </button>
          </div>
        </div>
        {runs.problems.map(({ what, fix }) => (
          <p key={what} class="caption" dir="auto">
            <b class="miss-text">!</b> {sentence(what)}
            {fix === undefined ? "" : ` ${sentence(fix)}`}
          </p>
        ))}
        {rows.length === 0 ? (
          <p class="muted">
            No run matches “<bdi>{search}</bdi>”.
          </p>
        ) : (
          <RunsTable
            rows={rows}
            metrics={metricColumns(all, METRICS)}
            chosen={chosen}
            current={current}
            onChoose={choose}
            onOpen={(ref) => onOpen([ref])}
            onNote={onNote}
          />
        )}
        <p class="keys caption">
          <kbd>j</kbd> <kbd>k</kbd> move <kbd>Enter</kbd> open <kbd>x</kbd> choose <kbd>c</kbd> compare{" "}
          <kbd>/</kbd> search <kbd>?</kbd> help
        </p>
      </section>
    </>
  );
}

/** Enter is for it. */
const isControl = (target: EventTarget | null): boolean =>
  isInText(target) || (target instanceof Element && target.closest("a, button, figure") !== null);

const NoRuns = () => (
  <section class="empty">
    <h2>No runs yet</h2>
    <p>
      <code>goldie run</code> asks your retriever every question of the gold, and stores the answers here. No
      config yet? <code>goldie init</code> writes one.
    </p>
    <p class="muted">
      Results of other commands can be opened too: <code>goldie view scores.json</code>.
    </p>
  </section>
);
