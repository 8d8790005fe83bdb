/** The same names in every format: a file of each, read for gold and for a run. */
import { describe, expect, it } from "vitest";
import { GoldieError } from "../src/core/problem.ts";
import { ProblemLog } from "../src/core/problem-log.ts";
import { loadGold, loadRun } from "../src/engine/load.ts";
import { evaluate } from "../src/evaluate/evaluate.ts";
import { memorySource, type Source } from "../src/files/source.ts";
import { createRowWriter } from "../src/formats/parquet/write.ts";
import { nearestField } from "../src/formats/rows/field-names.ts";

const QUERIES = ["question", "query", "q", "query_id", "qid", "user_input"];
const HITS = ["retrieved", "results", "documents", "hits", "retrieved_ids", "doc_ids"];
const RELEVANT = ["ground_truth", "expected", "relevant_ids", "relevant", "gold", "relevant_docs"];

/** Two queries with two documents each, under these names. */
const FORMATS: Readonly<Record<string, (query: string, docs: string) => Source | Promise<Source>>> = {
  jsonl: (query, docs) =>
    memorySource(
      "t.jsonl",
      ["q1", "q2"].map((q) => `${JSON.stringify({ [query]: q, [docs]: ["d1", "d2"] })}\n`).join(""),
    ),
  "one line": (query, docs) =>
    memorySource("t.jsonl", `${JSON.stringify({ [query]: "q1", [docs]: ["d1", "d2"] })}\n`),
  json: (query, docs) =>
    memorySource(
      "t.json",
      JSON.stringify(
        ["q1", "q2"].map((q) => ({ [query]: q, [docs]: ["d1", "d2"] })),
        null,
        2,
      ),
    ),
  csv: (query, docs) =>
    memorySource("t.csv", `${query},${docs}\nq1,"[""d1"", ""d2""]"\nq2,"[""d1"", ""d2""]"\n`),
  async parquet(query, docs) {
    const pieces: Uint8Array[] = [];
    const columns = [
      { name: query, type: "STRING" as const },
      { name: docs, type: "STRING" as const, depth: 1 as const },
    ];
    const out = createRowWriter(columns, (piece) => void pieces.push(piece));
    for (const q of ["q1", "q2"]) out.add(q, ["d1", "d2"]);
    await out.end();
    return memorySource("t.parquet", Buffer.concat(pieces));
  },
};

describe.each(Object.entries(FORMATS))("%s", (_, make) => {
  it.each(QUERIES.flatMap((query) => HITS.map((docs) => [query, docs] as const)))(
    "run: %s, %s",
    async (query, docs) => {
      const log = new ProblemLog();
      const { run } = await loadRun(await make(query, docs), { log });
      expect(log.errors).toBe(0);
      expect([...run.keys()][0]).toBe("q1");
      expect(JSON.stringify(run.get("q1"))).toContain('"d2"');
    },
  );
  it.each(QUERIES.flatMap((query) => RELEVANT.map((docs) => [query, docs] as const)))(
    "gold: %s, %s",
    async (query, docs) => {
      const log = new ProblemLog();
      const { gold } = await loadGold(await make(query, docs), { log });
      expect(log.errors).toBe(0);
      const one = gold.get("q1") as { relevant?: unknown } | readonly string[];
      expect("relevant" in one ? one.relevant : one).toEqual(["d1", "d2"]);
    },
  );
});
describe("one hit or judgement per row, under usual names", () => {
  const RUN =
    '{"qid":"q1","document_id":"d1","similarity":0.5}\n{"qid":"q1","document_id":"d2","similarity":0.9}\n';
  it.each([
    ["jsonl", RUN],
    ["csv", "qid,document_id,similarity\nq1,d1,0.5\nq1,d2,0.9\n"],
  ])("%s", async (_, text) => {
    const log = new ProblemLog();
    const { run } = await loadRun(memorySource("run", text), { log });
    expect(log.list().map(({ what }) => what)).toEqual([]);
    expect(evaluate({ gold: { q1: ["d2"] }, run, metrics: ["rr"] }).mean("rr").mean).toBe(1);
  });
});

