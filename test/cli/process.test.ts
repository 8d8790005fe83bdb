// Tests that need a child process: signals, pipes, full disks. Runs the build.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepare, root } from "../../scripts/_prepare.mjs";

const { bin, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const goldie = join(root, bin.goldie);
const folder = mkdtempSync(join(tmpdir(), "goldie-process-"));
const isWindows = process.platform === "win32";

beforeAll(() => {
  prepare();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (
  args: readonly string[],
  stdout: "pipe" | number = "pipe",
  stdin: "pipe" | "ignore" = "ignore",
): ChildProcess => spawn(process.execPath, args, { cwd: folder, stdio: [stdin, stdout, "pipe"] });

/** Exit code (or signal) and what stderr says. */
async function end(child: ChildProcess): Promise<{ code: number | string; stderr: string }> {
  const [stderr, [code, signal]] = await Promise.all([text(child.stderr!), once(child, "close")]);
  return { code: code ?? signal, stderr };
}

describe("the program", () => {
  test("runs from its file, and through a link", async () => {
    const link = join(folder, "goldie");
    if (!isWindows) symlinkSync(goldie, link);
    for (const path of [goldie, ...(isWindows ? [] : [link])]) {
      const child = start([path, "--version"]);
      const [out, ended] = await Promise.all([text(child.stdout!), end(child)]);
      expect([out, ended]).toEqual([`${version}\n`, { code: 0, stderr: "" }]);
    }
  });

  test.each<readonly [string, ...string[]]>([
    ["eval", "gold.qrels", "run.csv", "-m", "rr"],
    ["explain", "rr", "gold.qrels", "run.csv", "--query", "q1"],
    ["gate", "gold.qrels", "run.csv", "--min", "rr=0.1"],
    ["report", "gold.qrels", "run.csv"],
  ])("%s loads the pieces of an engine", { timeout: 30_000 }, async (...words) => {
    writeFileSync(join(folder, "gold.qrels"), "q1 0 d1 1\n");
    writeFileSync(join(folder, "run.csv"), "query,doc,score\nq1,d1,2\nq1,d2,1\n");
    const child = start([goldie, ...words, "--engine", "duckdb"]);
    const [out, ended] = await Promise.all([text(child.stdout!), end(child)]);
    expect(ended).toEqual({ code: 0, stderr: "" });
    expect(out).not.toBe("");
  });

  test("wrong use ends with 2, and says so on stderr alone", async () => {
    const child = start([goldie, "evl"]);
    const [out, ended] = await Promise.all([text(child.stdout!), end(child)]);
    expect(out).toBe("");
    expect(ended).toEqual({ code: 2, stderr: expect.stringContaining("did you mean goldie eval?") });
  });

  test("a reader that has seen enough is no error", async () => {
    // More than a pipe holds: the rest cannot be written any more.
    const child = start([goldie, "metrics", "--json"]);
    child.stdout!.once("data", () => child.stdout!.destroy());
    expect(await end(child)).toEqual({ code: 0, stderr: "" });
  });

  test.skipIf(!existsSync("/dev/full"))(
    "a full disk behind standard output is reported (where there is /dev/full)",
    async () => {
      const ended = await end(start([goldie, "metrics"], openSync("/dev/full", "w")));
      expect(ended).toEqual({ code: 2, stderr: expect.stringContaining("the disk is full") });
    },
  );

  test("nobody waits for standard input where a file is not there", async () => {
    const child = start([goldie, "eval", "-", "no.run"], "pipe", "pipe");
    child.stdin!.on("error", () => {});
    child.stdin!.end("q1 0 d1 1\n");
    expect((await end(child)).code).toBe(2);
    const first = start([goldie, "eval", "no.qrels", "-"], "pipe", "pipe");
    expect((await end(first)).code).toBe(2);
  });

  test.each([
    ["an error in the gold", ["eval", "broken.jsonl", "-"], 2],
    [
      "an error in the gold, and a forced format",
      ["eval", "broken.jsonl", "-", "--run-format", "trec-run"],
      2,
    ],
    ["a metric that is not there", ["eval", "good.jsonl", "-", "-m", "nothing"], 2],
    ["doctor and an error in the gold", ["doctor", "broken.jsonl", "-"], 2],
    ["fuse and an error in another run", ["fuse", "broken.jsonl", "-", "-o", "fused.run"], 2],
    ["explain and an error in the gold", ["explain", "rr", "broken.jsonl", "-"], 2],
  ])(
    "standard input that stays open does not keep it: %s",
    async (_, args, code) => {
      writeFileSync(join(folder, "broken.jsonl"), '{"id":"q1","relevant":["d1"]}\n{"id":"q2","relevant":\n');
      writeFileSync(join(folder, "good.jsonl"), '{"id":"q1","relevant":["d1"]}\n');
      for (const first of ["", "q1 Q0 d1 1 2 t\n"]) {
        const child = start([goldie, ...args], "pipe", "pipe");
        child.stdin!.on("error", () => {});
        // Never ended: there may be more to come.
        if (first !== "") child.stdin!.write(first);
        child.stdout!.resume();
        const ended = end(child);
        const late = setTimeout(() => child.kill("SIGKILL"), 20_000);
        expect(await ended).toMatchObject({ code, stderr: expect.stringContaining("error") });
        clearTimeout(late);
      }
    },
    60_000,
  );

  test.skipIf(isWindows)("/dev/stdout may lead into a pipe (not on Windows)", async () => {
    writeFileSync(join(folder, "run.trec"), "q1 Q0 d1 1 2 t\n");
    const child = start([goldie, "convert", "run.trec", "/dev/stdout", "--to", "csv"]);
    const [out, { code }] = await Promise.all([text(child.stdout!), end(child)]);
    expect([out, code]).toEqual(["query,doc,score\nq1,d1,2\n", 0]);
  });

  test.skipIf(isWindows)("an interruption ends it at once (not on Windows)", async () => {
    writeFileSync(join(folder, "run.trec"), "q1 Q0 d1 1 2 t\n");
    const child = start([goldie, "eval", "-", "run.trec"], "pipe", "pipe");
    child.stdin!.on("error", () => {});
    // More than a pipe holds: once it is taken, the program is at work, and waits for the rest.
    const line = "q1 0 d1 1\n".repeat(100_000);
    await new Promise((taken) => child.stdin!.write(line, taken));
    child.kill("SIGINT");
    expect((await end(child)).code).toBe("SIGINT");
  });

  test.skipIf(isWindows)(
    "also where it computes without a pause (not on Windows)",
    async () => {
      const child = start([fileURLToPath(new URL("./_busy.mjs", import.meta.url))]);
      await once(child.stdout!, "data");
      child.kill("SIGTERM");
      const ended = await Promise.race([end(child), once(AbortSignal.timeout(10_000), "abort")]);
      child.kill("SIGKILL");
      expect(ended).toMatchObject({ code: "SIGTERM" });
    },
    30_000,
  );
});

describe("killed in the middle of writing", () => {
  const halfWritten = async (): Promise<ChildProcess> => {
    writeFileSync(join(folder, "scores.csv"), "the old scores\n");
    const child = start([fileURLToPath(new URL("./_write-half.mjs", import.meta.url))]);
    const [said] = await once(child.stdout!, "data");
    expect(String(said)).toBe("half\n");
    return child;
  };
  const asides = (): string[] => readdirSync(folder).filter((name) => name.endsWith(".tmp"));

  test("the old file is still there", async () => {
    const child = await halfWritten();
    expect(asides()).toHaveLength(1);
    child.kill("SIGKILL");
    await end(child);
    expect(readFileSync(join(folder, "scores.csv"), "utf8")).toBe("the old scores\n");
    for (const name of asides()) rmSync(join(folder, name));
  }, 30_000);

  test.skipIf(isWindows)(
    "interrupted, it also leaves nothing else (not on Windows)",
    async () => {
      const child = await halfWritten();
      child.kill("SIGINT");
      expect((await end(child)).code).toBe("SIGINT");
      expect(readFileSync(join(folder, "scores.csv"), "utf8")).toBe("the old scores\n");
      expect(asides()).toEqual([]);
    },
    30_000,
  );
});
