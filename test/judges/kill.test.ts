import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { below, randomFrom } from "../../src/core/random.ts";
import { harbourCases, readsWell } from "./_harbours.ts";
import { type ScriptedServer, startServer } from "./_server.ts";

const kills = 50;
const cases = 150;
const concurrency = 4;
// A question about the reference and one about the chunks.
const ideal = 2 * cases;

let folder: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "goldie-kill-"));
  program = join(folder, "child.mjs");
  // Starting 50 times from TypeScript would take a minute.
  await build({
    input: fileURLToPath(new URL("./_judge-child.ts", import.meta.url)),
    platform: "node",
    output: { file: program },
    logLevel: "silent",
  });
});
afterAll(() => rm(folder, { recursive: true }));

interface Ended {
  readonly code: number | null;
  readonly said: string;
}
/** Runs until its end, or until so many of its requests came in and a little later. */
function runChild(
  server: ScriptedServer,
  name: string,
  killAfter?: { requests: number; ms: number },
): Promise<Ended> {
  const { child, ended } = spawnChild(server, name);
  const before = server.requests;
  server.onRequest = (count) => {
    if (killAfter !== undefined && count - before === killAfter.requests)
      setTimeout(() => child.kill("SIGKILL"), killAfter.ms);
  };
  return ended;
}
function spawnChild(
  server: ScriptedServer,
  name: string,
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const args = [
    program,
    server.url,
    join(folder, `${name}.calls.jsonl`),
    join(folder, `${name}.jsonl`),
    `${cases}`,
    `${concurrency}`,
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (piece) => {
    said += String(piece);
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve({ code, said }));
  });
  return { child, ended };
}
const journalKeys = async (name: string): Promise<string[]> => {
  const text = await readFile(join(folder, `${name}.calls.jsonl`), "utf8").catch(() => "");
  // Only whole lines count: half of one is a call that is asked again.
  return text
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => (JSON.parse(line) as { key: string }).key);
};
const idle = async (server: ScriptedServer): Promise<void> => {
  while (server.open > 0) await new Promise((turn) => setTimeout(turn, 2));
};

describe("kill -9", () => {
  it(`at ${kills} random moments: the same records, and no request but those under way is made again`, async () => {
    const server = await startServer({ script: readsWell, latencyMs: 10 });
    try {
      expect(await runChild(server, "whole")).toEqual({ code: 0, said: "" });
      expect(server.requests).toBe(ideal);
      expect(server.peak).toBe(concurrency);

      const random = randomFrom(50);
      const start = server.requests;
      let asked = 0;
      let kept = 0;
      let again = 0;
      for (let i = 0; i < kills; i++) {
        const { code } = await runChild(server, "killed", {
          requests: 1 + below(random, 8),
          ms: below(random, 16),
        });
        expect(code).toBe(null);
        await idle(server);
        const lost = server.requests - start - asked - ((await journalKeys("killed")).length - kept);
        asked = server.requests - start;
        kept = (await journalKeys("killed")).length;
        expect(lost).toBeGreaterThanOrEqual(0);
        expect(lost).toBeLessThanOrEqual(concurrency);
        again += lost;
      }
      expect(kept).toBeLessThan(ideal);
      expect(await runChild(server, "killed")).toEqual({ code: 0, said: "" });
      const keys = await journalKeys("killed");
      expect(keys.length).toBe(ideal);
      expect(new Set(keys).size).toBe(ideal);
      expect(server.requests - start).toBe(ideal + again);
      expect(again).toBeGreaterThan(0);

      const records = await readFile(join(folder, "killed.jsonl"), "utf8");
      expect(records).toBe(await readFile(join(folder, "whole.jsonl"), "utf8"));
      expect(records.split("\n").length).toBe(harbourCases(cases).length + 1);

      const before = server.requests;
      expect(await runChild(server, "killed")).toEqual({ code: 0, said: "" });
      expect(server.requests).toBe(before);
    } finally {
      await server.close();
    }
  });

  it("two processes on one journal ask each question once", async () => {
    const server = await startServer({ script: readsWell, latencyMs: 10 });
    try {
      const both = await Promise.all([runChild(server, "shared"), runChild(server, "shared")]);
      expect(both).toEqual([
        { code: 0, said: "" },
        { code: 0, said: "" },
      ]);
      const keys = await journalKeys("shared");
      expect(new Set(keys).size).toBe(ideal);
      // Each line of either is whole.
      expect(keys.length).toBe(ideal);
      expect(server.requests).toBe(ideal);
      expect(await readFile(join(folder, "shared.jsonl"), "utf8")).not.toBe("");
      // Who asks what is of interest while somebody asks.
      expect(existsSync(join(folder, "shared.calls.jsonl.claims"))).toBe(false);
      const before = server.requests;
      expect(await runChild(server, "shared")).toEqual({ code: 0, said: "" });
      expect(server.requests).toBe(before);
    } finally {
      await server.close();
    }
  });

  it("a process that was killed holds up nobody: its questions go to the one that waits", async () => {
    const server = await startServer({ script: readsWell, latencyMs: 30 });
    const claims = join(folder, "left.calls.jsonl.claims");
    const opened = (): number => readFileSync(claims, "utf8").split('"hello"').length - 1;
    try {
      const first = spawnChild(server, "left");
      const second = spawnChild(server, "left");
      // Both are there, and each asks what the other waits for.
      server.onRequest = () => {
        if (opened() === 2) first.child.kill("SIGKILL");
      };
      expect((await first.ended).code).toBe(null);
      server.onRequest = () => {};
      expect(await second.ended).toEqual({ code: 0, said: "" });
      const keys = await journalKeys("left");
      expect(new Set(keys).size).toBe(ideal);
      expect(keys.length).toBe(ideal);
      // Only what the killed one had under way was asked again.
      expect(server.requests - ideal).toBeLessThanOrEqual(concurrency);
    } finally {
      await server.close();
    }
  });
});
