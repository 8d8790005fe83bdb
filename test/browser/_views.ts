/** Views made by hand, for tests of pages: small, realistic, the same on every machine. Their verdicts are plausible, not computed. */
import type { MetricVerdict } from "../../src/evaluate/compare/comparison.ts";
import type {
  CellState,
  GoldItemView,
  HitView,
  MeanView,
  PairView,
  QueryView,
  RunView,
  ScoreView,
  View,
} from "../../src/reports/view/model.ts";

export interface MadeView {
  readonly view: View;
  readonly queries: readonly QueryView[];
}

interface Wanted {
  readonly runs: readonly string[];
  readonly queries: number;
  readonly metrics?: readonly string[];
  /** Text that is put into every place where text of users is shown. */
  readonly hostile?: string;
}

const QUESTIONS = [
  "How many cars fit on the relief ship?",
  "When can I walk across to Monk's Islet without being caught by the sea?",
  "What does it cost to leave my car in a car park for three days?",
  "Which bin at home do potato peelings go in?",
  "من يملك حق الصيد في الميناء؟",
  "港の駐車場はいくらですか？",
  "What collapsed in the storm of 1703?",
];
const TOPICS = ["heritage", "nature", "building", "leisure", "transport", "services", "sea"];
const KINDS = ["fact", "graded", "multi-hop"];
const UNDEFINED: CellState = { status: "undefined", words: "no relevant documents in the gold" };
const FAILED: CellState = { status: "failed", words: "the retriever did not answer within 30 s" };

