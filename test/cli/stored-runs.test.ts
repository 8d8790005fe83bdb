// `goldie run` and what other commands do with the runs that it stores, in a real folder.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { type Given, testEffects } from "./_effects.ts";
import { readCommandLine } from "./_words.ts";

let cwd: string;
let minute: number;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "goldie-stored-"));
  minute = 0;
  write({
    "gold.jsonl": gold(["q1", "q2", "q3", "q4"]),
    "lists.json": lists(["a", "x", "x", "d"]),
    ...CONFIG,
  });
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
}

const ANSWERS: Readonly<Record<string, string>> = { q1: "a", q2: "b", q3: "c", q4: "d" };
const gold = (ids: readonly string[]): string =>
  ids
    .map((id) => `${JSON.stringify({ id, query: `where is ${ANSWERS[id]}?`, relevant: [ANSWERS[id]] })}\n`)
    .join("");
/** What comes first for each query; what comes second is right. */
const lists = (first: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(Object.keys(ANSWERS).map((id, i) => [id, [first[i], ANSWERS[id]]])));

const CONFIG = {
  "goldie.config.mjs": `import { readFileSync } from "node:fs";
const lists = () => JSON.parse(readFileSync(new URL("lists.json", import.meta.url), "utf8"));
export default {
  gold: "gold.jsonl",
  metrics: ["rr", "recall@2"],
  retries: 0,
  retrievers: {
    main(query, { queryId }) {
      const list = lists()[queryId];
      if (list[0] === "fails") throw new Error("the index is down");
      return list;
    },
    second: (query, { queryId }) => [...lists()[queryId]].reverse(),
  },
};
`,
};

/** Runs a command a minute after the one before. */
async function goldie(line: string, given: Partial<Given> = {}) {
  const effects = testEffects({ cwd, ...given });
  const date = new Date(2026, 4, 20, 10, minute++, 0);
  const { argv } = readCommandLine(`goldie ${line}`);
  const code = await main(argv, { ...effects, date: () => date });
  return { code, stdout: effects.stdout.text, stderr: effects.stderr.text };
}
const runFolder = (): string => {
  const runs = join(cwd, ".goldie/runs");
  return join(runs, readdirSync(runs).sort().at(-1)!);
};

describe("names of stored runs", { timeout: 60_000 }, () => {
  test("work in eval, explain, convert, doctor and fuse, where a run file is wanted", async () => {
    expect(await goldie("run")).toMatchObject({ code: 0, stderr: expect.stringContaining("best rr") });
    const both = await goldie("eval gold.jsonl last -m rr");
    expect(both).toMatchObject({ code: 0, stdout: expect.stringMatching(/^main .*\nsecond /m) });
    const one = await goldie("eval gold.jsonl last/main -m rr --json");
    expect(JSON.parse(one.stdout).runs).toMatchObject([{ name: "main", summary: { rr: { mean: 0.75 } } }]);
    expect(await goldie("explain rr gold.jsonl last/main --query q2")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("0.5"),
    });
    expect(await goldie("convert last/second out.trec")).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, "out.trec"), "utf8")).toMatch(/^q1 Q0 a 1 /);
    expect(await goldie("doctor gold.jsonl last")).toMatchObject({ code: 0 });
    expect(await goldie("fuse last -o fused.jsonl")).toMatchObject({ code: 0 });
    expect(existsSync(join(cwd, "fused.jsonl"))).toBe(true);
  });

  test("a file of that name comes first", async () => {
    await goldie("run");
    write({ last: '{"id":"q1","hits":["a"]}\n' });
    const { stdout } = await goldie("eval gold.jsonl last -m rr --json");
    expect(JSON.parse(stdout).runs).toMatchObject([{ name: "last", summary: { rr: { mean: 0.25 } } }]);
  });

  test("an id, the start of one, and a note name a run, from a folder below, too", async () => {
    await goldie("run --only main --note 'first try'");
    const [id] = readdirSync(join(cwd, ".goldie/runs"));
    mkdirSync(join(cwd, "src"));
    for (const ref of [id!, id!.slice(0, 15), "'first try'", "'first try/main'"]) {
      const { stdout } = await goldie(`eval ../gold.jsonl ${ref} -m rr --json`, { cwd: join(cwd, "src") });
      expect(JSON.parse(stdout).runs, ref).toMatchObject([{ name: "main" }]);
    }
  });

  test("where one is needed, the choices are listed", async () => {
    await goldie("run");
    for (const line of [
      "gate last --min rr=0.5",
      "bless last",
      "explain rr gold.jsonl last",
      "convert last a.trec",
    ])
      expect(await goldie(line), line).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("fix  name one: last/main, last/second"),
      });
    expect(await goldie("eval gold.jsonl last/mian")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("use one of: main, second"),
    });
    expect(await goldie("eval gold.jsonl last~4")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("there is no run last~4: only one is stored"),
    });
  });

  test("queries that were not asked count as nothing, not as missed", async () => {
    await goldie("run --limit 2 --only main");
    const { stdout } = await goldie("eval gold.jsonl last -m rr --json");
    expect(JSON.parse(stdout).runs).toMatchObject([
      { summary: { rr: { mean: 0.75, counts: { scored: 2 } } } },
    ]);
  });
});

