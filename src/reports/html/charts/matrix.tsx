/** Every query in every run as a heat map: which questions does no run answer, and which ones only some. */
import { Fragment } from "preact";
import type { QueryId } from "../../../core/ids.ts";
import type { View } from "../../view/model.ts";
import { HeatLegend, heatEnd, Swatch } from "./differences.tsx";
import { Glyph } from "./glyph.tsx";
import { heatClass } from "./heat.ts";
import { type MatrixColumn, matrixOrder } from "./matrix-order.ts";
import { scoreText, withCommas } from "./numbers.ts";
import { filled, inColumns } from "./paired.ts";
import { Picture } from "./picture.tsx";
import { percent } from "./scale.ts";

interface MatrixProps {
  readonly view: View;
  readonly metric: number;
  readonly onQuery?: ((id: QueryId) => void) | undefined;
}

const STATES = ["skipped", "undefined", "failed"] as const;
const COLUMNS = { wide: 220, narrow: 64 } as const;
/** A gap between what no run answers and the rest. */
const GAP = 0.012;

export function Matrix({ view, metric, onQuery }: MatrixProps) {
  const { unanswered, others } = matrixOrder(view, metric);
  const all = unanswered.length + others.length;
  if (all === 0) return <p class="caption">No queries.</p>;
  const drawn = { view, metric, onQuery, unanswered, others };
  return (
    <div class="chart">
      <div class="legend top">
        {unanswered.length === 0 ? null : (
          <span>
            <Swatch class="heat0" /> <b>{withCommas(unanswered.length)}</b> answered by no run
          </span>
        )}
        <span>
          <b>{withCommas(others.length)}</b> {unanswered.length === 0 ? "queries" : "others"}, largest
          difference between runs first
        </span>
      </div>
      {all > COLUMNS.narrow ? (
        <>
          <Rows {...drawn} most={COLUMNS.wide} class="paired wide" />
          <Rows {...drawn} most={COLUMNS.narrow} class="paired narrow" />
        </>
      ) : (
        <Rows {...drawn} most={COLUMNS.wide} class="paired" />
      )}
      <HeatLegend end={heatEnd(view, metric)} name={view.metrics[metric]?.name ?? "score"}>
        {STATES.filter((state) => others.some(({ cells }) => cells.includes(state))).map((state) => (
          <span key={state}>
            <Swatch class={`state-${state}`} /> {state}
          </span>
        ))}
      </HeatLegend>
    </div>
  );
}

interface RowsProps extends MatrixProps {
  readonly unanswered: readonly MatrixColumn[];
  readonly others: readonly MatrixColumn[];
  readonly most: number;
  readonly class: string;
}

function Rows({ view, metric, onQuery, unanswered, others, most, ...rest }: RowsProps) {
  const all = unanswered.length + others.length;
  const columnsFor = (part: number): number => Math.max(1, Math.round((most * part) / all));
  const gap = unanswered.length > 0 && others.length > 0 ? GAP : 0;
  const parts = [
    {
      columns: inColumns(unanswered, columnsFor(unanswered.length)),
      from: 0,
      width: ((1 - gap) * unanswered.length) / all,
    },
    {
      columns: inColumns(others, columnsFor(others.length)),
      from: ((1 - gap) * unanswered.length) / all + gap,
      width: ((1 - gap) * others.length) / all,
    },
  ];
  const end = heatEnd(view, metric);
  const together = parts.some(({ columns }) => columns.some((queries) => queries.length > 1));
  return (
    <div {...rest}>
      {view.runs.map(({ name }, run) => (
        <Fragment key={run}>
          <span class="strip-name">
            <Glyph run={run} />
            <bdi class="cut" dir="auto" title={name}>
              {name}
            </bdi>
          </span>
          <Picture
            class={all > 100 ? "crisp dense" : "crisp"}
            label={`${view.metrics[metric]?.name} of ${name} for each query`}
            height={16}
          >
            {parts.flatMap(({ columns, from, width }) =>
              columns.map((queries, i) => {
                const step = width / columns.length;
                const [first] = queries;
                const opens = queries.length === 1 && onQuery !== undefined;
                const cell = cellOf(queries, run);
                return (
                  <rect
                    key={first!.at}
                    x={percent(from + i * step)}
                    y="0.5"
                    width={percent(step * filled(all))}
                    height="15"
                    class={`${heatClass(cell, end)}${opens ? " opens" : ""}`}
                    {...(opens ? { onClick: () => onQuery(view.queries.ids[first!.at]!) } : {})}
                  >
                    <title>
                      {queries.length === 1 ? view.queries.ids[first!.at] : `${queries.length} queries`}:{" "}
                      {typeof cell === "number" ? scoreText(cell) : `no score (${cell})`}
                    </title>
                  </rect>
                );
              }),
            )}
          </Picture>
        </Fragment>
      ))}
      <span />
      <p class="axis-note">{together ? "A column is the mean of neighbouring queries." : ""}</p>
    </div>
  );
}

/** The mean of a column; where none of it is scored, why. */
function cellOf(queries: readonly MatrixColumn[], run: number): MatrixColumn["cells"][number] {
  const cells = queries.map(({ cells: all }) => all[run] ?? "skipped");
  const scores = cells.filter((cell) => typeof cell === "number");
  if (scores.length === 0) return cells[0] ?? "skipped";
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
