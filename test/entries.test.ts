/** The entries of the package are built one by one; what one of them gives, the others take. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { beforeAll, expect, test } from "vitest";
import { prepare, root } from "../scripts/_prepare.mjs";

const load = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(join(root, "dist", `${name}.js`)).href)) as T;
let goldie: typeof import("../src/index.ts");
let files: typeof import("../src/engine/index.ts");
let judges: typeof import("../src/judges/index.ts");
let reports: typeof import("../src/reports/index.ts");

beforeAll(async () => {
  prepare();
  [goldie, files] = [await load("index"), await load("files")];
  [judges, reports] = [await load("judges"), await load("reports")];
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
    expect.stringMatching(/0\.500 ±/),
  ]);
});

test("evaluate takes what goldie/judges has judged, and an error of a judge is a GoldieError", async () => {
  const contexts = ["Ada built the mill in 1840."];
  const { judgements } = await judges.judge({
    cases: [{ id: "q1", question: "Who built the mill?", contexts, reference: "Ada built the mill." }],
  });
  const result = goldie.evaluate({ gold: { q1: {} }, judgements, metrics: ["context-recall"] });
  expect(result.score("q1", "context-recall")).toEqual({ status: "scored", value: 1 });
  expect(() => judges.parseJudge("lexcial", { env: {} })).toThrow(goldie.GoldieError);
});

test("an error of one entry is a GoldieError of the other; other errors are not", async () => {
  const error = await files.openSource("there-is-no-such-file").catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(goldie.GoldieError);
  expect(new Error("GoldieError")).not.toBeInstanceOf(goldie.GoldieError);
  expect(undefined).not.toBeInstanceOf(goldie.GoldieError);
});

test("so do their types, and what does not fit is noticed", () => {
  const text = `
    import { evaluate, type Result } from "goldie";
    import { evaluateFiles, loadGold, loadRun, openSource, ProblemLog } from "goldie/files";
    import { judge } from "goldie/judges";
    import { summaryTable } from "goldie/reports";
    const log = new ProblemLog();
    const { gold } = await loadGold(await openSource("gold.jsonl"), { log });
    const { run } = await loadRun(await openSource("run.trec"), { log });
    const { runs } = await evaluateFiles({ gold: await openSource("gold.jsonl"), runs: [] });
    const results: readonly Result[] = runs.map(({ result }) => result);
    summaryTable([evaluate({ gold, run, metrics: "rr" }), ...results]);
    const { judgements } = await judge({ cases: [{ id: "q1", question: "Who?", contexts: ["Ada."] }] });
    evaluate({ gold, judgements, metrics: "context-recall" });
    evaluate({ gold, run: 7 });
  `;
  const dist = (name: string) => [join(root, "dist", `${name}.d.ts`)];
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    // Our own types are checked too: they must need no other package, such as Node's.
    skipLibCheck: false,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
    paths: {
      goldie: dist("index"),
      "goldie/files": dist("files"),
      "goldie/judges": dist("judges"),
      "goldie/reports": dist("reports"),
    },
  };
  const name = join(root, "consumer.ts");
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path === name || fileExists(path);
  host.getSourceFile = (path, version, ...rest) =>
    path === name ? ts.createSourceFile(path, text, version) : getSourceFile(path, version, ...rest);
  const found = ts.getPreEmitDiagnostics(ts.createProgram([name], options, host));
  const lines = text.split("\n");
  const places = found.map(({ file, start, messageText }) =>
    file?.fileName === name
      ? lines[text.slice(0, start).split("\n").length - 1]!.trim()
      : `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
  );
  expect([...new Set(places)]).toEqual(["evaluate({ gold, run: 7 });"]);
}, 60_000);
