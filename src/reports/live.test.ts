/** Live runs in reports: columns beside the scores, stages, the worst queries, the frontier. */
import { expect, test } from "vitest";
import type { LiveFacts } from "../evaluate/answers/facts.ts";
import { evaluate } from "../evaluate/evaluate.ts";
import { readResult } from "../evaluate/score/read-result.ts";
import { selectionOf } from "../evaluate/select/selection.ts";
import { csv } from "./csv.ts";
import { json } from "./json.ts";
import { markdown } from "./markdown.ts";
import type { Report } from "./model.ts";
import { table } from "./table.ts";

const timing = { n: 2, mean: 150.25, p50: 12.345, p95: 288.1, p99: 299, throughput: 31.5 };
const facts: LiveFacts = {
  answered: 2,
  empty: 1,
  failed: 1,
  unasked: 0,
  cached: 0,
  retried: 4,
  timing,
  funnel: {
    k: 5,
    queries: 2,
    wanted: 2,
    stages: [
      {
        name: "candidates",
        source: true,
        queries: 2,
        hits: 50,
        found: 2,
        foundAtK: 1,
        recall: 1,
        recallAtK: 0.5,
        lost: 0,
        lostAtK: 0,
        gainedAtK: 0,
      },
      {
        name: "reranked",
        source: false,
        queries: 2,
        hits: 7.5,
        found: 1,
        foundAtK: 1,
        recall: 0.5,
        recallAtK: 0.5,
        lost: 1,
        lostAtK: 0,
        gainedAtK: 0,
      },
    ],
    ceiling: { of: ["candidates"], found: 2, recall: 1 },
  },
  whatIf: [{ kind: "without", stage: "reranked", means: { "recall@5": 0.25 } }],
};
const gold = { q1: ["a"], q2: ["b"], q3: ["c"] };
const resultOf = (name: string, first: string) =>
  evaluate({ gold, run: { q1: [first], q2: [], q3: new Error("gone") }, metrics: ["recall@5"], name });
const result = resultOf("main", "a");
const other = resultOf("other", "x");
const missed = {
  run: "main",
  k: 5,
  wanted: 3,
  counts: { ...result.missed(5).counts, failed: 1, empty: 1, "never-retrieved": 0 },
  queries: new Map([
    ["q2", [{ item: ["b"], reason: "empty" as const }]],
    ["q3", [{ item: ["c"], reason: "failed" as const }]],
  ]),
  firstHits: new Map(),
};
const live: Report = {
  runs: [{ result, live: facts, missed, words: new Map([["q3", "where is it?"]]) }],
};
const selection = selectionOf([
  { result, timing },
  { result: other, timing: { ...timing, p50: 99 } },
]);
const both: Report = {
  runs: [...live.runs, { result: other, live: { ...facts, failed: 0 } }],
  selection: selection!,
};
const options = { perQuery: false, remarks: true };

test("the table has a line per retriever, its stages, and the worst queries with the reason", () => {
  const text = table.write(live, options);
  expect(text).toContain("answered  empty  failed  p50 ms  p95 ms  queries/s");
  expect(text).toMatch(/main .* 2 +1 +1 +12\.3 +288 +31\.5/);
  expect(text).toContain("main: by stage\nstage       hits  recall  recall@5  lost  lost@5  gained@5\n");
  expect(text).toMatch(/candidates +50 +1\.000 +0\.500\nreranked +7\.5 +0\.500 +0\.500 +1 +0 +0\n/);
  expect(text).toContain("a perfect reranker of candidates would reach recall@5 1.000");
  expect(text).toContain("without reranked: recall@5 0.250");
  expect(text).toContain(
    "main: worst 2 queries by recall@5 (failed, 0.000)\n  q3  where is it?\n      c  the query failed\n",
  );
  expect(text).toContain("  q2  b  the retriever returned an empty list\n");
  // Everything is listed where that was asked for.
  expect(table.write(live, { ...options, missed: true })).not.toContain("worst");
});

