import type { MissedView, View } from "../../view/model.ts";
import { Bar } from "../charts/bar.tsx";
import { Glyph } from "../charts/glyph.tsx";
import { withCommas } from "../charts/numbers.ts";
import { Figure } from "./figure.tsx";

/** Why documents were missed, by run. */
export function Missed({ view }: { readonly view: View }) {
  const runs = view.runs.flatMap(({ name, missed }, run) =>
    missed === undefined ? [] : [{ run, name, missed }],
  );
  const [first] = runs;
  if (first === undefined) return null;
  const reasons = new Map<string, string>();
  for (const { missed } of runs) for (const { reason, words } of missed.reasons) reasons.set(reason, words);
  const countOf = (missed: MissedView, reason: string): number =>
    missed.reasons.find((one) => one.reason === reason)?.count ?? 0;
  const most = Math.max(1, ...runs.flatMap(({ missed }) => missed.reasons.map(({ count }) => count)));
  const wanted = new Set(runs.map(({ missed }) => missed.wanted));
  return (
    <Figure
      title="Why documents were missed"
      caption={
        wanted.size === 1
          ? `Relevant documents that are not in the top ${first.missed.k}, of ${withCommas(first.missed.wanted)}.`
          : `Relevant documents that are not in the top ${first.missed.k}.`
      }
    >
      {reasons.size === 0 ? (
        <p class="caption">None was missed.</p>
      ) : (
        <table class="missed">
          <thead>
            <tr>
              <th scope="col">Reason</th>
              {runs.map(({ run, name }) => (
                <th key={run} scope="col" class="num" title={name}>
                  <Glyph run={run} /> <span class="unseen">{name}</span>
                </th>
              ))}
              <th scope="col" class="bar-column">
                <span class="unseen">Share</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {[...reasons].map(([reason, words]) => (
              <tr key={reason}>
                <td>{words}</td>
                {runs.map(({ run, missed }) => (
                  <td key={run} class="num">
                    {withCommas(countOf(missed, reason))}
                  </td>
                ))}
                <td class="bar-column">
                  {runs.slice(0, 4).map(({ run, name, missed }) => (
                    <Bar
                      key={run}
                      run={run}
                      part={countOf(missed, reason) / most}
                      height={7}
                      label={`${name}: ${countOf(missed, reason)}`}
                    />
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Figure>
  );
}
