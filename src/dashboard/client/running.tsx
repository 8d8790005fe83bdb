/** Runs and judgements under way, in any process of the project. */
import { withCommas } from "../../reports/html/charts/numbers.ts";
import type { RunningView } from "../data.ts";

export function Running({ running }: { readonly running: readonly RunningView[] }) {
  return (
    <div class="running" aria-live="off">
      {running.map(({ key, what, detail, done, total, failed, state }) => (
        <div key={key} class="running-one">
          <span class="cut">
            <b>{what === "run" ? "Running" : "Judging"}</b>
            {detail === undefined ? null : (
              <>
                {" "}
                <bdi title={detail}>{detail}</bdi>
              </>
            )}
          </span>
          <progress max={Math.max(1, total)} value={done} aria-label={`${done} of ${total} done`} />
          <span class="num">
            {withCommas(done)} of {withCommas(total)}
            {failed === 0 ? null : <span class="miss-text"> · ! {withCommas(failed)} failed</span>}
            {state === "stopping" ? " · stopping" : null}
          </span>
        </div>
      ))}
    </div>
  );
}
