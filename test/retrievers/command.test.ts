import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { root } from "../../scripts/_prepare.mjs";
import { GoldieError } from "../../src/core/problem.ts";
import type { Retriever } from "../../src/core/retriever.ts";
import { readAnswer } from "../../src/evaluate/input/read-answer.ts";
import { splitCommand } from "../../src/retrievers/_split-command.ts";
import { type CommandOptions, fromCommand, sweep } from "../../src/retrievers/index.ts";
import { documents, questions } from "./_harbour.ts";

const odd = join(root, "test/retrievers/_odd-child.mjs");
const open: Retriever[] = [];
function start(options: Partial<CommandOptions> = {}): Retriever {
  const made = fromCommand({ command: [process.execPath, odd], graceMs: 10_000, ...options });
  open.push(made);
  return made;
}
afterEach(async () => {
  for (const one of open.splice(0)) await one.close?.();
});
const ask = async (retriever: Retriever, query: string, signal = new AbortController().signal) =>
  readAnswer("q1", await retriever.retrieve(query, { k: 3, queryId: "q1", signal })).hits.map(({ id }) => id);

/** Is it still there? Zombies are not. */
function runs(pid: string): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", pid], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
}

describe("a process", () => {
  test.each([
    ["python3 search.py --key sesame", "process python3 search.py"],
    ["./search sesame", "process ./search"],
    ["node --env=sesame search.mjs", "process node"],
  ])("is told apart by program and script, without keys: %s", (command, about) => {
    expect(fromCommand({ command }).about).toBe(about);
  });
  test("gets query, k and the id of the query, and stays up", async () => {
    const process = start();
    await process.open?.(new AbortController().signal);
    expect(await ask(process, "hello")).toEqual(['{"k":3,"queryId":"q1"}']);
    const [first] = await ask(process, "pid");
    expect(await ask(process, "pid")).toEqual([first]);
  });
  test("answers in any order, in pieces, with any line ends", async () => {
    const process = start();
    const [first, second] = [ask(process, "first"), ask(process, "second")];
    expect(await second).toEqual(["2"]);
    expect(await first).toEqual(["1"]);
    expect(await ask(process, "pieces")).toEqual(["ü"]);
  });
  test("has its own folder and variables", async () => {
    const folder = realpathSync(tmpdir());
    const process = start({ cwd: folder, env: { SECRET_KEY: "abc" } });
    expect(await ask(process, "env")).toEqual(["abc", folder]);
  });
  test("is started again when it dies; the questions it had are failed", async () => {
    const process = start();
    const [before] = await ask(process, "pid");
    const lost = [ask(process, "first"), ask(process, "die")];
    for (const one of lost)
      await expect(one).rejects.toMatchObject({
        trouble: "server",
        message: expect.stringContaining("SIGKILL"),
      });
    const [after] = await ask(process, "pid");
    expect(after).not.toBe(before);
  });
  test("says whether another question may be why it died, one that was given up too", async () => {
    const process = start();
    await ask(process, "pid");
    await expect(ask(process, "die")).rejects.toMatchObject({ shared: false });
    const two = [ask(process, "first"), ask(process, "die")];
    for (const one of two) await expect(one).rejects.toMatchObject({ shared: true });
    await ask(process, "pid");
    const controller = new AbortController();
    const slow = ask(process, "first", controller.signal);
    controller.abort();
    await expect(slow).rejects.toMatchObject({ trouble: "aborted" });
    await expect(ask(process, "die")).rejects.toMatchObject({ shared: true });
  });
  test("is cold until its first answer, and again after it died", async () => {
    const process = start();
    const isCold = (): boolean | undefined => process.isCold?.();
    await process.open?.(new AbortController().signal);
    expect(isCold()).toBe(true);
    await ask(process, "pid");
    expect(isCold()).toBe(false);
    await expect(ask(process, "die")).rejects.toThrow("SIGKILL");
    expect(isCold()).toBe(true);
    const { "a=1": swept } = sweep({ a: [1] }, () => process);
    expect(swept!.isCold?.()).toBe(true);
    expect(sweep({ a: [1] }, () => () => [])["a=1"]!.isCold).toBeUndefined();
  });
  test("what it answered before it died counts", async () => {
    const process = start();
    expect(await ask(process, "answer and die")).toEqual(["last"]);
  });
  test("that never answers is given up, with what it wrote to stderr", async () => {
    const process = start({ args: ["dead"] });
    for (let i = 0; i < 2; i++)
      await expect(ask(process, "x")).rejects.toMatchObject({
        trouble: "server",
        message: expect.stringContaining("no module named torch"),
      });
    await expect(ask(process, "x")).rejects.toMatchObject({ trouble: "not-api" });
  });
  test("that writes other things to stdout is told where logs belong", async () => {
    const process = start();
    await expect(ask(process, "noise")).rejects.toThrow(
      /is not JSON: "Loading model…"; write logs to stderr/,
    );
    await expect(ask(process, "other id")).rejects.toThrow(/does not have the id of a question/);
    expect(await ask(process, "hello")).toHaveLength(1);
  });
  test("that writes a line without end is stopped", async () => {
    const process = start({ mostBytes: 100_000 });
    await expect(ask(process, "endless")).rejects.toMatchObject({ trouble: "too-large" });
    expect(await ask(process, "hello")).toHaveLength(1);
  });
  test("may be asked again after a question was cancelled", async () => {
    const process = start();
    const controller = new AbortController();
    const slow = ask(process, "first", controller.signal);
    controller.abort();
    await expect(slow).rejects.toMatchObject({ trouble: "aborted" });
    // This answers the first question too, which is ignored.
    expect(await ask(process, "second")).toEqual(["2"]);
  });
  test("keys of its variables are in no error", async () => {
    const process = start({ env: { SECRET_KEY: "sk-very-secret-4711" } });
    const error: Error = await ask(process, "leak").then(
      () => new Error("answered"),
      (why) => why,
    );
    expect(error.message).toContain("the key is ***");
  });

  test("is gone after close, with what it started", async () => {
    const process = start();
    const [child] = await ask(process, "child");
    const [own] = await ask(process, "pid");
    expect([runs(own!), runs(child!)]).toEqual([true, true]);
    await process.close?.();
    expect([runs(own!), runs(child!)]).toEqual([false, false]);
  });
  test("is killed if it does not end by itself", async () => {
    const process = start({ args: ["stubborn"], graceMs: 50 });
    const [own] = await ask(process, "pid");
    await process.close?.();
    expect(runs(own!)).toBe(false);
  });
  test("that cannot be started is a Problem", async () => {
    const missing = start({ command: "no-such-program-of-ours --x" });
    await expect(ask(missing, "x")).rejects.toThrow(GoldieError);
    await expect(missing.open?.(new AbortController().signal)).rejects.toThrow(
      /cannot start "no-such-program-of-ours": there is no such program/,
    );
    await expect(ask(start({ cwd: "/no/such/folder" }), "x")).rejects.toThrow(/no folder/);
  });
});

