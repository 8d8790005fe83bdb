/** Two runs, query by query: who is better, by how much, and from what level, as one figure on one axis. */
import type { ComponentChildren } from "preact";
import type { QueryId } from "../../../core/ids.ts";
import type { PairView, View } from "../../view/model.ts";
import { Glyph, runClass } from "./glyph.tsx";
import { heatClass } from "./heat.ts";
import { differenceCiText, differenceText, scoreText, withCommas } from "./numbers.ts";
import {
  type ComparedQuery,
  filled,
  inColumns,
  meanBy,
  type Paired,
  pairedOf,
  type UnscoredQuery,
} from "./paired.ts";
import { Picture } from "./picture.tsx";
import { endText, percent, scaleEnd, share } from "./scale.ts";
import { WinTieLoss } from "./win-tie-loss.tsx";

interface DifferencesProps {
  readonly view: View;
  readonly pair: PairView;
  readonly metric: number;
  readonly onQuery?: ((id: QueryId) => void) | undefined;
}

/** So many columns are at least 4 pixels wide. */
const COLUMNS = { wide: 180, narrow: 64 } as const;
const HEIGHT = 120;
/** The largest part of the width for queries that are not compared. */
const UNSCORED = 0.3;

export function Differences({ view, pair, metric, onQuery }: DifferencesProps) {
  const paired = pairedOf(view, pair.a, pair.b, metric);
  const { compared, unscored } = paired;
  if (compared.length === 0)
    return <p class="caption">No query has a score in both runs with the same gold.</p>;
  const part = 1 - Math.min(UNSCORED, unscored.length / (compared.length + unscored.length));
  const ends = {
    difference: scaleEnd(compared.map(({ difference }) => difference)),
    score: heatEnd(view, metric),
  };
  const drawn = { view, pair, metric, onQuery, paired, part, ends };
  return (
    <div class="chart">
      <Legend view={view} pair={pair} paired={paired} />
      {compared.length > COLUMNS.narrow * part ? (
        <>
          <Columns {...drawn} most={COLUMNS.wide} class="paired wide" />
          <Columns {...drawn} most={COLUMNS.narrow} class="paired narrow" />
        </>
      ) : (
        <Columns {...drawn} most={COLUMNS.wide} class="paired" />
      )}
      <HeatLegend end={ends.score} name={view.metrics[metric]?.name ?? "score"}>
        <MeanLegend verdict={pair.verdicts[metric]} confidence={pair.confidence} />
      </HeatLegend>
    </div>
  );
}

/** The end of the scale of single scores: that of the metric, or less where all of them are small. */
export const heatEnd = (view: View, metric: number): number => {
  let most = 0;
  for (const run of view.queries.scores)
    for (const score of run[metric] ?? []) if (score !== null && score > most) most = score;
  return scaleEnd([most]);
};

function Legend({
  view,
  pair: { a, b },
  paired,
}: {
  readonly view: View;
  readonly pair: PairView;
  readonly paired: Paired;
}) {
  const { wins, ties, losses, zeros, unscored } = paired;
  return (
    <div class="legend top">
      <span>
        <Glyph run={a} /> <b>{withCommas(losses)}</b> <Name name={view.runs[a]?.name ?? ""} /> better
      </span>
      <span>
        <b>=</b> <b>{withCommas(ties)}</b> equal{zeros > 0 ? `, ${withCommas(zeros)} of them 0 in both` : ""}
      </span>
      <span>
        <Glyph run={b} /> <b>{withCommas(wins)}</b> <Name name={view.runs[b]?.name ?? ""} /> better
      </span>
      {unscored.length > 0 ? (
        <span>
          <Swatch class="state-skipped" /> <b>{withCommas(unscored.length)}</b> not compared
        </span>
      ) : null}
    </div>
  );
}

const Name = ({ name }: { readonly name: string }) => (
  <bdi class="cut legend-name" dir="auto" title={name}>
    {name}
  </bdi>
);

