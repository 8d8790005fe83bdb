import type { QueryId } from "../../../core/ids.ts";
import type { View } from "../../view/model.ts";
import { matrixOrder } from "../charts/matrix-order.ts";
import { withCommas } from "../charts/numbers.ts";

interface UnansweredProps {
  readonly view: View;
  readonly metric: number;
  readonly onQuery?: ((id: QueryId) => void) | undefined;
}

const FIRST = 8;

/** The queries for which no run finds anything. */
export function Unanswered({ view, metric, onQuery }: UnansweredProps) {
  const { unanswered } = matrixOrder(view, metric);
  if (unanswered.length === 0 || view.runs.length < 2) return null;
  const { ids, words } = view.queries;
  const more = unanswered.length - FIRST;
  return (
    <details class="more unanswered" open={view.runs.length > 2}>
      <summary>
        {withCommas(unanswered.length)} {unanswered.length === 1 ? "query scores" : "queries score"} 0 in{" "}
        {view.runs.length === 2 ? "both runs" : "every run"}
      </summary>
      <ul>
        {unanswered.slice(0, FIRST).map(({ at }) => (
          <li key={at}>
            {onQuery === undefined ? (
              <span class="id cut" title={ids[at]}>
                {ids[at]}
              </span>
            ) : (
              <button type="button" class="id cut link" title={ids[at]} onClick={() => onQuery(ids[at]!)}>
                {ids[at]}
              </button>
            )}
            <span class="cut" dir="auto">
              {words[at] ?? ""}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p class="caption">and {withCommas(more)} more</p> : null}
    </details>
  );
}