test("a stage that some answers skipped says of how many queries its figures are", () => {
  const { funnel } = facts;
  const stages = funnel!.stages.map((one) => (one.source ? one : { ...one, queries: 1 }));
  const skipped = { ...facts, funnel: { ...funnel!, stages } };
  expect(table.write({ runs: [{ result, live: skipped }] }, options)).toMatch(
    /reranked \(1 of 2 queries\) +7\.5 /,
  );
});

test("numbers of what was missed are all grouped alike", () => {
  const none = { ...missed.counts, empty: 0, failed: 0 };
  const counts = { ...none, "below-k": 1000, "never-retrieved": 1140 };
  const text = (more: object) =>
    table.write({ runs: [{ ...live.runs[0]!, missed: { ...missed, wanted: 2352, ...more } }] }, options);
  expect(text({ counts })).toContain("missed 2,140 of 2,352 relevant documents in the top 5 (");
  expect(text({ counts })).toContain("1,000 below k");
  expect(text({ counts })).toContain("1,140 never retrieved");
  expect(text({ counts: none, queries: new Map() })).toContain("found all 2,352 relevant documents");
});

test("what may be further down is said to be, once, with the flag that finds out", () => {
  const deep = {
    ...missed,
    counts: { ...missed.counts, empty: 0, failed: 0, "beyond-depth": 2 },
    queries: new Map(
      ["q2", "q3"].map((query) => [
        query,
        [{ item: ["b"], reason: "beyond-depth" as const, depth: query === "q2" ? 5 : 20 }],
      ]),
    ),
  };
  const runs = [live.runs[0]!, { ...live.runs[0]!, missed: { ...deep, run: "two" } }];
  const text = table.write({ runs }, options);
  expect(text).toContain(
    "two: missed 2 of 3 relevant documents in the top 5 (2 not among the hits asked for)\nAsked for 20 hits per query; --depth 200 tells whether the rest rank lower.\n",
  );
  expect(table.write(live, options)).not.toContain("--depth");
});

test("equally bad queries share one score; a document is shown by its heading or its first words", () => {
  const queries = new Map([
    ["q2", [{ item: ["b"], reason: "beyond-depth" as const, depth: 1 }]],
    ["q1", [{ item: ["a"], reason: "beyond-depth" as const, depth: 10 }]],
  ]);
  const none = evaluate({
    gold,
    run: { q1: ["x"], q2: ["y"], q3: ["c"] },
    metrics: ["recall@5"],
    name: "main",
  });
  const documents: Record<string, string> = {
    a: "## Fares\nTwo crowns",
    b: "one two three",
    x: " ",
    y: "#1",
  };
  const text = table.write(
    {
      runs: [
        {
          result: none,
          live: facts,
          missed: {
            ...missed,
            queries,
            firstHits: new Map([
              ["q1", "x"],
              ["q2", "y"],
            ]),
          },
          texts: { query: () => undefined, hits: () => [], document: (id) => documents[id] },
        },
      ],
    },
    options,
  );
  expect(text).toContain("worst 2 queries by recall@5 (all 0.000)");
  expect(text).toContain('q1  a "Fares"  not among the first 10 hits asked for\n      first hit: x\n');
  expect(text).toContain('q2  b "one two three"  not the one hit asked for\n      first hit: y "#1"\n');
});

test("of a sweep, the table has every setting, and misses are listed for the best", () => {
  const settings = ["a", "x", "y", "z"].map((first, i) => ({
    result: resultOf(`k=${i}`, first),
    live: { ...facts, timing: { ...timing, p50: 10 + i } },
    missed: { ...missed, run: `k=${i}` },
  }));
  const chosen = selectionOf(settings.map(({ result, live }) => ({ result, timing: live.timing })));
  const sweep: Report = { runs: settings, selection: chosen! };
  const text = table.write(sweep, options);
  for (const name of ["k=0", "k=1", "k=2", "k=3"]) expect(text).toContain(`\n${name} `);
  expect(text).toContain("best by recall@5: k=0 (0.500)\n");
  expect(text).toContain("k=0: missed 2 of 3");
  expect(text).toContain("k=0: by stage");
  expect(text).not.toMatch(/k=[123]: (missed|worst|by stage)/);
  const tied = { ...chosen!, best: { ...chosen!.best, mean: 0 } };
  expect(table.write({ runs: settings, selection: tied }, options)).toContain(
    "best by recall@5: k=1, k=2, k=3 (each 0.000)\n",
  );
  // All of them where that was asked for.
  expect(table.write(sweep, { ...options, missed: true })).toContain("k=3: missed 2 of 3");
  const three = table.write({ ...sweep, runs: settings.slice(0, 3) }, options);
  expect(three).toContain("k=2: missed 2 of 3");
});

