/** The table of runs: choose some to compare, or open one. */
import { endsText, msText, scoreText, withCommas } from "../../reports/html/charts/numbers.ts";
import type { NamedMean } from "../data.ts";
import { Note } from "./note.tsx";
import { isOpenable, type ListedRun, meanOf } from "./rows.ts";
import { timeText } from "./times.ts";
import { sentence } from "./trouble.tsx";

interface RunsTableProps {
  readonly rows: readonly ListedRun[];
  readonly metrics: readonly string[];
  readonly chosen: ReadonlySet<string>;
  /** The row that keys act on; -1 for none. */
  readonly current: number;
  onChoose(ref: string): void;
  onOpen(ref: string): void;
  onNote(): void;
}

export function RunsTable({ rows, metrics, chosen, current, onChoose, onOpen, onNote }: RunsTableProps) {
  return (
    <div class="scroll-x">
      <table class="runs-table">
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">Compare</span>
            </th>
            <th scope="col">Run</th>
            <th scope="col">Retriever</th>
            {metrics.map((metric) => (
              <th key={metric} scope="col" class="num">
                {metric}
              </th>
            ))}
            <th scope="col" class="num">
              p50
            </th>
            <th scope="col" class="num">
              Queries
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr
              key={row.ref}
              class={row.first ? "first" : ""}
              aria-current={at === current ? "true" : undefined}
              tabIndex={-1}
            >
              <td>
                <input
                  type="checkbox"
                  aria-label={`Compare ${row.ref}`}
                  checked={chosen.has(row.ref)}
                  disabled={!isOpenable(row)}
                  onChange={() => onChoose(row.ref)}
                />
              </td>
              <td class="run-facts">{row.first ? <RunFacts row={row} onNote={onNote} /> : null}</td>
              <th scope="row">
                {row.retriever === undefined ? null : isOpenable(row) ? (
                  <a
                    href={`/view?${new URLSearchParams([["run", row.ref]])}`}
                    title={row.retriever.about ?? row.retriever.name}
                    onClick={(event) => {
                      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
                      event.preventDefault();
                      onOpen(row.ref);
                    }}
                  >
                    <bdi class="cut">{row.retriever.name}</bdi>
                  </a>
                ) : (
                  <bdi class="cut">{row.retriever.name}</bdi>
                )}
              </th>
              {metrics.map((metric) => (
                <td key={metric} class="num">
                  <Mean mean={meanOf(row, metric)} />
                </td>
              ))}
              <td class="num">{row.retriever?.p50 === undefined ? "" : msText(row.retriever.p50)}</td>
              <td class="num">
                {row.retriever?.queries === undefined ? "" : withCommas(row.retriever.queries)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Mean({ mean }: { readonly mean: NamedMean | undefined }) {
  if (mean === undefined) return null;
  const { failed, scored } = mean.counts;
  const about = [
    mean.interval === undefined ? undefined : `95 % CI ${endsText(mean.interval)}`,
    `${withCommas(scored)} scored`,
    failed === 0 ? undefined : `${withCommas(failed)} failed`,
  ]
    .filter((one) => one !== undefined)
    .join(", ");
  return (
    <span title={about}>
      {scoreText(mean.mean)}
      {failed === 0 ? null : <span class="miss-text"> !</span>}
      {mean.interval === undefined ? null : <small class="ends">{endsText(mean.interval)}</small>}
    </span>
  );
}

const STATES = {
  running: "running",
  complete: "",
  cancelled: "stopped early",
  interrupted: "! interrupted",
  damaged: "! damaged",
} as const;

function RunFacts({ row: { run, ref }, onNote }: { readonly row: ListedRun; onNote(): void }) {
  if (run === undefined)
    return (
      <span class="id cut" title={ref}>
        {ref}
      </span>
    );
  const { id, created, commit, branch, gold, state, note, problem } = run;
  const addNote = state !== "damaged" && note === undefined;
  const facts = [
    commit === undefined ? undefined : commit.slice(0, 7),
    branch,
    gold?.partial === true ? `${withCommas(gold.queries)} queries asked` : undefined,
  ].filter((one) => one !== undefined);
  return (
    <>
      <span title={id} class={created === undefined ? "id" : "num"}>
        {created === undefined ? id : timeText(created)}
      </span>
      {STATES[state] === "" ? null : (
        <span class={state === "running" ? "muted" : "miss-text"} title={problem?.what}>
          {" "}
          {STATES[state]}
        </span>
      )}
      {addNote ? <Note id={id} note={note} onWritten={onNote} /> : null}
      {facts.length === 0 ? null : (
        <span class="muted id cut" title={facts.join(" · ")}>
          {facts.join(" · ")}
        </span>
      )}
      {problem === undefined ? null : (
        <span class="muted reason" dir="auto">
          {sentence(problem.what)}
        </span>
      )}
      {note === undefined ? null : <Note id={id} note={note} onWritten={onNote} />}
    </>
  );
}
