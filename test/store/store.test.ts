import { appendFile, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../../src/core/answer.ts";
import { GoldieError } from "../../src/core/problem.ts";
import { evaluate } from "../../src/evaluate/evaluate.ts";
import { openStore, type RunSetup, type Store } from "../../src/store/store.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "goldie-store-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** A store at a time that goes on by a minute with each run. */
function storeAt(name: string): Store {
  let now = Date.UTC(2026, 10, 17, 8, 0, 0, 5);
  const tick = () => {
    now += 60_000;
    return now;
  };
  return openStore({ folder: join(folder, name), now: tick, id: process.pid, random: () => 0.5 });
}
const setup = (...names: string[]): RunSetup => ({
  retrievers: (names.length === 0 ? ["main"] : names).map((name) => ({ name })),
  gold: { file: "gold.jsonl", hash: "abc", queries: 2 },
  git: { commit: "0123abc", changed: true },
  config: { file: "goldie.config.ts", hash: "def" },
  versions: { goldie: "0.1.0", node: "20.20.0" },
  settings: { metrics: ["recall@5"], depth: 20 },
  words: new Map([["q1", "what is it?"]]),
});
const answered: Answer = {
  status: "answered",
  hits: [
    { id: "a", score: 0.5, text: "A text.\nTwo lines." },
    { id: "b", doc: "d", start: 0, end: 9 },
  ],
  stages: [
    { name: "candidates", hits: [{ id: "b" }, { id: "a" }] },
    { name: "reranked", hits: [{ id: "a" }] },
  ],
  filtered: ["c"],
  timings: { search: 3 },
  cost: 0.25,
  ms: 12.5,
  attempts: 2,
};
const failed: Answer = {
  status: "failed",
  problem: {
    code: "retriever-failed",
    reason: "error",
    what: "gone",
    fix: "check it",
    fields: { message: "gone" },
  },
  attempts: 3,
};
async function stored(store: Store, ...names: string[]): Promise<string> {
  const writer = await store.begin(setup(...names));
  for (const name of names.length === 0 ? ["main"] : names) writer.answer(name, "q1", answered);
  await writer.finish({ state: "complete", scores: "{}\n", timings: { main: { p50: 12.5 } } });
  return writer.id;
}
async function problemOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => undefined,
    (why: unknown) => why,
  );
  expect(error).toBeInstanceOf(GoldieError);
  return (error as GoldieError).problem;
}

test("what was written is what is read", async () => {
  const store = storeAt("round");
  const writer = await store.begin(setup("main", "a/b c"));
  writer.answer("main", "q1", answered);
  writer.answer("main", "q2", failed);
  writer.answer("a/b c", "q2", { status: "answered", hits: [], attempts: 1 });
  expect((await store.find("last")).info.state).toBe("running");
  await writer.finish({
    state: "complete",
    scores: '{"goldie":"0.1.0"}\n',
    timings: { main: { p50: 12.5 } },
  });
  const { info, retrievers, words, scores, problems } = await store.read((await store.find("last")).info);
  expect(problems).toEqual([]);
  expect(scores).toBe('{"goldie":"0.1.0"}\n');
  expect([...words]).toEqual([["q1", "what is it?"]]);
  expect(retrievers.map(({ name, answers }) => [name, [...answers]])).toEqual([
    [
      "main",
      [
        ["q1", answered],
        ["q2", failed],
      ],
    ],
    ["a/b c", [["q2", { status: "answered", hits: [], attempts: 1 }]]],
  ]);
  expect(info).toMatchObject({
    id: "20261117-080100-005-i000",
    state: "complete",
    manifest: {
      schema: 1,
      created: "2026-11-17T08:01:00.005Z",
      finished: "2026-11-17T08:02:00.005Z",
      gold: { hash: "abc" },
      git: { commit: "0123abc" },
      config: { hash: "def" },
      versions: { node: "20.20.0" },
      settings: { depth: 20 },
      timings: { main: { p50: 12.5 } },
      retrievers: [
        { name: "main", file: "main.jsonl" },
        { name: "a/b c", file: "a-b-c.jsonl" },
      ],
    },
  });
  const result = evaluate({ gold: { q1: ["a"], q2: ["b"] }, run: retrievers[0]!.run, metrics: ["recall@5"] });
  expect(result.mean("recall@5")).toMatchObject({ mean: 1, counts: { scored: 1, failed: 1 } });
});