/** Numbers from 0 to 1 that look random. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const meanOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

export function madeView({
  runs,
  queries: count,
  metrics = ["recall@5", "ndcg@10", "rr"],
  hostile,
}: Wanted): MadeView {
  const next = numbers(7);
  const ids = Array.from({ length: count }, (_, i) =>
    hostile === undefined ? `q${i + 1}` : `${hostile}${i}`,
  );
  const question = (i: number): string => hostile ?? QUESTIONS[i % QUESTIONS.length]!;
  const topic = (i: number): string => hostile ?? TOPICS[i % TOPICS.length]!;
  const kind = (i: number): string => KINDS[i % KINDS.length]!;
  const states = runs.map((_, run) =>
    metrics.map(() => {
      const cells: Record<number, CellState> = {};
      for (let i = 0; i < count; i++) {
        if (i % 11 === 5) cells[i] = UNDEFINED;
        else if (run === 1 && i % 23 === 3) cells[i] = FAILED;
      }
      return cells;
    }),
  );
  const scores = runs.map((_, run) =>
    metrics.map((metric, m) =>
      ids.map((_, i) => {
        if (states[run]![m]![i] !== undefined) return null;
        const hard = (i * 37) % 10;
        const value = Math.min(1, Math.max(0, 1.1 - hard / 8 - 0.12 * run + 0.5 * (next() - 0.5)));
        return metric === "rr"
          ? 1 / Math.max(1, Math.round(1 / Math.max(value, 0.1)))
          : Math.round(value * 4) / 4;
      }),
    ),
  );
  const meanView = (run: number, m: number, of: readonly number[] = ids.map((_, i) => i)): MeanView => {
    const cells = of.map((i) => states[run]![m]![i]);
    const values = of.flatMap((i) => scores[run]![m]![i] ?? []);
    const counts = {
      scored: values.length,
      undefined: cells.filter((cell) => cell?.status === "undefined").length,
      skipped: 0,
      failed: cells.filter((cell) => cell?.status === "failed").length,
      missing: 0,
      unknown: 0,
    };
    if (values.length === 0) return { mean: null, because: "no query has a score", counts };
    const mean = meanOf(values);
    const half = 1.96 * 0.35 * Math.sqrt(1 / values.length);
    return {
      mean,
      ...(values.length < 2
        ? {}
        : { interval: [Math.max(0, mean - half), Math.min(1, mean + half)] as const }),
      counts,
    };
  };
  const verdict = (a: number, b: number, m: number, of?: readonly number[]): MetricVerdict => {
    const both = (of ?? ids.map((_, i) => i)).flatMap((i): (readonly [number, number])[] => {
      const [before, after] = [scores[a]![m]![i], scores[b]![m]![i]];
      return typeof before === "number" && typeof after === "number" ? [[before, after]] : [];
    });
    const [wins, losses] = [both.filter(([x, y]) => y > x).length, both.filter(([x, y]) => y < x).length];
    const about = {
      metric: metrics[m]!,
      direction: "higher",
      n: both.length,
      leftOut: { undefined: count - both.length, skipped: 0, failed: 0 },
      wins,
      losses,
      ties: both.length - wins - losses,
      warnings: both.length < 50 ? (["few-queries"] as const) : [],
    } as const;
    if (both.length < 2) return { ...about, call: "too-few" };
    const means = [meanOf(both.map(([x]) => x)), meanOf(both.map(([, y]) => y))] as const;
    const difference = means[1] - means[0];
    const half = 0.9 / Math.sqrt(both.length);
    const interval = [difference - half, difference + half] as const;
    const real = interval[0] * interval[1] > 0;
    return {
      ...about,
      means,
      difference,
      interval,
      test: "t",
      p: real ? 0.0004 : 0.21,
      adjustedP: real ? 0.0012 : 0.63,
      detectable: half * 1.4,
      call: real ? (difference > 0 ? "better" : "worse") : "noise",
    };
  };
  const sentence = ({ metric, difference, interval, call }: MetricVerdict): string => {
    if (difference === undefined || interval === undefined) return `${metric}: too few queries to compare.`;
    const signed = (x: number): string => `${x < 0 ? "−" : "+"}${Math.abs(x).toFixed(3)}`;
    const end =
      call === "noise" ? "could be noise." : `a real ${call === "better" ? "improvement" : "regression"}.`;
    return `${metric} ${signed(difference)} (95 % CI ${signed(interval[0])} to ${signed(interval[1])}): ${end}`;
  };
  const pairs = runs.slice(1).map((_, at): PairView => {
    const verdicts = metrics.map((_, m) => verdict(0, at + 1, m));
    return {
      a: 0,
      b: at + 1,
      confidence: 0.95,
      verdicts,
      sentences: verdicts.map(sentence),
      caveats:
        count < 50 ? [`${count} queries is a small sample; below 50, intervals and p-values are rough.`] : [],
      moved: ids
        .flatMap((query, i) => {
          const [a, b] = [scores[0]![0]![i], scores[at + 1]![0]![i]];
          return typeof a === "number" && typeof b === "number" && a !== b
            ? [{ query, metric: metrics[0]!, a, b, difference: b - a }]
            : [];
        })
        .sort((x, y) => x.difference - y.difference)
        .slice(0, 10),
      rbo: { mean: 0.61, n: count },
    };
  });
  const rank = (run: number, i: number): number | null =>
    i % 11 === 5 ? null : (i * 7 + run * 3) % 13 === 0 ? 0 : 1 + ((i * 5 + run * 4) % 12);
  const cuts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 50, 100];
  const view: View = {
    schema: 1,
    goldie: "0.1.0",
    title: hostile ?? runs.join(" and "),
    runs: runs.map(
      (name, run): RunView => ({
        name,
        file: `${name}.jsonl`,
        means: metrics.map((_, m) => meanView(run, m)),
        missed: {
          k: 10,
          wanted: count * 2,
          found: Math.round(count * (1.6 - run / 4)),
          reasons: [
            {
              reason: "never-retrieved",
              words: "never retrieved",
              count: Math.round(count * (0.3 + run / 5)),
            },
            { reason: "below-k", words: "retrieved below rank 10", count: Math.round(count / 10) },
          ],
        },
        ...(runs.length > 2
          ? {
              latency: {
                n: count,
                mean: 24 + 30 * run,
                p50: 20 + 28 * run,
                p95: 61 + 70 * run,
                p99: 180 + 140 * run,
                throughput: 41 - 9 * run,
                answered: count - run,
                empty: 0,
                failed: run,
              },
            }
          : {}),
        unjudged: 0.42 + run / 10,
      }),
    ),
    metrics: metrics.map((name) => {
      const k = /@(\d+)$/.exec(name);
      return {
        name,
        about: `What ${name} measures, in one sentence.`,
        direction: "higher",
        yesNo: false,
        range: [0, 1],
        ...(k === null ? {} : { k: Number(k[1]) }),
      };
    }),
    queries: {
      ids,
      words: ids.map((_, i) => question(i)),
      tags: { topic: ids.map((_, i) => topic(i)), kind: ids.map((_, i) => kind(i)) },
      scores,
      states,
      firstRelevant: runs.map((_, run) => ids.map((_, i) => rank(run, i))),
      leaks: runs.map((_, run) => ids.map((_, i) => (run === 1 && i % 29 === 4 ? 1 : 0))),
    },
    pairs,
    slices: (["topic", "kind"] as const).map((tag) => {
      const of = tag === "topic" ? topic : kind;
      const values = [...new Set(ids.map((_, i) => of(i)))];
      return {
        tag,
        values: values.map((value) => {
          const places = ids.flatMap((_, i) => (of(i) === value ? [i] : []));
          return {
            value,
            queries: places.length,
            means: runs.map((_, run) => metrics.map((_, m) => meanView(run, m, places))),
            verdicts: pairs.map(({ a, b }) => metrics.map((_, m) => verdict(a, b, m, places))),
          };
        }),
      };
    }),
    recall: {
      x: cuts,
      lines: runs.map((_, run) => {
        const y = cuts.map((k) => (0.95 - run / 12) * (1 - Math.exp(-(k + 2) / (5 + 2 * run))));
        return {
          y,
          low: y.map((v) => Math.max(0, v - 0.07)),
          high: y.map((v) => Math.min(1, v + 0.07)),
          n: count,
        };
      }),
    },
    precisionRecall: {
      x: Array.from({ length: 11 }, (_, i) => i / 10),
      lines: runs.map((_, run) => ({
        y: Array.from({ length: 11 }, (_, i) => Math.max(0, 0.9 - run / 10 - (i / 10) ** 2 * 0.7)),
        n: count,
      })),
    },
    ...(runs.length > 2
      ? {
          frontier: {
            metric: metrics[0]!,
            best: runs[0]!,
            remarks: [`${runs[1]} may be as good as ${runs[0]}.`],
            places: runs.map((name, run) => ({
              name,
              quality: meanView(run, 0).mean ?? 0,
              latency: 20 + ((run * 31) % 70),
              onFrontier: run < 2,
            })),
          },
        }
      : {}),
    notes: ["Unjudged hits count as not relevant."],
    problems: [
      {
        level: "warning",
        code: "skipped-queries",
        what: hostile ?? "9 queries have no relevant documents in the gold",
        fix: "Add relevant documents, or remove the queries.",
      },
    ],
    rules: [
      ["ids", "exact"],
      ["duplicates", "first"],
      ["missing queries", "score 0"],
      ["intervals", "95 %, by t"],
    ],
  };
  const queries = ids.map((id, i): QueryView => {
    const scoreOf = (run: number, m: number): ScoreView => {
      const value = scores[run]![m]![i] ?? null;
      const state = states[run]![m]![i];
      if (state !== undefined) return { value: null, state };
      return {
        value,
        derivation: {
          words: `${metrics[m]} = found / relevant`,
          value,
          parts: [
            { words: "relevant documents in the top 5", value: 1, parts: [] },
            { words: "relevant documents", value: 2, parts: [] },
          ],
        },
      };
    };
    const gold = i % 11 === 5 ? [] : Array.from({ length: i % 9 === 0 ? 12 : 2 }, (_, g) => goldItem(i, g));
    function goldItem(query: number, g: number): GoldItemView {
      return {
        ids: g === 1 && query % 3 === 2 ? [`p${query}a`, `p${query}b`] : [`p${(query * 3 + g) % 140}`],
        kind: g === 1 && query % 3 === 2 ? "group" : "document",
        grade: 1 + (g % 3),
        title: hostile ?? "Causeway to Monk's Islet",
        text: hostile ?? "The causeway is open from two and a half hours after high water.",
        places: runs.map((_, run) => {
          const first = rank(run, query);
          if (first === null || first === 0 || g > 1) return { missed: "never retrieved" };
          return {
            rank: first + g,
            hit: `p${(query * 3 + g) % 140}`,
            ...(first + g > 10 ? { missed: `below k (rank ${first + g})` } : {}),
          };
        }),
      };
    }
    const hit = (run: number, r: number): HitView => {
      const place = gold.find(({ places }) => places[run]?.rank === r);
      const leak = run === 1 && i % 29 === 4 && r === 3;
      const text =
        hostile ??
        "The causeway to Monk's Islet can be walked at low water; the sea returns quickly after that.";
      return {
        rank: r,
        id: place?.ids[0] ?? `p${(i * 11 + ((r * 3 + run) % 20) * 7) % 140}`,
        title: hostile ?? (place === undefined ? "Tide tables" : place.title!),
        snippet: {
          text,
          cut: [false, true],
          marks:
            hostile === undefined
              ? [
                  [4, 12, "word"],
                  [16, 28, "gold"],
                ]
              : [[0, 2, "word"]],
        },
        score: 20 - r,
        ...(place === undefined ? {} : { grade: place.grade! }),
        state: leak
          ? "forbidden"
          : place !== undefined
            ? "relevant"
            : r % 4 === 0
              ? "not-relevant"
              : "unjudged",
      };
    };
    return {
      id,
      question: question(i),
      tags: { topic: topic(i), kind: kind(i) },
      ...(i % 2 === 0 ? { answer: hostile ?? "From two and a half hours after high water." } : {}),
      ...(i % 11 === 5 ? { unanswerable: true as const } : {}),
      gold,
      forbidden: i % 29 === 4 ? [{ id: "p99", ranks: runs.map((_, run) => (run === 1 ? 3 : null)) }] : [],
      lists: runs.map((_, run) =>
        run === 1 && i % 23 === 3
          ? { hits: [], length: 0, unjudged: 0, failed: hostile ?? FAILED.words }
          : {
              hits: Array.from({ length: 10 }, (_, r) => hit(run, r + 1)),
              length: 50,
              unjudged: 7,
            },
      ),
      scores: runs.map((_, run) => metrics.map((_, m) => scoreOf(run, m))),
      judged: runs.map((_, run) =>
        run === 0 && i % 5 === 0
          ? {
              judge: "lexical",
              chunks: [{ id: "p1", text: hostile ?? "The causeway opens after high water." }],
              reference: [
                {
                  id: "c1",
                  text: hostile ?? "It opens two and a half hours after high water.",
                  support: [
                    {
                      chunk: 0,
                      level: "partial",
                      evidence: [hostile ?? "The causeway opens after high water."],
                    },
                  ],
                },
              ],
              flags: [],
            }
          : null,
      ),
    };
  });
  return { view, queries };
}

export const oneRun: MadeView = madeView({ runs: ["overlap"], queries: 96 });
export const twoRuns: MadeView = madeView({ runs: ["overlap", "prefix"], queries: 96 });
export const threeRuns: MadeView = madeView({
  runs: ["overlap", "prefix", "hybrid-reranked-2026-11-17"],
  queries: 96,
});
export const oneQuery: MadeView = madeView({ runs: ["overlap", "prefix"], queries: 1 });
export const noQueries: MadeView = madeView({ runs: ["overlap", "prefix"], queries: 0 });

/** Text that ends elements, attributes, scripts and comments, or runs as one. */
export const HOSTILE =
  "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>\"'`--><svg/onload=window.hacked=1>&lt;\u2028\u202e👩‍👩‍👧 {{1}}";
