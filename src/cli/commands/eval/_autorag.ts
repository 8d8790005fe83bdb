/** `goldie eval --as autorag PROJECT`: the summary of every node that retrieves, with AutoRAG's columns. */

import type { QueryId } from "../../../core/ids.ts";
import type { Problem } from "../../../core/problem.ts";
import { GoldieError } from "../../../core/problem.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { refuseErrors } from "../../../core/refuse-errors.ts";
import { loadGold } from "../../../engine/load.ts";
import { prepare } from "../../../evaluate/evaluate.ts";
import { ofRunFile } from "../../../evaluate/input/problems.ts";
import type { GoldValue } from "../../../evaluate/input/read-gold.ts";
import type { RankingInput } from "../../../evaluate/input/read-run.ts";
import type { Result } from "../../../evaluate/score/result.ts";
import { remembered } from "../../../files/remembered.ts";
import type { Source } from "../../../files/source.ts";
import {
  type AutoragModule,
  type AutoragNode,
  findAutoragProject,
  metricsOfNode,
} from "../../../formats/autorag/project.ts";
import { type AutoragRowIds, readAutoragModule, readRowIds } from "../../../formats/autorag.ts";
import { autoragSummary } from "../../../reports/autorag.ts";
import type { Effects } from "../../effects.ts";
import { type Args, refuseFlags } from "../../shared/args.ts";
import { askedBy, columnsBy } from "../../shared/asked.ts";
import { checkOverlap, overlapOf } from "../../shared/no-overlap.ts";
import { asErrors, showWarnings } from "../../shared/problems.ts";
import { jsonReport } from "../../shared/reports.ts";
import { type Inputs, withInputs } from "../../shared/sources.ts";
import { evalProblem, wrongUse } from "./problems.ts";

interface ScoredModule {
  readonly module: AutoragModule;
  readonly result: Result;
}

export async function runAutorag(args: Args, effects: Effects): Promise<number> {
  const [folder] = args.positionals;
  refuseFlags(
    args,
    ["output", "missed", "corpus", "query-ids", "gold-format", "run-format", "threads"],
    (flag) => wrongUse("not-on-project", { flag }),
  );
  if (!args.has("json"))
    refuseFlags(args, ["by", "per-query"], (flag) => wrongUse("not-in-autorag-summary", { flag }));
  const full = effects.files.resolve(folder!);
  // Show files inside the folder with the path as the user wrote it.
  const underFolder = (file: string): string =>
    file.startsWith(full) ? folder + file.slice(full.length) : file;
  const shown = (problem: Problem): Problem => {
    const file = problem.at?.file;
    return file === undefined ? problem : { ...problem, at: { ...problem.at, file: underFolder(file) } };
  };
  const log = new ProblemLog();
  try {
    const { qa, scored } = await withInputs(effects, args.has("quiet"), (inputs) =>
      scoreProject(full, args, inputs, log),
    );
    const modules = scored.flatMap((node) => node.modules);
    const ofFiles = log.list();
    const heard = [
      ...ofFiles,
      ...modules.flatMap(({ module, result }) =>
        result.problems.map((one) =>
          overlapOf([one]).length > 0 ? ofRunFile(one, underFolder(module.path)) : one,
        ),
      ),
    ];
    const warnings = [...new Map(heard.map((one) => [JSON.stringify(one), shown(one)])).values()];
    const { above, below } = checkOverlap(
      {
        gold: underFolder(qa),
        runs: modules.map(({ module, result }) => ({ file: underFolder(module.path), result })),
        problems: warnings,
        again: ["eval", ...args.words],
      },
      args,
    );
    if (args.has("strict") && warnings.length > 0) throw asErrors(warnings);
    if (!args.has("quiet")) await showWarnings(above, effects, args, "above");
    await effects.stdout.write(args.has("json") ? jsonOf(scored, ofFiles.map(shown), args) : textOf(scored));
    if (!args.has("quiet")) await showWarnings(below, effects, args);
    return 0;
  } catch (error) {
    throw error instanceof GoldieError
      ? new GoldieError(shown(error.problem), error.problems.map(shown))
      : error;
  }
}

