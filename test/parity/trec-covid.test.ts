/** TREC-COVID: ten runs as they were submitted, the scores that NIST published, and trec_eval's values to twelve digits. */
import { describe, expect, it } from "vitest";
import { fixed } from "../../src/core/numbers.ts";
import { evaluate, type GoldInput, type RunInput } from "../../src/index.ts";
import { readJudgements, readRun, textOf, there } from "./_trec-files.ts";

const folder = "trec-covid/";
const RUNS = [
  "round1.BERT",
  "round1.BITEM_stem",
  "round1.Technion-MEDMM",
  "round1.lda400s2000",
  "round1.run1",
  "round1.sheikh_bm25_manual",
  "round2.mpiid5_run3",
  "round3.UIowaS_Rd3MLReRank",
  "round3.UIowaS_Run2",
  "round3.jlbase-QE-rnd3",
];

/** The flags that NIST used. */
const options = ["-c", "-M 1000"];

/** A column of a leaderboard → how it was made. RBP is graded, with gain grade / 2; J@k reads the file from the top, whatever the scores. */
const COLUMNS: Readonly<Record<string, { metric: string; fileOrder?: true }>> = {
  "ndcg@10": { metric: "ndcg_cut_10" },
  "p@5": { metric: "P_5" },
  bpref: { metric: "bpref" },
  map: { metric: "map" },
  rbp: { metric: "rbp(p=0.5,gain=1:0.5;2:1,scale=none)" },
  "j@5": { metric: "judged@5", fileOrder: true },
  "j@10": { metric: "judged@10", fileOrder: true },
  "j@1000": { metric: "judged@1000", fileOrder: true },
};
/** The three rounds spell their columns in three ways. */
const columnOf = (title: string): string => {
  const name = title.toLowerCase();
  return name.startsWith("rbp") ? "rbp" : name;
};

/** What the leaderboard prints of one run, by column. */
function published(round: string, run: string): [string, string][] {
  const [head, ...rows] = textOf(`${folder}leaderboard-${round}.csv`)
    .trimEnd()
    .split(/\r?\n/)
    .map((row) => row.split(","));
  const row = rows.find(([name]) => name === run)!;
  return head!
    .map((title, i): [string, string] => [columnOf(title), row[i]!])
    .filter(([column]) => column in COLUMNS);
}

type Values = Readonly<Record<string, Readonly<Record<string, number>>>>;
interface Expected {
  readonly flags: string;
  readonly tool: Readonly<Record<string, Values>>;
}

const read = (name: string) => {
  const [round, run] = [name.slice(0, 6), name.slice(7)];
  return {
    round,
    run,
    gold: readJudgements(`${folder}qrels.covid-${round}.txt.gz`) as GoldInput,
    hits: readRun(`${folder}runs/${name}.gz`).run as RunInput,
    expected: JSON.parse(textOf(`${folder}expected/${name}.json.gz`)) as Expected,
  };
};

function publishedCells(
  name: string,
  as = "trec_eval9",
  fileOrder: "given" | "score" = "given",
): { column: string; wanted: string; got: string }[] {
  const { round, run, gold, hits } = read(name);
  const cells = published(round, run);
  const means = (inFileOrder: boolean): (readonly [string, number | undefined])[] => {
    const metrics = cells
      .map(([column]) => COLUMNS[column]!)
      .filter((column) => (column.fileOrder ?? false) === inFileOrder)
      .map(({ metric }) => metric);
    if (metrics.length === 0) return [];
    const order = inFileOrder ? fileOrder : "score";
    return evaluate({ as, options, metrics, order, gold, run: hits })
      .summary()
      .map(({ metric, mean }) => [metric, mean]);
  };
  const all = new Map([...means(false), ...means(true)]);
  return cells.map(([column, wanted]) => {
    const mean = all.get(COLUMNS[column]!.metric);
    return { column, wanted, got: mean === undefined ? "no mean" : fixed(mean, 4) };
  });
}

