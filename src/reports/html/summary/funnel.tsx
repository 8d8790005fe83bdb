import type { FunnelView, View } from "../../view/model.ts";
import { Bar } from "../charts/bar.tsx";
import { RunName } from "../charts/glyph.tsx";
import { middleCut, scoreText, withCommas } from "../charts/numbers.ts";
import { Figure } from "./figure.tsx";

/** Where relevant documents are lost between the stages of a retriever. */
export function Funnels({ view }: { readonly view: View }) {
  return (
    <>
      {view.runs.map(({ name, funnel }, run) =>
        funnel === undefined ? null : <Funnel key={run} run={run} name={name} funnel={funnel} />,
      )}
    </>
  );
}

interface FunnelProps {
  readonly run: number;
  readonly name: string;
  readonly funnel: FunnelView;
}

function Funnel({ run, name, funnel }: FunnelProps) {
  const { k, queries, wanted, stages, ceiling, whatIf } = funnel;
  return (
    <Figure
      title="Stages"
      caption={`${middleCut(name, 32)}: relevant documents after each stage, of ${withCommas(wanted)} for ${withCommas(queries)} queries. Bar: recall in the top ${k}. Rule: recall of all hits of the stage.`}
    >
      <table class="funnel">
        <thead>
          <tr>
            <th scope="col">
              <RunName run={run} name={name} />
            </th>
            <th scope="col" class="num">
              hits
            </th>
            <th scope="col" class="num">
              recall
            </th>
            <th scope="col" class="num">
              top {k}
            </th>
            <th scope="col" class="bar-column">
              <span class="unseen">Chart</span>
            </th>
            <th scope="col" class="num">
              lost
            </th>
          </tr>
        </thead>
        <tbody>
          {stages.map((stage, i) => (
            <tr key={i}>
              <td class="cut stage-name" dir="auto" title={stage.name}>
                {stage.name}
                {stage.source ? <span class="muted"> (source)</span> : null}
              </td>
              <td class="num">{withCommas(Math.round(stage.hits))}</td>
              <td class="num">{scoreText(stage.recall)}</td>
              <td class="num">{scoreText(stage.recallAtK)}</td>
              <td class="bar-column">
                <Bar
                  run={run}
                  part={stage.recallAtK}
                  tick={stage.recall}
                  label={`${stage.name}: recall ${scoreText(stage.recall)}, ${scoreText(stage.recallAtK)} in the top ${k}`}
                />
              </td>
              <td class="num">{stage.source || i === 0 ? "" : withCommas(stage.lost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="caption">
        A perfect reranker would reach a recall of {scoreText(ceiling)} in the top {k}.
      </p>
      {whatIf.length === 0 ? null : (
        <ul class="what-if">
          {whatIf.map(({ words, means }) => (
            <li key={words}>
              {words}:{" "}
              {Object.entries(means)
                .map(([metric, mean]) => `${metric} ${scoreText(mean)}`)
                .join(", ")}
            </li>
          ))}
        </ul>
      )}
    </Figure>
  );
}