test("unanswerable queries: one sentence where all runs are alike", () => {
  const golds = [
    { id: "q1", relevant: ["a"] },
    { id: "q2", relevant: [] as string[], answerable: false },
  ];
  const of = (name: string, hits: string[] | Error) => ({
    result: evaluate({ gold: golds, run: { q1: ["a"], q2: hits }, metrics: ["recall@5"], name }),
  });
  const alike = table.write({ runs: [of("a", ["x"]), of("b", ["y"]), of("c", ["z"])] }, options);
  expect(alike).toContain("1 unanswerable query: each of the 3 runs returned hits for 1\n");
  const other = table.write({ runs: [of("a", ["x"]), of("b", []), of("c", ["z"])] }, options);
  expect(other).toContain("a returned hits for 1, b returned hits for 0, c returned hits for 1");
  // A failure is no empty list.
  const failed = of("b", new Error("timeout"));
  expect(failed.result.unanswerable).toEqual({ queries: 1, withHits: 0, failed: 1 });
  expect(readResult(JSON.parse(JSON.stringify(failed.result))).unanswerable).toEqual(
    failed.result.unanswerable,
  );
  expect(table.write({ runs: [of("a", []), failed] }, options)).toContain(
    "1 unanswerable query: a returned hits for 0, b failed for it\n",
  );
  const more = evaluate({
    gold: [...golds, { id: "q3", relevant: [], answerable: false }],
    run: { q1: ["a"], q2: ["x"], q3: new Error("timeout") },
    metrics: ["recall@5"],
    name: "c",
  });
  expect(table.write({ runs: [{ result: more }] }, options)).toContain(
    "2 unanswerable queries: c returned hits for 1 (1 failed)\n",
  );
});

test("a run that is not live has none of it", () => {
  const plain = table.write({ runs: [{ result }] }, options);
  expect(plain).not.toMatch(/p50|stage|worst/);
});

test("of several settings, which no other beats", () => {
  const words = "recall@5 against median latency: no other setting beats main (0.500, 12.3 ms)";
  expect(table.write(both, options).replaceAll(/\s+/g, " ")).toContain(words);
  expect(markdown.write(both, options)).toContain(words);
  expect(JSON.parse(json.write(both, options)).selection).toMatchObject({
    metric: "recall@5",
    best: { name: "main" },
    frontier: [{ name: "main" }, { name: "other", beatenBy: "main" }],
  });
});

test("JSON, Markdown and CSV have the same figures", () => {
  expect(JSON.parse(json.write(live, options)).runs[0].live).toEqual(facts);
  const page = markdown.write(live, options);
  expect(page).toContain("| run | recall@5 | answered | empty | failed | p50 ms | p95 ms | queries/s |");
  expect(page).toContain("| reranked | 7.5 | 0.500 | 0.500 | 1 | 0 | 0 |");
  const rows = csv.write(live, options).split("\r\n");
  expect(rows.find((row) => row.startsWith("main,,,latency_p95_ms,"))).toMatch(
    /^main,,,latency_p95_ms,288\.1,,2,2,0/,
  );
  expect(rows.find((row) => row.startsWith("main,,,failed_queries,"))).toMatch(
    /^main,,,failed_queries,1,,3,3,0/,
  );
  expect(new Set(rows.filter((row) => row !== "").map((row) => row.split(",").length)).size).toBe(1);
});