describe("compare", { timeout: 60_000 }, () => {
  test("last~1 last pairs retrievers of the same name; last alone compares its retrievers", async () => {
    await goldie("run");
    write({ "lists.json": lists(["a", "b", "x", "d"]) });
    const { stdout } = await goldie("run");
    expect(stdout).toContain("since run 20260520-");
    expect(stdout).toMatch(/main +rr +0\.750 → 0\.875 +\+0\.125 +could be noise/);
    const paired = await goldie("compare last~1 last -m rr");
    expect(paired.code).toBe(0);
    expect(paired.stdout).toContain("last/main against last~1/main");
    expect(paired.stdout).toContain("last/second against last~1/second");
    expect(await goldie("compare last~1 last --json")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("goldie compare last~1/main last/main --json"),
    });
    expect((await goldie("compare last~1/main last/main -m rr")).stdout).toContain("+0.125");
    expect((await goldie("compare last -m rr")).stdout).toContain("second against main");
  });

  test("a metric without a cut-off looks as far in a stored run as it did in the run", async () => {
    write({
      "goldie.config.mjs": `const others = Array.from({ length: 60 }, (_, i) => "x" + i);
export default {
  gold: "gold.jsonl", depth: 50,
  retrievers: {
    main: (query, { k }) => [...others.slice(0, 6), query.at(-2), ...others.slice(6)].slice(0, k),
  },
};\n`,
    });
    await goldie("run -m recall@5");
    const { stdout } = await goldie("run -m recall@5,rr --json");
    expect(JSON.parse(stdout).runs[0].summary).toMatchObject({
      "recall@5": { mean: 0 },
      rr: { mean: 1 / 7 },
    });
    const again = await goldie("eval gold.jsonl last -m recall@5,rr --json");
    expect(JSON.parse(again.stdout).runs[0].summary.rr.mean).toBe(1 / 7);
    expect((await goldie("compare x=last~1 y=last -m rr")).stdout).toMatch(/rr +0\.143 +0\.143/);
    expect(await goldie("gate last --min rr=0.14")).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(join(runFolder(), "manifest.json"), "utf8")).settings).toMatchObject({
      ask: 50,
    });
  });

  const near = (id: string, score: number) => ({ id, score });
  test("the list is the ranking under a dialect that sorts by score, in a stored run too", async () => {
    write({
      "goldie.config.mjs": `const near = (id, i) => ({ id, score: i / 10 });
export default {
  gold: "gold.jsonl",
  retrievers: { main: (query) => [query.at(-2), "x1", "x2", "x3", "x4"].map(near) },
};\n`,
      "file.jsonl": Object.entries(ANSWERS)
        .map(([id, doc]) => `${JSON.stringify({ id, hits: [near("x", 1), near(doc, 2)] })}\n`)
        .join(""),
    });
    const ran = await goldie("run --as trec_eval -m recip_rank --json");
    expect(JSON.parse(ran.stdout).runs[0].summary.recip_rank.mean).toBe(1);
    const means = async (line: string) => {
      const { stdout, stderr } = await goldie(line);
      expect(stderr, line).toBe("");
      return JSON.parse(stdout).runs.map(
        ({ summary }: { summary: Record<string, { mean: number }> }) => Object.values(summary)[0]!.mean,
      );
    };
    expect(await means("eval gold.jsonl last --as trec_eval -m recip_rank --json")).toEqual([1]);
    expect(await means("eval gold.jsonl last -m trec_eval:recip_rank --json")).toEqual([1]);
    // A file beside it is still sorted as the tool sorts it.
    expect(await means("eval gold.jsonl last file.jsonl --as trec_eval -m recip_rank --json")).toEqual([
      1, 1,
    ]);
    const both = await goldie("compare gold.jsonl last file.jsonl --as trec_eval -m recip_rank");
    expect(both.stdout).toMatch(/recip_rank +1\.000 +1\.000/);
    const why = await goldie("explain recip_rank gold.jsonl last --as trec_eval --query q1");
    expect(why.stdout).toContain("recip_rank of query q1 in main: 1\n");
  });

  test("other metrics, or other gold, are scored from the stored answers", async () => {
    await goldie("run");
    expect((await goldie("compare last -m hit@2")).stdout).toMatch(/hit@2 +1\.000 +1\.000/);
    write({ "other.jsonl": gold(["q2"]) });
    expect((await goldie("compare other.jsonl last -m rr")).stdout).toMatch(/rr +0\.500 +1\.000/);
  });
});

