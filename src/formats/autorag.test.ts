import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { Problem } from "../core/problem.ts";
import { findAutoragProject, metricsOfNode } from "./autorag/project.ts";
import { autorag, readAutoragModule, readRowIds } from "./autorag.ts";
import { detectFormat } from "./detect.ts";
import type { Kind, Sink } from "./format.ts";
import { openSource } from "./open-source.ts";
import { createRowWriter, type OutColumn } from "./parquet/write.ts";

const folder = mkdtempSync(join(tmpdir(), "goldie-autorag-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function writeParquet(
  path: string,
  columns: readonly OutColumn[],
  rows: readonly unknown[][],
): Promise<void> {
  const pieces: Uint8Array[] = [];
  const out = createRowWriter(columns, (bytes) => void pieces.push(bytes));
  for (const row of rows) out.add(...row);
  await out.end();
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, Buffer.concat(pieces));
}
const ID: OutColumn = { name: "qid", type: "STRING" };
const WORDS: OutColumn = { name: "query", type: "STRING" };
const GOLD: OutColumn = { name: "retrieval_gt", type: "STRING", depth: 2 };
const ANSWERS: OutColumn = { name: "generation_gt", type: "STRING", depth: 1 };
const ids = (suffix = ""): OutColumn => ({ name: `retrieved_ids${suffix}`, type: "STRING", depth: 1 });
const scores = (suffix = ""): OutColumn => ({ name: `retrieve_scores${suffix}`, type: "DOUBLE", depth: 1 });
const texts = (suffix = ""): OutColumn => ({ name: `retrieved_contents${suffix}`, type: "STRING", depth: 1 });

function listener(): { readonly sink: Sink; readonly calls: unknown[][]; readonly problems: Problem[] } {
  const calls: unknown[][] = [];
  const sink: Sink = {
    ranking: (query, hits) => void calls.push([query, hits]),
    gold: (query, value) => void calls.push([query, value]),
    query: (id, words) => void calls.push(["words", id, words]),
    doc: (id, words) => void calls.push([id, words]),
  };
  return { sink, calls, problems: [] };
}
async function read(path: string, kind: Kind, columns = {}, wantTexts = false) {
  const heard = listener();
  const context = { kind, columns, texts: wantTexts, problem: (p: Problem) => void heard.problems.push(p) };
  await autorag.read(await openSource(path), heard.sink, context);
  return heard;
}

describe("files", () => {
  const qa = join(folder, "files", "qa.parquet");
  const result = join(folder, "files", "best_0.parquet");
  it("qa.parquet is gold in groups, with the first answer", async () => {
    await writeParquet(
      qa,
      [ID, WORDS, GOLD, ANSWERS],
      [
        ["q1", "who?", [["a", "b"], ["c"]], ["she", "her"]],
        ["q2", "why?", [[]], []],
      ],
    );
    expect((await read(qa, "gold")).calls).toEqual([
      ["words", "q1", "who?"],
      ["q1", { groups: [["a", "b"], ["c"]], answer: "she" }],
      ["words", "q2", "why?"],
      ["q2", { groups: [[]] }],
    ]);
  });
  it("a result is run and gold at once; what the last step retrieved counts", async () => {
    await writeParquet(
      result,
      [
        ID,
        GOLD,
        ids("_lexical"),
        scores("_lexical"),
        texts("_semantic"),
        ids("_semantic"),
        scores("_semantic"),
      ],
      [["q1", [["a"]], ["x"], [9], ["A"], ["a"], [0.5]]],
    );
    expect((await read(result, "run")).calls).toEqual([["q1", [{ id: "a", score: 0.5 }]]]);
    expect((await read(result, "run", {}, true)).calls).toEqual([
      ["q1", [{ id: "a", score: 0.5, text: "A" }]],
    ]);
    expect((await read(result, "gold")).calls).toEqual([["q1", { groups: [["a"]] }]]);
    expect((await read(result, "run", { doc: "retrieved_ids_lexical" })).calls).toEqual([["q1", ["x"]]]);
  });
  it("gold texts are passages where somebody wants texts", async () => {
    const path = join(folder, "files", "contents.parquet");
    const contents: OutColumn = { name: "retrieval_gt_contents", type: "STRING", depth: 2 };
    await writeParquet(path, [ID, GOLD, contents], [["q1", [["a"]], [["the text"]]]]);
    expect((await read(path, "gold")).calls).toEqual([["q1", { groups: [["a"]] }]]);
    expect((await read(path, "gold", {}, true)).calls).toEqual([
      ["q1", { groups: [["a"]], passages: [[{ text: "the text" }]] }],
    ]);
  });
  it("are known by their columns", async () => {
    expect((await detectFormat(await openSource(qa), "gold")).format.id).toBe("autorag");
    expect((await detectFormat(await openSource(qa), "run")).format.id).toBe("parquet");
    expect((await detectFormat(await openSource(result), "run")).format.id).toBe("autorag");
  });
  it("are written, and say what they cannot hold", async () => {
    const problems: Problem[] = [];
    const pieces: Uint8Array[] = [];
    const writer = autorag.write!({
      kind: "gold",
      name: "",
      write: (bytes) => void pieces.push(bytes as Uint8Array),
      problem: (p) => void problems.push(p),
    });
    writer.query!("q1", "who?", 1);
    writer.gold!("q1", { groups: [["a", "b"]], answer: "she" }, 1);
    writer.gold!("q2", ["a", "b"], 2);
    writer.gold!(
      "q3",
      new Map([
        ["a", 3],
        ["b", 0],
      ]),
      3,
    );
    writer.gold!("q4", { relevant: { a: 1 } }, 4);
    writer.gold!("q5", { passages: [[{ text: "x" }]] }, 5);
    await writer.end();
    const path = join(folder, "files", "written.parquet");
    writeFileSync(path, Buffer.concat(pieces));
    expect((await read(path, "gold")).calls.filter(([first]) => first !== "words")).toEqual([
      ["q1", { groups: [["a", "b"]], answer: "she" }],
      ["q2", { groups: [["a"], ["b"]] }],
      ["q3", { groups: [["a"]] }],
      ["q4", { groups: [["a"]] }],
      ["q5", { relevant: [] }],
    ]);
    expect(problems.map((p) => [p.code, p.at?.query])).toEqual([
      ["lost-grades", "q3"],
      ["lost-texts", "q5"],
    ]);
  });
});

