// Every byte of an input is read from the disk once per command: counted where Node reads it.

import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { main } from "../src/cli/main.ts";
import { SMALL_FILE } from "../src/files/source.ts";
import { formats, type Kind } from "../src/formats/index.ts";
import { createRowWriter } from "../src/formats/parquet/write.ts";
import { countReads, type ReadRange, readAgain } from "./_counted-reads.ts";
import { testEffects } from "./cli/_effects.ts";
import { readCommandLine } from "./cli/_words.ts";

vi.mock("node:fs/promises", async (original) =>
  (await import("./_counted-reads.ts")).countedPromises(await original()),
);
vi.mock("node:fs", async (original) => (await import("./_counted-reads.ts")).countedFs(await original()));

const work = realpathSync(mkdtempSync(join(tmpdir(), "goldie-once-")));
afterAll(() => rmSync(work, { recursive: true }));

interface Outcome {
  readonly code: number;
  readonly stderr: string;
  /** By file: how many of its bytes were read, and read again. */
  readonly read: Readonly<Record<string, number>>;
  readonly again: Readonly<Record<string, number>>;
  /** Files that were parsed as gold, once for each time. */
  readonly golds: readonly string[];
}

async function goldie(cwd: string, line: string, stdin?: Uint8Array): Promise<Outcome> {
  const { env, argv } = readCommandLine(line);
  const effects = testEffects({ cwd, env, tty: env.TTY === "1", ...(stdin === undefined ? {} : { stdin }) });
  const reads = formats.map((format) => vi.spyOn(format, "read"));
  let code = -1;
  const counted = await countReads(async () => {
    code = await main(argv, effects);
  });
  const files = byFile(counted);
  const sums = (of: (ranges: readonly ReadRange[]) => number): Record<string, number> =>
    Object.fromEntries(
      [...files].flatMap(([path, ranges]) =>
        of(ranges) === 0 ? [] : [[path.replace(`${cwd}/`, ""), of(ranges)]],
      ),
    );
  return {
    code,
    stderr: effects.stderr.text,
    read: sums((ranges) => ranges.reduce((sum, { start, end }) => sum + end - start, 0)),
    again: sums(readAgain),
    golds: reads.flatMap((read) =>
      read.mock.calls.flatMap(([{ name }, , { kind }]) => (kind === "gold" ? [name] : [])),
    ),
  };
}

/** Two names of one file, a link and what it points to, are that file. */
function byFile(counted: ReadonlyMap<string, readonly ReadRange[]>): Map<string, readonly ReadRange[]> {
  const files = new Map<string, readonly ReadRange[]>();
  for (const [path, ranges] of counted) {
    const file = existsSync(path) ? realpathSync(path) : path;
    files.set(file, [...(files.get(file) ?? []), ...ranges]);
  }
  return files;
}

const docsRead = (times: number): Readonly<Record<string, number>> =>
  Object.fromEntries(["dogs", "fares", "hours"].map((name) => [`docs/${name}.md`, times]));

/**
 * By recorded call: files that are read more than once by design, and how often (docs/decisions/0014-one-path-chosen-once.md).
 * `goldie run` hashes the files behind a retriever before it asks: the manifest names them, and --resume compares them.
 * The retriever reads its own files when it is first asked. `goldie init` looks at a project, then runs the config that
 * it wrote; where that needs a rule for ids, it runs it twice.
 */
const TIMES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "init-client": docsRead(3),
  "init-docs": docsRead(3),
  "init-example": { "eval/corpus.jsonl": 2 },
  "init-search": {
    ...docsRead(5),
    "eval/queries.jsonl": 2,
    "goldie.config.ts": 2,
    "src/search.ts": 3,
  },
  "run-bm25": docsRead(2),
  "run-no-overlap": { "run.jsonl": 2 },
  "run-no-overlap-mended": { "run.jsonl": 2 },
};

describe("every call of the command line that is on record", () => {
  const cases = fileURLToPath(new URL("./cli/cases/", import.meta.url));
  test.each(readdirSync(cases).sort())("%s", async (name) => {
    const folder = join(cases, name);
    const cwd = join(work, name);
    mkdirSync(cwd);
    if (existsSync(join(folder, "input"))) cpSync(join(folder, "input"), cwd, { recursive: true });
    const stdin = join(folder, "stdin");
    const given = existsSync(stdin) ? readFileSync(stdin) : undefined;
    const { code, again, golds } = await goldie(cwd, readFileSync(join(folder, "cmd"), "utf8"), given);
    const byDesign = TIMES[name] ?? {};
    const times = Object.entries(again).map(([file, bytes]) => [
      file,
      1 + Math.ceil(bytes / statSync(join(cwd, file)).size),
    ]);
    expect(Object.fromEntries(times)).toEqual(byDesign);
    // What is mixed up is found out by trying. Whether cells are lists shows in the hits, and then the bytes in memory are parsed anew.
    const once = golds.filter((file) => byDesign[file] === undefined);
    if (code === 0 && !name.startsWith("eval-list-cells-")) expect(once).toEqual([...new Set(once)]);
  });
});

