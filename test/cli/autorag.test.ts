// `goldie eval --as autorag PROJECT` prints what AutoRAG wrote into summary.csv.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { testEffects } from "./_effects.ts";

const shared = fileURLToPath(new URL("../../../shared/data/autorag/", import.meta.url));
const cwd = mkdtempSync(join(tmpdir(), "goldie-autorag-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function goldie(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const effects = testEffects({ cwd });
  const code = await main(argv, effects);
  return { code, stdout: effects.stdout.text, stderr: effects.stderr.text };
}

describe("a project folder", { timeout: 30_000 }, () => {
  const node = (name: string): string => {
    const folder = join(cwd, "mine/0/retrieve_node_line", name);
    mkdirSync(folder, { recursive: true });
    return folder;
  };

  test("gives the summary of its node, with what AutoRAG knew", async () => {
    mkdirSync(join(cwd, "mine/data"), { recursive: true });
    writeFileSync(
      join(cwd, "gold.jsonl"),
      '{"id":"q1","query":"a?","relevant":[["a","b"],["c"]]}\n{"id":"q2","query":"b?","relevant":[["d"]]}\n',
    );
    writeFileSync(join(cwd, "run.jsonl"), '{"id":"q1","hits":["a","x"]}\n{"id":"q2","hits":["x","d"]}\n');
    expect(await goldie("convert", "gold.jsonl", "mine/data/qa.parquet", "--to", "autorag")).toMatchObject({
      code: 0,
    });
    const folder = node("lexical_retrieval");
    const best = "mine/0/retrieve_node_line/lexical_retrieval/best_0.parquet";
    expect(await goldie("convert", "run.jsonl", best, "--to", "autorag")).toMatchObject({ code: 0 });
    const summary =
      "filename,module_name,module_params,execution_time,retrieval_recall,retrieval_precision,is_best\n" +
      "0.parquet,BM25,{'top_k': 2},0.5,0.75,0.5,True\n";
    writeFileSync(join(folder, "summary.csv"), summary);
    expect(await goldie("eval", "--as", "autorag", "mine")).toEqual({ code: 0, stdout: summary, stderr: "" });
    const asked = await goldie("eval", "--as", "autorag", "-m", "retrieval_mrr", "mine");
    expect(asked.stdout).toMatch(/^filename,.*,retrieval_mrr,is_best\n0\.parquet,.*,0\.5,True\n$/);
    const json = JSON.parse((await goldie("eval", "--as", "autorag", "mine", "--json")).stdout);
    expect(json.runs[0]).toMatchObject({
      name: "0/lexical_retrieval/0.parquet",
      summary: { retrieval_recall: { mean: 0.75 } },
    });
  });

  test("a flag that would change nothing is reported", async () => {
    for (const flag of [["-o", "x.csv"], ["--missed"], ["--per-query"]])
      expect(await goldie("eval", "--as", "autorag", "mine", ...flag)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/does not apply|no effect/),
      });
    expect(await goldie("eval", "--as", "autorag", "mine", "--per-query", "--json")).toMatchObject({
      code: 0,
    });
  });

  test("ids that share nothing are no zeros", async () => {
    mkdirSync(join(cwd, "apart/data"), { recursive: true });
    mkdirSync(join(cwd, "apart/0/line/retrieval"), { recursive: true });
    writeFileSync(
      join(cwd, "chunks.jsonl"),
      '{"id":"q1","hits":["a::chunk-1"]}\n{"id":"q2","hits":["d::chunk-2"]}\n',
    );
    await goldie("convert", "gold.jsonl", "apart/data/qa.parquet", "--to", "autorag");
    await goldie("convert", "chunks.jsonl", "apart/0/line/retrieval/best_0.parquet", "--to", "autorag");
    const asked = ["eval", "--as", "autorag", "-m", "retrieval_recall", "apart"];
    expect(await goldie(...asked)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(
        "  run  goldie eval --as autorag -m retrieval_recall apart --ids chunk-suffix\n",
      ),
    });
    expect(await goldie(...asked, "--ids", "chunk-suffix")).toMatchObject({ code: 0 });
    expect((await goldie(...asked, "--allow-no-overlap")).stdout).toContain("0.0,True");
  });

  test("what is not there is reported with the path that was given", async () => {
    mkdirSync(join(cwd, "empty"));
    expect(await goldie("eval", "--as", "autorag", "empty")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error\nempty {2}there is no data\/qa\.parquet/),
    });
    expect(await goldie("eval", "--as", "autorag", "mine", "--col", "node=reranker")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^error\nmine {2}the project has no such node[\s\S]*lexical_retrieval of trial 0/,
      ),
    });
  });

  test.skipIf(!existsSync(shared))(
    "AutoRAG's own sample gives AutoRAG's own summaries (needs ../shared/data/autorag)",
    async () => {
      mkdirSync(join(cwd, "sample/data"), { recursive: true });
      cpSync(join(shared, "qa_data_sample.parquet"), join(cwd, "sample/data/qa.parquet"));
      for (const name of [
        "lexical_retrieval",
        "semantic_retrieval",
        "hybrid_retrieval",
        "passage_reranker",
      ]) {
        const folder = join(cwd, "sample/0/retrieve_node_line", name);
        mkdirSync(folder, { recursive: true });
        for (const file of ["best_0.parquet", "summary.csv"])
          cpSync(join(shared, `result_project.${name}.${file}`), join(folder, file));
        const { code, stdout } = await goldie("eval", "--as", "autorag", "sample", "--col", `node=${name}`);
        expect([code, stdout]).toEqual([0, readFileSync(join(folder, "summary.csv"), "utf8")]);
      }
      const { stdout } = await goldie("eval", "--as", "autorag", "sample");
      expect(stdout.split("\n\n")).toHaveLength(4);
      expect(stdout).toMatch(/^0\/retrieve_node_line\/lexical_retrieval\nfilename,/);
    },
  );
});