describe("compare where only one run has the metric", { timeout: 60_000 }, () => {
  test("both are scored again, and named by what they are called on the command line", async () => {
    await goldie("run --only main -m rr");
    await goldie("run --only main -m recall@2,rr");
    for (const line of ["compare last~1 last -m recall@2", "compare last last~1 -m recall@2"])
      expect(await goldie(line), line).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/last~1\/main/),
      });
    // A file of results beside a stored run of the same name.
    await goldie("run --only main -m rr -o main.json --per-query");
    const { stdout, stderr } = await goldie("compare main.json last -m rr@1");
    expect(stderr + stdout).not.toContain("two runs are called");
  });

  test("runs of different gold are not scored with the first one's", async () => {
    await goldie("run --only main -m rr");
    write({ "other.jsonl": gold(["q1", "q2"]) });
    await goldie("run other.jsonl --only main -m rr");
    expect(await goldie("compare last~1 last -m recall@2")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("last~1/main was run with gold.jsonl, and last/main with other.jsonl"),
    });
    expect(await goldie("compare --gold other.jsonl last~1/main last/main -m recall@2")).toMatchObject({
      code: 0,
    });
  });
});

describe("eval --missed", { timeout: 60_000 }, () => {
  test("knows of a stored run what the run itself knew", async () => {
    write({
      "goldie.config.mjs": `export default {
  gold: "gold.jsonl", metrics: ["recall@2"], retries: 0,
  retrievers: { main(query, { queryId }) {
    if (queryId === "q1") return { hits: ["x"], filtered: ["a"] };
    if (queryId === "q2") return { hits: ["x"], stages: { found: ["x", "b"], reranked: ["x"] } };
    if (queryId === "q3") return ["x", "y"];
    return [];
  } },
};\n`,
    });
    const missedIn = (stdout: string) => JSON.parse(stdout).runs[0].missed;
    const ran = missedIn((await goldie("run --allow-no-overlap --json --missed")).stdout);
    expect(ran.counts).toMatchObject({ filtered: 1, "lost-in-stage": 1, "beyond-depth": 1, empty: 1 });
    const again = await goldie("eval gold.jsonl last -m recall@2 --allow-no-overlap --json --missed");
    expect(missedIn(again.stdout)).toEqual(ran);
  });
});

describe("gate and bless", { timeout: 60_000 }, () => {
  const withRules = (rules: string): void =>
    write({
      "goldie.config.mjs": CONFIG["goldie.config.mjs"].replace("retries: 0,", `retries: 0, gate: ${rules},`),
    });

  test("without a run the gate takes the last one, with the rules of the config", async () => {
    withRules('[{ metric: "rr", min: 0.7 }, { metric: "rr", notWorseThan: "baseline" }]');
    await goldie("run --only main");
    expect(await goldie("bless last")).toMatchObject({ code: 0 });
    expect(await goldie("gate")).toMatchObject({ code: 0, stdout: expect.stringContaining("2 rules met") });
    write({ "lists.json": lists(["x", "x", "x", "x"]) });
    await goldie("run --only main");
    const { code, stdout } = await goldie("gate");
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAIL +min rr=0\.7 +mean 0\.500/);
  });

  test("rules about latency read the timings of the stored run", async () => {
    await goldie("run --only main");
    expect(await goldie("gate last --max latency-p95=200")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("pass  max latency-p95=200"),
    });
    expect(await goldie("gate gold.jsonl run.jsonl --max latency-p95=200")).toMatchObject({ code: 2 });
  });
});

