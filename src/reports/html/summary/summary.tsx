/** Everything about the runs as a whole; single queries follow below it. */
import type { QueryId } from "../../../core/ids.ts";
import type { View } from "../../view/model.ts";
import { Curve, CurveLegend } from "../charts/curve.tsx";
import { Differences } from "../charts/differences.tsx";
import { Frontier } from "../charts/frontier.tsx";
import { Matrix } from "../charts/matrix.tsx";
import { middleCut } from "../charts/numbers.ts";
import { PairedScatter } from "../charts/paired-scatter.tsx";
import { ChartDefs } from "../charts/picture.tsx";
import { AgainstBaseline } from "./against-baseline.tsx";
import { Cards } from "./cards.tsx";
import { Figure } from "./figure.tsx";
import { Funnels } from "./funnel.tsx";
import { Gate } from "./gate.tsx";
import { Latency } from "./latency.tsx";
import { Missed } from "./missed.tsx";
import { Remarks } from "./remarks.tsx";
import { Slices } from "./slices.tsx";
import { Spread } from "./spread.tsx";
import { Unanswered } from "./unanswered.tsx";
import { Verdict } from "./verdict.tsx";

export interface SummaryProps {
  readonly view: View;
  /** Its place in `View.metrics`. */
  readonly metric: number;
  /** The place in `View.pairs` of the two runs that the reader compares. Default: the first. */
  readonly pair?: number | undefined;
  /** Opens a query; without it charts are pictures only. */
  readonly onQuery?: ((id: QueryId) => void) | undefined;
}

export function Summary({ view, metric, pair, onQuery }: SummaryProps) {
  const shown = { view, metric, pair, onQuery };
  return (
    <div class="summary">
      <ChartDefs />
      <Verdict view={view} metric={metric} />
      {view.gate === undefined ? null : <Gate gate={view.gate} />}
      <Cards view={view} metric={metric} />
      {view.runs.length === 1 ? <OneRun {...shown} /> : <SeveralRuns {...shown} />}
      <Live view={view} />
      {view.slices.length > 0 ? null : (
        <p class="caption no-tags">
          No slices: the queries have no tags. Give them tags such as topic or language in the gold to see
          scores by group.
        </p>
      )}
      <Remarks view={view} />
    </div>
  );
}

function OneRun({ view, metric }: SummaryProps) {
  return (
    <>
      <div class="figures even">
        <RecallCurve view={view} metric={metric} />
        <GroupRecall view={view} metric={metric} />
        <PrecisionRecall view={view} />
      </div>
      <Groups view={view} metric={metric} />
    </>
  );
}

function SeveralRuns({ view, metric, pair, onQuery }: SummaryProps) {
  return (
    <>
      <div class="figures">
        <QueryByQuery view={view} metric={metric} onQuery={onQuery} />
        <RecallCurve view={view} metric={metric} />
      </div>
      <Groups view={view} metric={metric} pair={pair} />
      <div class="figures even">
        <GroupRecall view={view} metric={metric} />
        <PrecisionRecall view={view} />
        <Scatters view={view} metric={metric} />
      </div>
    </>
  );
}

/** Slices, the spread of scores, and why documents were missed. */
function Groups({ view, metric, pair = 0 }: SummaryProps) {
  if (view.slices.length === 0)
    return (
      <div class="figures even">
        <Spread view={view} metric={metric} />
        <Missed view={view} />
      </div>
    );
  const below = view.runs.length > 2;
  return (
    <div class="figures">
      <div class="stack">
        <Slices view={view} metric={metric} pair={pair} />
        {below ? <Missed view={view} /> : null}
      </div>
      <div class="stack">
        <Spread view={view} metric={metric} />
        {below ? null : <Missed view={view} />}
      </div>
    </div>
  );
}

