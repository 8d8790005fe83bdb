/** The id doctor on public collections: silent where ids are right, right where they are not. */
import { describe, expect, test } from "vitest";
import { diagnoseRuns } from "../src/index.ts";
import { readJudgements, readRun, there } from "./parity/_trec-files.ts";

const PAIRS = [
  ["trec_eval/v10.0/qrels.test", "trec_eval/v10.0/results.test"],
  ["trec_eval/v10.0/qrels.comment.test", "trec_eval/v10.0/results.comment.test"],
  ["trec-covid/qrels.covid-round1.txt.gz", "trec-covid/runs/round1.BERT.gz"],
  ["trec-covid/qrels.covid-round1.txt.gz", "trec-covid/runs/round1.lda400s2000.gz"],
  ["trec-covid/qrels.covid-round2.txt.gz", "trec-covid/runs/round2.mpiid5_run3.gz"],
] as const;
const missing = !PAIRS.flat().every(there);

describe.skipIf(missing)("public collections (skipped without ../shared/data)", () => {
  test.each(PAIRS)("%s and %s: nothing to mend", (gold, run) => {
    const [one] = diagnoseRuns({ gold: readJudgements(gold), runs: [readRun(run)] }).runs;
    expect(one!.overlap.found).toBeGreaterThan(0);
    expect(one!.proposals).toEqual([]);
    expect(one!.queryProposals).toEqual([]);
  });

  const [gold, run] = PAIRS[1];
  const renamed = (write: (id: string) => string) =>
    new Map(
      [...readJudgements(gold)].map(([query, { grades }]) => [
        query,
        { grades: new Map([...grades].map(([id, grade]) => [write(id), grade])) },
      ]),
    );
  test.each<[what: string, write: (id: string) => string, flag: string]>([
    ["documents instead of segments", (id) => id.split("#")[0]!, "--ids chunk-suffix"],
    ["upper case", (id) => id.toUpperCase(), "--ids lower"],
    [
      "without the name of the collection",
      (id) => id.replace("msmarco_v2.1_", ""),
      "--ids 's/^msmarco_v\\d+\\.\\d+_//'",
    ],
    [":: instead of #", (id) => id.replace("#", "::"), "--ids 's/::/#/g'"],
  ])("segments of MS MARCO 2.1: %s", (_, write, flag) => {
    const [one] = diagnoseRuns({ gold: renamed(write), runs: [readRun(run)] }).runs;
    expect(one!.overlap).toMatchObject({ found: 0, anywhere: 0 });
    expect(one!.proposals[0]).toMatchObject({ flag });
    expect(one!.proposals[0]!.found).toBeGreaterThan(500);
  });

  test("queries of another collection are not made to fit", () => {
    const [one] = diagnoseRuns({ gold: readJudgements(PAIRS[0][0]), runs: [readRun(PAIRS[2][1])] }).runs;
    expect(one!.queriesInBoth).toBe(0);
    expect(one!.queryProposals).toEqual([]);
  });
});
