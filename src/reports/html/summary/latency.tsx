import type { LatencyView, View } from "../../view/model.ts";
import { RunName } from "../charts/glyph.tsx";
import { LatencyBar } from "../charts/latency-bar.tsx";
import { msText, withCommas } from "../charts/numbers.ts";
import { scaleEnd } from "../charts/scale.ts";
import { Figure } from "./figure.tsx";

/** How fast live retrievers answered. */
export function Latency({ view }: { readonly view: View }) {
  const runs = view.runs.flatMap(({ name, latency }, run) =>
    latency === undefined ? [] : [{ run, name, latency }],
  );
  if (runs.length === 0) return null;
  const end = scaleEnd(runs.map(({ latency }) => latency.p99));
  return (
    <Figure
      title="Latency"
      caption={`Time to answer a query. Bar: p50. Pale bar: p95. Line: p99. The scale ends at ${msText(end)}.`}
    >
      <table class="latency">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col" class="num">
              p50
            </th>
            <th scope="col" class="num">
              p95
            </th>
            <th scope="col" class="num">
              p99
            </th>
            <th scope="col" class="bar-column">
              <span class="unseen">Chart</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ run, name, latency }) => (
            <tr key={run}>
              <td class="run-cell">
                <RunName run={run} name={name} />
              </td>
              <td class="num">{msText(latency.p50)}</td>
              <td class="num">{msText(latency.p95)}</td>
              <td class="num">{msText(latency.p99)}</td>
              <td class="bar-column">
                <LatencyBar run={run} name={name} latency={latency} end={end} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {runs.map(({ run, name, latency }) => (
        <p key={run} class="caption">
          <RunName run={run} name={name} />: {answersText(latency)}
        </p>
      ))}
    </Figure>
  );
}

const answersText = (latency: LatencyView): string =>
  [
    `${withCommas(latency.answered)} answered`,
    ...(latency.empty > 0 ? [`${withCommas(latency.empty)} empty`] : []),
    ...(latency.failed > 0 ? [`${withCommas(latency.failed)} failed`] : []),
    ...(latency.throughput === undefined ? [] : [`${Number(latency.throughput.toPrecision(3))} per second`]),
    ...(latency.cost === undefined ? [] : [`cost ${Number(latency.cost.toPrecision(4))}`]),
  ].join(" · ");