describe("what a name does not change", () => {
  it("an id stays the query's beside a topic, and the question is its words", async () => {
    const row = '{"id":"q1","topic":"boats","question":"When?","hits":["d1"]}\n';
    const { run, words } = await loadRun(memorySource("run.jsonl", row), { log: new ProblemLog() });
    expect([...run.keys()]).toEqual(["q1"]);
    expect(words.get("q1")).toBe("When?");
  });
  it("our own names come first", async () => {
    const row = '{"id":"q1","relevant":["d1"],"documents":["d2"],"expected":["d3"]}\n';
    const { gold } = await loadGold(memorySource("gold.jsonl", row), { log: new ProblemLog() });
    expect(gold.get("q1")).toEqual({ relevant: ["d1"] });
  });
  it("an answer is no list of ids", async () => {
    const log = new ProblemLog();
    const row = '{"question":"When?","ground_truth":"At nine.","relevant":["d1"]}\n';
    const { gold } = await loadGold(memorySource("gold.jsonl", row), { log, format: "jsonl" });
    expect(gold.get("When?")).toEqual({ relevant: ["d1"], answer: "At nine." });
  });
});

describe("a reference answer, under every name", () => {
  const NAMES = ["answer", "reference", "reference_answer", "expected_answer", "generation_gt"];
  it.each(NAMES)("%s", async (name) => {
    const files = [
      ["gold.jsonl", `${JSON.stringify({ id: "q1", relevant: ["d1"], [name]: "At nine." })}\n`],
      ["gold.csv", `id,relevant,${name}\nq1,"[""d1""]",At nine.\n`],
    ] as const;
    for (const [file, text] of files) {
      const { gold } = await loadGold(memorySource(file, text), { log: new ProblemLog() });
      expect(gold.get("q1")).toEqual({ relevant: ["d1"], answer: "At nine." });
    }
  });
});

describe("an error lists the fields, the nearest, and the --col that would do", () => {
  const refused = async (
    load: typeof loadRun | typeof loadGold,
    name: string,
    text: string,
    columns = {},
  ) => {
    const log = new ProblemLog();
    try {
      await load(memorySource(name, text), { log, columns });
    } catch (error) {
      if (!(error instanceof GoldieError)) throw error;
      return `${error.problem.what} | ${error.problem.why} | ${error.problem.fix}`;
    }
    const [first] = log.list().filter(({ level }) => level === "error");
    return first === undefined ? "" : `${first.what} | ${first.fix}`;
  };
  it("JSONL", async () => {
    const row = '{"quesiton":"q1","hits":["d1"]}\n';
    expect(await refused(loadRun, "run.jsonl", row)).toContain(
      'the row has no query id; its keys are "quesiton", "hits" | name the key that holds it, perhaps --col query=quesiton',
    );
    // As AutoRAG writes it, without qid: the keys of the file, not ours.
    const autorag =
      '{"retrieved_ids":["d1"],"retrieve_scores":[1]}\n{"retrieved_ids":["d2"],"retrieve_scores":[1]}\n';
    expect(await refused(loadRun, "run.jsonl", autorag)).toContain(
      'the row has no query id; its keys are "retrieved_ids", "retrieve_scores"',
    );
    expect(await refused(loadGold, "gold.jsonl", '{"question":"q1","pages":["d1"]}\n')).toContain(
      'its keys are "question", "pages"',
    );
    expect(await refused(loadRun, "run.jsonl", row, { query: "quesiton" })).toBe("");
    const hits = '{"id":"q1","retreived":["d1"]}\n';
    expect(await refused(loadRun, "run.jsonl", hits)).toContain("perhaps --col hits=retreived");
    expect(await refused(loadRun, "run.jsonl", hits, { hits: "retreived" })).toBe("");
    expect(await refused(loadRun, "run.jsonl", hits, { doc: "retreived" })).toBe("");
    expect(await refused(loadGold, "gold.jsonl", '{"id":"q1","expcted":["d1"]}\n')).toContain(
      "perhaps --col relevant=expcted",
    );
  });
  it("CSV", async () => {
    expect(await refused(loadRun, "run.csv", "quesiton,doc,score\nq1,d1,1\n")).toBe(
      "no column looks like query ids | columns: quesiton, doc, score | name the column, perhaps --col query=quesiton",
    );
    const gold = "query,pages\nq1,d1\n";
    expect(await refused(loadGold, "gold.csv", gold)).toContain("--col doc=");
    expect(await refused(loadGold, "gold.csv", gold, { relevant: "pages" })).toBe("");
  });
  it("nothing is near that is all other letters", () => {
    expect(nearestField(["x", "zzzz"], ["q", "query"])).toEqual([]);
  });
});