test("files are the user's own, and git leaves them alone", async () => {
  const store = storeAt("modes");
  const id = await stored(store);
  const root = join(folder, "modes", ".goldie");
  expect(await readFile(join(root, ".gitignore"), "utf8")).toBe("*\n");
  const mode = async (...path: string[]) => (await stat(join(root, ...path))).mode & 0o777;
  expect([await mode("runs"), await mode("runs", id)]).toEqual([0o700, 0o700]);
  expect((await readdir(join(root, "runs", id))).toSorted()).toEqual([
    "main.jsonl",
    "manifest.json",
    "scores.json",
  ]);
  for (const file of ["main.jsonl", "manifest.json", "scores.json"])
    expect(await mode("runs", id, file)).toBe(0o600);
});

test("a .gitignore that is there stays", async () => {
  const store = storeAt("ignored");
  await stored(store);
  const file = join(folder, "ignored", ".goldie", ".gitignore");
  await writeFile(file, "cache/\n");
  await stored(store);
  expect(await readFile(file, "utf8")).toBe("cache/\n");
});

test("retrievers whose names make the same file have one each", async () => {
  const store = storeAt("names");
  const names = ["BM25", "bm25", "bm 25", "con", "..", "words", "ü".repeat(200), "-x"];
  await stored(store, ...names);
  const { info } = await store.find("last");
  expect(info.manifest!.retrievers.map(({ file }) => file)).toEqual([
    "BM25.jsonl",
    "bm25-2.jsonl",
    "bm-25.jsonl",
    "con-2.jsonl",
    "retriever.jsonl",
    "words-2.jsonl",
    "retriever-2.jsonl",
    "x.jsonl",
  ]);
  const { retrievers } = await store.read(info);
  expect(retrievers.map(({ name, answers }) => [name, answers.size])).toEqual(names.map((name) => [name, 1]));
});

describe("names of runs", () => {
  let store: Store;
  let ids: string[];
  beforeAll(async () => {
    store = storeAt("find");
    ids = [await stored(store), await stored(store, "dense", "bm25/en"), await stored(store)];
    await store.note((await store.find(ids[1]!)).info, "before the new chunker\n");
  });

  test.each<[string, number, string?]>([
    ["last", 2],
    ["last~1", 1],
    ["last~2", 0],
    ["before the new chunker", 1],
    ["last~1/dense", 1, "dense"],
    ["last~1/bm25/en", 1, "bm25/en"],
    ["before the new chunker/dense", 1, "dense"],
    ["last/main", 2, "main"],
  ])("%s", async (ref, at, retriever) => {
    const found = await store.find(ref);
    expect([found.info.id, found.retriever]).toEqual([ids[at], retriever]);
    expect(await store.has(ref)).toBe(true);
  });

  test("an id, or the start of one", async () => {
    expect((await store.find(ids[0]!)).info.id).toBe(ids[0]);
    expect((await store.find(ids[0]!.slice(0, 13))).info.id).toBe(ids[0]);
    expect(ids.map((id) => id.slice(0, 15))).toEqual([
      "20261117-080100",
      "20261117-080300",
      "20261117-080500",
    ]);
  });

  test.each<[string, object]>([
    ["lats", { reason: "name", fields: { nearest: ["last"] } }],
    ["before the new chunkr", { reason: "name", fields: { nearest: ["before the new chunker"] } }],
    ["last~3", { reason: "back", fields: { runs: 3 } }],
    ["2026", { reason: "several" }],
    ["last/dense", { reason: "retriever", fields: { names: ["main"] } }],
    ["runs/a.trec", { reason: "name", fields: { nearest: [] } }],
  ])("%s is none", async (ref, problem) => {
    expect(await problemOf(store.find(ref))).toMatchObject({ code: "no-run", ...problem });
    expect(await store.has(ref)).toBe(false);
  });

  test("an empty store says how to fill it", async () => {
    const empty = storeAt("empty");
    expect(await empty.list()).toEqual([]);
    expect(await problemOf(empty.find("last"))).toMatchObject({ code: "no-run", reason: "none" });
  });
});