test.each<[object, RegExp]>([
  [{ command: "" }, /command is undefined/],
  [{ command: [] }, /command is undefined/],
  [{ comand: "x" }, /did you mean command/],
  [{ command: "x", mostBytes: 0 }, /mostBytes/],
])("%j is refused", (options, words) => {
  expect(() => fromCommand(options as CommandOptions)).toThrow(words);
});

test.each([
  ["python3 search.py", ["python3", "search.py"]],
  [`python3  "my search.py" --name 'a "b"' ""`, ["python3", "my search.py", "--name", 'a "b"', ""]],
  ["C:\\Python\\python.exe search.py", ["C:\\Python\\python.exe", "search.py"]],
  ["", []],
])("%s is split", (command, words) => {
  expect(splitCommand(command)).toEqual(words);
});

const python = spawnSync("python3", ["--version"]).status === 0;
test.skipIf(!python)("a retriever in Python (skipped where there is none)", async () => {
  const corpus = join(root, "examples/harbour/corpus.jsonl");
  const process = start({ command: ["python3", join(root, "test/retrievers/_search.py"), corpus] });
  const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[a-z0-9]+/g));
  const bags = documents.map(({ text }) => wordsOf(text));
  const answers = await Promise.all(
    questions.map(async ({ id, query }) =>
      readAnswer(
        id,
        await process.retrieve(query, { k: 10, queryId: id, signal: new AbortController().signal }),
      ),
    ),
  );
  for (const [i, { query }] of questions.entries()) {
    const asked = wordsOf(query);
    const want = bags
      .map((bag, at) => ({
        id: documents[at]!.id,
        score: [...asked].filter((word) => bag.has(word)).length,
        at,
      }))
      .sort((a, b) => b.score - a.score || a.at - b.at)
      .slice(0, 10);
    expect(answers[i]!.hits).toEqual(want.map(({ id, score }) => ({ id, score })));
  }
  await expect(ask(process, "fail")).rejects.toMatchObject({
    trouble: "refused-request",
    message: "no such index",
  });
  await expect(ask(process, "die")).rejects.toThrow(/ended with code 3: ready\nout of memory/);
  expect(await ask(process, "ferry")).toHaveLength(3);
});
