import { spawn } from "node:child_process";
import { appendFile, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LabelLine, openLabels } from "./labels.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "goldie-labels-"));
  path = join(folder, "labels.jsonl");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const act = (doc: string, by = "ann", grade = 1): LabelLine => ({
  query: "q",
  doc,
  grade,
  by,
  at: "2026-01-01",
});

test("what was appended is read back, by others too", async () => {
  const [one, two] = [await openLabels(path), await openLabels(path)];
  await one.append(act("a"));
  await two.append({ ...act("b", "bob"), comment: "half a\nline \u2028 </script>" });
  const both = [act("a"), { ...act("b", "bob"), comment: "half a\nline \u2028 </script>" }];
  expect(await one.read()).toEqual(both);
  expect(await one.read()).toEqual([]);
  expect(await two.read()).toEqual(both);
  await two.append({ query: "q", claim: "c1", label: "full", by: "bob", at: "" });
  await two.append({ query: "q", doc: "a", undo: true, by: "ann", at: "" });
  expect((await one.read()).map((line) => ("claim" in line ? line.label : line.undo))).toEqual([
    "full",
    true,
  ]);
  expect(one.problem).toBeUndefined();
  await Promise.all([one.close(), two.close()]);
});

test("half a line of a crash is passed over, and the next line is not glued to it", async () => {
  const before = await openLabels(path);
  await before.append(act("a"));
  await appendFile(path, '{"query":"q","doc":"b","gra');
  const after = await openLabels(path);
  // Not yet a line: it may still be on its way.
  expect((await after.read()).length).toBe(1);
  expect(after.problem).toBeUndefined();
  await after.append(act("c"));
  expect((await after.read()).map((line) => ("doc" in line ? line.doc : ""))).toEqual(["c"]);
  expect(after.problem).toMatchObject({ code: "damaged-labels", at: { file: path, line: 2 } });
  await Promise.all([before.close(), after.close()]);
});

test.each([
  ["no JSON", "{"],
  ["no object", "[1]"],
  ["no query", '{"doc":"a","grade":1,"by":"x"}'],
  ["no grade", '{"query":"q","doc":"a","by":"x"}'],
  ["a grade of text", '{"query":"q","doc":"a","grade":"1","by":"x"}'],
  ["half a grade", '{"query":"q","doc":"a","grade":0.5,"by":"x"}'],
  ["a grade below 0, as TREC has for junk", '{"query":"q","doc":"a","grade":-1,"by":"x"}'],
  ["a grade above 9", '{"query":"q","doc":"a","grade":99,"by":"x"}'],
  ["no annotator", '{"query":"q","doc":"a","grade":1}'],
])("%s is no label", async (_, text) => {
  await appendFile(path, `${text}\n\n`);
  const file = await openLabels(path);
  expect(await file.read()).toEqual([]);
  expect(file.problem).toMatchObject({ fields: { lines: 1 }, at: { line: 1 } });
  await file.close();
});

test("a line without end is passed over, and what follows is read", async () => {
  const file = await openLabels(path);
  await appendFile(path, `${"x".repeat(3_000_000)}`);
  expect(await file.read()).toEqual([]);
  await appendFile(path, `${" ".repeat(10)}\n${JSON.stringify(act("a"))}\n`);
  expect(await file.read()).toEqual([act("a")]);
  expect(file.problem).toMatchObject({ fields: { lines: 1 }, at: { line: 1 } });
  await file.close();
});

test("a device is refused before it is read: it has no end", async () => {
  await symlink("/dev/zero", path);
  await expect(openLabels(path)).rejects.toMatchObject({
    problem: { code: "labels-not-file", at: { file: path } },
  });
});

test("a removed file loses no label silently", async () => {
  const file = await openLabels(path);
  await rm(path);
  await expect(file.append(act("a"))).rejects.toMatchObject({ problem: { code: "labels-gone" } });
  await file.close();
});

test("a folder that cannot be written to is a Problem", async () => {
  await expect(openLabels(join("/dev/null", "labels.jsonl"))).rejects.toMatchObject({
    problem: { code: "cannot-write" },
  });
});

test("two processes at once lose no line", async () => {
  const file = await openLabels(path);
  // As another program would: it appends whole lines, as fast as it can.
  const script = `const fs = require("node:fs"); const fd = fs.openSync(process.argv[1], "a");
    for (let i = 0; i < 300; i++) fs.writeSync(fd, JSON.stringify({ query: "q", doc: "other" + i, grade: 1, by: "bob", at: "" }) + "\\n");`;
  const other = spawn(process.execPath, ["-e", script, path]);
  const ended = new Promise((done) => other.on("exit", done));
  const mine = Array.from({ length: 100 }, (_, i) => `mine${i}`);
  await Promise.all(mine.map((doc) => file.append(act(doc))));
  expect(await ended).toBe(0);
  const docs = (await file.read()).map((line) => ("doc" in line ? line.doc : ""));
  expect(docs).toHaveLength(400);
  expect(new Set(docs)).toEqual(new Set([...mine, ...Array.from({ length: 300 }, (_, i) => `other${i}`)]));
  expect((await readFile(path, "utf8")).split("\n")).toHaveLength(401);
  await file.close();
});
