// `goldie judge` with models: a scripted server on this machine, modules, batches. What the embedded judge prints is in cases/.
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Effects } from "../../src/cli/effects.ts";
import { main } from "../../src/cli/main.ts";
import { createLexicalJudge } from "../../src/judges/lexical/index.ts";
import { follow } from "../../src/judges/model/_scripted.ts";
import type { ScorePairs } from "../../src/judges/pairs/pair-types.ts";
import { harbourCases, readsWell } from "../judges/_harbours.ts";
import { type ScriptedServer, startServer } from "../judges/_server.ts";
import { type TestEffects, testEffects } from "./_effects.ts";

const CASES = 6;
/** Two questions each: the reference, then the support. */
const IDEAL = 2 * CASES;
const KEY = "a-key-that-nobody-may-see";

let server: ScriptedServer;
let cwd: string;
const folders: string[] = [];
beforeAll(async () => {
  server = await startServer({ script: readsWell });
});
afterAll(async () => {
  await server.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "goldie-judge-"));
  folders.push(cwd);
  server.onRequest = () => {};
  write("cases.jsonl", lines(harbourCases(CASES)));
});

const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text);
const read = (name: string): string => readFileSync(join(cwd, name), "utf8");

async function goldie(
  argv: readonly string[],
  effects: TestEffects = testEffects({ cwd, env: { GOLDIE_API_KEY: KEY } }),
) {
  const before = server.requests;
  const code = await main(argv, effects);
  const [stdout, stderr] = [effects.stdout.text, effects.stderr.text];
  return { code, stdout, stderr, asked: server.requests - before };
}
const model = (): string[] => ["judge", "cases.jsonl", "--judge", `${server.url}#scripted`];

