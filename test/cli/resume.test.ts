// Which stored runs `goldie run --resume` and `--only-failed` go on with, in a real folder.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { type Given, testEffects } from "./_effects.ts";
import { readCommandLine } from "./_words.ts";

let cwd: string;
let minute: number;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "goldie-resume-"));
  minute = 0;
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
}

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const gold = (n: number): string =>
  lines(
    Array.from({ length: n }, (_, i) => ({
      id: `q${i + 1}`,
      query: `words ${i + 1}`,
      relevant: [`d${i + 1}`],
    })),
  );

/** Runs a command a minute after the one before. */
async function goldie(line: string, given: Partial<Given> = {}) {
  const effects = testEffects({ cwd, ...given });
  const date = new Date(2026, 4, 20, 10, minute++, 0);
  const { argv } = readCommandLine(`goldie ${line}`);
  const code = await main(argv, { ...effects, date: () => date });
  // Long lines are broken.
  return { code, stdout: effects.stdout.text, stderr: effects.stderr.text.replace(/\n {4,}/g, " ") };
}
const runFolder = (): string => {
  const runs = join(cwd, ".goldie/runs");
  return join(runs, readdirSync(runs).sort().at(-1)!);
};
const manifest = () => JSON.parse(readFileSync(join(runFolder(), "manifest.json"), "utf8"));

/** As a killed process leaves it: the first answers of every retriever, no scores, and no owner. */
function interrupt(answers: number): void {
  const { finished: _, timings: _t, ...rest } = manifest();
  const owner = { ...rest.owner, boot: "of another day" };
  write({
    [join(".goldie/runs", rest.id, "manifest.json")]: JSON.stringify({ ...rest, owner, state: "running" }),
  });
  rmSync(join(runFolder(), "scores.json"), { force: true });
  for (const { file } of rest.retrievers) {
    const kept = readFileSync(join(runFolder(), file), "utf8").split("\n").slice(0, answers);
    write({ [join(".goldie/runs", rest.id, file)]: kept.map((row) => `${row}\n`).join("") });
  }
}

