/** A broken file scored through the engine and through memory: both refuse it, or both give the same. */
import { GoldieError } from "../../src/core/problem.ts";
import { ProblemLog } from "../../src/core/problem-log.ts";
import { evaluateFiles } from "../../src/engine/evaluate-files.ts";
import { loadGold, loadRun } from "../../src/engine/load.ts";
import { withDefaultMatch } from "../../src/evaluate/default-match.ts";
import type { AskedMetrics } from "../../src/evaluate/plan/plan.ts";
import type { Rules } from "../../src/evaluate/plan/rules.ts";
import { memorySource } from "../../src/files/source.ts";
import { evaluate, type Problem, type Result } from "../../src/index.ts";
import type { Input } from "./input.ts";

/** What the broken file is scored against, or what is scored against it. */
const GOLD = ["q1", "q2", "301", "2", "1048585"]
  .flatMap((query) => ["d1", "d2", "d9", "007", "7187158"].map((doc, i) => `${query} 0 ${doc} ${i % 3}\n`))
  .join("");
const RUN = ["q1", "q2", "301", "2", "1048585"]
  .flatMap((query) =>
    ["d3", "d1", "007", "d2", "d10"].map((doc, i) => `${query} Q0 ${doc} ${i + 1} ${5 - i} x\n`),
  )
  .join("");

const METRICS = ["ndcg@10", "recall@2", "rr", "ap", "judged@5"];

export async function twoWays({ target: { format, kind }, bytes }: Input): Promise<string[]> {
  if (kind !== "gold" && kind !== "run") return [];
  const broken = () => memorySource(`input.${format.extensions[0]}`, bytes);
  const files = {
    gold: () => (kind === "gold" ? broken() : memorySource("gold.qrels", GOLD)),
    run: () => (kind === "run" ? broken() : memorySource("x.run", RUN)),
    formats: {
      gold: kind === "gold" ? format.id : "trec-qrels",
      run: kind === "run" ? format.id : "trec-run",
    },
  };
  const [a, b] = [await fromFiles(files), await fromMemory(files)];
  return a === b ? [] : [`the engine says ${cut(a)}, and memory ${cut(b)}`];
}

const cut = (text: string): string => (text.length > 1_000 ? `${text.slice(0, 1_000)}…` : text);

interface Files {
  gold(): ReturnType<typeof memorySource>;
  run(): ReturnType<typeof memorySource>;
  readonly formats: { readonly gold: string; readonly run: string };
}

async function fromFiles({ gold, run, formats }: Files): Promise<string> {
  try {
    const { runs } = await evaluateFiles({
      gold: gold(),
      runs: [run()],
      goldFormat: formats.gold,
      runFormat: formats.run,
      metrics: METRICS,
      undefined: "zero",
    });
    return told(runs[0]!.result, runs[0]!.result.problems);
  } catch (error) {
    return refusal(error);
  }
}

async function fromMemory({ gold, run, formats }: Files): Promise<string> {
  try {
    const log = new ProblemLog();
    const judged = await loadGold(gold(), { log, format: formats.gold });
    if (log.errors > 0) return "refused";
    // Files are matched as their gold wants it; the library is told how.
    const asked = withDefaultMatch<AskedMetrics & Rules>(
      { metrics: METRICS, undefined: "zero" },
      judged.gold.values(),
    );
    const texts = asked.match !== undefined && !("ids" in asked.match);
    const { run: rankings } = await loadRun(run(), { log, format: formats.run, texts });
    if (log.errors > 0) return "refused";
    const result = evaluate({ ...asked, gold: judged.gold, run: rankings });
    return told(result, [...log.list(), ...result.problems]);
  } catch (error) {
    return refusal(error);
  }
}

/** The order of several Problems is not compared. */
function refusal(error: unknown): string {
  if (error instanceof GoldieError) return "refused";
  throw error;
}

/** Which facet is named of several that are missing is not compared. */
function cell(result: Result, query: string, metric: string): unknown {
  const score = result.score(query, metric);
  return score.status === "scored" ? score.value : score.status;
}

/** Said of files only: a list that is passed to the library has the order it was given. */
const OF_FILES: ReadonlySet<string> = new Set(["score-order"]);

const told = (result: Result, problems: readonly Problem[]): string =>
  JSON.stringify([
    result.queries.map((query) => [query, ...METRICS.map((metric) => cell(result, query, metric))]),
    [...new Set(problems.map(({ code }) => code).filter((code) => !OF_FILES.has(code)))].sort(),
  ]);
