/** Who judged, what else to know about the scores, and what was wrong with the input. */
import type { JudgingView, ShownProblem, View } from "../../view/model.ts";
import { withCommas } from "../charts/numbers.ts";
import { Figure } from "./figure.tsx";

export function Remarks({ view: { judging, notes, problems } }: { readonly view: View }) {
  if (judging === undefined && notes.length === 0 && problems.length === 0) return null;
  return (
    <div class="figures even">
      {judging === undefined ? null : <Judging judging={judging} />}
      {notes.length === 0 ? null : (
        <Figure title="Notes">
          <ul class="notes">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Figure>
      )}
      {problems.length === 0 ? null : <Problems problems={problems} />}
    </div>
  );
}

function Judging({ judging: { by, limits, cost } }: { readonly judging: JudgingView }) {
  return (
    <Figure title="Judge" caption={by.join(", ")}>
      <ul class="notes">
        {limits.map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
        {cost === undefined ? null : <li>{cost}</li>}
      </ul>
    </Figure>
  );
}

/** Problems shown at once. */
const FIRST = 5;

function Problems({ problems }: { readonly problems: readonly ShownProblem[] }) {
  const [first, rest] = [problems.slice(0, FIRST), problems.slice(FIRST)];
  return (
    <Figure title="Problems">
      <ul class="problems">
        {first.map((problem, i) => (
          <Problem key={i} problem={problem} />
        ))}
      </ul>
      {rest.length === 0 ? null : (
        <details class="more">
          <summary>{withCommas(rest.length)} more</summary>
          <ul class="problems">
            {rest.map((problem, i) => (
              <Problem key={i} problem={problem} />
            ))}
          </ul>
        </details>
      )}
    </Figure>
  );
}

const Problem = ({ problem: { level, what, fix, at, count } }: { readonly problem: ShownProblem }) => (
  <li>
    <span class={`level level-${level}`}>{level}</span>{" "}
    {at === undefined ? null : <span class="id">{at}: </span>}
    {what}
    {count === undefined || count < 2 ? "" : ` (${withCommas(count)} times)`}
    {fix === undefined ? null : <span class="muted"> {fix}</span>}
  </li>
);