function QueryByQuery({ view, metric, onQuery }: SummaryProps) {
  const [pair] = view.pairs;
  const name = view.metrics[metric]?.name ?? "score";
  if (view.runs.length === 2 && pair !== undefined) {
    const [a, b] = [pair.a, pair.b].map((run) => middleCut(view.runs[run]?.name ?? "", 32));
    const [down, up] = view.metrics[metric]?.direction === "lower" ? [b, a] : [a, b];
    return (
      <Figure
        title="Query by query"
        caption={`${name} of each query, in order of difference. Down: ${down} is better. Up: ${up} is better.`}
      >
        <Differences view={view} pair={pair} metric={metric} onQuery={onQuery} />
        <Unanswered view={view} metric={metric} onQuery={onQuery} />
      </Figure>
    );
  }
  return (
    <Figure title="Query by query" caption={`${name} of each query in every run. A column is a query.`}>
      <Matrix view={view} metric={metric} onQuery={onQuery} />
      <AgainstBaseline view={view} metric={metric} />
      <Unanswered view={view} metric={metric} onQuery={onQuery} />
    </Figure>
  );
}

function RecallCurve({ view, metric }: SummaryProps) {
  const names = view.runs.map(({ name }) => name);
  const { recall } = view;
  // Cases that were only judged have no documents to find.
  if (recall === undefined && view.judging !== undefined) return null;
  if (recall === undefined)
    return (
      <Figure title="Recall at k">
        <p class="caption">No curve: these results have no hits.</p>
      </Figure>
    );
  const what = recall.metric === "group-recall" ? "groups" : "documents";
  return (
    <Figure
      title="Recall at k"
      caption={`Share of the relevant ${what} in the top k.${names.length <= 3 ? " Band: 95 % CI." : ""}`}
    >
      <Curve curve={recall} names={names} label="Recall at k" unit="k" k={view.metrics[metric]?.k} />
      {names.length > 3 ? <CurveLegend names={names} /> : null}
    </Figure>
  );
}

function GroupRecall({ view, metric }: SummaryProps) {
  if (view.groupRecall === undefined) return null;
  return (
    <Figure
      title="Recall of groups at k"
      caption="Share of the groups in the top k, where the gold has groups."
    >
      <Curve
        curve={view.groupRecall}
        names={view.runs.map(({ name }) => name)}
        label="Recall of groups at k"
        unit="k"
        k={view.metrics[metric]?.k}
      />
    </Figure>
  );
}

function PrecisionRecall({ view }: Pick<SummaryProps, "view">) {
  if (view.precisionRecall === undefined) return null;
  const names = view.runs.map(({ name }) => name);
  return (
    <Figure title="Precision and recall" caption="Interpolated precision at 11 levels of recall.">
      <Curve
        curve={view.precisionRecall}
        names={names}
        label="Precision at each level of recall"
        unit="recall"
      />
    </Figure>
  );
}

/** More pairs than this have the matrix only. */
const SCATTERS = 2;

function Scatters({ view, metric }: SummaryProps) {
  if (view.pairs.length > SCATTERS) return null;
  const compared = view.pairs.filter(({ verdicts }) => (verdicts[metric]?.n ?? 0) > 0);
  return (
    <>
      {compared.map((pair) => (
        <Figure
          key={pair.b}
          title="Before and after"
          caption="Each dot is a query; larger dots are several. On the dotted line nothing changed."
        >
          <PairedScatter view={view} pair={pair} metric={metric} />
        </Figure>
      ))}
    </>
  );
}

function Live({ view }: Pick<SummaryProps, "view">) {
  const names = view.runs.map(({ name }) => name);
  const { frontier } = view;
  const latency = view.runs.some((run) => run.latency !== undefined);
  const funnel = view.runs.some((run) => run.funnel !== undefined);
  if (!latency && !funnel && frontier === undefined) return null;
  return (
    <div class="figures even broad">
      {frontier === undefined ? null : (
        <Figure
          title="Quality and cost"
          caption={`Settings on the line are beaten by no other. Best ${frontier.metric}: ${frontier.best}.`}
        >
          <Frontier frontier={frontier} names={names} />
          {frontier.remarks.map((remark) => (
            <p key={remark} class="caption">
              {remark}
            </p>
          ))}
        </Figure>
      )}
      <Latency view={view} />
      <Funnels view={view} />
    </div>
  );
}
