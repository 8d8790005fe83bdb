/** The entries of the package are built one by one; what one of them gives, the others take. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { prepare, root } from "../scripts/_prepare.mjs";

const load = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(join(root, "dist", `${name}.js`)).href)) as T;
let goldie: typeof import("../src/index.ts");
let files: typeof import("../src/engine/index.ts");
let reports: typeof import("../src/reports/index.ts");

beforeAll(async () => {
  prepare();
  [goldie, files, reports] = [await load("index"), await load("files"), await load("reports")];
}, 120_000);

const read = async () => {
  const log = new files.ProblemLog();
  const { run } = await files.loadRun(files.memorySource("run.trec", "q1 Q0 d1 1 1 t\nq1 Q0 d2 2 2 t\n"), {
    log,
  });
  const { gold } = await files.loadGold(files.memorySource("gold.qrels", "q1 0 d2 1\nq2 0 d3 1\n"), { log });
  return { gold, run };
};

test("evaluate takes what goldie/files has read", async () => {
  expect(goldie.evaluate({ ...(await read()), metrics: ["rr"] }).mean("rr")).toMatchObject({
    mean: 0.5,
    counts: { scored: 2, missing: 1 },
  });
});

test("goldie/reports prints the results of both", async () => {
  const gold = files.memorySource("gold.qrels", "q1 0 d2 1\n");
  const run = files.memorySource("run.trec", "q1 Q0 d2 1 1 t\n");
  const { runs } = await files.evaluateFiles({ gold, runs: [run], metrics: "rr" });
  const results = [
    ...runs.map(({ result }) => result),
    goldie.evaluate({ ...(await read()), metrics: "rr" }),
  ];
  expect(results.map((result) => reports.summaryTable([result]).split("\n")[1])).toEqual([
    expect.stringMatching(/^run\.trec +1\.000$/),
    expect.stringMatching(/0\.500$/),
  ]);
});

test("an error of one entry is a GoldieError of the other; other errors are not", async () => {
  const error = await files.openSource("there-is-no-such-file").catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(goldie.GoldieError);
  expect(new Error("GoldieError")).not.toBeInstanceOf(goldie.GoldieError);
  expect(undefined).not.toBeInstanceOf(goldie.GoldieError);
});