/** So many queries with so many documents each make a file that is too large to be kept when it is opened. */
const QUERIES = 900;
const HITS = 12;
const queries = Array.from({ length: QUERIES }, (_, q) => String(1_000_000 + q));
// Long numbers that no packing makes small: MS MARCO has nothing else.
const docs = (query: string): string[] =>
  Array.from({ length: HITS }, (_, i) =>
    BigInt(`0x1${createHash("sha512").update(`${query} ${i}`).digest("hex")}`).toString(),
  );
const WORDS = "what was asked, in words, ".repeat(40);
const rows = (row: (query: string, docs: readonly string[]) => unknown): string =>
  queries.map((query) => `${JSON.stringify(row(query, docs(query)))}\n`).join("");

/** Everything else is converted from these, or written as the tool does that nobody can convert to. */
const WRITTEN: Readonly<Record<string, string>> = {
  "gold.jsonl": rows((id, ids) => ({ id, query: `${id} ${WORDS}`, relevant: ids.slice(0, 10) })),
  "run.jsonl": rows((id, ids) => ({
    id,
    query: `${id} ${WORDS}`,
    hits: [...ids].reverse().map((doc, i) => ({ id: doc, score: HITS - i, text: `text of ${doc}` })),
  })),
  "corpus.jsonl": rows((_, [id, ...others]) => ({ id, text: others.join(" ") })),
  "cases.cases": rows((id, ids) => ({
    id,
    question: `${id} ${WORDS}`,
    contexts: ids.map((doc) => ({ id: doc, text: doc })),
    reference: ids[0],
    response: ids[1],
  })),
  "cases.deepeval": JSON.stringify(
    queries.map((id) => ({
      id,
      input: `${id} ${WORDS}`,
      expected_output: "x",
      retrieval_context: docs(id),
      context: ["x"],
    })),
  ),
  "cases.ragas": rows((id, ids) => ({
    id,
    user_input: `${id} ${WORDS}`,
    reference: "x",
    retrieved_contexts: ids,
    retrieved_context_ids: ids,
    reference_context_ids: ids,
  })),
  // Traces name a query by its question.
  "run.otel": rows((id, ids) => ({
    name: "search",
    context: { trace_id: `t${id}`, span_id: `s${id}` },
    span_kind: "RETRIEVER",
    attributes: {
      input: { value: id },
      retrieval: { documents: ids.map((doc) => ({ document: { id: doc, content: "x" } })) },
    },
  })),
  "run.langfuse": rows((id, ids) => ({
    id: `o${id}`,
    trace_id: `t${id}`,
    type: "RETRIEVER",
    name: "search",
    input: id,
    output: ids.map((doc) => ({ page_content: "x", metadata: { id: doc } })),
  })),
  "run.langsmith": rows((id, ids) => ({
    id: `r${id}`,
    trace_id: `t${id}`,
    run_type: "retriever",
    name: "search",
    inputs: { query: id },
    outputs: { documents: ids.map((doc) => ({ page_content: "x", metadata: { id: doc } })) },
  })),
  "gold.promptfoo": `question,__expected\n${queries.map((id) => `${id},"contains: ${WORDS}${WORDS}"\n`).join("")}`,
  "scores.trec-eval-output": queries
    .flatMap((id) => [...Array(90).keys()].map((i) => `P_${i + 1}                   \t${id}\t0.5000\n`))
    .join(""),
};

