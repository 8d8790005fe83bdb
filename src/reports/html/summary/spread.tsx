import type { View } from "../../view/model.ts";
import { binsOf } from "../charts/bins.ts";
import { heatEnd } from "../charts/differences.tsx";
import { Distribution } from "../charts/distribution.tsx";
import { RunName } from "../charts/glyph.tsx";
import { Figure } from "./figure.tsx";

/** More would push everything else off the page. */
const MOST = 6;

/** How the scores of single queries are spread. */
export function Spread({ view, metric }: { readonly view: View; readonly metric: number }) {
  const name = view.metrics[metric]?.name ?? "score";
  const end = heatEnd(view, metric);
  const scores = view.runs.map((_, run) => view.queries.scores[run]?.[metric] ?? []);
  const most = Math.max(1, ...scores.flatMap((of) => binsOf(of, end).map(({ count }) => count)));
  if (scores.every((of) => of.every((score) => score === null))) return null;
  return (
    <Figure title="Spread of scores" caption={`Queries by their ${name}.`}>
      <div class="spreads">
        {view.runs.slice(0, MOST).map((run, place) => (
          <div key={place} class="spread">
            {view.runs.length > 1 ? <RunName run={place} name={run.name} /> : null}
            <Distribution
              run={place}
              name={run.name}
              metric={name}
              scores={scores[place]!}
              end={end}
              most={most}
            />
          </div>
        ))}
      </div>
      {view.runs.length > MOST ? (
        <p class="caption">
          The first {MOST} of {view.runs.length} runs.
        </p>
      ) : null}
    </Figure>
  );
}
