/** How the scores of a query were computed, metric by metric. */
import type { DerivationView, QueryView, ScoreView, View } from "../../view/model.ts";
import { Glyph, RunName } from "../charts/glyph.tsx";
import { scoreText } from "../charts/numbers.ts";
import { StateWord } from "./row.tsx";

export interface DerivationsProps {
  readonly view: View;
  readonly query: QueryView;
  readonly runs: readonly number[];
  /** The place of the metric whose derivation is open. */
  readonly metric: number;
}

export function Derivations({ view, query, runs, metric }: DerivationsProps) {
  const { scored, unscored } = byReason(view, query, runs);
  return (
    <div class="derivations">
      {scored.map((m) => (
        <div key={m} class="derivation">
          <h4 title={view.metrics[m]!.about ?? ""}>{view.metrics[m]!.name}</h4>
          {runs.map((run) => (
            <ScoreLine
              key={run}
              run={run}
              name={view.runs[run]!.name}
              score={query.scores[run]?.[m]}
              open={m === metric}
            />
          ))}
        </div>
      ))}
      {unscored.map(({ words, status, metrics }) => (
        <div key={words} class="derivation">
          <h4>{metrics.map((m) => view.metrics[m]!.name).join(", ")}</h4>
          <p class="score-line">
            <StateWord state={{ status, words }} /> <span class="muted">{words}</span>
          </p>
        </div>
      ))}
    </div>
  );
}

interface SharedReason {
  readonly words: string;
  readonly status: NonNullable<ScoreView["state"]>["status"];
  readonly metrics: number[];
}

/** Metrics that have no score for the same reason in all runs share a row. */
function byReason(view: View, query: QueryView, runs: readonly number[]) {
  const scored: number[] = [];
  const unscored: SharedReason[] = [];
  view.metrics.forEach((_, m) => {
    const states = runs.map((run) => query.scores[run]?.[m]?.state);
    const [state] = states;
    if (
      state === undefined ||
      states.some((one) => one?.status !== state.status || one.words !== state.words)
    ) {
      scored.push(m);
      return;
    }
    const shared = unscored.find(({ words, status }) => words === state.words && status === state.status);
    if (shared === undefined) unscored.push({ ...state, metrics: [m] });
    else shared.metrics.push(m);
  });
  return { scored, unscored };
}

interface ScoreLineProps {
  readonly run: number;
  readonly name: string;
  readonly score: ScoreView | undefined;
  readonly open: boolean;
}

function ScoreLine({ run, name, score, open }: ScoreLineProps) {
  if (score === undefined || score.value === null)
    return (
      <p class="score-line">
        <RunName run={run} name={name} />
        <StateWord state={score?.state} />
        {score?.state !== undefined && <span class="muted">{score.state.words}</span>}
      </p>
    );
  const { derivation, value } = score;
  if (derivation === undefined || derivation.parts.length === 0)
    return (
      <p class="score-line">
        <Glyph run={run} />
        <span class="unseen">{name} </span>
        <b class="num">{scoreText(value)}</b> <span class="muted">{derivation?.words}</span>
      </p>
    );
  return (
    <details class="score-line" open={open}>
      <summary>
        <Glyph run={run} />
        <span class="unseen">{name} </span>
        <b class="num">{scoreText(value)}</b> <span class="muted">{derivation.words}</span>
      </summary>
      <Parts parts={derivation.parts} />
    </details>
  );
}

function Parts({ parts }: { readonly parts: readonly DerivationView[] }) {
  if (parts.length === 0) return null;
  return (
    <ul class="parts">
      {parts.map((part, at) => (
        <li key={at}>
          {part.parts.length === 0 ? (
            <PartLine part={part} />
          ) : (
            <details>
              <summary>
                <PartLine part={part} />
              </summary>
              <Parts parts={part.parts} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

function PartLine({ part }: { readonly part: DerivationView }) {
  return (
    <span class="part">
      <span>{part.words}</span>
      <span class="num">{part.value === null ? "" : valueText(part.value)}</span>
    </span>
  );
}

/** Integers as they are, other numbers like scores. */
const valueText = (value: number): string =>
  Number.isInteger(value) ? String(value).replace("-", "−") : scoreText(value);
