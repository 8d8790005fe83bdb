/** A project of AutoRAG, read from its folder and summed up again: the same summary.csv, byte by byte. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { ProblemLog } from "../../src/core/problem-log.ts";
import { loadGold } from "../../src/engine/load.ts";
import { evaluate } from "../../src/evaluate/evaluate.ts";
import type { RankingInput } from "../../src/evaluate/input/read-run.ts";
import { findAutoragProject, metricsOfNode } from "../../src/formats/autorag/project.ts";
import { readAutoragModule } from "../../src/formats/autorag.ts";
import { openSource } from "../../src/formats/open-source.ts";
import { type AutoragRow, autoragSummary } from "../../src/reports/autorag.ts";

const data = fileURLToPath(new URL("../../../shared/data/autorag/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "goldie-project-"));
afterAll(() => rmSync(folder, { recursive: true }));

const NODES = ["lexical_retrieval", "semantic_retrieval", "hybrid_retrieval", "passage_reranker"];

describe("AutoRAG's sample project", () => {
  it.skipIf(!existsSync(data))(
    "every summary comes out as AutoRAG wrote it (skipped without ../shared/data/autorag)",
    async () => {
      const put = (name: string, ...path: string[]): void => {
        mkdirSync(join(folder, ...path, ".."), { recursive: true });
        copyFileSync(join(data, name), join(folder, ...path));
      };
      put("qa_data_sample.parquet", "data", "qa.parquet");
      put("corpus_data_sample.parquet", "data", "corpus.parquet");
      for (const node of NODES)
        for (const file of ["best_0.parquet", "summary.csv"])
          put(`result_project.${node}.${file}`, "0", "retrieve_node_line", node, file);

      const project = await findAutoragProject(folder);
      expect(project.nodes.map(({ node }) => node)).toEqual(NODES);
      const log = new ProblemLog();
      const { gold, format } = await loadGold(await openSource(folder), { log });
      expect([format, gold.size]).toEqual(["autorag", 10]);
      for (const node of project.nodes) {
        const rows: AutoragRow[] = [];
        for (const module of node.modules) {
          const run = new Map<string, RankingInput>();
          await readAutoragModule(
            await openSource(module.path),
            undefined,
            { ranking: (query, hits) => void run.set(query, hits as RankingInput) },
            { kind: "run", columns: {}, texts: false, problem: (problem) => log.add(problem) },
          );
          const result = evaluate({ as: "autorag", metrics: metricsOfNode(node), gold, run });
          const known = node.summary.find(({ filename }) => filename === module.filename)!;
          rows.push({ filename: module.filename, result, known, isBest: module.isBest });
        }
        expect(autoragSummary(rows, node.prefix)).toBe(
          readFileSync(join(node.folder, "summary.csv"), "utf8"),
        );
      }
      expect(log.list()).toEqual([]);
    },
  );
});
