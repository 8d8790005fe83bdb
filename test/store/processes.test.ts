/** Real processes at one store: two at once, and one that is killed. */
import { spawn } from "node:child_process";
import { appendFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../src/live/run.ts";
import { openStore } from "../../src/store/store.ts";
import { goldOf } from "../live/_retrievers.ts";

let folder: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "goldie-store-"));
  program = join(folder, "child.mjs");
  await build({
    input: fileURLToPath(new URL("./_child.ts", import.meta.url)),
    platform: "node",
    output: { file: program, codeSplitting: false },
    logLevel: "silent",
  });
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

const storeAt = (project: string) =>
  openStore({ folder: project, now: Date.now, id: process.pid, random: Math.random });

/** `killAt`: is killed as soon as so many answers are kept. */
function child(project: string, name: string, queries: number, killAt?: number) {
  const args = [program, project, name, String(queries), ...(killAt === undefined ? [] : [String(killAt)])];
  const one = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  one.stdout.on("data", (text: Buffer) => {
    said += text.toString();
    if (killAt !== undefined && said.includes(`kept ${killAt}`)) one.kill("SIGKILL");
  });
  return new Promise<{ code: number | null; said: string }>((ended) => {
    one.on("close", (code) => ended({ code, said: said.trim() }));
  });
}

test("two processes at once lose nothing", async () => {
  const project = join(folder, "two");
  const names = ["left", "right", "third", "fourth"];
  const ended = await Promise.all(names.map((name) => child(project, name, 300)));
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  const store = storeAt(project);
  const runs = await store.list();
  expect(runs.map(({ state }) => state)).toEqual(["complete", "complete", "complete", "complete"]);
  expect(runs.map(({ id }) => id).toSorted()).toEqual(ended.map(({ said }) => said).toSorted());
  for (const info of runs) {
    const { retrievers, problems, words } = await store.read(info);
    expect(problems).toEqual([]);
    expect(words.size).toBe(300);
    for (const { name, answers } of retrievers) {
      expect(answers.size).toBe(300);
      const text = `${retrievers[0]!.name} `.repeat(200);
      for (const [query, answer] of answers)
        expect(answer).toMatchObject({ status: "answered", hits: [{ id: `d${query.slice(1)}`, text }] });
      expect(["left", "right", "third", "fourth", "second"]).toContain(name);
    }
  }
}, 60_000);

test("kill -9 in the middle leaves a store that is read, and a run that goes on", async () => {
  const project = join(folder, "killed");
  const { code } = await child(project, "main", 100, 37);
  expect(code).toBeNull();
  const store = storeAt(project);
  const { info } = await store.find("last");
  expect(info.state).toBe("interrupted");
  const before = await store.read(info);
  expect(before.problems).toEqual([]);
  expect(before.scores).toBeUndefined();
  expect(before.retrievers.map(({ name, answers }) => [name, answers.size >= 37])).toEqual([
    ["main", true],
    ["second", false],
  ]);
  // As if the kill had hit in the middle of a write.
  await appendFile(join(info.folder, "main.jsonl"), '{"id":"q99","hits":[{"id":"d9');
  const torn = await store.read(info);
  expect(torn.problems).toMatchObject([{ code: "damaged-run", fields: { lines: 1 } }]);
  expect(torn.retrievers[0]!.answers.size).toBe(before.retrievers[0]!.answers.size);

  const gold = goldOf(100);
  const writer = await store.goOn(info);
  const asked: string[] = [];
  const search = (_: string, { queryId }: { queryId: string }) => {
    asked.push(queryId);
    return [`d${queryId.slice(1)}`];
  };
  const { runs } = await run({
    gold,
    retrievers: { main: search, second: search },
    earlier: new Map(torn.retrievers.map(({ name, answers }) => [name, answers])),
    keep: writer,
  });
  await writer.finish({ state: "complete", scores: "{}" });
  expect(asked).toHaveLength(200 - before.retrievers[0]!.answers.size);
  expect(runs.map(({ answered }) => answered)).toEqual([100, 100]);
  const whole = await store.read((await store.find("last")).info);
  expect(whole.info.state).toBe("complete");
  expect(whole.retrievers.map(({ answers }) => answers.size)).toEqual([100, 100]);
}, 60_000);

test("a process killed while its run appears leaves nothing that anybody sees", async () => {
  const project = join(folder, "aside");
  await child(project, "main", 3);
  const [one] = await readdir(join(project, ".goldie", "runs"));
  await appendFile(join(project, ".goldie", "runs", one!, "..", `.${one}.9.tmp`), "");
  expect(await storeAt(project).list()).toHaveLength(1);
}, 60_000);
