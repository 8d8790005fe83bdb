import type { MissedView, View } from "../../view/model.ts";
import { Bar } from "../charts/bar.tsx";
import { Glyph, RunName } from "../charts/glyph.tsx";
import { withCommas } from "../charts/numbers.ts";
import { Figure } from "./figure.tsx";

/** More runs than this are rows instead of columns. */
const ACROSS = 3;

/** Why documents were missed, by run. */
export function Missed({ view }: { readonly view: View }) {
  const runs = view.runs.flatMap(({ name, missed }, run) =>
    missed === undefined ? [] : [{ run, name, missed }],
  );
  const [first] = runs;
  if (first === undefined) return null;
  const reasons = new Map<string, string>();
  for (const { missed } of runs) for (const { reason, words } of missed.reasons) reasons.set(reason, words);
  return (
    <Figure
      title="Why documents were missed"
      caption={`Relevant documents that are not in the top ${first.missed.k}.`}
    >
      {reasons.size === 0 ? (
        <p class="caption">None was missed.</p>
      ) : runs.length > ACROSS ? (
        <ByRun runs={runs} reasons={[...reasons]} />
      ) : (
        <ByReason runs={runs} reasons={[...reasons]} />
      )}
    </Figure>
  );
}

interface MissedTable {
  readonly runs: readonly { readonly run: number; readonly name: string; readonly missed: MissedView }[];
  readonly reasons: readonly (readonly [reason: string, words: string])[];
}

const countOf = (missed: MissedView, reason: string): number =>
  missed.reasons.find((one) => one.reason === reason)?.count ?? 0;

function ByReason({ runs, reasons }: MissedTable) {
  const most = Math.max(1, ...runs.flatMap(({ missed }) => missed.reasons.map(({ count }) => count)));
  return (
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
            <span class="unseen">Chart</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {reasons.map(([reason, words]) => (
          <tr key={reason}>
            <td>{words}</td>
            {runs.map(({ run, missed }) => (
              <td key={run} class="num">
                {withCommas(countOf(missed, reason))}
              </td>
            ))}
            <td class="bar-column">
              {runs.map(({ run, name, missed }) => (
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
        <tr>
          <td>of all relevant documents</td>
          {runs.map(({ run, missed }) => (
            <td key={run} class="num">
              {withCommas(missed.wanted)}
            </td>
          ))}
          <td class="bar-column" />
        </tr>
      </tbody>
    </table>
  );
}

function ByRun({ runs, reasons }: MissedTable) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Run</th>
          {reasons.map(([reason, words]) => (
            <th key={reason} scope="col" class="num wrap">
              {words}
            </th>
          ))}
          <th scope="col" class="num wrap">
            of all relevant documents
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map(({ run, name, missed }) => (
          <tr key={run}>
            <td class="run-cell">
              <RunName run={run} name={name} />
            </td>
            {reasons.map(([reason]) => (
              <td key={reason} class="num">
                {withCommas(countOf(missed, reason))}
              </td>
            ))}
            <td class="num">{withCommas(missed.wanted)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