describe("a run goes on only where its answers would be the same", { timeout: 60_000 }, () => {
  const corpus = (words: string): string =>
    lines(Array.from({ length: 6 }, (_, i) => ({ id: `d${i + 1}`, text: `${words} ${i + 1}` })));
  beforeEach(() =>
    write({ "gold.jsonl": gold(4), "corpus.jsonl": corpus("words"), "other.jsonl": corpus("words of") }),
  );
  const started = async (flags = ""): Promise<void> => {
    expect(await goldie(`run gold.jsonl --bm25 corpus.jsonl -m recall@2 ${flags}`)).toMatchObject({
      code: 0,
    });
    interrupt(2);
  };
  const refusal = async (flags: string) => {
    const { code, stderr, stdout } = await goldie(`run gold.jsonl ${flags} --resume`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("start a new run: leave --resume and --only-failed out");
    expect(manifest().state).toBe("running");
    return stderr;
  };

  test("the same command goes on", async () => {
    await started();
    expect(await goldie("run gold.jsonl --bm25 corpus.jsonl -m recall@2 --resume")).toMatchObject({
      code: 0,
    });
    expect(manifest().state).toBe("complete");
  });

  test("an earlier one cannot go on, and no command says that it can", async () => {
    await started();
    expect((await goldie("eval gold.jsonl last")).stderr).toContain("ask the rest: goldie run --resume");
    expect(await goldie("run gold.jsonl --bm25 other.jsonl -m recall@2")).toMatchObject({ code: 0 });
    const { code, stderr } = await goldie("eval gold.jsonl last~1");
    expect(code).toBe(2);
    expect(stderr).toContain("make a new run (goldie run): only the newest run of a gold file");
    expect(stderr).not.toContain("--resume");
  });

  test("another depth is refused", async () => {
    await started();
    expect(await refusal("--bm25 corpus.jsonl -m recall@20")).toContain(
      "it asked for 2 hits, and now for 20 hits",
    );
    expect(await refusal("--bm25 corpus.jsonl -m recall@2 --depth 3")).toContain("and now for 3 hits");
  });

  test("another corpus, and the same one with other documents, are refused", async () => {
    await started();
    expect(await refusal("--bm25 other.jsonl -m recall@2")).toContain(
      "its retriever bm25 was set up differently",
    );
    write({ "corpus.jsonl": corpus("new words") });
    expect(await refusal("--bm25 corpus.jsonl -m recall@2")).toContain(
      "the files that its retriever bm25 searches have changed",
    );
  });

  test("other rules are refused", async () => {
    await started();
    expect(await refusal("--bm25 corpus.jsonl -m recall@2 --ids chunk-suffix")).toContain("by other rules");
  });

  test("other queries are refused; without a flag, those of the run are asked", async () => {
    await started("--limit 3");
    expect(await refusal("--bm25 corpus.jsonl -m recall@2 --limit 4")).toContain(
      "it asked --limit 3, and now --limit 4",
    );
    const { stdout } = await goldie("run gold.jsonl --bm25 corpus.jsonl -m recall@2 --resume --json");
    expect(JSON.parse(stdout).runs[0].summary["recall@2"].counts.scored).toBe(3);
  });

  test("a limit for a run of all queries is refused", async () => {
    await started();
    expect(await refusal("--bm25 corpus.jsonl -m recall@2 --limit 3")).toContain(
      "it asked all queries, and now --limit 3",
    );
  });

  test("another filter is refused; changed code is a warning", async () => {
    const config = (tenant: number, comment = ""): string =>
      `${comment}export default { gold: "gold.jsonl", metrics: ["recall@2"], filter: { tenant: ${tenant} }, retrievers: { main: (_, { queryId }) => [queryId.replace("q", "d")] } };\n`;
    write({ "goldie.config.mjs": config(1) });
    await goldie("run");
    interrupt(2);
    write({ "goldie.config.mjs": config(2) });
    expect(await goldie("run --resume")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("its filter was another one"),
    });
    write({ "goldie.config.mjs": config(1, "// mended\n") });
    expect(await goldie("run --resume")).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/goldie\.config\.mjs has changed since run \S+ was started/),
    });
  });

  test("fewer retrievers are refused: the others would lose their scores", async () => {
    const answer = '(_, { queryId }) => [queryId.replace("q", "d")]';
    write({
      "goldie.config.mjs": `export default { gold: "gold.jsonl", metrics: ["recall@2"], retrievers: { a: ${answer}, b: ${answer} } };\n`,
    });
    await goldie("run");
    interrupt(2);
    expect(await refusal("--only a")).toContain("asked a, b, and now there is a");
    expect(await goldie("run --resume")).toMatchObject({ code: 0 });
    const { runs } = JSON.parse(readFileSync(join(runFolder(), "scores.json"), "utf8"));
    expect(runs).toMatchObject([{ name: "a" }, { name: "b" }]);
  });

  test("where nothing is left to ask, nothing is asked", async () => {
    await goldie("run gold.jsonl --bm25 corpus.jsonl");
    expect(await goldie("run gold.jsonl --bm25 corpus.jsonl --resume")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is complete, and none of its queries failed"),
    });
  });

  test("a manifest holds no key of a declared retriever", async () => {
    write({
      "goldie.config.json": JSON.stringify({
        gold: "gold.jsonl",
        filter: { key: "sesame" },
        retrievers: {
          main: { type: "http", url: "http://127.0.0.1:9/search", headers: { authorization: "sesame" } },
        },
      }),
    });
    await goldie("run --retries 0 --limit 1");
    expect(JSON.stringify(manifest())).not.toContain("sesame");
  });
});

test("of a data set in a folder, changed queries and judgements are seen", {
  timeout: 60_000,
}, async () => {
  const corpus = lines([
    { _id: "d1", text: "words" },
    { _id: "d2", text: "others" },
  ]);
  const queries = (words: string): string => lines([{ _id: "q1", text: words }]);
  const qrels = (doc: string): string => `query-id\tcorpus-id\tscore\nq1\t${doc}\t1\n`;
  write({
    "set/corpus.jsonl": corpus,
    "set/queries.jsonl": queries("words"),
    "set/qrels/test.tsv": qrels("d1"),
    "set/qrels/train.tsv": qrels("d1"),
  });
  const hashNow = async (): Promise<string> => {
    expect(await goldie("run set --bm25 set/corpus.jsonl -m recall@1")).toMatchObject({ code: 0 });
    return manifest().gold.hash;
  };
  const first = await hashNow();
  expect(await hashNow()).toBe(first);
  write({ "set/queries.jsonl": queries("words again") });
  const second = await hashNow();
  expect(second).not.toBe(first);
  write({ "set/qrels/test.tsv": `${qrels("d1")}q1\td2\t1\n` });
  expect(await hashNow()).not.toBe(second);
  expect(await goldie("run set --bm25 set/corpus.jsonl -m recall@1 --resume")).toMatchObject({
    stderr: expect.stringContaining("is complete"),
  });
});

