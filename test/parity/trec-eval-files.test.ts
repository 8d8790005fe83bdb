/** trec_eval's own test outputs, which its `make quicktest` compares, printed by us: every line is equal, there are no chosen differences. */
import { describe, expect, it } from "vitest";
import { fixed } from "../../src/core/numbers.ts";
import { evaluate, type Result } from "../../src/index.ts";
import { relstring } from "../../src/reports/relstring.ts";
import { readJudgements, readRun, textOf, there } from "./_trec-files.ts";

interface Command {
  /** The file that holds what the tool prints. */
  readonly out: string;
  readonly metrics: readonly string[];
  readonly options?: readonly string[];
  /** -q: rows by query. */
  readonly rows?: true;
  readonly qrels?: string;
  readonly results?: string;
  /** relstring is printed for so many hits, under this name. */
  readonly relstring?: { readonly name: string; readonly hits: number };
  /** -m names single measures, and runid is none of them. */
  readonly single?: true;
  readonly versions?: readonly string[];
}

/** Not here: preferences (.prefs, .qrels_prefs), judgement groups (.qrels_jg) and z-scores (.aqZ), which Goldie does not compute. */
const COMMANDS: readonly Command[] = [
  { out: "out.test", metrics: ["official"] },
  { out: "out.test", metrics: ["official"], qrels: "qrels.test.with-comments", versions: ["v10.0"] },
  {
    out: "out.comment.test",
    metrics: ["official"],
    qrels: "qrels.comment.test",
    results: "results.comment.test",
    versions: ["v10.0"],
  },
  { out: "out.test.a", metrics: ["all_trec"] },
  { out: "out.test.aq", metrics: ["all_trec"], rows: true },
  { out: "out.test.aqc", metrics: ["all_trec"], rows: true, options: ["-c"], results: "results.trunc" },
  {
    out: "out.test.aqcM",
    metrics: ["all_trec"],
    rows: true,
    options: ["-c", "-M 100"],
    results: "results.trunc",
  },
  {
    out: "out.test.aql",
    metrics: ["all_trec"],
    rows: true,
    options: ["-l 2"],
    qrels: "qrels.rel_level",
    relstring: { name: "relstring_20", hits: 20 },
  },
  {
    out: "out.test.meas_params",
    // In the order of the tool's list and ascending, as it prints them; its own call writes 23.4 for the last cut-off and reads 23.
    metrics: [
      "iprec_at_recall..10,.20,.25,.50,.75",
      "P.3,5,7",
      "recall.20,2000",
      "Rprec_mult.0.2,0.35,5.0",
      "utility.2,-1,0,0",
      "11pt_avg..25,.5,.75",
      "ndcg.1=3,2=9,4=4.5",
      "ndcg_cut.10,20,23",
      "success.2,5,20",
    ],
    rows: true,
    single: true,
  },
];

/** `lists`: whether it prints a row for a query that only -c lets in. */
const VERSIONS = {
  "v9.0.8": { as: "trec_eval9", lists: false },
  "v10.0": { as: "trec_eval", lists: true },
} as const;

/** How C prints them: counts as whole numbers, all else with four decimals. */
const line = (name: string, query: string, value: number | string): string =>
  `${name.padEnd(22)}\t${query}\t${
    typeof value === "string" ? value : name.startsWith("num_") ? String(value) : fixed(value, 4)
  }`;

/** The tool's whole output. */
function print(result: Result, command: Command, name: string, queries: readonly string[]): string[] {
  // Shown after P, before recall, and in rows only; not a metric.
  const { relstring: shown = { name: "relstring", hits: 10 } } = command;
  // The geometric means and num_q have no rows.
  const inRows = new Set(Object.keys(result.toJSON().runs[0]!.queries[queries[0]!]!));
  const lines: string[] = [];
  if (command.rows)
    for (const query of queries)
      for (const metric of result.metrics) {
        if (!inRows.has(metric)) continue;
        if (metric === "recall_5") {
          const ranking = result.ranking(query, metric);
          lines.push(line(shown.name, query, `'${relstring(ranking!, shown.hits)}'`));
        }
        const score = result.score(query, metric);
        lines.push(line(metric, query, score.status === "scored" ? score.value : score.status));
      }
  if (!command.single) lines.push(line("runid", "all", name));
  for (const { metric, mean } of result.summary()) lines.push(line(metric, "all", mean ?? "no mean"));
  return lines;
}

const folder = "trec_eval/";
const cases = Object.entries(VERSIONS).flatMap(([version, { as, lists }]) =>
  COMMANDS.filter(({ versions }) => versions?.includes(version) ?? true).map((command) => ({
    title: `${version}/${command.out}${command.qrels === undefined ? "" : ` on ${command.qrels}`}`,
    version,
    as,
    lists,
    command,
  })),
);

function printed({ as, lists, command }: (typeof cases)[number]): string[] {
  const gold = readJudgements(`${folder}v10.0/${command.qrels ?? "qrels.test"}`);
  const { name, run } = readRun(`${folder}v10.0/${command.results ?? "results.test"}`);
  const { metrics, options = [] } = command;
  const result = evaluate({ as, metrics, options, gold, run, name });
  const queries = result.queries.filter((query) => run.has(query) || (lists && options.includes("-c")));
  return print(result, command, result.name, queries);
}

const wantedLines = ({ version, command }: (typeof cases)[number]): string[] =>
  textOf(`${folder}${version}/${command.out}`).trimEnd().split("\n");

describe("trec_eval's own test files", () => {
  const skip = !there(folder);

  it.skipIf(skip).each(cases.map((c) => [c.title, c] as const))(
    "%s: every line (skipped without ../shared/data/trec_eval)",
    { timeout: 60_000 },
    (_, c) => {
      expect(printed(c)).toEqual(wantedLines(c));
    },
  );

  it.skipIf(skip)("so many lines were compared (skipped without ../shared/data/trec_eval)", () => {
    const count = (version: string) =>
      cases.filter((c) => c.version === version).reduce((n, c) => n + wantedLines(c).length, 0);
    expect([count("v9.0.8"), count("v10.0")]).toEqual([1498, 1825]);
  });

  it.skipIf(skip)("a line that differs is seen (skipped without ../shared/data/trec_eval)", () => {
    const swapped = cases.find(({ title }) => title === "v9.0.8/out.test")!;
    const differing = printed({ ...swapped, as: "trec_eval" }).filter(
      (text, i) => text !== wantedLines(swapped)[i],
    );
    expect(differing.map((text) => text.split(/\s+/)[0])).toEqual([
      "iprec_at_recall_0.10",
      "iprec_at_recall_0.60",
    ]);
  });
});