/** Cells of the file that holds trec_eval's values: [where, value]. A later tool says only what it sees differently. */
function cellsOf(expected: Expected, tools: readonly string[]): [string, string, number][] {
  const cells = new Map<string, [string, string, number]>();
  for (const [tool, values] of Object.entries(expected.tool))
    if (tools.some((start) => tool.startsWith(start)))
      for (const [query, row] of Object.entries(values))
        for (const [metric, value] of Object.entries(row))
          cells.set(`${query} ${metric}`, [query, metric, value]);
  return [...cells.values()];
}

/** Printed with twelve decimals. */
const LAST_DIGIT = 5.1e-13;

function wrongValues(name: string, as: string, tools: readonly string[]): { cells: number; wrong: string[] } {
  const { gold, hits, expected } = read(name);
  expect(expected.flags).toBe("-q -c -M1000");
  const cells = cellsOf(expected, tools);
  const metrics = [...new Set(cells.map(([, metric]) => metric))];
  const result = evaluate({ as, options, metrics, gold, run: hits });
  const wrong = cells.flatMap(([query, metric, value]) => {
    const score = query === "all" ? undefined : result.score(query, metric);
    const got =
      score === undefined ? result.mean(metric).mean : score.status === "scored" ? score.value : undefined;
    return got !== undefined && Math.abs(got - value) <= LAST_DIGIT
      ? []
      : [`${query} ${metric}: ${got} is not ${value}`];
  });
  return { cells: cells.length, wrong };
}

describe("TREC-COVID", () => {
  const skip = !there(folder);

  it.skipIf(skip)(
    "every published cell of the ten runs (skipped without ../shared/data/trec-covid)",
    { timeout: 120_000 },
    () => {
      const cells = RUNS.flatMap((name) => publishedCells(name).map((cell) => ({ name, ...cell })));
      expect(cells.filter(({ wanted, got }) => wanted !== got)).toEqual([]);
      // Five columns in seven runs, and with J@k eight in three.
      expect(cells).toHaveLength(59);
    },
  );

  it.skipIf(skip)(
    "trec_eval 9.0.4, by topic and mean, to twelve digits (skipped without ../shared/data/trec-covid)",
    { timeout: 120_000 },
    () => {
      const counts = RUNS.map((name) => wrongValues(name, "trec_eval9", ["trec_eval 9.0.4"]));
      expect(counts.flatMap(({ wrong }) => wrong)).toEqual([]);
      expect(counts.reduce((n, { cells }) => n + cells, 0)).toBe(13_820);
    },
  );

  it.skipIf(skip)(
    "trec_eval 10.0, where doubles order what floats tie (skipped without ../shared/data/trec-covid)",
    { timeout: 120_000 },
    () => {
      const counts = RUNS.map((name) =>
        wrongValues(name, "trec_eval", ["trec_eval 9.0.4", "trec_eval 10.0"]),
      );
      expect(counts.flatMap(({ wrong }) => wrong)).toEqual([]);
      expect(counts.reduce((n, { cells }) => n + cells, 0)).toBe(13_820);
    },
  );

  it.skipIf(skip)(
    "a wrong version or order is seen (skipped without ../shared/data/trec-covid)",
    { timeout: 120_000 },
    () => {
      const wrong = (...given: Parameters<typeof publishedCells>) =>
        publishedCells(...given)
          .filter((cell) => cell.wanted !== cell.got)
          .map(({ column }) => column);
      expect(wrong("round1.BERT", "trec_eval")).toEqual(["ndcg@10", "rbp", "bpref", "map"]);
      expect(wrong("round3.UIowaS_Run2", "trec_eval9", "score")).toEqual(["j@10"]);
      for (const name of ["round1.BERT", "round3.UIowaS_Run2", "round3.UIowaS_Rd3MLReRank"])
        expect(wrongValues(name, "trec_eval9", ["trec_eval 10.0"]).wrong.length, name).toBeGreaterThan(0);
    },
  );
});