export const Swatch = (props: { readonly class: string }) => (
  <svg width="14" height="10" aria-hidden="true">
    <rect x="0.5" y="0.5" width="13" height="9" {...props} />
  </svg>
);

function MeanLegend({
  verdict,
  confidence,
}: {
  readonly verdict: PairView["verdicts"][number] | undefined;
  readonly confidence: number;
}) {
  if (verdict?.difference === undefined) return null;
  return (
    <span>
      <svg width="22" height="10" aria-hidden="true">
        <rect width="22" height="10" class="ground" />
        <line x2="22" y1="5" y2="5" class="ink-line dashed" />
      </svg>
      mean difference {differenceText(verdict.difference)}
      {verdict.interval === undefined ? "" : `, ${differenceCiText(verdict.interval, confidence)}`}
    </span>
  );
}

export function HeatLegend({
  end,
  name,
  children,
}: {
  readonly end: number;
  readonly name: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="legend">
      <span>
        <span class="cut" title={name}>
          {name}, 0 to {endText(end)}
        </span>
        <svg width="84" height="11" class="crisp" aria-hidden="true">
          {[0, 1, 2, 3, 4, 5].map((step) => (
            <rect key={step} x={step * 14 + 0.5} y="0.5" width="13" height="10" class={`heat${step}`} />
          ))}
        </svg>
      </span>
      {children}
    </div>
  );
}

interface ColumnsProps extends DifferencesProps {
  readonly paired: Paired;
  readonly part: number;
  readonly ends: { readonly difference: number; readonly score: number };
  readonly most: number;
  readonly class: string;
}

function Columns(props: ColumnsProps) {
  const { view, pair, paired, part, ends, most } = props;
  const columns = inColumns(paired.compared, Math.floor(most * part));
  const end = endText(ends.difference);
  const together = columns.length < paired.compared.length;
  return (
    <div class={props.class}>
      <span />
      <WinTieLoss
        {...paired}
        a={pair.a}
        b={pair.b}
        names={[view.runs[pair.a]?.name ?? "", view.runs[pair.b]?.name ?? ""]}
        part={part}
      />
      <div class="y-axis" aria-hidden="true">
        <span>+{end}</span>
        <span>0</span>
        <span>−{end}</span>
      </div>
      <Bars {...props} columns={columns} />
      {[pair.a, pair.b].map((run, side) => (
        <Strip
          key={run}
          {...props}
          run={run}
          side={side as 0 | 1}
          columns={columns}
          name={view.runs[run]?.name ?? ""}
        />
      ))}
      <span />
      <p class="axis-note">
        {together
          ? `Each column is the mean of up to ${Math.ceil(paired.compared.length / columns.length)} queries with similar differences.`
          : ""}
      </p>
    </div>
  );
}

interface BarsProps extends ColumnsProps {
  readonly columns: readonly (readonly ComparedQuery[])[];
}