const COMMANDS: readonly (readonly [Kind, string])[] = [
  ["gold", "goldie eval FILE few-run.jsonl"],
  ["gold", "goldie doctor FILE few-run.jsonl"],
  ["gold", "goldie explain ndcg@10 FILE few-run.jsonl --query 1000007"],
  ["gold", "goldie convert FILE out.jsonl --kind gold"],
  ["gold", "goldie fuse few-run.jsonl few-run.jsonl --method wsum --gold FILE -o fused.jsonl"],
  ["run", "goldie eval few-gold.jsonl FILE"],
  ["run", "goldie eval few-gold.jsonl FILE FILE --missed --json"],
  ["run", "goldie doctor few-gold.jsonl FILE"],
  ["run", "goldie explain ndcg@10 few-gold.jsonl FILE --query 1000007"],
  ["run", "goldie convert FILE out.jsonl --kind run"],
  ["run", "goldie fuse FILE few-run.jsonl -o fused.jsonl"],
  ["corpus", "goldie eval few-gold.jsonl few-run.jsonl --corpus FILE"],
  ["corpus", "goldie convert FILE out.jsonl --kind corpus"],
  ["scores", "goldie convert FILE out.csv --kind scores"],
];

describe("every command on large files of every format", () => {
  const cwd = join(work, "large");
  beforeAll(async () => {
    mkdirSync(cwd);
    for (const [name, text] of Object.entries(WRITTEN)) writeFileSync(join(cwd, name), text);
    // What stands beside a large file.
    for (const name of ["gold.jsonl", "run.jsonl"])
      writeFileSync(join(cwd, `few-${name}`), WRITTEN[name]!.split("\n", 20).join("\n"));
    for (const { id, kinds, write } of formats)
      for (const kind of kinds) {
        if (write === undefined || nameOf(id, kind) !== undefined) continue;
        const from = kind === "scores" ? "scores.trec-eval-output" : `${kind}.jsonl`;
        const done = await goldie(cwd, `goldie convert ${from} ${kind}.${id} --to ${id} --kind ${kind}`);
        expect(done).toMatchObject({ code: 0 });
      }
  });
  const nameOf = (id: string, kind: Kind): string | undefined =>
    [`${kind}.${id}`, `cases.${id}`].find((name) => existsSync(join(cwd, name)));
  const calls = formats.flatMap(({ id, kinds }) =>
    COMMANDS.filter(([kind]) => kinds.includes(kind)).map(([kind, line]) => [id, kind, line] as const),
  );
  test.each(calls)("%s as %s: %s", async (id, kind, line) => {
    const name = nameOf(id, kind)!;
    expect(statSync(join(cwd, name)).size).toBeGreaterThan(SMALL_FILE);
    // DeepEval's hits have no ids: its own gold takes them by their texts.
    const call = id === "deepeval" ? line.replace("few-gold.jsonl", name) : line;
    const { code, stderr, again, read, golds } = await goldie(cwd, call.replaceAll("FILE", name));
    expect(again).toEqual({});
    expect(golds).toEqual([...new Set(golds)]);
    if (kind === "gold") expect(golds).toContain(name);
    expect(stderr).not.toMatch(/^error/);
    expect({ code, read: read[name] }).toEqual({ code: 0, read: expect.any(Number) });
  });

  test.each([
    // Gold and run at once, in one parsing or in two.
    "goldie eval cases.cases",
    "goldie eval cases.ragas --missed",
    "goldie doctor cases.deepeval",
    "goldie explain context-precision cases.cases --query 1000007",
    "goldie judge cases.cases --limit 1",
    "goldie judge cases.ragas --limit 1",
    "goldie judge both.jsonl --limit 1",
    "goldie eval both.parquet",
    // One file as two runs, in the wrong place, packed, and with rows that come back after others.
    "goldie fuse run.parquet run.parquet -o fused.jsonl",
    "goldie eval few-gold.jsonl run.trec-run ./run.trec-run --missed --json",
    "goldie eval cases.cases ../large/cases.cases",
    "goldie fuse run.jsonl ./run.jsonl -o fused.jsonl",
    "goldie eval run.trec-run gold.trec-qrels",
    "goldie eval gold.jsonl",
    "goldie eval gold.trec-qrels run.trec-run.gz run.jsonl.gz",
    "goldie eval gold.trec-qrels scattered.trec",
    "goldie eval aspects.qrels run.trec-run",
    "goldie doctor aspects.qrels run.trec-run",
    // Folders.
    "goldie eval beir run.trec-run --corpus beir",
    "goldie eval project",
    "goldie eval --as autorag project",
  ])("%s", async (line) => {
    await writeOthers(cwd);
    const { again, read, golds } = await goldie(cwd, line);
    expect(again).toEqual({});
    expect(golds).toEqual([...new Set(golds)]);
    expect(read).not.toEqual({});
  });
});

