/** What the page found out, in its largest text. */
import { counted } from "../../../text/counted.ts";
import type { PairView, View } from "../../view/model.ts";
import { Glyph, RunName } from "../charts/glyph.tsx";
import { meanCiText, scoreText, shareText, withCommas } from "../charts/numbers.ts";
import { disagreement, headlineOfMany, splitSentence } from "./verdict-words.ts";

interface VerdictProps {
  readonly view: View;
  readonly metric: number;
}

export function Verdict({ view, metric }: VerdictProps) {
  const [first] = view.pairs;
  return (
    <header class="verdict">
      <Runs view={view} />
      {first === undefined ? <OneRun view={view} metric={metric} /> : null}
      {first !== undefined && view.pairs.length === 1 ? (
        <OnePair view={view} pair={first} metric={metric} />
      ) : null}
      {view.pairs.length > 1 ? <ManyPairs view={view} metric={metric} /> : null}
      <Unjudged view={view} />
    </header>
  );
}

/** Which runs this is about. */
function Runs({ view: { runs } }: Pick<VerdictProps, "view">) {
  const [first, second] = runs;
  return (
    <p class="crumb">
      <b>Goldie</b>
      {runs.length === 2 ? (
        <>
          <RunName run={1} name={second!.name} />
          <span class="muted">against</span>
          <RunName run={0} name={first!.name} note="(baseline)" />
        </>
      ) : (
        runs.map(({ name }, run) => (
          <RunName
            key={run}
            run={run}
            name={name}
            {...(run === 0 && runs.length > 1 ? { note: "(baseline)" } : {})}
          />
        ))
      )}
    </p>
  );
}

function OneRun({ view, metric }: VerdictProps) {
  const about = view.metrics[metric];
  const mean = view.runs[0]?.means[metric];
  if (about === undefined || mean === undefined) return <h1>{view.title}</h1>;
  const { scored, undefined: undef, skipped, failed } = mean.counts;
  return (
    <>
      <h1>
        {about.name} {scoreText(mean.mean)}
        {mean.interval === undefined ? null : <span class="ci"> ({meanCiText(mean.interval)})</span>}
      </h1>
      <p class="meta">
        {mean.mean === null && mean.because !== undefined ? `${mean.because} · ` : ""}
        mean of {withCommas(scored)} of {counted(scored + undef + skipped + failed, "query", "queries")}
        {about.about === undefined ? "" : ` · ${about.about}`}
      </p>
    </>
  );
}

function Sentence({ text }: { readonly text: string }) {
  const { start, interval, end } = splitSentence(text);
  return (
    <>
      {start}
      {interval === "" ? null : <span class="ci">{interval}</span>}
      {end}
    </>
  );
}

function OnePair({
  view,
  pair,
  metric,
}: {
  readonly view: View;
  readonly pair: PairView;
  readonly metric: number;
}) {
  const verdict = pair.verdicts[metric];
  const text = pair.sentences[metric];
  const { rest } = splitSentence(text ?? "");
  const against = disagreement(pair, metric);
  return (
    <>
      <h1>
        {typeof text === "string" ? (
          <Sentence text={text} />
        ) : (
          `${view.metrics[metric]?.name ?? view.title}: not compared.`
        )}
      </h1>
      {against === undefined ? null : <p class="against">{against}</p>}
      {rest === "" ? null : <p class="meta">{rest}</p>}
      <p class="meta">
        {[
          counted(view.queries.ids.length, "query", "queries"),
          ...(verdict === null || verdict === undefined ? [] : verdictFacts(verdict)),
          ...(pair.rbo === undefined ? [] : [`similarity of the lists (RBO) ${scoreText(pair.rbo.mean)}`]),
        ].join(" · ")}
      </p>
      <Caveats caveats={pair.caveats} />
    </>
  );
}

function verdictFacts({
  n,
  test,
  p,
  adjustedP,
  detectable,
  call,
}: NonNullable<PairView["verdicts"][number]>): string[] {
  const pText = (value: number): string => (value < 0.001 ? "p < 0.001" : `p = ${value.toFixed(3)}`);
  return [
    `${withCommas(n)} compared`,
    ...(p === undefined ? [] : [`${test === "sign" ? "sign test" : "paired t-test"} ${pText(p)}`]),
    ...(adjustedP === undefined || p === undefined || pText(adjustedP) === pText(p)
      ? []
      : [`adjusted ${pText(adjustedP)}`]),
    // Below a real difference it would read as a contradiction: some differences show by good luck.
    ...(detectable === undefined || call === "better" || call === "worse"
      ? []
      : [`smallest difference these queries can show: ${scoreText(detectable)}`]),
  ];
}

function ManyPairs({ view, metric }: VerdictProps) {
  return (
    <>
      <h1>{headlineOfMany(view, metric)}</h1>
      <ul class="pairs">
        {view.pairs.map((pair) => (
          <li key={pair.b}>
            <Glyph run={pair.b} />
            <p>
              <bdi dir="auto" class="pair-name">
                {view.runs[pair.b]?.name}
              </bdi>
              : <Sentence text={pair.sentences[metric] ?? "not compared."} />{" "}
              <span class="muted">{disagreement(pair, metric)}</span>
            </p>
          </li>
        ))}
      </ul>
      <Caveats caveats={[...new Set(view.pairs.flatMap(({ caveats }) => caveats))]} />
    </>
  );
}

function Caveats({ caveats }: { readonly caveats: readonly string[] }) {
  if (caveats.length === 0) return null;
  if (caveats.length === 1)
    return (
      <p class="notice">
        <Bang /> {caveats[0]}
      </p>
    );
  return (
    <details class="notice">
      <summary>
        <Bang /> {caveats[0]} <span class="muted">and {caveats.length - 1} more</span>
      </summary>
      <ul>
        {caveats.slice(1).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </details>
  );
}

const Bang = () => (
  <span class="bang" role="img" aria-label="Notice">
    !
  </span>
);

function Unjudged({ view }: { readonly view: View }) {
  const known = view.runs.flatMap(({ unjudged }, run) => (unjudged === undefined ? [] : [{ run, unjudged }]));
  if (known.length === 0) return null;
  return (
    <p class="meta">
      Unjudged in the top 10:{" "}
      {known.map(({ run, unjudged }) => (
        <span key={run} class="unjudged">
          <Glyph run={run} /> {shareText(unjudged)}
        </span>
      ))}
    </p>
  );
}