export const hostile: MadeView = madeView({
  runs: [`a${HOSTILE}`, `b${HOSTILE}`],
  queries: 30,
  hostile: HOSTILE,
});
export const many = (queries: number): MadeView => madeView({ runs: ["overlap", "prefix"], queries });

/** Two runs, with everything that a page can show. */
export const everything: MadeView = {
  ...twoRuns,
  view: {
    ...twoRuns.view,
    runs: twoRuns.view.runs.map((run, place) => ({
      ...run,
      means: run.means.map((mean) => ({
        ...mean,
        corrected: { mean: 0.5, interval: [0.4, 0.6] as const },
        counts: { ...mean.counts, missing: 2, unknown: 1 },
      })),
      latency: {
        n: 96,
        mean: 30,
        p50: 21 + 9 * place,
        p95: 88,
        p99: 1310,
        answered: 90,
        empty: 2,
        failed: 4,
        cost: 0.0123,
      },
      funnel: {
        k: 10,
        queries: 96,
        wanted: 192,
        stages: [
          stage("bm25", true, 100, 0.9, 0.6, 0),
          stage("vectors", true, 100, 0.85, 0.65, 0),
          stage("fused", false, 150, 0.95, 0.7, 4),
          stage("reranked", false, 20, 0.8, 0.75, 31),
        ],
        ceiling: 0.95,
        whatIf: [{ words: "without reranked", means: { "recall@5": 0.61 } }],
      },
    })),
    groupRecall: twoRuns.view.recall!,
    frontier: {
      metric: "recall@5",
      best: "overlap",
      remarks: ["20 settings were compared, so the best score is partly luck."],
      places: Array.from({ length: 20 }, (_, i) => ({
        name: `chunks=${100 + 50 * i}, k=${5 + i}`,
        quality: 0.4 + 0.02 * i - 0.001 * i * i,
        latency: 10 + ((i * 37) % 90),
        onFrontier: i % 5 === 0,
      })),
    },
    gate: {
      outcome: "fail",
      headline: "Gate failed: 1 of 2 rules not met",
      rules: [
        {
          rule: "recall@5 no worse than the baseline",
          outcome: "fail",
          words: "−0.087 (95 % CI −0.186 to −0.011)",
        },
        { rule: "rr at least 0.4", outcome: "pass", words: "0.489" },
      ],
    },
    judging: { by: ["lexical judge"], limits: ["It does not understand negation."], cost: "no cost" },
    problems: Array.from({ length: 7 }, (_, i) => ({
      level: i === 0 ? ("error" as const) : ("warning" as const),
      code: "bad-row",
      what: `score "abc" of document D${i} is not a number`,
      at: `run.trec:${i + 7}`,
      ...(i === 2 ? { count: 12 } : {}),
    })),
  },
};

function stage(name: string, source: boolean, hits: number, recall: number, recallAtK: number, lost: number) {
  return { name, source, queries: 96, hits, recall, recallAtK, lost, lostAtK: lost, gainedAtK: 3 };
}