describe("the folder of a project", () => {
  const project = join(folder, "project");
  const node = (trial: number, name: string, file: string): string =>
    join(project, String(trial), "line", name, file);
  const make = async (): Promise<void> => {
    await writeParquet(
      join(project, "data", "qa.parquet"),
      [ID, WORDS, GOLD],
      [
        ["q1", "who?", [["a"]]],
        ["q2", "why?", [["b"]]],
      ],
    );
    await writeParquet(
      join(project, "data", "corpus.parquet"),
      [
        { name: "doc_id", type: "STRING" },
        { name: "contents", type: "STRING" },
      ],
      [["a", "A"]],
    );
    const module = (path: string, lists: string[][]) =>
      writeParquet(
        path,
        [texts(), ids(), scores()],
        lists.map((list) => [list, list, list.map(() => 1)]),
      );
    await module(node(0, "retrieval", "0.parquet"), [["a"], ["x"]]);
    await module(node(0, "retrieval", "1.parquet"), [["x"], ["b"]]);
    await module(node(0, "retrieval", "10.parquet"), [["x"], ["y"]]);
    await writeParquet(
      node(0, "retrieval", "best_1.parquet"),
      [ID, GOLD, ids()],
      [
        ["q1", [["a"]], ["x"]],
        ["q2", [["b"]], ["b"]],
      ],
    );
    writeFileSync(
      node(0, "retrieval", "summary.csv"),
      "filename,module_name,module_params,execution_time,retrieval_f1,retrieval_recall,is_best\n0.parquet,BM25,\"{'top_k': 1, 'x': 2}\",0.5,0.5,0.5,False\n",
    );
    await writeParquet(node(1, "passage_reranker", "best_0.parquet"), [ID, ids()], [["q1", ["z"]]]);
    writeFileSync(
      node(1, "passage_reranker", "summary.csv"),
      "filename,module_name,module_params,execution_time,passage_reranker_retrieval_ndcg,is_best\n",
    );
    await writeParquet(node(1, "generator", "0.parquet"), [ID], [["q1"]]);
  };

  it("is found out", async () => {
    await make();
    const found = await findAutoragProject(project);
    expect(found.corpus).toBe(join(project, "data", "corpus.parquet"));
    expect(found.nodes.map(({ trial, node, prefix }) => [trial, node, prefix])).toEqual([
      ["0", "retrieval", ""],
      ["1", "passage_reranker", "passage_reranker_"],
    ]);
    expect(found.nodes[0]!.modules.map(({ filename, hasIds, isBest }) => [filename, hasIds, isBest])).toEqual(
      [
        ["0.parquet", false, false],
        ["1.parquet", false, true],
        ["10.parquet", false, false],
      ],
    );
    expect(found.nodes[0]!.summary[0]).toMatchObject({
      module_params: "{'top_k': 1, 'x': 2}",
      execution_time: "0.5",
    });
    expect(metricsOfNode(found.nodes[0]!)).toEqual(["retrieval_f1", "retrieval_recall"]);
    expect(found.nodes[1]!.modules).toMatchObject([{ filename: "0.parquet", hasIds: true, isBest: true }]);
  });
  it("is gold, corpus and run", async () => {
    expect((await detectFormat(await openSource(project), "gold")).format.id).toBe("autorag");
    expect((await read(project, "gold")).calls.slice(0, 2)).toEqual([
      ["words", "q1", "who?"],
      ["q1", { groups: [["a"]] }],
    ]);
    expect((await read(project, "corpus")).calls).toEqual([["a", "A"]]);
    const { calls, problems } = await read(project, "run");
    expect(calls).toEqual([["q1", ["z"]]]);
    expect(problems).toMatchObject([
      { code: "node", fix: "to read another, pass --col node=retrieval --col trial=0" },
    ]);
    expect((await read(project, "run", { node: "retrieval" })).calls).toEqual([
      ["q1", [{ id: "x", score: 1 }]],
      ["q2", [{ id: "b", score: 1 }]],
    ]);
    await expect(read(project, "run", { node: "generator" })).rejects.toThrow("no such node or trial");
  });
  it("has modules whose rows stand beside those of qa.parquet", async () => {
    const { qa, nodes } = await findAutoragProject(project);
    const heard = listener();
    const context = {
      kind: "run" as const,
      columns: {},
      texts: true,
      problem: (p: Problem) => void heard.problems.push(p),
    };
    const rows = await readRowIds(await openSource(qa));
    const [module] = nodes[0]!.modules;
    await readAutoragModule(await openSource(module!.path), rows, heard.sink, context);
    expect(heard.calls).toEqual([
      ["q1", [{ id: "a", score: 1, text: "a" }]],
      ["q2", [{ id: "x", score: 1, text: "x" }]],
    ]);
    const path = node(0, "retrieval", "short.parquet");
    await writeParquet(path, [texts(), ids(), scores()], [[["A"], ["a"], [1]]]);
    const short = await openSource(path);
    await expect(readAutoragModule(short, rows, heard.sink, context)).rejects.toThrow("has 1 rows but");
  });
  it("without anything retrieved says so", async () => {
    const bare = join(folder, "bare");
    mkdirSync(join(bare, "data"), { recursive: true });
    copyFileSync(join(project, "data", "qa.parquet"), join(bare, "data", "qa.parquet"));
    await expect(read(bare, "run")).rejects.toThrow("no trial of this project has retrieval results");
    await expect(read(bare, "corpus")).rejects.toThrow("file not found");
    await expect(findAutoragProject(folder)).rejects.toThrow("no data/qa.parquet");
  });
});

