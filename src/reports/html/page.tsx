/** What the file shows before, or without, its script. The script puts `App` into the same element. */
import type { View } from "../view/model.ts";
import { RunName } from "./charts/glyph.tsx";
import { differenceText, scoreText, withCommas } from "./charts/numbers.ts";
import { firstQueries } from "./first-queries.ts";
import { Footer } from "./summary/footer.tsx";
import { Summary } from "./summary/summary.tsx";

/** Rows of the table that needs no script. */
const ROWS = 20;

export function Page({ view }: { readonly view: View }) {
  return (
    <>
      <Summary view={view} metric={0} />
      <FirstQueries view={view} />
      <Footer view={view} />
    </>
  );
}

/** The queries that changed most, or scored worst. */
function FirstQueries({ view }: { readonly view: View }) {
  const { rows, about } = firstQueries(view, ROWS);
  const all = view.queries.ids.length;
  const words = view.queries.words.length > 0;
  const two = view.runs.length === 2;
  if (rows.length === 0) return null;
  return (
    <section class="first-queries">
      <h2>
        Queries <span class="muted">{withCommas(all)}</span>
      </h2>
      <p class="caption">
        {about}
        {all > rows.length
          ? ` The first ${rows.length} of ${withCommas(all)}; open this file with scripts enabled to see all.`
          : ""}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Id</th>
            {words ? <th scope="col">Query</th> : null}
            {view.runs.map(({ name }, run) => (
              <th key={run} scope="col" class="num">
                <RunName run={run} name={name} />
              </th>
            ))}
            {two ? (
              <th scope="col" class="num">
                Difference
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, difference, scores }) => (
            <tr key={at}>
              <td class="id cut" title={view.queries.ids[at]}>
                {view.queries.ids[at]}
              </td>
              {words ? (
                <td class="words" dir="auto">
                  {view.queries.words[at] ?? ""}
                </td>
              ) : null}
              {scores.map((score, run) => (
                <td key={run} class="num">
                  {score === null
                    ? (view.queries.states[run]?.[0]?.[at]?.status ?? scoreText(null))
                    : scoreText(score)}
                </td>
              ))}
              {two ? <td class="num">{differenceText(difference)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