describe("a link is the file that it points to", () => {
  const cwd = join(work, "links");
  beforeAll(() => {
    mkdirSync(join(cwd, "elsewhere"), { recursive: true });
    for (const name of ["gold.jsonl", "run.jsonl", "cases.cases"]) {
      writeFileSync(join(cwd, name), WRITTEN[name]!);
      // A link, and a link to that one from another folder.
      symlinkSync(name, join(cwd, `link-${name}`));
      symlinkSync(join("..", `link-${name}`), join(cwd, "elsewhere", name));
    }
    symlinkSync("elsewhere", join(cwd, "folder"));
  });
  test.each([
    ["goldie eval gold.jsonl run.jsonl link-run.jsonl", ["gold.jsonl", "run.jsonl"]],
    [
      "goldie eval gold.jsonl link-run.jsonl elsewhere/run.jsonl --missed --json",
      ["gold.jsonl", "run.jsonl"],
    ],
    ["goldie fuse run.jsonl folder/run.jsonl -o fused.jsonl", ["run.jsonl"]],
    ["goldie eval cases.cases link-cases.cases", ["cases.cases"]],
    ["goldie doctor link-gold.jsonl run.jsonl folder/run.jsonl", ["gold.jsonl", "run.jsonl"]],
  ])("%s", async (line, files) => {
    const { code, stderr, again, read, golds } = await goldie(cwd, line);
    expect(again).toEqual({});
    expect(golds).toHaveLength(line.includes("fuse") ? 0 : 1);
    expect(stderr).not.toMatch(/^error/);
    expect(code).toBe(0);
    expect(Object.keys(read).sort()).toEqual(files);
  });

  test("a second reading of one file would be seen, by whatever name", () => {
    const once = [{ start: 0, end: 10 }];
    const files = byFile(
      new Map([
        [join(cwd, "run.jsonl"), once],
        [join(cwd, "folder/run.jsonl"), once],
      ]),
    );
    expect([...files].map(([path, ranges]) => ({ path, again: readAgain(ranges) }))).toEqual([
      { path: join(cwd, "run.jsonl"), again: 10 },
    ]);
  });
});

/** Files that are made of those above, once. */
async function writeOthers(cwd: string): Promise<void> {
  if (existsSync(join(cwd, "beir"))) return;
  const put = (name: string, content: string | Uint8Array): void => {
    mkdirSync(join(cwd, name, ".."), { recursive: true });
    writeFileSync(join(cwd, name), content);
  };
  const bytes = (name: string): Buffer => readFileSync(join(cwd, name));
  const lines = (name: string): string[] => bytes(name).toString().trimEnd().split("\n");
  put("run.trec-run.gz", gzipSync(bytes("run.trec-run")));
  put("run.jsonl.gz", gzipSync(bytes("run.jsonl")));
  put(
    "scattered.trec",
    `${lines("run.trec-run")
      .map((row, i) => [i % HITS, row] as const)
      .sort((a, b) => a[0] - b[0])
      .map(([, row]) => row)
      .join("\n")}\n`,
  );
  put(
    "aspects.qrels",
    lines("gold.trec-qrels")
      .map((row) => `${row.replace(" 0 ", " 1 ")}\n${row.replace(" 0 ", " 2 ")}\n`)
      .join(""),
  );
  put(
    "both.jsonl",
    rows((id, ids) => ({
      id,
      query: `${id} ${WORDS}`,
      hits: ids.map((doc) => ({ id: doc, text: "x" })),
      relevant: ids,
      answer: "x",
    })),
  );
  const pieces: Uint8Array[] = [];
  const both = createRowWriter(
    [
      { name: "qid", type: "STRING" },
      { name: "retrieval_gt", type: "STRING", depth: 2 },
      { name: "retrieved_ids", type: "STRING", depth: 1 },
    ],
    (piece) => void pieces.push(piece),
  );
  for (const id of queries) both.add(id, [docs(id)], docs(id));
  await both.end();
  put("both.parquet", Buffer.concat(pieces));
  put("beir/corpus.jsonl", bytes("corpus.beir"));
  put(
    "beir/queries.jsonl",
    rows((id) => ({ _id: id, text: WORDS })),
  );
  put("beir/qrels/test.tsv", bytes("gold.beir"));
  put("project/data/qa.parquet", bytes("gold.autorag"));
  const node = "project/0/retrieve_node_line/lexical_retrieval";
  for (const module of ["0", "1"]) put(`${node}/${module}.parquet`, bytes("run.autorag"));
  put(`${node}/summary.csv`, "filename,retrieval_recall,is_best\n0.parquet,1,True\n1.parquet,1,False\n");
}