describe("going on", { timeout: 60_000 }, () => {
  test("Ctrl-C keeps what was answered, says how to go on, and --resume asks the rest", async () => {
    const effects = testEffects({ cwd });
    write({
      "goldie.config.mjs": `export default {
  gold: "gold.jsonl", metrics: ["rr"], concurrency: 1,
  retrievers: { main: async (query, { queryId, signal }) => {
    globalThis.goldieAsked?.(queryId);
    return [{ q1: "a", q2: "b", q3: "c", q4: "d" }[queryId]];
  } },
};\n`,
    });
    const asked: string[] = [];
    const shared = globalThis as { goldieAsked?: ((query: string) => void) | undefined };
    shared.goldieAsked = (query) => {
      asked.push(query);
      if (query === "q3") effects.cancel();
    };
    try {
      expect(await main(["run"], effects)).toBe(130);
      expect(effects.stderr.text).toMatch(/stopped: answered \d of 4\nto continue: goldie run --resume\n/);
      expect(await goldie("eval gold.jsonl last")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("goldie run --resume"),
      });
      expect((await goldie("runs")).stdout).toContain("cancelled");
      const before = asked.length;
      shared.goldieAsked = (query) => void asked.push(query);
      const { code, stdout } = await goldie("run --resume --json");
      expect(code).toBe(0);
      expect(JSON.parse(stdout).runs[0].summary.rr).toMatchObject({ mean: 1, counts: { scored: 4 } });
      expect(new Set(asked)).toEqual(new Set(["q1", "q2", "q3", "q4"]));
      expect(asked.slice(before)).not.toContain("q1");
      expect((await goldie("runs")).stdout).toContain("complete");
    } finally {
      shared.goldieAsked = undefined;
    }
  });

  test("--only-failed asks the failed queries of the last run again", async () => {
    write({ "lists.json": lists(["a", "fails", "x", "d"]) });
    expect(await goldie("run --only main")).toMatchObject({
      code: 3,
      stdout: expect.stringContaining("goldie run --only main --only-failed"),
    });
    expect(await goldie("bless last")).toMatchObject({ code: 3 });
    write({ "lists.json": lists(["x", "b", "x", "x"]) });
    const { code, stdout } = await goldie("run --only main --only-failed --json");
    expect(code).toBe(0);
    // q2 was asked again; the others keep their answers.
    expect(JSON.parse(stdout).runs[0].summary.rr.mean).toBe(0.875);
    expect(readdirSync(join(cwd, ".goldie/runs"))).toHaveLength(1);
    expect(await goldie("run --only main --only-failed")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^no query of run .* failed\n$/),
    });
  });

  test("an answer that the rules refuse is stored as a failed one", async () => {
    write({
      "goldie.config.mjs": `export default {
  gold: "gold.jsonl", metrics: ["rr"], retries: 0,
  retrievers: { main: (query, { queryId }) => queryId === "q2" ? [{ id: null, text: "b" }] : [query.at(-2)] },
};\n`,
    });
    expect(await goldie("run")).toMatchObject({ code: 3, stdout: expect.stringContaining("--only-failed") });
    const countsIn = async (line: string) => {
      const { code, stdout } = await goldie(line);
      expect(code, line).toBe(3);
      return JSON.parse(stdout).runs[0].summary.rr;
    };
    const counts = { scored: 3, failed: 1 };
    expect(await countsIn("eval gold.jsonl last -m rr --json")).toMatchObject({ mean: 1, counts });
    expect(await countsIn("run --only-failed --json")).toMatchObject({ mean: 1, counts });
  });

  test("changed gold or other retrievers cannot go on", async () => {
    await goldie("run --only main");
    expect(await goldie("run --resume --only second")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("asked main, and now there is second"),
    });
    write({ "gold.jsonl": gold(["q1"]) });
    expect(await goldie("run --resume --only main")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("has changed since run"),
    });
  });
});

