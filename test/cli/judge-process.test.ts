// Real signals to a run that a model judges. It runs the build.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepare, root } from "../../scripts/_prepare.mjs";
import { harbourCases, readsWell } from "../judges/_harbours.ts";
import { type ScriptedServer, startServer } from "../judges/_server.ts";

const CASES = 20;
const goldie = join(root, JSON.parse(readFileSync(join(root, "package.json"), "utf8")).bin.goldie);
const folder = mkdtempSync(join(tmpdir(), "goldie-judge-process-"));
let server: ScriptedServer;

beforeAll(async () => {
  prepare();
  server = await startServer({ script: readsWell });
  const rows = harbourCases(CASES).map((one) => `${JSON.stringify(one)}\n`);
  writeFileSync(join(folder, "cases.jsonl"), rows.join(""));
}, 120_000);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Judges, and gets each of these signals at so many requests of this run. */
async function judged(signals: Readonly<Record<number, NodeJS.Signals>>, ...flags: string[]) {
  const before = server.requests;
  const argv = [
    "judge",
    "cases.jsonl",
    "--judge",
    `${server.url}#m`,
    "--concurrency",
    "2",
    "--json",
    ...flags,
  ];
  const child = spawn(process.execPath, [goldie, ...argv], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  server.onRequest = (n) => {
    const signal = signals[n - before];
    if (signal !== undefined) child.kill(signal);
  };
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code: code ?? signal, stdout, stderr, asked: server.requests - before };
}

test.skipIf(process.platform === "win32")(
  "Ctrl-C ends with 130 and says how to go on, a kill says nothing; in the end every question was paid for once",
  async () => {
    const records = ["--records", "records.jsonl"];
    const stopped = await judged({ 5: "SIGINT" }, ...records);
    expect(stopped).toMatchObject({ code: 130, stdout: "" });
    expect(stopped.stderr).toMatch(/^stopping: .*\nstopped: \d+ of 20 cases judged[\s\S]*with --resume\n$/);
    const killed = await judged({ 10: "SIGKILL" }, ...records, "--resume");
    expect(killed.code).toBe("SIGKILL");
    const last = await judged({}, ...records, "--resume");
    expect(last.code).toBe(0);
    expect(JSON.parse(last.stdout).runs[0].summary["context-recall"]).toMatchObject({
      mean: expect.closeTo(2 / 3),
      counts: { scored: CASES, failed: 0 },
    });
    // What the kill caught on its way is asked again: at most as many as were under way.
    const asked = stopped.asked + killed.asked + last.asked;
    expect(asked).toBeGreaterThanOrEqual(2 * CASES);
    expect(asked).toBeLessThanOrEqual(2 * CASES + 2);
    expect((await judged({}, "-m", "context-recall")).asked).toBe(0);
  },
  60_000,
);
