/** How far the labelling is, and what it did to the scores. */
import { RunName } from "../../../reports/html/charts/glyph.tsx";
import {
  differenceText,
  endsText,
  scoreText,
  shareText,
  signedEndsText,
  withCommas,
} from "../../../reports/html/charts/numbers.ts";
import type { LabelAgreement, LabelFacts, LabelledRun, LabelProgress } from "../../label-desk.ts";

interface StandingProps {
  readonly facts: LabelFacts;
  readonly progress: LabelProgress;
}

export function Standing({ facts, progress }: StandingProps) {
  const { total, labelled, conflicts, annotators, runs, agreement, open } = progress;
  const what = facts.kind === "hits" ? "hits" : "claims";
  return (
    <>
      <section aria-labelledby="progress">
        <h2 id="progress">Progress</h2>
        <p class="num-line">
          <b>{withCommas(labelled)}</b> of {withCommas(total)} {what} labelled
          {conflicts === 0 ? "" : `, ${withCommas(conflicts)} in conflict`}
        </p>
        <progress max={total} value={labelled} aria-label={`${labelled} of ${total} ${what} labelled`} />
        {open === undefined ? null : (
          <p class="muted small">{shareText(open)} of the range at the start is still open.</p>
        )}
      </section>
      {facts.kind === "hits" ? <Verdicts {...{ facts, progress }} /> : null}
      {runs.length === 0 ? null : (
        <section aria-labelledby="scores">
          <h2 id="scores">{facts.metric}</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">Run</th>
                <th scope="col" class="num">
                  Mean
                </th>
                <th scope="col" class="num">
                  95 % CI
                </th>
                <th scope="col" class="num">
                  Can end at
                </th>
              </tr>
            </thead>
            <tbody>
              {runs.map((run, at) => (
                <RunRow key={at} {...{ run, at }} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <section aria-labelledby="annotators">
        <h2 id="annotators">Annotators</h2>
        {annotators.length === 0 ? (
          <p class="muted">No labels yet.</p>
        ) : (
          <ul class="label-annotators">
            {annotators.map(({ name, labels, skips }) => (
              <li key={name}>
                <bdi class="cut" dir="auto" title={name}>
                  {name}
                </bdi>{" "}
                <span class="muted num">
                  {withCommas(labels)}
                  {skips === 0 ? "" : `, skipped ${withCommas(skips)}`}
                </span>
              </li>
            ))}
          </ul>
        )}
        <Agreed {...{ agreement, what }} />
      </section>
    </>
  );
}

function RunRow({ run: { name, mean, range }, at }: { readonly run: LabelledRun; readonly at: number }) {
  return (
    <tr>
      <td class="run-cell">
        <RunName run={at} name={name} />
      </td>
      <td class="num" title={mean.because}>
        {scoreText(mean.mean)}
      </td>
      <td class="num">{mean.interval === undefined ? "–" : endsText(mean.interval)}</td>
      <td class="num">{range === undefined ? "–" : endsText(range)}</td>
    </tr>
  );
}

function Verdicts({ facts: { depth }, progress: { verdicts, settled, runs } }: StandingProps) {
  return (
    <section aria-labelledby="verdict">
      <h2 id="verdict">{verdicts.length > 1 ? "Verdicts" : "Verdict"}</h2>
      {settled ? (
        <p class="label-settled" role="status">
          <span aria-hidden="true">✓ </span>
          {verdicts.length === 0
            ? "Settled: more labels cannot move the mean by 0.0005."
            : "Settled: more labels cannot change the verdict."}
        </p>
      ) : null}
      {verdicts.map(({ a, b, sentence, range, settled: isSettled }, at) => (
        <div key={at} class="label-verdict">
          <p class="small muted">
            <RunName run={at + 1} name={b} /> against <RunName run={0} name={a} />
          </p>
          <p>{sentence}</p>
          {range === undefined || isSettled ? null : (
            <p class="small muted">
              The labels that are left can take the difference anywhere from {signedEndsText(range)}.
            </p>
          )}
        </div>
      ))}
      {runs.length === 1 && !settled ? (
        <p class="muted">One run: hits come first whose label can move its mean most.</p>
      ) : null}
      <p class="small muted">About the top {depth} hits of each run; what is below counts as not relevant.</p>
    </section>
  );
}

function Agreed({ agreement, what }: { readonly agreement: LabelAgreement; readonly what: string }) {
  const { shared, same, statistic, value, because, conflicts } = agreement;
  if (shared === 0)
    return <p class="muted small">Agreement shows when two people have labelled the same {what}.</p>;
  return (
    <>
      <p>
        {statistic === "alpha" ? "Krippendorff’s alpha" : "Cohen’s kappa"}{" "}
        <b class="num">{value === undefined ? "–" : differenceText(value).replace("+", "")}</b>{" "}
        <span class="muted">
          ({same} of {shared} shared {what} labelled alike)
        </span>
      </p>
      {because === undefined ? null : <p class="muted small">No value: {because}.</p>}
      {conflicts.length === 0 ? null : (
        <details>
          <summary>
            {conflicts.length === 1 ? "1 conflict" : `${conflicts.length} conflicts`}, left unjudged
          </summary>
          <ul class="label-conflicts">
            {conflicts.map(({ item, said }) => (
              <li key={item.item}>
                <span dir="auto">{item.question ?? item.query}</span>{" "}
                <span class="id">{item.id ?? item.claim}</span>
                <ul>
                  {said.map(({ by, value: label, comment }) => (
                    <li key={by}>
                      <bdi>{by}</bdi>: <b>{label}</b>
                      {comment === undefined ? null : <span dir="auto"> “{comment}”</span>}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