describe("what is stored", { timeout: 60_000 }, () => {
  test("says where it comes from, and no key", async () => {
    write({ ".git/HEAD": "ref: refs/heads/work\n", ".git/refs/heads/work": `${"a1".repeat(20)}\n` });
    await goldie("run --only main --note n");
    const manifest = JSON.parse(readFileSync(join(runFolder(), "manifest.json"), "utf8"));
    expect(manifest).toMatchObject({
      state: "complete",
      gold: { file: "gold.jsonl", queries: 4 },
      config: { file: "goldie.config.mjs" },
      git: { commit: "a1".repeat(20), branch: "work" },
      settings: { metrics: ["rr", "recall@2"] },
    });
    const scores = JSON.parse(readFileSync(join(runFolder(), "scores.json"), "utf8"));
    expect(scores.runs[0].queries.q1).toMatchObject({ rr: 1 });
  });

  test("goldie runs lists id, time, retrievers, queries, scores, state and note", async () => {
    await goldie("run --note 'first try'");
    await goldie("run --only main");
    const { stdout } = await goldie("runs");
    const [, last, before] = stdout.split("\n");
    expect(last).toMatch(/^last +20260520-\S+ +2026-05-20 \d\d:\d\d +main +4 +rr 0\.750 +complete$/);
    expect(before).toMatch(/^last~1 .* main, second .* complete +first try$/);
    const { runs } = JSON.parse((await goldie("runs --json --limit 1")).stdout);
    expect(runs).toMatchObject([{ state: "complete", retrievers: [{ name: "main", scores: { rr: 0.75 } }] }]);
    expect((await goldie("runs --limit 1")).stdout).toContain("and 1 older run; --limit 2 lists all");
  });

  test("zeros that no rule mends are kept apart: the next run is not compared with them", async () => {
    write({ "lists.json": JSON.stringify({ q1: ["a::1"], q2: ["b::1"], q3: ["c::1"], q4: ["d::1"] }) });
    expect(await goldie("run --only main")).toMatchObject({ code: 2, stdout: "" });
    const { code, stdout } = await goldie("run --only main --ids 's/::.*//'");
    expect(code).toBe(0);
    expect(stdout).not.toContain("since run");
  });
});

describe("gold that was edited after a run was stored", { timeout: 60_000 }, () => {
  const EDITED = "gold.jsonl was edited after last/main was scored: the gold of 1 of 4 queries changed";
  const flat = (text: string): string => text.replace(/\s+/g, " ");
  const edit = (): void =>
    write({ "gold.jsonl": gold(["q1", "q2", "q3", "q4"]).replace('["b"]', '["b","x"]') });

  test("gate does not pass on the old scores; with the gold named it scores again", async () => {
    await goldie("run --only main");
    expect(await goldie("gate last --min rr=0.5")).toMatchObject({ code: 0 });
    edit();
    const refused = await goldie("gate last --min rr=0.5");
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(flat(refused.stderr)).toContain(EDITED);
    expect(await goldie("gate last --gold gold.jsonl --min rr=0.8")).toMatchObject({ code: 0 });
  });

  test("compare and bless warn; a run with the gold of today needs no warning", async () => {
    await goldie("run --only main");
    await goldie("run --only main");
    edit();
    const both = await goldie("compare last~1 last");
    expect(both.code).toBe(0);
    expect(flat(both.stderr)).toContain("gold.jsonl was edited after last~1/main was scored");
    expect(flat((await goldie("bless last")).stderr)).toContain(EDITED);
    await goldie("run --only main");
    expect((await goldie("compare last~1 last")).stderr).not.toContain("was edited after");
    expect((await goldie("gate last --min rr=0.5")).stderr).not.toContain("was edited after");
  });

  test("another order of lines, other words and new queries change no stored score", async () => {
    await goldie("run --only main");
    const lines = gold(["q4", "q3", "q2", "q1"]).replace("where is b?", "where is b now?");
    write({ "gold.jsonl": `${lines}{"id":"q5","relevant":["e"]}\n` });
    expect(await goldie("gate last --min rr=0.5")).toMatchObject({ code: 0, stderr: "" });
  });
});

test("goldie run names the run that it was compared with", { timeout: 60_000 }, async () => {
  const next = async (): Promise<string | undefined> => {
    const { stdout, stderr } = await goldie("run --only main");
    return /goldie compare (\S+) last$/m.exec(stdout + stderr)?.[1];
  };
  expect(await next()).toBeUndefined();
  expect(await next()).toBe("last~1");
  await goldie("run --only second");
  const [, second] = readdirSync(join(cwd, ".goldie/runs")).sort();
  expect(await next()).toBe(second);
  expect(await goldie(`compare ${second} last`)).toMatchObject({ code: 0 });
});
