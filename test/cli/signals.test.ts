// Every command ends within a second of a signal, with a code that is not 0. Runs the build.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepare, root } from "../../scripts/_prepare.mjs";

const goldie = join(root, JSON.parse(readFileSync(join(root, "package.json"), "utf8")).bin.goldie);
const folder = mkdtempSync(join(tmpdir(), "goldie-signals-"));
/** Milliseconds from the signal to the end; what still runs then is killed, and the test fails. */
const SOON = 1_000;
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;
/** Scoring so many takes more than a second. */
const MANY = 50_000;
const many = join(folder, "many");
/** How a retriever answers: without ever leaving the thread to others, or as those that wait for a reply do. */
const WAITS = { atOnce: "", waiting: "await new Promise((done) => setImmediate(done));" };
/** Shows the open files of a process. */
const canLook = existsSync("/proc/self/fd");

beforeAll(() => {
  prepare();
  const queries = Array.from({ length: 20_000 }, (_, q) => `q${q}`);
  const lines = queries.map((q) =>
    Array.from({ length: 100 }, (_, i) => `${q} Q0 d${i} ${i + 1} ${100 - i} t\n`).join(""),
  );
  const run = Buffer.from(lines.join(""));
  writeFileSync(join(folder, "big.run"), run);
  writeFileSync(join(folder, "big.run.gz"), gzipSync(run, { level: 1 }));
  writeFileSync(join(folder, "big.qrels"), queries.map((q) => `${q} 0 x${q} 1\n`).join(""));
  const text = (i: number): string => `The boat ${i} sails to the harbour of island ${i % 7}. `.repeat(30);
  const cases = Array.from({ length: 2_000 }, (_, i) => {
    const contexts = [text(i), text(i + 1)];
    const one = { id: `c${i}`, question: "Where?", answer: text(i), contexts, reference: text(i) };
    return `${JSON.stringify(one)}\n`;
  });
  writeFileSync(join(folder, "cases.jsonl"), cases.join(""));
  writeFileSync(join(folder, "few.jsonl"), cases.slice(0, 20).join(""));
  writeFileSync(
    join(folder, "gold.jsonl"),
    '{"id":"q1","query":"a","relevant":["d1"]}\n{"id":"q2","query":"b","relevant":["d2"]}\n',
  );
  writeFileSync(join(folder, "corpus.jsonl"), '{"id":"d1","text":"A boat sails to the island at noon."}\n');
  mkdirSync(join(folder, ".goldie"));
  const config = (retriever: string): string =>
    `export default { gold: "gold.jsonl", retrievers: { main: ${retriever} } };\n`;
  const asked = 'console.error("asked")';
  writeFileSync(
    join(folder, "silent.config.mjs"),
    config(`() => { ${asked}; return new Promise(() => {}); }`),
  );
  writeFileSync(join(folder, "fast.config.mjs"), config('async () => ["d1"]'));
  writeFileSync(
    join(folder, "again.config.mjs"),
    config(
      `{ retrieve() { ${asked}; return new Promise(() => {}); }, close() { process.kill(process.pid, "SIGINT"); return new Promise(() => {}); } }`,
    ),
  );
  mkdirSync(join(many, ".goldie"), { recursive: true });
  writeFileSync(
    join(many, "gold.jsonl"),
    Array.from({ length: MANY }, (_, q) => `{"id":"q${q}","query":"q ${q}","relevant":["d${q % 7}"]}\n`).join(
      "",
    ),
  );
  for (const [name, wait] of Object.entries(WAITS))
    writeFileSync(
      join(many, `${name}.config.mjs`),
      `let n = 0;
const retrieve = async (_, { queryId }) => {
  if (++n === ${MANY / 2} || n === ${MANY}) console.error(n === ${MANY} ? "the last" : "the middle");
  ${wait}
  return Array.from({ length: 10 }, (_, i) => "d" + ((queryId.length + i) % 9));
};
export default { gold: "gold.jsonl", retrievers: { main: retrieve } };
`,
    );
  // Ends neither when its input is closed nor by SIGTERM.
  writeFileSync(
    join(folder, "stubborn.mjs"),
    'import { writeFileSync } from "node:fs";\nprocess.on("SIGTERM", () => {});\nsetInterval(() => {}, 1000);\nprocess.stdin.on("data", () => writeFileSync("stubborn.asked", ""));\n',
  );
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (args: readonly string[], cwd = folder): ChildProcess =>
  spawn(process.execPath, [goldie, ...args], { cwd, stdio: ["pipe", "pipe", "pipe"] });

/** The exit code, when it has ended. */
async function codeOf(child: ChildProcess): Promise<number | null> {
  child.stderr!.resume();
  child.stdout!.resume();
  return (await once(child, "close"))[0];
}

/** The last run of the 50,000 queries: its state and scores. */
function lastOfMany(): { readonly state: string; readonly scores: unknown } {
  const runs = join(many, ".goldie/runs");
  const last = join(
    runs,
    readdirSync(runs)
      .filter((name) => !name.startsWith("."))
      .sort()
      .at(-1)!,
  );
  const { state } = JSON.parse(readFileSync(join(last, "manifest.json"), "utf8"));
  const scores = join(last, "scores.json");
  if (!existsSync(scores)) return { state, scores: undefined };
  const { summary, queries } = JSON.parse(readFileSync(scores, "utf8")).runs[0];
  return { state, scores: { summary, queries } };
}

let uninterrupted: Promise<unknown> | undefined;
/** The scores of a run that nobody stops. */
const wholeOfMany = (): Promise<unknown> => {
  uninterrupted ??= codeOf(start(["run", "--config", "atOnce.config.mjs"], many)).then(
    () => lastOfMany().scores,
  );
  return uninterrupted;
};

/** Resolves when it has printed this, or ended. */
const printed = (child: ChildProcess, text: string): Promise<void> =>
  new Promise((done) => {
    let all = "";
    for (const stream of [child.stdout!, child.stderr!])
      stream.on("data", (piece) => {
        all += piece;
        if (all.includes(text)) done();
      });
    child.once("exit", () => done());
  });

/** Resolves when this holds, or when the process has ended. */
async function until(child: ChildProcess, holds: () => boolean): Promise<void> {
  const ended = once(child, "exit");
  while (child.exitCode === null && child.signalCode === null && !holds())
    await Promise.race([setTimeout(3), ended]);
}

/** Has the process opened a file of this name? */
function hasOpen(child: ChildProcess, name: string): boolean {
  const fds = `/proc/${child.pid}/fd`;
  try {
    return readdirSync(fds).some((fd) => readlinkSync(join(fds, fd)).endsWith(name));
  } catch {
    return false;
  }
}

/** The exit code as a shell shows it; "running" if it has not ended in time. */
async function endOf(child: ChildProcess): Promise<number | string> {
  child.stderr!.resume();
  child.stdout!.resume();
  const ended = once(child, "close").then(([code, signal]: (number | string | null)[]) =>
    code === null ? SIGNALS[signal as keyof typeof SIGNALS] : code,
  );
  const code = await Promise.race([ended, setTimeout(SOON, "running")]);
  child.kill("SIGKILL");
  await ended;
  return code as number | string;
}

const signals = Object.entries(SIGNALS) as ["SIGINT" | "SIGTERM", number][];
const asides = (): string[] => readdirSync(folder).filter((name) => name.endsWith(".tmp"));

describe.skipIf(process.platform === "win32").each(signals)("%s (not on Windows)", (signal, code) => {
  describe.skipIf(!canLook)("while a large file is read (where there is /proc)", () => {
    test.each([
      ["eval", ["eval", "big.qrels", "big.run", "--threads", "1"], "big.run"],
      ["eval in two threads", ["eval", "big.qrels", "big.run", "--threads", "2"], "big.run"],
      ["eval, unpacking", ["eval", "big.qrels", "big.run.gz"], "big.run.gz"],
      ["doctor", ["doctor", "big.qrels", "big.run"], "big.run"],
      ["explain", ["explain", "ndcg@10", "big.qrels", "big.run", "--query", "q1"], "big.run"],
      ["fuse", ["fuse", "big.run", "big.run.gz", "-o", "out.run"], "big.run"],
      ["convert", ["convert", "big.run", "out.run", "--to", "trec-run"], "big.run"],
    ])("%s", async (_, args, file) => {
      writeFileSync(join(folder, "out.run"), "the old run\n");
      const child = start(args);
      await until(child, () => hasOpen(child, file));
      child.kill(signal);
      expect(await endOf(child)).toBe(code);
      expect(readFileSync(join(folder, "out.run"), "utf8")).toBe("the old run\n");
      expect(asides()).toEqual([]);
    });
  });

  test.each([
    ["eval", ["eval", "big.qrels", "-"]],
    ["doctor", ["doctor", "big.qrels", "-"]],
    ["convert", ["convert", "-", "other.csv", "--from", "trec-run"]],
  ])("%s, from standard input that never ends", async (_, args) => {
    const child = start(args);
    child.stdin!.on("error", () => {});
    let n = 0;
    // More than a pipe holds: it is at work once this is taken.
    while (n < 300_000 && child.exitCode === null) {
      const lines = Array.from(
        { length: 10_000 },
        () => `q${Math.floor(n / 100)} Q0 d${n++ % 100} 1 ${-n} t\n`,
      );
      await new Promise((taken) => child.stdin!.write(lines.join(""), taken));
    }
    child.kill(signal);
    expect(await endOf(child)).toBe(code);
    expect(existsSync(join(folder, "other.csv"))).toBe(false);
    expect(asides()).toEqual([]);
  });

  test("fuse, while it writes", async () => {
    writeFileSync(join(folder, "out.run"), "the old run\n");
    const child = start(["fuse", "big.run", "big.run.gz", "--depth", "10", "-o", "out.run"]);
    await until(child, () => asides().length > 0);
    child.kill(signal);
    expect(await endOf(child)).toBe(code);
    expect(readFileSync(join(folder, "out.run"), "utf8")).toBe("the old run\n");
    expect(asides()).toEqual([]);
  }, 60_000);

  describe("while a server does not answer", () => {
    test.each([
      ["judge", (url: string) => ["judge", "few.jsonl", "--judge", `${url}/v1#m`]],
      [
        "gold generate",
        (url: string) => ["gold", "generate", "corpus.jsonl", "-o", "made.jsonl", "--judge", `${url}/v1#m`],
      ],
      ["run --http", (url: string) => ["run", "gold.jsonl", "--http", `${url}/search?q={query}`]],
    ])("%s", async (_, args) => {
      const server = createServer(() => {});
      await once(server.listen(0, "127.0.0.1"), "listening");
      const asked = once(server, "request");
      const child = start(args(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
      await Promise.race([asked, once(child, "exit")]);
      child.kill(signal);
      expect(await endOf(child)).toBe(code);
      server.closeAllConnections();
      server.close();
    });
  });

  test.each([
    ["run, asking a function that never answers", ["run", "--config", "silent.config.mjs"], "asked"],
    ["run --watch, asking", ["run", "--watch", "--config", "silent.config.mjs"], "asked"],
    ["run --watch, waiting", ["run", "--watch", "--config", "fast.config.mjs"], "watching"],
  ])("%s", async (_, args, text) => {
    const child = start(args);
    await printed(child, text);
    child.kill(signal);
    expect(await endOf(child)).toBe(code);
  });

  describe("run, with 50,000 queries", () => {
    const goesOn = async (config: string): Promise<void> => {
      // The other signal stops it by the same code.
      if (signal !== "SIGINT") return;
      expect(await codeOf(start(["run", "--config", config, "--resume"], many))).toBe(0);
      expect(lastOfMany()).toEqual({ state: "complete", scores: await wholeOfMany() });
    };

    test.each(Object.keys(WAITS))(
      "in the middle (%s), and --resume completes it",
      async (name) => {
        await wholeOfMany();
        const config = `${name}.config.mjs`;
        const child = start(["run", "--config", config], many);
        await printed(child, "the middle");
        child.kill(signal);
        expect(await endOf(child)).toBe(code);
        expect(lastOfMany()).toEqual({ state: "cancelled", scores: undefined });
        await goesOn(config);
      },
      180_000,
    );

    test("while it scores, and --resume completes it", async () => {
      await wholeOfMany();
      const child = start(["run", "--config", "atOnce.config.mjs"], many);
      await printed(child, "the last");
      child.kill(signal);
      expect(await endOf(child)).toBe(code);
      expect(lastOfMany().scores).toBeUndefined();
      await goesOn("atOnce.config.mjs");
    }, 180_000);
  });

  test("run --command, whose process ends neither by itself nor by SIGTERM", async () => {
    rmSync(join(folder, "stubborn.asked"), { force: true });
    const child = start(["run", "gold.jsonl", "--command", `${process.execPath} stubborn.mjs`]);
    await until(child, () => existsSync(join(folder, "stubborn.asked")));
    child.kill(signal);
    expect(await endOf(child)).toBe(code);
  });

  test("judge, while the embedded judge works", async () => {
    const child = start(["judge", "cases.jsonl"]);
    await until(child, () => existsSync(join(folder, ".goldie/progress", `${child.pid}.json`)));
    child.kill(signal);
    expect(await endOf(child)).toBe(code);
  });

  test("mcp, waiting and while a tool runs", async () => {
    const call = { name: "eval", arguments: { gold: "big.qrels", runs: ["big.run"] } };
    for (const work of [false, true]) {
      const child = start(["mcp"]);
      child.stdin!.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
      await printed(child, '"id":1');
      if (work) {
        child.stdin!.write(
          `${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params: call })}\n`,
        );
        if (canLook) await until(child, () => hasOpen(child, "big.run"));
      }
      child.kill(signal);
      expect(await endOf(child)).toBe(code);
    }
  });
});

test.skipIf(process.platform === "win32")("a second Ctrl-C quits at once (not on Windows)", async () => {
  const child = start(["run", "--config", "again.config.mjs"]);
  await printed(child, "asked");
  const ended = once(child, "close");
  // Its retriever interrupts it again while it is closed.
  child.kill("SIGINT");
  expect(await ended).toEqual([null, "SIGINT"]);
});