describe("a model over HTTP", { timeout: 30_000 }, () => {
  test("is asked two questions for a case, and none on a rerun", async () => {
    const first = await goldie([...model(), "-m", "context-recall,context-precision"]);
    expect(first).toMatchObject({ code: 0, asked: IDEAL });
    expect(first.stdout).toMatch(/^cases +0\.667 +1\.000$/m);
    expect(first.stdout).toContain("6 of 18 claims of the references are supported by no context:");
    expect(first.stdout).toMatch(
      /^cost: 12 calls, 10,800 input tokens, 720 output tokens; replies are saved in .goldie\/calls.jsonl$/m,
    );
    const again = await goldie([...model(), "-m", "context-recall,context-precision", "--json"]);
    expect(again.asked).toBe(0);
    const json = JSON.parse(again.stdout);
    expect(json.cost).toMatchObject({ calls: 0, reused: IDEAL });
    expect(json.runs[0]).toMatchObject({
      summary: { "context-recall": { mean: 2 / 3, counts: { scored: CASES } } },
      judges: [{ name: "http:scripted", version: expect.any(String) }],
    });
    expect(json.runs[0].unsupported).toHaveLength(CASES);
  });

  test("no key is printed or stored", async () => {
    const told = await goldie([...model(), "--records", "records.jsonl", "--json", "-o", "scores.json"]);
    expect(told.code).toBe(0);
    const stored = readdirSync(cwd, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
    expect(stored.length).toBeGreaterThan(3);
    expect([told.stdout, told.stderr, ...stored].filter((text) => text.includes(KEY))).toEqual([]);
  });

  test.skipIf(process.platform === "win32")(
    "journal and records are for their owner only (0600)",
    async () => {
      write("there.jsonl", "");
      chmodSync(join(cwd, "there.jsonl"), 0o640);
      expect((await goldie([...model(), "--records", "records.jsonl"])).code).toBe(0);
      expect((await goldie([...model(), "--records", "there.jsonl"])).code).toBe(0);
      const mode = (name: string): string => (statSync(join(cwd, name)).mode & 0o777).toString(8);
      expect([mode(".goldie/calls.jsonl"), mode("records.jsonl")]).toEqual(["600", "600"]);
      // Who may read a file that is there is up to the user.
      expect(mode("there.jsonl")).toBe("640");
    },
  );

  test("a second retriever costs one call a case: its references are known", async () => {
    write("other.jsonl", lines(harbourCases(CASES, 1)));
    const both = ["judge", "cases.jsonl", "other.jsonl", "--judge", `${server.url}#scripted`];
    const told = await goldie(both);
    expect(told).toMatchObject({ code: 0, asked: IDEAL + CASES });
    expect(told.stdout).toContain("diff: difference to cases");
  });

  test("a dry run tells the calls and sends nothing, and makes no file", async () => {
    const told = await goldie([...model(), "--dry-run", "--prices", "1,10"]);
    expect(told).toMatchObject({ code: 0, asked: 0 });
    expect(told.stdout).toMatch(/^6 cases by http:scripted@\S+ would take about$/m);
    expect(told.stdout).toMatch(/^all +12 +0 +[\d,]+ +[\d,]+ +\$0\.\d+$/m);
    expect(existsSync(join(cwd, ".goldie"))).toBe(false);
    await goldie(model());
    const { usage } = JSON.parse((await goldie([...model(), "--dry-run", "--json"])).stdout);
    expect(usage).toMatchObject({ calls: 0, reused: IDEAL });
  });

  test.each(["openai:some", "anthropic:some"])("a dry run by %s needs no key", async (name) => {
    const told = await goldie(["judge", "cases.jsonl", "--judge", name, "--dry-run"]);
    expect(told).toMatchObject({ code: 0, asked: 0 });
    expect(await goldie(["judge", "cases.jsonl", "--judge", name])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("needs an API key"),
    });
  });

  test("a budget stops it; what is not judged has failed, and a rerun pays for the rest", async () => {
    const some = await goldie([...model(), "--budget", "calls=5", "--concurrency", "1"]);
    // A third case could be begun, and not be ended.
    expect(some).toMatchObject({ code: 3, asked: 4 });
    expect(some.stderr.replace(/\s+/g, " ")).toContain("the budget of 5 calls does not reach this case");
    expect(some.stderr).toContain("--limit");
    expect(some.stdout).toMatch(/^ +6 +2 +4/m);
    expect(await goldie(model())).toMatchObject({ code: 0, asked: IDEAL - 4 });
  });

  test.each([
    ["calls=50", 25, ["--concurrency", "1"]],
    ["calls=50", 25, []],
    ["calls=10", 5, []],
    ["calls=1", 0, []],
  ])("a budget of %s gives %i whole cases of 40 (%j)", async (budget, whole, flags) => {
    write("cases.jsonl", lines(harbourCases(40)));
    const told = await goldie([...model(), "--budget", budget, "--json", ...flags]);
    expect(told).toMatchObject({ code: 3, asked: 2 * whole });
    const { counts } = JSON.parse(told.stdout).runs[0].summary["context-recall"];
    expect(counts).toMatchObject({ scored: whole, failed: 40 - whole });
  });

  test("a calibration of another judge is refused before anybody is asked", async () => {
    const known = new URL("cases/judge-calibration/input/calibration.json", import.meta.url);
    write("calibration.json", readFileSync(known, "utf8"));
    const told = await goldie([...model(), "--calibration", "calibration.json", "--quiet"]);
    expect(told).toMatchObject({ code: 2, asked: 0, stdout: "" });
    expect(told.stderr.replace(/\s+/g, " ")).toMatch(
      /the calibration is for lexical@2, but the records are by http:scripted/,
    );
  });

  test("a refused connection fails at once: one error, exit 3, no table", async () => {
    let waits = 0;
    const sleep: Effects["sleep"] = (ms, signal) => {
      // Deadlines of calls are far away.
      if (ms >= 60_000) return new Promise((done) => signal?.addEventListener("abort", () => done()));
      waits++;
      return Promise.resolve();
    };
    const closed = await startServer({ script: readsWell });
    const { url } = closed;
    await closed.close();
    const dead = ["judge", "cases.jsonl", "--judge", `${url}#m`, "--records", "records.jsonl"];
    for (const more of [[], ["--json"], ["-o", "scores.json"]]) {
      const told = await goldie([...dead, ...more], testEffects({ cwd, sleep }));
      expect(told).toMatchObject({ code: 3, stdout: "" });
      expect(told.stderr).toMatch(/^error\n/);
      expect(told.stderr.match(/connection refused/g)).toHaveLength(1);
      expect(told.stderr).not.toContain("warning");
      expect(existsSync(join(cwd, "records.jsonl")) || existsSync(join(cwd, "scores.json"))).toBe(false);
    }
    const evaluated = await goldie(
      ["eval", "cases.jsonl", "-m", "context-recall", "--judge", `${url}#m`],
      testEffects({ cwd, sleep }),
    );
    expect(evaluated).toMatchObject({ code: 3, stdout: "" });
    expect(evaluated.stderr.match(/connection refused/g)).toHaveLength(1);
    expect(waits).toBe(0);
  });

  test("when every call is refused, one error comes first and nothing else", async () => {
    const refusing = createServer((_, response) => {
      response.writeHead(404, { "content-type": "application/json" });
      response.end('{"error":{"message":"there is no model m"}}');
    });
    await new Promise<void>((ready) => refusing.listen(0, "127.0.0.1", ready));
    try {
      const url = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}/v1#m`;
      const told = await goldie(["judge", "cases.jsonl", "--judge", url]);
      expect(told).toMatchObject({ code: 3, stdout: "" });
      expect(told.stderr).toMatch(/^error\nthe model did not answer: HTTP 404: there is no model m\n {2}fix/);
      expect(told.stderr.match(/HTTP 404/g)).toHaveLength(1);
    } finally {
      refusing.closeAllConnections();
      refusing.close();
    }
  });

  test("an address without a model is an error that asks for one", async () => {
    const told = await goldie(["judge", "cases.jsonl", "--judge", server.url]);
    expect(told).toMatchObject({ code: 2, asked: 0, stdout: "" });
    expect(told.stderr).toContain(`${server.url}#MODEL`);
  });

  test.skipIf(!existsSync("/dev/full"))(
    "a full disk loses no reply that was paid for without saying so",
    async () => {
      symlinkSync("/dev/full", join(cwd, "full.jsonl"));
      const flags = ["--store", "full.jsonl", "--concurrency", "1", "--records", "records.jsonl"];
      // The first reply cannot be kept: no more are asked but what was on its way. All are used, and counted.
      const told = await goldie([...model(), ...flags, "-m", "context-recall"]);
      expect(told.code).toBe(3);
      expect(told.asked).toBeLessThanOrEqual(2);
      expect(told.stdout).toContain("context-recall");
      const many = told.asked === 1 ? "one reply is" : `${told.asked} replies are`;
      expect(told.stderr.replace(/\s+/g, " ")).toContain(
        `error full.jsonl ${many} only in memory: could not write the journal of model calls (ENOSPC`,
      );
      expect(read("records.jsonl").trim().split("\n")).toHaveLength(CASES);
      // Where the last replies are lost, the results are whole, and the exit code tells all the same.
      write("one.jsonl", lines(harbourCases(1).map((one) => ({ ...one, reference: "…" }))));
      const last = await goldie([
        "judge",
        "one.jsonl",
        "--judge",
        `${server.url}#other`,
        "--store",
        "full.jsonl",
      ]);
      expect(last).toMatchObject({ code: 3, asked: 1 });
      expect(last.stdout).toMatch(/^one .* 0\.667$/m);
      expect(last.stdout).not.toContain("replies are kept");
      expect(last.stderr.replace(/\s+/g, " ")).toContain("error full.jsonl one reply is only in memory");
      const evaluated = await goldie([
        ...["eval", "one.jsonl", "-m", "context-relevancy", "--judge", `${server.url}#third`],
        ...["--store", "full.jsonl", "--quiet"],
      ]);
      expect(evaluated).toMatchObject({ code: 3, asked: 1 });
      expect(evaluated.stdout).toContain("context-relevancy");
      expect(evaluated.stderr.replace(/\s+/g, " ")).toContain("error full.jsonl one reply is only in memory");
    },
  );

  test("a budget of money wants prices", async () => {
    expect(await goldie([...model(), "--budget", "money=1"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--prices IN,OUT"),
    });
    expect(await goldie([...model(), "--budget", "money=0.0001", "--prices", "1,1"])).toMatchObject({
      code: 3,
    });
  });

  test("repeats ask again, and tell how often it changed its mind", async () => {
    const told = await goldie([...model(), "--repeats", "3"]);
    expect(told).toMatchObject({ code: 0, asked: IDEAL + 2 * CASES });
    expect(told.stdout).toContain("asked 3 times");
    expect(told.stdout).toContain("0 of 90 verdicts changed between repeats (0.0 %)");
  });

  test("Ctrl-C keeps what was paid for, and --resume asks for the rest only", async () => {
    const effects = testEffects({ cwd });
    const before = server.requests;
    server.onRequest = (n) => {
      if (n === before + 7) effects.cancel();
    };
    const argv = [...model(), "--concurrency", "2", "--records", "records.jsonl", "--prices", "1,10"];
    const stopped = await goldie(argv, effects);
    expect(stopped).toMatchObject({ code: 130, stdout: "" });
    expect(stopped.stderr.replace(/\s+/g, " ")).toMatch(
      /^stopping: calls under way are paid for.* stopped: \d of 6 cases judged; their records are in records\.jsonl cost: [678] calls, [\d,]+ input tokens, [\d,]+ output tokens, \$0\.0\d+; replies are saved in \.goldie\/calls\.jsonl to go on, run the same command again with --resume $/,
    );
    expect(read("records.jsonl")).not.toContain("unjudged");
    server.onRequest = () => {};
    const rest = await goldie([...argv, "--resume"]);
    expect(rest.code).toBe(0);
    expect(stopped.asked + rest.asked).toBe(IDEAL);
    expect(read("records.jsonl").trim().split("\n")).toHaveLength(CASES);
  });

  test("records are scored again without a judge, and kept where they fit", async () => {
    await goldie([...model(), "--records", "records.jsonl"]);
    const again = await goldie(["judge", "records.jsonl", "-m", "context-recall"]);
    expect(again).toMatchObject({
      code: 0,
      asked: 0,
      stdout: expect.stringMatching(/^records +0\.667$/m),
    });
    rmSync(join(cwd, ".goldie"), { recursive: true });
    const [first, ...rest] = harbourCases(CASES);
    write("cases.jsonl", lines([{ ...first!, question: "What is new?" }, ...rest]));
    const resumed = await goldie([...model(), "--records", "records.jsonl", "--resume"]);
    expect(resumed).toMatchObject({ code: 0, asked: 2 });
    expect(await goldie(["judge", "records.jsonl", "--judge", "lexical"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        "--judge only applies when a judge runs; this file has judgements already",
      ),
    });
  });

  test("a sheet of claims for people is what calibrate reads, half filled in too", async () => {
    const argv = ["judge", "cases.jsonl", "--labels", "sheet.jsonl", "--quiet"];
    expect(await goldie(argv)).toMatchObject({ code: 0 });
    const rows = read("sheet.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const [first] = harbourCases(CASES);
    expect(rows[0]).toMatchObject({ id: first!.id, question: first!.question, claim: "c1", label: "" });
    expect(rows.length).toBeGreaterThan(CASES);
    expect(await goldie(argv)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("may contain labels"),
    });
    write("sheet.jsonl", lines(rows.map((row, i) => (i % 2 === 0 ? { ...row, label: "yes" } : row))));
    const told = await goldie(["calibrate", "sheet.jsonl", "--records", "cases.jsonl", "--json", "--quiet"]);
    expect(told).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(told.stdout).metrics[0].metric).toBe("context-recall");
  });

  test("nobody there: every case has failed, and the rest is not tried", async () => {
    let tries = 0;
    const effects = testEffects({
      cwd,
      fetch: async () => {
        tries++;
        throw new TypeError("fetch failed");
      },
      // Waits between tries are over at once; deadlines never come.
      sleep: (ms, signal) =>
        ms < 60_000
          ? Promise.resolve()
          : new Promise((done) => signal?.addEventListener("abort", () => done())),
    });
    const told = await goldie([...model(), "--concurrency", "1"], effects);
    expect(told).toMatchObject({ code: 3, stdout: "" });
    expect(told.stderr).toContain("check the address and the connection");
    expect(told.stderr.match(/fetch failed/g)).toHaveLength(1);
    expect(Math.max(...told.stderr.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(tries).toBeLessThan(6 * CASES);
  });
});

describe("a batch", { timeout: 30_000 }, () => {
  interface Line {
    readonly custom_id: string;
    readonly body: {
      readonly messages: never[];
      readonly response_format: { readonly json_schema: { readonly name: string } };
    };
  }
  /** What OpenAI's results file says to a batch file. */
  const answers = (batch: string): string =>
    lines(
      batch
        .trim()
        .split("\n")
        .map((line) => {
          const { custom_id, body } = JSON.parse(line) as Line;
          const content = follow(readsWell, { prompt: body.response_format.json_schema.name }, body.messages);
          const message = { role: "assistant", content };
          return {
            custom_id,
            response: {
              status_code: 200,
              body: {
                choices: [{ index: 0, message, finish_reason: "stop" }],
                usage: { prompt_tokens: 900, completion_tokens: 60 },
              },
            },
          };
        }),
    );

  test("is written, read, and gives the numbers of the direct way; nothing is sent", async () => {
    const first = await goldie([...model(), "--batch-out", "one.jsonl"]);
    expect(first).toMatchObject({ code: 0, asked: 0 });
    expect(first.stdout).toMatch(/^6 questions → one\.jsonl, for batches of OpenAI\./);
    expect(Math.max(...first.stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
    write("one-results.jsonl", answers(read("one.jsonl")));
    const second = await goldie([...model(), "--batch-in", "one-results.jsonl", "--batch-out", "two.jsonl"]);
    expect(second.stdout).toMatch(/^6 questions → two\.jsonl/);
    write("two-results.jsonl", answers(read("two.jsonl")));
    const third = await goldie([...model(), "--batch-in", "two-results.jsonl", "-m", "context-recall"]);
    expect(third).toMatchObject({ code: 0, asked: 0 });
    expect(third.stdout).toMatch(/^cases +0\.667$/m);
    expect(await goldie(model())).toMatchObject({ code: 0, asked: 0 });
  });

  test("what is still open has failed, and is not sent", async () => {
    await goldie([...model(), "--batch-out", "one.jsonl"]);
    write("one-results.jsonl", answers(read("one.jsonl")));
    const told = await goldie([...model(), "--batch-in", "one-results.jsonl"]);
    expect(told).toMatchObject({ code: 3, asked: 0 });
    expect(told.stderr).toContain("send the batch file");
  });
});

describe("a judge of one's own", { timeout: 30_000 }, () => {
  const judge = (name: string, ...flags: string[]) =>
    goldie(["judge", "cases.jsonl", "--judge", `./${name}`, "-m", "context-recall", ...flags]);

  test("a function that answers messages is asked once; another text of it is another judge", async () => {
    const text = `let calls = 0;
export const judge = (messages, schema) => {
  globalThis.__asked = (globalThis.__asked ?? 0) + 1;
  const lines = messages[1].content.split("\\n").slice(1);
  if (schema.properties.entities) return { claims: [lines[0]], entities: [] };
  return { claims: lines.filter((l) => /^c\\d/.test(l)).map((l) => ({ id: l.split(" ")[0], full: [], partial: [] })), relevant: [] };
};
`;
    const asked = () => (globalThis as { __asked?: number }).__asked ?? 0;
    write("judge.mjs", text);
    expect(await judge("judge.mjs")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^judge: function:judge\.mjs@/m),
    });
    expect(asked()).toBe(IDEAL);
    await judge("judge.mjs");
    expect(asked()).toBe(IDEAL);
    write("judge2.mjs", `${text}// other words\n`);
    await judge("judge2.mjs");
    expect(asked()).toBe(2 * IDEAL);
  });

  test("records of another scorer are judged again on --resume", async () => {
    write("scorer.mjs", "export {};\n");
    const by = (score: ScorePairs) =>
      goldie(
        [
          ...["judge", "cases.jsonl", "--judge", "./scorer.mjs", "-m", "context-recall"],
          ...["--records", "records.jsonl", "--resume"],
        ],
        testEffects({ cwd, load: async () => ({ default: createLexicalJudge({ score }) }) }),
      );
    const [none, all]: ScorePairs[] = [(pairs) => pairs.map(() => 0), (pairs) => pairs.map(() => 1)];
    const first = await by(none!);
    expect(first.stdout).toMatch(/^cases +0\.000/m);
    expect(first.stdout).toMatch(/^judge: lexical\+function@2 /m);
    const other = await by(all!);
    expect(other.stdout).toMatch(/^cases +1\.000/m);
    expect(other.stdout).toMatch(/^cost: [1-9]\d* pairs scored in [1-9]\d* batch/m);
    expect((await by(all!)).stdout).toMatch(/^cost: nothing/m);
  });

  test("a judge with its own limits", async () => {
    write(
      "own.mjs",
      `export default { by: { name: "mine", version: "7" }, limits: ["it always says yes"],
  judge: (one) => ({ claims: [{ id: "c1", text: one.reference, support: [{ chunk: 0, level: "full", by: ["1.1"] }] }], entities: [], relevant: [] }) };\n`,
    );
    const told = await judge("own.mjs");
    expect(told.code).toBe(0);
    expect(told.stdout).toContain("judge: mine@7 (it always says yes)\n");
    expect(told.stdout).toMatch(/^cases +1\.000$/m);
    expect(await judge("own.mjs", "--budget", "calls=1")).toMatchObject({ code: 2 });
  });

  test.each([
    ["export const nothing = 1;", "the module exports no judge"],
    ["export const judge = ;", "could not load the module"],
  ])("%s: %s", async (text, what) => {
    write("bad.mjs", text);
    expect(await judge("bad.mjs")).toMatchObject({ code: 2, stderr: expect.stringContaining(what) });
  });

  test("a file that is not there is reported as any other", async () => {
    expect(await judge("none.mjs")).toMatchObject({ code: 2, stderr: expect.stringContaining("none.mjs") });
  });
});
