/** How far commands are, told between processes. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { toldJudging } from "../../src/cli/shared/judge/told.ts";
import { thisProcess } from "../../src/files/process-owner.ts";
import {
  followProgress,
  type RunningProcess,
  runningProcesses,
  tellProgress,
} from "../../src/store/progress.ts";
import { testEffects } from "../cli/_effects.ts";

const folder = mkdtempSync(join(tmpdir(), "goldie-progress-"));
afterAll(() => rmSync(folder, { recursive: true }));
let projects = 0;
function project(): string {
  const path = join(folder, String(++projects));
  mkdirSync(join(path, ".goldie"), { recursive: true });
  return path;
}
const filesIn = (path: string): string[] => {
  try {
    return readdirSync(join(path, ".goldie/progress"));
  } catch {
    return [];
  }
};
/** Writing goes on beside the command: waits until others see it. */
async function until(path: string, isSo: (all: readonly RunningProcess[]) => boolean): Promise<void> {
  while (!isSo(await runningProcesses(path))) await setImmediate();
}
const date = () => new Date("2026-05-20T10:00:00Z");
const step = { done: 1, total: 10, failed: 0 };

test("is written at most once a second, not in the first one, and removed at the end", async () => {
  const path = project();
  let time = 0;
  const told = tellProgress({ folder: path, what: "run", now: () => time, date });
  const at = async (ms: number, done: number) => {
    time = ms;
    told.step({ ...step, done });
    // Reading waits for nothing: what is written was renamed into its place as a whole.
    await until(path, (all) => JSON.stringify(all.map((one) => one.done)) === JSON.stringify(expected));
  };
  let expected: number[] = [];
  await at(0, 1);
  await at(999, 2);
  expected = [3];
  await at(1000, 3);
  await at(1999, 4);
  expected = [5];
  await at(2000, 5);
  expect(filesIn(path)).toEqual([`${process.pid}.json`]);
  await told.end();
  expect(filesIn(path)).toEqual([]);
});

test("says what, how far, since when, and that it was told to stop", async () => {
  const path = project();
  let time = 0;
  const told = tellProgress({ folder: path, what: "judge", now: () => time, date });
  told.stopping();
  time = 1500;
  told.step({ ...step, detail: "</script>" });
  told.stopping();
  await until(path, ([one]) => one?.state === "stopping");
  expect(await runningProcesses(path)).toEqual([
    {
      key: expect.any(String),
      what: "judge",
      detail: "</script>",
      ...step,
      started: "2026-05-20T10:00:00.000Z",
      state: "stopping",
    },
  ]);
  await told.end();
});

test("a project without .goldie gets none, and a folder that cannot be written stops nobody", async () => {
  for (const path of [join(folder, "none"), "/proc/1"]) {
    let time = 0;
    const told = tellProgress({ folder: path, what: "run", now: () => time, date });
    time = 2000;
    told.step(step);
    await told.end();
    expect(await runningProcesses(path)).toEqual([]);
  }
});

test("what a process left behind that is gone, damaged files and others are not shown", async () => {
  const path = project();
  const gone = spawn(process.execPath, ["-e", ""]);
  await new Promise((done) => gone.once("exit", done));
  const progress = join(path, ".goldie/progress");
  mkdirSync(progress);
  const file = { schema: 1, what: "run", ...step, started: "2026-05-20T10:00:00.000Z", state: "running" };
  const own = thisProcess();
  const write = (name: string, content: unknown) =>
    writeFileSync(join(progress, name), JSON.stringify(content));
  write("1.json", { ...file, owner: { ...own, pid: gone.pid, start: "1" } });
  write("2.json", { ...file, owner: { ...own, boot: "another" } });
  write("3.json", { ...file, owner: { ...own, host: "another" } });
  write("4.json", { ...file, done: -1, owner: own });
  write("5.json", { ...file, what: "<b>", owner: own });
  write("6.json", null);
  write("x.json", { ...file, owner: own });
  writeFileSync(join(progress, "7.json"), '{"schema":1');
  expect(await runningProcesses(path)).toEqual([]);
  // The same with an owner that lives is.
  write("8.json", { ...file, owner: own });
  expect(await runningProcesses(path)).toMatchObject([{ key: own.id, done: 1 }]);
});

test("whoever follows hears the state at once and every change, until they stop", async () => {
  const path = project();
  const heard: (readonly RunningProcess[])[] = [];
  const changes: (() => void)[] = [];
  const next = () => new Promise<void>((done) => changes.push(done));
  const first = next();
  const stop = followProgress(
    path,
    (running) => {
      heard.push(running);
      changes.shift()?.();
    },
    5,
  );
  await first;
  let time = 0;
  const told = tellProgress({ folder: path, what: "run", now: () => time, date });
  const second = next();
  time = 1000;
  told.step(step);
  await second;
  const third = next();
  await told.end();
  await third;
  stop();
  expect(heard.map((running) => running.map(({ done }) => done))).toEqual([[], [1], []]);
});

test("its file is for its owner only", async () => {
  const path = project();
  let time = 0;
  const told = tellProgress({ folder: path, what: "run", now: () => time, date });
  time = 1000;
  told.step(step);
  await until(path, (all) => all.length === 1);
  expect(filesIn(path)).toEqual([`${process.pid}.json`]);
  const text = readFileSync(join(path, ".goldie/progress", `${process.pid}.json`), "utf8");
  expect(JSON.parse(text)).toMatchObject({ schema: 1, owner: { pid: process.pid } });
  await told.end();
});

test("goldie run tells it while it asks, and nothing is left of it afterwards", async () => {
  const path = project();
  writeFileSync(
    join(path, "gold.jsonl"),
    Array.from({ length: 6 }, (_, i) => `{"id":"q${i}","query":"words ${i}","relevant":["d"]}\n`).join(""),
  );
  let time = 0;
  const seen: RunningProcess[] = [];
  const effects = testEffects({
    cwd: path,
    now: () => time,
    fetch: async () => {
      time += 1500;
      if (time > 3000) await until(path, (all) => all.length === 1);
      seen.push(...(await runningProcesses(path)));
      return new Response(JSON.stringify({ hits: [{ id: "d" }] }));
    },
  });
  const argv = ["run", "gold.jsonl", "--http", "http://127.0.0.1:1/", "--concurrency", "1", "--quiet"];
  expect([await main(argv, effects), effects.stderr.text]).toEqual([0, ""]);
  expect(seen.length).toBeGreaterThan(2);
  expect(seen.at(-1)).toMatchObject({ what: "run", detail: "http", total: 6, failed: 0, state: "running" });
  expect(filesIn(path)).toEqual([]);
});

test("a judge tells it after its first second", async () => {
  const path = project();
  let time = 0;
  const told = toldJudging(testEffects({ cwd: path, now: () => time }));
  await told.step(step);
  expect(filesIn(path)).toEqual([]);
  time = 1200;
  await told.step({ done: 4, total: 10, failed: 1 });
  await until(path, ([one]) => one?.done === 4);
  expect(await runningProcesses(path)).toMatchObject([{ what: "judge", done: 4, total: 10, failed: 1 }]);
  await told.end();
  expect(filesIn(path)).toEqual([]);
});
