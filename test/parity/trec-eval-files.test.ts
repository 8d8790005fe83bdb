/** trec_eval's own test outputs, which its `make quicktest` compares, printed by us: every byte is equal, there are no chosen differences. */
import { describe, expect, it } from "vitest";
import { evaluate } from "../../src/index.ts";
import { printTrecEval, type TrecEvalFlags, trecEvalOptions } from "../../src/reports/trec-eval.ts";
import { readJudgements, readRun, textOf, there } from "./_trec-files.ts";

interface Command {
  /** The file that holds what the tool prints. */
  readonly out: string;
  readonly flags?: Omit<TrecEvalFlags, "as">;
  readonly qrels?: string;
  readonly results?: string;
  readonly versions?: readonly string[];
}

/** Not here: preferences (.prefs, .qrels_prefs), judgement groups (.qrels_jg) and z-scores (.aqZ), which Goldie does not compute. */
const COMMANDS: readonly Command[] = [
  { out: "out.test" },
  { out: "out.test", qrels: "qrels.test.with-comments", versions: ["v10.0"] },
  {
    out: "out.comment.test",
    qrels: "qrels.comment.test",
    results: "results.comment.test",
    versions: ["v10.0"],
  },
  { out: "out.test.a", flags: { m: ["all_trec"] } },
  { out: "out.test.aq", flags: { m: ["all_trec"], q: true } },
  { out: "out.test.aqc", flags: { m: ["all_trec"], q: true, c: true }, results: "results.trunc" },
  {
    out: "out.test.aqcM",
    flags: { m: ["all_trec"], q: true, c: true, M: 100 },
    results: "results.trunc",
  },
  {
    out: "out.test.aql",
    flags: { m: ["all_trec", "relstring.20"], q: true, l: "2" },
    qrels: "qrels.rel_level",
  },
  {
    out: "out.test.meas_params",
    flags: {
      q: true,
      m: [
        "iprec_at_recall..10,.20,.25,.75,.50",
        "P.5,7,3",
        "recall.20,2000",
        "Rprec_mult.5.0,0.2,0.35",
        "utility.2,-1,0,0",
        "11pt_avg..25,.5,.75",
        "ndcg.1=3,2=9,4=4.5",
        "ndcg_cut.10,20,23.4",
        "success.2,5,20",
      ],
    },
  },
];

const VERSIONS = { "v9.0.8": "trec_eval9", "v10.0": "trec_eval" } as const;

const folder = "trec_eval/";
const cases = Object.entries(VERSIONS).flatMap(([version, as]) =>
  COMMANDS.filter(({ versions }) => versions?.includes(version) ?? true).map((command) => ({
    title: `${version}/${command.out}${command.qrels === undefined ? "" : ` on ${command.qrels}`}`,
    version,
    command,
    flags: { as, ...command.flags },
  })),
);

function printed({ command, flags }: (typeof cases)[number]): string {
  const gold = readJudgements(`${folder}v10.0/${command.qrels ?? "qrels.test"}`);
  const { name, run } = readRun(`${folder}v10.0/${command.results ?? "results.test"}`);
  const { as, metrics, options } = trecEvalOptions(flags);
  return printTrecEval(evaluate({ as, metrics, options, gold, run }), flags, name);
}

const wanted = ({ version, command }: (typeof cases)[number]): string =>
  textOf(`${folder}${version}/${command.out}`);

describe("trec_eval's own test files", () => {
  const skip = !there(folder);

  it.skipIf(skip).each(cases.map((c) => [c.title, c] as const))(
    "%s: every byte (skipped without ../shared/data/trec_eval)",
    { timeout: 60_000 },
    (_, c) => {
      expect(printed(c)).toBe(wanted(c));
    },
  );

  it.skipIf(skip)("so many lines were compared (skipped without ../shared/data/trec_eval)", () => {
    const count = (version: string) =>
      cases
        .filter((c) => c.version === version)
        .reduce((n, c) => n + wanted(c).trimEnd().split("\n").length, 0);
    expect([count("v9.0.8"), count("v10.0")]).toEqual([1498, 1825]);
  });

  it.skipIf(skip)("a line that differs is seen (skipped without ../shared/data/trec_eval)", () => {
    const c = cases.find(({ title }) => title === "v9.0.8/out.test")!;
    const lines = printed({ ...c, flags: { as: "trec_eval" } }).split("\n");
    const differing = lines.filter((text, i) => text !== wanted(c).split("\n")[i]);
    expect(differing.map((text) => text.split(/\s+/)[0])).toEqual([
      "iprec_at_recall_0.10",
      "iprec_at_recall_0.60",
    ]);
  });

  it.skipIf(skip)(
    "10.0 refuses a run that lacks a judged query, and 9.0.8 does not (skipped without ../shared/data/trec_eval)",
    () => {
      const c = cases.find(({ title }) => title === "v10.0/out.test")!;
      const command = { ...c.command, results: "results.trunc" };
      expect(() => printed({ ...c, command })).toThrow(
        /^1 of 3 judged queries is missing from the run: 302\n/,
      );
      expect(printed({ ...c, command, flags: { as: "trec_eval9" } })).toMatch(/^num_q +\tall\t2$/m);
    },
  );
});