describe("damage", () => {
  test("a run without a sound manifest is listed as damaged, and passed over by last", async () => {
    const store = storeAt("damaged");
    const [first, second, third] = [await stored(store), await stored(store), await stored(store)];
    const at = (id: string) => join(store.folder, id, "manifest.json");
    await writeFile(at(second!), '{"schema":1,"id":');
    const outside = JSON.parse(await readFile(at(third!), "utf8"));
    await writeFile(
      at(third!),
      JSON.stringify({ ...outside, retrievers: [{ name: "main", file: "../../x.jsonl" }] }),
    );
    expect((await store.list()).map(({ id, state }) => [id, state])).toEqual([
      [third, "damaged"],
      [second, "damaged"],
      [first, "complete"],
    ]);
    expect((await store.find("last")).info.id).toBe(first);
    const { info } = await store.find(second!);
    expect(await problemOf(store.read(info))).toMatchObject({ code: "damaged-run", reason: "manifest" });
    expect(await problemOf(store.goOn(info))).toMatchObject({ code: "damaged-run" });
  });

  test("lines that are no answers are left out and counted", async () => {
    const store = storeAt("lines");
    const id = await stored(store);
    const file = join(store.folder, id, "main.jsonl");
    await appendFile(
      file,
      'no json\n{"id":"q2"}\n{"id":"q3","hits":[7],"attempts":1}\n[]\n\n{"id":"q4","hits":[],"att',
    );
    const { retrievers, problems } = await store.read((await store.find(id)).info);
    expect([...retrievers[0]!.answers.keys()]).toEqual(["q1"]);
    expect(problems).toMatchObject([{ code: "damaged-run", count: 5, at: { file, line: 2 } }]);
  });

  test("a run goes on where it was; the last answer of a query counts", async () => {
    const store = storeAt("go-on");
    const writer = await store.begin(setup());
    writer.answer("main", "q1", failed);
    await writer.finish({ state: "cancelled" });
    const { info } = await store.find("last");
    expect(info.state).toBe("cancelled");
    await appendFile(join(info.folder, "main.jsonl"), '{"id":"q2","hi');
    const again = await store.goOn(info);
    again.answer("main", "q1", answered);
    // Its own process writes it.
    expect(await problemOf(store.goOn(info))).toMatchObject({
      code: "run-goes-on",
      fields: { pid: process.pid },
    });
    await again.finish({ state: "complete" });
    const { retrievers, problems } = await store.read((await store.find("last")).info);
    expect([...retrievers[0]!.answers]).toEqual([["q1", answered]]);
    expect(problems).toHaveLength(1);
    expect((await store.list()).map(({ state }) => state)).toEqual(["complete"]);
  });

  test("of several that go on with one run at once, one does", async () => {
    const store = storeAt("at-once");
    await (await store.begin(setup())).finish({ state: "cancelled" });
    const { info } = await store.find("last");
    // As a process leaves it that is killed on its way.
    const { owner } = JSON.parse(await readFile(join(info.folder, "manifest.json"), "utf8"));
    await writeFile(join(info.folder, ".writer-1"), JSON.stringify({ ...owner, boot: "of another day" }));
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => store.goOn(info)));
    const taken = all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(taken).toHaveLength(1);
    for (const one of all)
      if (one.status === "rejected")
        expect(one.reason.problem).toMatchObject({ code: "run-goes-on", fields: { pid: process.pid } });
    await taken[0]!.finish({ state: "cancelled" });
    await (await store.goOn(info)).finish({ state: "complete" });
    expect(await readdir(info.folder)).toEqual([".writer-1", "main.jsonl", "manifest.json"]);
  });

  test("a run longer than a text can be is read", async () => {
    const store = storeAt("long");
    const writer = await store.begin(setup());
    writer.answer("main", "q1", answered);
    const file = join(writer.folder, "main.jsonl");
    // Holes take no place on the disk. A line each, for no line is so long.
    const [MiB, lines] = [2 ** 20, 520];
    const handle = await open(file, "r+");
    for (let line = 1; line <= lines; line++) await handle.write("\n", line * MiB);
    await handle.close();
    writer.answer("main", "q2", failed);
    await writer.finish({ state: "complete", scores: "{}\n" });
    const { info } = await store.find("last");
    const { retrievers, problems } = await store.read(info);
    expect([...retrievers[0]!.answers.keys()]).toEqual(["q1", "q2"]);
    expect(problems).toMatchObject([{ code: "damaged-run", count: lines }]);
    // Lists of runs need no answers.
    await rm(file);
    expect(await store.scores(info)).toBe("{}\n");
  }, 30_000);

  test("a folder that cannot be written is a Problem", async () => {
    await writeFile(join(folder, "a-file"), "");
    expect(await problemOf(storeAt("a-file").begin(setup()))).toMatchObject({ code: "cannot-write" });
  });
});