interface ScoredNode {
  readonly node: AutoragNode;
  readonly modules: readonly ScoredModule[];
}

async function scoreProject(
  folder: string,
  args: Args,
  inputs: Inputs,
  log: ProblemLog,
): Promise<{ qa: string; scored: ScoredNode[] }> {
  const project = await findAutoragProject(folder, inputs.open);
  const qa = remembered(await inputs.open(project.qa));
  const { gold } = await loadGold(qa, { log });
  refuseErrors(log);
  const columns = columnsBy(args);
  const nodes = project.nodes.filter(
    ({ node, trial }) => node === (columns.node ?? node) && trial === (columns.trial ?? trial),
  );
  if (nodes.length === 0) {
    const there = project.nodes.map(({ node, trial }) => ({ node, trial }));
    const place = { at: { file: folder } };
    throw new GoldieError(
      there.length === 0
        ? evalProblem("no-results/project", {}, place)
        : evalProblem("no-results/no-such-node", { nodes: there }, place),
    );
  }
  let rows: Promise<AutoragRowIds> | undefined;
  const read = async (module: AutoragModule): Promise<Map<QueryId, RankingInput>> => {
    if (!module.hasIds) rows ??= readRowIds(qa);
    return readModule(await inputs.open(module.path), module.hasIds ? undefined : await rows, log);
  };
  const scored: ScoredNode[] = [];
  for (const node of nodes) scored.push({ node, modules: await scoreNode(node, read, gold, args, log) });
  return { qa: project.qa, scored };
}

/** Default metrics: those of the node's own summary. */
async function scoreNode(
  node: AutoragNode,
  read: (module: AutoragModule) => Promise<Map<QueryId, RankingInput>>,
  gold: Map<QueryId, GoldValue>,
  args: Args,
  log: ProblemLog,
): Promise<ScoredModule[]> {
  const asked = askedBy(args);
  const own = metricsOfNode(node);
  const evaluator = prepare({ ...(own.length === 0 ? {} : { metrics: own }), ...asked, gold });
  const modules: ScoredModule[] = [];
  for (const module of node.modules) {
    const run = await read(module);
    refuseErrors(log);
    modules.push({
      module,
      result: evaluator.evaluate(run, `${node.trial}/${node.node}/${module.filename}`),
    });
  }
  return modules;
}

async function readModule(
  source: Source,
  rows: AutoragRowIds | undefined,
  log: ProblemLog,
): Promise<Map<QueryId, RankingInput>> {
  const run = new Map<QueryId, RankingInput>();
  await readAutoragModule(
    source,
    rows,
    { ranking: (query, hits) => void run.set(query, hits as RankingInput) },
    { kind: "run", texts: true, columns: {}, problem: (problem) => log.add(problem) },
  );
  return run;
}

/** A single node's summary is the text of its file; several get titles. */
function textOf(scored: readonly ScoredNode[]): string {
  return scored
    .map(({ node, modules }) => {
      const rows = modules.map(({ module: { filename, isBest }, result }) => {
        const known = node.summary.find((row) => row.filename === filename);
        return { filename, result, isBest, ...(known === undefined ? {} : { known }) };
      });
      const title = scored.length === 1 ? "" : `${node.trial}/${node.line}/${node.node}\n`;
      return title + autoragSummary(rows, node.prefix);
    })
    .join("\n");
}

const jsonOf = (scored: readonly ScoredNode[], problems: readonly Problem[], args: Args): string =>
  jsonReport(
    {
      runs: scored.flatMap(({ modules }) => modules.map(({ result }) => ({ result, format: "autorag" }))),
      problems,
    },
    args,
  );