test("--only-failed on an interrupted run leaves it unfinished: what was never asked is no result", {
  timeout: 60_000,
}, async () => {
  write({
    "gold.jsonl": gold(10),
    "down.json": '["q2"]',
    "goldie.config.mjs": `import { readFileSync } from "node:fs";
export default { gold: "gold.jsonl", metrics: ["recall@2"], retries: 0, concurrency: 1, retrievers: { main: (_, { queryId }) => {
  if (JSON.parse(readFileSync(new URL("down.json", import.meta.url), "utf8")).includes(queryId)) throw new Error("down");
  return [queryId.replace("q", "d")];
} } };\n`,
  });
  expect(await goldie("run")).toMatchObject({ code: 3 });
  interrupt(4);
  write({ "down.json": "[]" });
  expect(await goldie("run --only-failed")).toEqual({
    code: 3,
    stdout: "",
    stderr:
      "not scored, because some queries of this run were never asked: answered 4 of 10\nto ask them: goldie run --resume\n",
  });
  expect(manifest().state).toBe("cancelled");
  expect(await goldie("gate last --min recall@2=0.5")).toMatchObject({ code: 2 });
  const { code, stdout } = await goldie("run --resume --json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout).runs[0].summary["recall@2"]).toMatchObject({ mean: 1, counts: { scored: 10 } });
});

describe("answers from the cache", { timeout: 60_000 }, () => {
  const corpus = (first: number): string =>
    lines([
      { id: `d${first}`, text: "words" },
      { id: "d9", text: "others" },
    ]);
  const cachedConfig = (corpusFile: string): string =>
    JSON.stringify({
      gold: "gold.jsonl",
      metrics: ["recall@1"],
      cache: { version: "1" },
      retrievers: { main: { type: "bm25", corpus: corpusFile } },
    });
  const first = async (line: string): Promise<string> => {
    const { stderr, code } = await goldie(`${line} --json`);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const { file } = manifest().retrievers[0];
    const row = readFileSync(join(runFolder(), file), "utf8").split("\n")[0]!;
    return JSON.parse(row).hits[0].id;
  };
  beforeEach(() =>
    write({
      "gold.jsonl": lines([{ id: "q1", query: "words", relevant: ["d1", "d2", "d3"] }]),
      "one.jsonl": corpus(1),
      "two.jsonl": corpus(2),
    }),
  );

  test("are those of the same corpus, with the same documents", async () => {
    write({ "goldie.config.json": cachedConfig("one.jsonl") });
    expect(await first("run")).toBe("d1");
    expect((await goldie("run --json")).stdout).toContain('"cached": 1');
    write({ "goldie.config.json": cachedConfig("two.jsonl") });
    expect(await first("run")).toBe("d2");
    write({ "two.jsonl": corpus(3) });
    expect(await first("run")).toBe("d3");
  });

  test("are not used for retrievers of flags", async () => {
    write({ "goldie.config.json": cachedConfig("one.jsonl") });
    expect(await first("run --bm25 one.jsonl")).toBe("d1");
    expect(await first("run --bm25 two.jsonl")).toBe("d2");
  });

  test("are those of the config that names the retriever", async () => {
    const code = (id: string): string =>
      `export default { gold: "gold.jsonl", cache: { version: "1" }, retrievers: { main: () => ["${id}"] } };\n`;
    write({ "goldie.config.mjs": code("d1"), "other.mjs": code("d2") });
    expect(await first("run")).toBe("d1");
    expect(await first("run --config other.mjs")).toBe("d2");
  });
});

test("goldie runs gives a damaged run no name, and the others those that they go by", {
  timeout: 60_000,
}, async () => {
  write({ "gold.jsonl": gold(2), "corpus.jsonl": lines([{ id: "d1", text: "words 1" }]) });
  for (const note of ["first", "second", "third"])
    await goldie(`run gold.jsonl --bm25 corpus.jsonl --note ${note}`);
  const [, second] = readdirSync(join(cwd, ".goldie/runs")).sort();
  write({ [join(".goldie/runs", second!, "manifest.json")]: "{" });
  const rows = (await goldie("runs")).stdout.split("\n").slice(1, 4);
  expect(rows.map((row) => /^(\S*) .* (\S+)$/.exec(row)?.slice(1))).toEqual([
    ["last", "third"],
    ["", "second"],
    ["last~1", "first"],
  ]);
});

test("--where takes a tag of any name", { timeout: 60_000 }, async () => {
  write({
    "gold.jsonl": lines([{ id: "q1", query: "words", relevant: ["d1"], tags: { lang: "de" } }]),
    "corpus.jsonl": lines([{ id: "d1", text: "words" }]),
  });
  for (const tag of ["__proto__", "nope"])
    expect(await goldie(`run gold.jsonl --bm25 corpus.jsonl --where ${tag}=undefined`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`no query has ${tag}=undefined`),
    });
});
