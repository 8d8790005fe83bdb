/** `goldie view` over a real store: what the pages are given, by which command line. */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../scripts/_prepare.mjs";
import { viewCommand } from "../../src/cli/commands/view/command.ts";
import { runView } from "../../src/cli/commands/view/run.ts";
import { main } from "../../src/cli/main.ts";
import { parseArgs } from "../../src/cli/shared/args.ts";
import { API, type RunsView } from "../../src/dashboard/data.ts";
import { trendsOf } from "../../src/dashboard/trends.ts";
import type { QueryView, View } from "../../src/reports/view/model.ts";
import { type TestEffects, testEffects } from "../cli/_effects.ts";
import { sendTo } from "./_dashboard.ts";

const folder = mkdtempSync(join(tmpdir(), "goldie-view-"));
afterAll(() => rmSync(folder, { recursive: true }));
let projects = 0;
/** Each command is a minute later than the one before. */
let minutes = 0;

/** The example with a config of two retrievers, one of which knows nothing of the sea. */
function project(): string {
  const cwd = join(folder, String(++projects));
  cpSync(join(root, "examples/harbour"), cwd, { recursive: true });
  writeFileSync(
    join(cwd, "goldie.config.json"),
    JSON.stringify({
      gold: "gold.jsonl",
      corpus: "corpus.jsonl",
      metrics: ["recall@5", "ndcg@10", "rr"],
      retrievers: {
        bm25: { type: "bm25", corpus: "corpus.jsonl" },
        files: { type: "run", file: "overlap.jsonl" },
      },
    }),
  );
  return cwd;
}

async function goldie(cwd: string, ...argv: string[]): Promise<TestEffects> {
  const effects = testEffects({ cwd });
  const code = await main(argv, { ...effects, date: () => new Date(Date.UTC(2026, 4, 20, 10, ++minutes)) });
  expect([code, effects.stderr.text]).toEqual([0, expect.any(String)]);
  return effects;
}

interface Opened {
  readonly url: string;
  readonly effects: TestEffects;
  readonly browsed: string[];
  get<T>(path: string): Promise<T>;
  post(path: string, body: object): Promise<{ readonly status: number; readonly json: unknown }>;
  /** The exit code. */
  end(): Promise<number>;
}