describe("AutoRAG's own files", () => {
  const data = fileURLToPath(new URL("../../../shared/data/autorag/", import.meta.url));
  it.skipIf(!existsSync(data))(
    "gold, corpus and results (skipped without ../shared/data/autorag)",
    async () => {
      const gold = await read(join(data, "qa_data_sample.parquet"), "gold");
      expect(gold.calls.slice(0, 2)).toMatchObject([
        ["words", "1oy5tc", expect.stringContaining("in football")],
        [
          "1oy5tc",
          {
            groups: [["5b957791-3c7b-4f29-a410-8d005a538855"]],
            answer: expect.stringContaining("Keep the defense"),
          },
        ],
      ]);
      expect([gold.calls.length, gold.problems]).toEqual([20, []]);
      const corpus = await read(join(data, "corpus_data_sample.parquet"), "corpus");
      expect([corpus.calls.length, corpus.problems]).toEqual([30, []]);
      const korean = await read(join(data, "dataset_sample_gen_by_autorag.qa.parquet"), "gold", {}, true);
      expect(korean.calls).toHaveLength(40);
      expect(korean.calls[1]![1]).toMatchObject({
        passages: [[{ text: expect.stringContaining("2024") }]],
      });
      for (const [name, length] of [
        ["lexical_retrieval", 10],
        ["semantic_retrieval", 10],
        ["hybrid_retrieval", 8],
        ["passage_reranker", 5],
      ] as const) {
        const { calls, problems } = await read(join(data, `result_project.${name}.best_0.parquet`), "run");
        const rankings = calls.filter(([first]) => first !== "words");
        expect([rankings.length, (rankings[0]![1] as unknown[]).length, problems]).toEqual([10, length, []]);
      }
    },
  );
});
