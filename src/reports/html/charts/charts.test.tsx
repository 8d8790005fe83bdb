/** Charts on input that leaves little to draw. */
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { describe, expect, test } from "vitest";
import { wrongIn } from "../../../../test/browser/_markup.ts";
import { madeView, oneQuery, twoRuns } from "../../../../test/browser/_views.ts";
import type { View } from "../../view/model.ts";
import { Bar } from "./bar.tsx";
import { CountsStrip } from "./counts-strip.tsx";
import { Curve } from "./curve.tsx";
import { DifferenceDot } from "./difference-dot.tsx";
import { Differences } from "./differences.tsx";
import { Distribution } from "./distribution.tsx";
import { Frontier } from "./frontier.tsx";
import { IntervalDot } from "./interval-dot.tsx";
import { LatencyBar } from "./latency-bar.tsx";
import { Matrix } from "./matrix.tsx";
import { PairedScatter } from "./paired-scatter.tsx";
import { Trend, type TrendPoint } from "./trend.tsx";
import { WinTieLoss } from "./win-tie-loss.tsx";

function drawn(chart: VNode): string {
  const markup = renderToString(chart);
  expect(wrongIn(markup)).toEqual([]);
  expect(markup).not.toContain("style=");
  for (const [tag] of markup.matchAll(/<svg[^>]*>/g))
    expect(tag).toMatch(/role="img" aria-label="[^"]+"|aria-hidden="true"/);
  return markup;
}

/** All scores replaced. */
const scoredAs = (view: View, score: number | null): View => ({
  ...view,
  queries: {
    ...view.queries,
    scores: view.queries.scores.map((run) => run.map((metric) => metric.map(() => score))),
    states: view.queries.scores.map((run) =>
      run.map((metric) =>
        score === null
          ? Object.fromEntries(metric.map((_, i) => [i, { status: "failed" as const, words: "no answer" }]))
          : {},
      ),
    ),
  },
});

test("a number that is none is found", () => {
  expect(wrongIn('<rect x="NaN%"/>')).toHaveLength(1);
  expect(wrongIn("<b>9</b> undefined")).toEqual([]);
});

describe.each([
  ["two runs", twoRuns.view],
  ["one query", oneQuery.view],
  ["no queries", madeView({ runs: ["a", "b"], queries: 0 }).view],
  ["all scores 0", scoredAs(twoRuns.view, 0)],
  ["all scores 1", scoredAs(twoRuns.view, 1)],
  ["all failed", scoredAs(twoRuns.view, null)],
  ["tiny scores", scoredAs(twoRuns.view, 1e-12)],
  ["2,000 queries", madeView({ runs: ["a", "b"], queries: 2000 }).view],
] as const)("%s", (_, view) => {
  const pair = view.pairs[0]!;
  const shown = { view, pair, metric: 0 };
  test("differences", () => {
    const markup = drawn(<Differences {...shown} />);
    // Few columns, however many queries there are.
    expect(markup.split("<rect").length).toBeLessThan(1300);
  });
  test("paired scatter", () => void drawn(<PairedScatter {...shown} />));
  test("matrix", () => {
    const markup = drawn(<Matrix view={view} metric={0} />);
    expect(markup.split("<rect").length).toBeLessThan(1300);
  });
  test("distribution", () => {
    drawn(
      <Distribution run={0} name="a" metric="rr" scores={view.queries.scores[0]![0]!} end={1} most={1} />,
    );
  });
  test("win, tie, loss", () =>
    void drawn(
      <WinTieLoss a={0} b={1} wins={0} ties={view.queries.ids.length} losses={0} names={["x", "y"]} />,
    ));
});

test("one failed query among scored ones is drawn as failed, not as 0", () => {
  const { view } = madeView({ runs: ["a", "b"], queries: 6 });
  const pair = view.pairs[0]!;
  const markup = drawn(<Differences view={view} pair={pair} metric={0} />);
  expect(markup).toContain("state-failed");
  expect(markup).toContain("<b>2</b> not compared");
});

test("the title of a column names its query", () => {
  const { view } = madeView({ runs: ["a", "b"], queries: 3 });
  expect(drawn(<Differences view={view} pair={view.pairs[0]!} metric={0} />)).toContain("<title>q1: ");
});

describe("small charts", () => {
  test("a mean without interval is a mark alone; no mean is no mark", () => {
    const about = { run: 1, range: [0, 1], label: "rr" } as const;
    expect(drawn(<IntervalDot {...about} mean={0.5} />).split("<line").length).toBe(2);
    expect(drawn(<IntervalDot {...about} mean={0.5} interval={[0.25, 0.75]} />)).toContain(
      'x1="25%" x2="75%"',
    );
    expect(drawn(<IntervalDot {...about} mean={null} />)).not.toContain("<path");
    drawn(<IntervalDot {...about} mean={0.5} range={[0, 0]} />);
  });
  test("counts of nothing", () => {
    const none = { scored: 0, undefined: 0, skipped: 0, failed: 0, missing: 0, unknown: 0 };
    expect(drawn(<CountsStrip counts={none} />)).toContain("Queries: 0 scored");
    const markup = drawn(<CountsStrip counts={{ ...none, scored: 3, failed: 1 }} />);
    expect(markup).toContain('x="75%"');
    expect(markup).toContain("state-failed");
  });
  test("a difference that is real is filled", () => {
    const about = { difference: 0.1, end: 1, label: "x" };
    expect(drawn(<DifferenceDot {...about} real />)).toContain("ink-fill");
    expect(drawn(<DifferenceDot {...about} real={false} interval={[-1, 2]} />)).toContain("ink-ring");
  });
  test("bars and latency of 0", () => {
    drawn(<Bar run={0} part={Number.NaN} label="none" />);
    const none = { n: 0, mean: 0, p50: 0, p95: 0, p99: 0, answered: 0, empty: 0, failed: 0 };
    drawn(<LatencyBar run={0} name="a" latency={none} end={0} />);
  });
});