function Bars({ view, pair, metric, paired, part, ends, columns, onQuery }: BarsProps) {
  const width = part / columns.length;
  const sign = view.metrics[metric]?.direction === "lower" ? -1 : 1;
  const y = (value: number): number => HEIGHT - HEIGHT * share(value, -ends.difference, ends.difference);
  const verdict = pair.verdicts[metric];
  const shown = (value: number): number => Math.round(y(value) * 10) / 10;
  const [a, b] = [view.runs[pair.a]?.name ?? "", view.runs[pair.b]?.name ?? ""];
  return (
    <Picture
      class="bars crisp"
      label={`Difference of ${view.metrics[metric]?.name} for each query`}
      about={`${paired.losses} queries are better in ${a}, ${paired.wins} in ${b}, ${paired.ties} are equal. Mean difference ${differenceText(verdict?.difference)}.`}
      height={HEIGHT}
    >
      {verdict?.interval === undefined ? null : (
        <rect
          width={percent(part)}
          y={shown(verdict.interval[1])}
          height={Math.max(0, shown(verdict.interval[0]) - shown(verdict.interval[1]))}
          class="ground"
        />
      )}
      {[-1, -0.5, 0.5, 1].map((at) => (
        <line
          key={at}
          x2={percent(part)}
          y1={y(at * ends.difference)}
          y2={y(at * ends.difference)}
          class="rule"
        />
      ))}
      {columns.map((queries, i) => {
        const difference = meanBy(queries, (query) => query.difference);
        const [top, bottom] =
          difference >= 0 ? [shown(difference), HEIGHT / 2] : [HEIGHT / 2, shown(difference)];
        const [first] = queries;
        const opens = queries.length === 1 && onQuery !== undefined;
        const better =
          difference === 0 ? "tie-fill" : `run-fill ${runClass(sign * difference > 0 ? pair.b : pair.a)}`;
        return (
          <rect
            key={first!.at}
            x={percent(i * width)}
            y={difference === 0 ? HEIGHT / 2 - 1 : top}
            width={percent(width * filled(columns.length))}
            height={difference === 0 ? 2 : Math.max(1, bottom - top)}
            class={opens ? `${better} opens` : better}
            {...(opens ? { onClick: () => onQuery(view.queries.ids[first!.at]!) } : {})}
          >
            <title>{titleOf(view, queries)}</title>
          </rect>
        );
      })}
      <line x2={percent(part)} y1={HEIGHT / 2} y2={HEIGHT / 2} class="axis" />
      {verdict?.difference === undefined ? null : (
        <line
          x2={percent(part)}
          y1={shown(verdict.difference)}
          y2={shown(verdict.difference)}
          class="ink-line dashed"
        />
      )}
    </Picture>
  );
}

const titleOf = (view: View, queries: readonly ComparedQuery[]): string => {
  const [first] = queries;
  return queries.length === 1
    ? `${view.queries.ids[first!.at]}: ${scoreText(first!.a)} → ${scoreText(first!.b)} (${differenceText(first!.difference)})`
    : `${queries.length} queries, mean difference ${differenceText(meanBy(queries, ({ difference }) => difference))}`;
};

interface StripProps extends BarsProps {
  readonly run: number;
  readonly side: 0 | 1;
  readonly name: string;
}

/** The scores of one run, in the order of the bars. */
function Strip({ view, metric, run, side, name, columns, paired, part, ends }: StripProps) {
  const width = part / columns.length;
  const scoreOf = (query: ComparedQuery): number => (side === 0 ? query.a : query.b);
  const rest = runsOf(paired.unscored, ({ cells }) => heatClass(cells[side], ends.score));
  let from = part;
  return (
    <>
      <span class="strip-name">
        <Glyph run={run} />
        <bdi class="cut" dir="auto" title={name}>
          {name}
        </bdi>
      </span>
      <Picture
        class={columns.length > 100 ? "crisp dense" : "crisp"}
        label={`${view.metrics[metric]?.name} of ${name} for each query, in the same order`}
        height={14}
      >
        {columns.map((queries, i) => (
          <rect
            key={queries[0]!.at}
            x={percent(i * width)}
            y="0.5"
            width={percent(width * filled(columns.length))}
            height="13"
            class={heatClass(meanBy(queries, scoreOf), ends.score)}
          />
        ))}
        {rest.map(({ name: cell, items }, i) => {
          const x = from;
          const wide = ((1 - part) * items.length) / paired.unscored.length;
          from += wide;
          return (
            <rect key={`${i}${cell}`} x={percent(x)} y="0.5" width={percent(wide)} height="13" class={cell} />
          );
        })}
      </Picture>
    </>
  );
}

/** Neighbours with the same name together. */
function runsOf(
  items: readonly UnscoredQuery[],
  nameOf: (item: UnscoredQuery) => string,
): { name: string; items: UnscoredQuery[] }[] {
  const runs: { name: string; items: UnscoredQuery[] }[] = [];
  for (const item of items) {
    const name = nameOf(item);
    const last = runs.at(-1);
    if (last?.name === name) last.items.push(item);
    else runs.push({ name, items: [item] });
  }
  return runs;
}
