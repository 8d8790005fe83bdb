import type { View } from "../../view/model.ts";
import { RunName } from "../charts/glyph.tsx";
import { withCommas } from "../charts/numbers.ts";
import { WinTieLoss } from "../charts/win-tie-loss.tsx";

/** On how many queries each run is better, equal and worse than the baseline. */
export function AgainstBaseline({ view, metric }: { readonly view: View; readonly metric: number }) {
  const pairs = view.pairs.flatMap((pair) => {
    const verdict = pair.verdicts[metric];
    return verdict === null || verdict === undefined || verdict.n === 0 ? [] : [{ ...pair, verdict }];
  });
  if (pairs.length < 2) return null;
  const nameOf = (run: number): string => view.runs[run]?.name ?? "";
  return (
    <table class="against-baseline">
      <thead>
        <tr>
          <th scope="col">Against the baseline</th>
          <th scope="col" class="num">
            worse
          </th>
          <th scope="col" class="num">
            equal
          </th>
          <th scope="col" class="num">
            better
          </th>
          <th scope="col" class="bar-column">
            <span class="unseen">Chart</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ a, b, verdict: { wins, ties, losses } }) => (
          <tr key={b}>
            <td class="run-cell">
              <RunName run={b} name={nameOf(b)} />
            </td>
            <td class="num">{withCommas(losses)}</td>
            <td class="num">{withCommas(ties)}</td>
            <td class="num">{withCommas(wins)}</td>
            <td class="bar-column">
              <WinTieLoss
                a={a}
                b={b}
                wins={wins}
                ties={ties}
                losses={losses}
                names={[nameOf(a), nameOf(b)]}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