describe("curves", () => {
  const names = ["a", "b"];
  const about = { names, label: "Recall at k", unit: "k" };
  test("one point", () =>
    void drawn(<Curve {...about} curve={{ x: [1], lines: [{ y: [0], n: 1 }, null] }} />));
  test("no line", () => {
    expect(renderToString(<Curve {...about} curve={{ x: [1, 2], lines: [null, null] }} />)).toBe("");
    expect(renderToString(<Curve {...about} curve={{ x: [], lines: [{ y: [], n: 0 }] }} />)).toBe("");
  });
  test("a band with points that have no interval", () => {
    const bandOf = (ends: readonly (number | null)[]): string | undefined => {
      const line = { y: [0.2, 0.5, 0.5, 1], low: ends, high: ends.map((end) => end && end + 0.1), n: 4 };
      const markup = drawn(<Curve {...about} curve={{ x: [1, 5, 10, 100], lines: [line] }} k={5} />);
      return /<path d="([^"]*)" class="run-band/.exec(markup)?.[1];
    };
    const stretches = (ends: readonly (number | null)[]): number => bandOf(ends)!.split("M").length - 1;
    expect(stretches([0.1, 0.4, 0.4, 0.9])).toBe(1);
    // Only between points that have one.
    expect(bandOf([0.1, null, null, null]) ?? "").toBe("");
    const cut = bandOf([0.1, 0.4, null, null])!;
    expect(cut.split(/[ML]/).length - 1).toBe(4);
  });
  test("ten runs: eight lines", () => {
    const lines = Array.from({ length: 10 }, (_, i) => ({ y: [i / 10, 0.5], n: 3 }));
    const markup = drawn(
      <Curve {...about} names={lines.map((_, i) => `run ${i}`)} curve={{ x: [1, 2], lines }} />,
    );
    expect(markup.split("<polyline").length - 1).toBe(8);
  });
});

describe("frontier", () => {
  const about = { metric: "rr", best: "a", remarks: [] };
  test("neither latency nor cost", () => {
    const places = [{ name: "a", quality: 0.5, onFrontier: true }];
    expect(renderToString(<Frontier frontier={{ ...about, places }} names={["a"]} />)).toBe("");
  });
  test("equal places, and one without latency", () => {
    const places = [
      { name: "a", quality: 0.5, latency: 20, onFrontier: true },
      { name: "b", quality: 0.5, latency: 20, onFrontier: true },
      { name: "c", quality: 0.1, onFrontier: false },
    ];
    expect(drawn(<Frontier frontier={{ ...about, places }} names={["a", "b"]} />)).toContain("latency, p50");
  });
  test("names never cover one another", () => {
    const places = Array.from({ length: 40 }, (_, i) => ({
      name: `setting-${i}`,
      quality: 0.5 + (i % 7) / 1000,
      cost: 1 + (i % 5) / 100,
      onFrontier: i < 5,
    }));
    const markup = drawn(<Frontier frontier={{ ...about, places }} names={[]} />);
    expect(markup).toContain("cost per query");
    expect(markup.split("setting-").length).toBeLessThan(60);
  });
});

describe("trend", () => {
  const point = (mean: number | null, group = "g1"): TrendPoint => ({ label: "1 May", mean, group });
  test("no runs", () => expect(renderToString(<Trend metric="rr" points={[]} />)).toContain("No runs yet."));
  test("one run", () => void drawn(<Trend metric="rr" points={[point(0)]} baseline={0} />));
  test("points on different gold are not joined", () => {
    const joined = (points: TrendPoint[]) =>
      drawn(<Trend metric="rr" points={points} />).split("run-line r0").length - 1;
    expect(joined([point(0.5), point(0.6), point(0.7)])).toBe(2);
    expect(joined([point(0.5), point(0.6), point(0.7, "g2")])).toBe(1);
    expect(joined([point(0.5), point(null), point(0.7)])).toBe(0);
  });
  test("the baseline is a line beside the points that it can be compared with", () => {
    const lines = (...like: (boolean | undefined)[]) =>
      drawn(
        <Trend
          metric="rr"
          points={like.map((one) => ({ ...point(0.5), likeBaseline: one }))}
          baseline={0.6}
        />,
      ).split('class="baseline"').length - 1;
    expect(lines(undefined, undefined)).toBe(1);
    expect(lines(false, true, true)).toBe(1);
    expect(lines(true, false, true)).toBe(2);
    expect(lines(false, false)).toBe(0);
  });
  test("a run without a mean is a mark, and no break", () => {
    const markup = drawn(<Trend metric="rr" points={[point(0.5), point(null), point(0.7)]} />);
    expect(markup).toContain("1 May: no mean");
    expect(markup).not.toContain("cut-off");
  });
  test("200 runs with intervals, notes and commits", () => {
    const points = Array.from({ length: 200 }, (_, i) => ({
      ...point(i % 9 === 0 ? null : 0.4 + (i % 50) / 100, i < 120 ? "g1" : "g2"),
      low: 0.3,
      high: 0.6,
      commit: "0123456789abcdef",
      ...(i === 5 ? { note: "bigger chunks" } : {}),
    }));
    const markup = drawn(<Trend metric="rr" points={points} baseline={0.5} />);
    expect(markup).toContain("bigger chunks");
    expect(markup).toContain("The gold changed.");
    expect(markup).toContain("95 % CI 0.30 to 0.60, commit 0123456, bigger chunks");
    // Labels that do not touch.
    expect(markup.split("t middle mono").length).toBeLessThan(10);
  });
});