async function view(
  cwd: string,
  words: string[] = [],
  given: Partial<Parameters<typeof testEffects>[0]> = {},
): Promise<Opened> {
  let printed = (): void => {};
  const whenPrinted = new Promise<void>((done) => {
    printed = done;
  });
  let text = "";
  const effects = testEffects({
    cwd,
    ...given,
    write: async (piece) => {
      text += String(piece);
      printed();
    },
  });
  const browsed: string[] = [];
  const args = parseArgs(viewCommand, words);
  if (args === "help") throw new Error("help");
  const ended = runView(args, effects, (url) => browsed.push(url));
  await Promise.race([whenPrinted, ended]);
  const url = /^dashboard: (\S+)$/m.exec(text)![1]!;
  const { origin } = new URL(url);
  const first = await fetch(url, { redirect: "manual" });
  const [cookie] = first.headers.getSetCookie()[0]!.split(";");
  const headers = { cookie: cookie!, origin };
  return {
    url,
    effects,
    browsed,
    async get<T>(path: string): Promise<T> {
      const reply = await fetch(`${origin}${path}`, { headers });
      expect([path, reply.status]).toEqual([path, 200]);
      return (await reply.json()) as T;
    },
    async post(path, body) {
      const reply = await fetch(`${origin}${path}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return { status: reply.status, json: await reply.json() };
    },
    async end() {
      effects.cancel();
      return ended;
    },
  };
}

const query = (path: string, run: readonly string[], more: Readonly<Record<string, string>> = {}): string =>
  `${path}?${new URLSearchParams([...run.map((ref) => ["run", ref]), ...Object.entries(more)])}`;

describe("a project with stored runs", () => {
  let cwd: string;
  let opened: Opened;
  beforeAll(async () => {
    cwd = project();
    await goldie(cwd, "run", "--quiet", "--note", "first");
    await goldie(cwd, "run", "--quiet", "--only", "bm25");
    await goldie(cwd, "bless", "last", "--quiet");
    opened = await view(cwd);
  });
  afterAll(() => opened.end());

  test("are listed newest first, with their means, intervals and counts as `goldie runs` has them", async () => {
    const { runs, files, baseline } = await opened.get<RunsView>(API.runs);
    expect(
      runs.map(({ note, state, retrievers }) => ({ note, state, names: retrievers.map(({ name }) => name) })),
    ).toEqual([
      { note: undefined, state: "complete", names: ["bm25"] },
      { note: "first", state: "complete", names: ["bm25", "files"] },
    ]);
    const listed = JSON.parse((await goldie(cwd, "runs", "--json")).stdout.text).runs;
    for (const [r, run] of runs.entries())
      for (const [i, { means, queries }] of run.retrievers.entries()) {
        expect(Object.fromEntries(means.map(({ metric, mean }) => [metric, mean]))).toEqual(
          listed[r].retrievers[i].scores,
        );
        expect(queries).toBe(listed[r].retrievers[i].queries);
        for (const { interval, mean, counts } of means) {
          expect(interval![0]).toBeLessThan(mean!);
          expect(interval![1]).toBeGreaterThan(mean!);
          expect(counts.scored + counts.undefined + counts.skipped + counts.failed).toBe(queries);
        }
      }
    expect(files).toEqual([]);
    expect(baseline?.name).toBe("bm25");
  });

  test("have trends: the baseline is a line where the gold and the rules are its own", async () => {
    const trends = trendsOf(await opened.get<RunsView>(API.runs));
    expect(trends.map(({ metric }) => metric)).toEqual(["recall@5", "ndcg@10", "rr"]);
    const [recall] = trends;
    expect(recall!.baseline?.name).toBe("bm25");
    expect(recall!.series.map(({ retriever, points }) => [retriever, points.length])).toEqual([
      ["bm25", 2],
      ["files", 1],
    ]);
    const points = recall!.series[0]!.points;
    expect(points[0]!.note).toBe("first");
    expect(points.map((point) => [point.break, point.likeBaseline])).toEqual([
      [undefined, true],
      [undefined, true],
    ]);
  });

  test("open as a page with the same numbers, with lists, texts and reasons of misses", async () => {
    const { runs } = await opened.get<RunsView>(API.runs);
    const refs = runs[1]!.retrievers.map(({ ref }) => ref);
    const page = await opened.get<View>(query(API.view, refs));
    expect(page.runs.map(({ name, stored }) => [name, stored?.note])).toEqual([
      ["bm25", "first"],
      ["files", "first"],
    ]);
    for (const [r, { means }] of page.runs.entries())
      expect(means.map(({ mean }) => mean)).toEqual(runs[1]!.retrievers[r]!.means.map(({ mean }) => mean));
    expect(page.pairs).toHaveLength(1);
    expect(page.frontier?.places).toHaveLength(2);
    expect(page.recall).toBeDefined();
    const [id] = page.queries.ids;
    const one = await opened.get<QueryView>(query(API.query, refs, { id: id! }));
    expect(one.id).toBe(id);
    expect(one.question).toMatch(/\w/);
    expect(one.lists[0]!.hits[0]!.snippet?.text).toMatch(/\w/);
    expect(one.gold[0]!.ids.length).toBeGreaterThan(0);
    expect(one.scores[0]![0]!.derivation).toBeDefined();
  });

  test("the same retriever of two runs is told apart by note and time", async () => {
    const { runs } = await opened.get<RunsView>(API.runs);
    const refs = [runs[1]!.retrievers[0]!.ref, runs[0]!.retrievers[0]!.ref];
    const page = await opened.get<View>(query(API.view, refs));
    expect(page.runs[0]!.name).toBe("bm25 (first)");
    expect(page.runs[1]!.name).toMatch(/^bm25 \(2026-05-20 10:\d\d\)$/);
    expect(page.pairs[0]!.sentences[0]).toMatch(/recall@5/);
    expect(page.frontier).toBeUndefined();
  });

  test("a note is written, shown, and removed by an empty one", async () => {
    const { runs } = await opened.get<RunsView>(API.runs);
    const { id } = runs[0]!;
    const noteOf = async () => (await opened.get<RunsView>(API.runs)).runs[0]!.note;
    const text = "</script><b>better</b>";
    expect((await opened.post(API.note, { id, text })).status).toBe(200);
    expect(await noteOf()).toBe(text);
    expect((await opened.post(API.note, { id, text: "" })).status).toBe(200);
    expect(await noteOf()).toBeUndefined();
    for (const other of ["last", "../x", `${id}/bm25`]) {
      const { status, json } = await opened.post(API.note, { id: other, text });
      expect([status, json]).toMatchObject([404, { problem: { code: "no-run" } }]);
    }
  });

  test("the retrievers of the config can be asked, and only those", async () => {
    const facts = await opened.get<{ retrievers: { name: string }[] }>(API.project);
    expect(facts.retrievers.map(({ name }) => name)).toEqual(["bm25", "files"]);
    const { status, json } = await opened.post(API.ask, { question: "when does the ferry leave?", k: 3 });
    expect(status).toBe(200);
    const { lists } = json as { lists: { retriever: string; list: { hits: unknown[]; failed?: string } }[] };
    expect(lists.map(({ retriever }) => retriever)).toEqual(["bm25", "files"]);
    expect(lists[0]!.list.hits).toHaveLength(3);
    // A run file knows the questions it was made for, and no other.
    expect(lists[1]!.list.hits).toEqual([]);
    expect(lists[1]!.list.failed).toMatch(/\w/);
  });

  test("an unknown run, and a query that is not there, are Problems without paths", async () => {
    const { origin } = new URL(opened.url);
    const { runs } = await opened.get<RunsView>(API.runs);
    const first = await fetch(opened.url, { redirect: "manual" });
    const [cookie] = first.headers.getSetCookie()[0]!.split(";");
    for (const [path, code] of [
      [query(API.view, ["20200101-000000-000-abcd/bm25"]), "no-run"],
      [query(API.view, [`../../../..${cwd}/gold.jsonl`]), "no-run"],
      [query(API.query, [runs[0]!.retrievers[0]!.ref], { id: "no such" }), "unknown-query"],
    ] as const) {
      const reply = await fetch(`${origin}${path}`, { headers: { cookie: cookie! } });
      const text = await reply.text();
      expect([reply.status, JSON.parse(text).problem.code]).toEqual([404, code]);
      expect(text).not.toContain(folder);
    }
  });
});

test("gold that was edited breaks the trend; older runs show their scores without lists, and say why", async () => {
  const cwd = project();
  await goldie(cwd, "run", "--quiet");
  const path = join(cwd, "gold.jsonl");
  const rows = readFileSync(path, "utf8").trimEnd().split("\n");
  writeFileSync(path, `${rows.slice(0, -1).join("\n")}\n`);
  await goldie(cwd, "run", "--quiet");
  await goldie(cwd, "run", "--quiet", "--limit", "20");
  const opened = await view(cwd);
  try {
    const runs = await opened.get<RunsView>(API.runs);
    const [recall] = trendsOf(runs);
    expect(recall!.series[0]!.points.map((point) => point.break)).toEqual([undefined, "gold", "queries"]);
    const old = await opened.get<View>(query(API.view, [runs.runs[2]!.retrievers[0]!.ref]));
    expect(old.notes.join()).toMatch(/gold\.jsonl has changed since/);
    expect(old.runs[0]!.means[0]!.mean).toBe(runs.runs[2]!.retrievers[0]!.means[0]!.mean);
    const one = await opened.get<QueryView>(
      query(API.query, [runs.runs[2]!.retrievers[0]!.ref], { id: old.queries.ids[0]! }),
    );
    expect(one.lists).toEqual([null]);
    const sampled = await opened.get<View>(query(API.view, [runs.runs[0]!.retrievers[0]!.ref]));
    expect(sampled.queries.ids).toHaveLength(20);
    expect(sampled.recall).toBeDefined();
  } finally {
    await opened.end();
  }
});

test("an empty project, and one with a damaged run and one that never ended", async () => {
  const cwd = join(folder, "empty");
  mkdirSync(cwd);
  const empty = await view(cwd);
  expect(await empty.get(API.runs)).toEqual({ runs: [], files: [], problems: [] });
  expect((await empty.post(API.ask, { question: "x", k: 1 })).json).toMatchObject({
    problem: { code: "cannot-ask" },
  });
  expect(await empty.end()).toBe(0);
  const other = project();
  await goldie(other, "run", "--quiet");
  const runs = join(other, ".goldie/runs");
  mkdirSync(join(runs, "20260101-000000-000-aaaa"));
  const [id] = readdirSync(runs).filter((name) => name.startsWith("202605"));
  const never = "20260102-000000-000-bbbb";
  cpSync(join(runs, id!), join(runs, never), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(runs, never, "manifest.json"), "utf8"));
  writeFileSync(
    join(runs, never, "manifest.json"),
    JSON.stringify({
      ...manifest,
      id: never,
      state: "running",
      owner: { ...manifest.owner, boot: "another" },
    }),
  );
  const opened = await view(other);
  try {
    const listed = await opened.get<RunsView>(API.runs);
    expect(listed.runs.map(({ state }) => state)).toEqual(["complete", "interrupted", "damaged"]);
    expect(listed.runs[1]!.retrievers.map(({ means }) => means)).toEqual([[], []]);
    expect(listed.runs[2]!.problem?.what).toMatch(/damaged/);
    expect(listed.runs[0]!.problem).toBeUndefined();
    expect(JSON.stringify(listed)).not.toContain(folder);
    writeFileSync(join(runs, id!, "scores.json"), "{broken");
    const [unread] = (await opened.get<RunsView>(API.runs)).runs;
    expect(unread!.retrievers.map(({ means }) => means)).toEqual([[], []]);
    expect(unread!.problem).toMatchObject({ what: `the scores of run ${id} cannot be read` });
    const { stdout } = await goldie(other, "runs");
    expect(stdout.text.split("\n")[1]).toMatch(/ unreadable +complete/);
  } finally {
    await opened.end();
  }
});

test("files of the command line: results and runs with their gold", async () => {
  const cwd = join(folder, "files");
  cpSync(join(root, "examples/harbour"), cwd, { recursive: true });
  const opened = await view(cwd, ["gold.jsonl", "overlap.jsonl", "prefix.jsonl", "-m", "ndcg@10,rr"]);
  try {
    const { files, runs } = await opened.get<RunsView>(API.runs);
    expect(runs).toEqual([]);
    expect(files.map(({ ref, name }) => [ref, name])).toEqual([
      ["file:overlap", "overlap"],
      ["file:prefix", "prefix"],
    ]);
    expect(files[0]!.means.map(({ metric }) => metric)).toEqual(["ndcg@10", "rr"]);
    // They are what the address opens.
    expect(new URL(opened.url).searchParams.getAll("run")).toEqual(files.map(({ ref }) => ref));
    const page = await opened.get<View>(
      query(
        API.view,
        files.map(({ ref }) => ref),
      ),
    );
    expect(page.pairs).toHaveLength(1);
    const one = await opened.get<QueryView>(query(API.query, ["file:overlap"], { id: page.queries.ids[0]! }));
    expect(one.lists[0]!.hits.length).toBeGreaterThan(0);
  } finally {
    await opened.end();
  }
});

describe("the command", () => {
  const cwd = join(folder, "command");
  beforeAll(() => mkdirSync(cwd));

  test("prints the address and opens it on a terminal only, never in CI or where it is told not to", async () => {
    for (const [words, given, opens] of [
      [[], { tty: true }, true],
      [[], { tty: false }, false],
      [[], { tty: true, env: { CI: "true" } }, false],
      [["--no-open"], { tty: true }, false],
    ] as const) {
      const opened = await view(cwd, [...words], given);
      expect(opened.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}$/);
      expect(opened.browsed).toEqual(opens ? [opened.url] : []);
      expect(await opened.end()).toBe(0);
      await expect(fetch(opened.url)).rejects.toThrow();
    }
  });

  test("two have tokens of their own", async () => {
    const [one, two] = [await view(cwd), await view(cwd)];
    expect(new URL(one.url).searchParams.get("token")).not.toBe(new URL(two.url).searchParams.get("token"));
    await Promise.all([one.end(), two.end()]);
  });

  test("a busy port is refused with the way out", async () => {
    const other = createServer();
    const port = await new Promise<number>((done) =>
      other.listen(0, "127.0.0.1", () => done((other.address() as { port: number }).port)),
    );
    const effects = testEffects({ cwd });
    expect(await main(["view", "--port", String(port)], effects)).toBe(2);
    expect(effects.stderr.text).toContain(`port ${port} is in use`);
    expect(effects.stderr.text).toContain("leave --port out");
    await new Promise((done) => other.close(done));
  });

  test.each([
    [["--host", "0.0.0.0"], "needs a token"],
    [["--host", "0.0.0.0", "--token", "short"], "fewer than 16"],
    [["--token", "spaces are not good here"], "fewer than 16"],
    [["--port", "70000"], "is not a port"],
    [["--port", "x"], "is not a port"],
    [["--host", "203.0.113.7", "--token", "0123456789abcdef"], "no address"],
  ])("%j is refused", async (words, told) => {
    const effects = testEffects({ cwd });
    expect(await main(["view", ...words], effects)).toBe(2);
    expect(effects.stderr.text).toContain(told);
  });

  test("with --host and a token it answers to the names of the machine only", async () => {
    const opened = await view(cwd, ["--host", "0.0.0.0", "--token", "0123456789abcdef"]);
    const port = Number(new URL(opened.url).port);
    const statusFor = async (host: string) =>
      (await sendTo(port, "/?token=0123456789abcdef", { headers: { host } })).status;
    for (const name of ["127.0.0.1", "localhost", hostname()])
      expect(await statusFor(`${name}:${port}`)).toBe(303);
    for (const name of ["0.0.0.0", "evil.example"]) expect(await statusFor(`${name}:${port}`)).toBe(403);
    expect(await opened.end()).toBe(0);
  });

  test("a config that cannot be loaded is reported, and the runs are shown", async () => {
    const broken = project();
    await goldie(broken, "run", "--quiet");
    appendFileSync(join(broken, "goldie.config.json"), "}");
    const opened = await view(broken);
    expect(opened.effects.stderr.text).toMatch(/goldie\.config\.json/);
    expect((await opened.get<RunsView>(API.runs)).runs).toHaveLength(1);
    await opened.end();
  });
});
