// Every command stops within a second of a signal, with slack for a busy machine. Runs the build.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
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
/** A second, and two more for a busy machine. */
const SOON = 3_000;
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;
/** Open files of a process are seen there. */
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
  writeFileSync(
    join(folder, "case.jsonl"),
    '{"id":"q1","question":"a?","answer":"b","contexts":["c"],"reference":"d"}\n',
  );
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [goldie, ...args], { cwd: folder, stdio: ["pipe", "ignore", "pipe"] });

/** Has the process opened a file of this name? */
function hasOpen(child: ChildProcess, name: string): boolean {
  const fds = `/proc/${child.pid}/fd`;
  try {
    return readdirSync(fds).some((fd) => readlinkSync(join(fds, fd)).endsWith(name));
  } catch {
    return false;
  }
}

/** The exit code, as a shell tells it; "running" where it goes on. */
async function endOf(child: ChildProcess): Promise<number | string> {
  child.stderr!.resume();
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
      const ended = once(child, "exit");
      while (child.exitCode === null && !hasOpen(child, file)) await Promise.race([setTimeout(3), ended]);
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

  test("judge, which waits for a server that does not answer", async () => {
    const server = createServer(() => {});
    await once(server.listen(0, "127.0.0.1"), "listening");
    const asked = once(server, "request");
    const child = start([
      "judge",
      "case.jsonl",
      "--judge",
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1#m`,
    ]);
    await Promise.race([asked, once(child, "exit")]);
    child.kill(signal);
    expect(await endOf(child)).toBe(code);
    server.closeAllConnections();
    server.close();
  });
});
