/** What Goldie answers to a pair of files, from memory and from the file engine: the same, or the test fails. */
import { expect } from "vitest";
import type { Problem } from "../src/core/problem.ts";
import { GoldieError } from "../src/core/problem.ts";
import { ProblemLog } from "../src/core/problem-log.ts";
import { evaluateFiles } from "../src/engine/evaluate-files.ts";
import { loadGold, loadRun } from "../src/engine/load.ts";
import { withRefusals } from "../src/engine/qrels-rule.ts";
import { memorySource } from "../src/files/source.ts";
import { evaluate, type Result } from "../src/index.ts";

export interface Asked {
  readonly metrics: readonly string[];
  readonly as?: string;
  readonly options?: readonly string[];
}
export interface File {
  readonly name: string;
  readonly text: string | Uint8Array;
  readonly format?: string;
}

/** Means to four decimals and what was said, or the refusal; the same both ways. */
export async function answer(gold: File, run: File, asked: Asked): Promise<string> {
  const ways = [await fromFiles(gold, run, asked), await fromMemory(gold, run, asked)];
  expect(ways[0]).toBe(ways[1]);
  return ways[0]!;
}

async function fromFiles(gold: File, run: File, asked: Asked): Promise<string> {
  try {
    const { runs } = await evaluateFiles({
      ...asked,
      gold: memorySource(gold.name, gold.text),
      runs: [memorySource(run.name, run.text)],
      ...(gold.format && { goldFormat: gold.format }),
      ...(run.format && { runFormat: run.format }),
    });
    return said(runs[0]!.result, asked, runs[0]!.result.problems);
  } catch (error) {
    return refusal(error);
  }
}

async function fromMemory(gold: File, run: File, asked: Asked): Promise<string> {
  try {
    const log = new ProblemLog();
    const from = ({ name, text, format }: File) =>
      [memorySource(name, text), { log, ...(format && { format }) }] as const;
    const [source, options] = from(gold);
    const loaded = await loadGold(source, { ...options, as: asked.as });
    const ofGold = withRefusals(log, asked.as);
    if (ofGold.errors > 0) return codes("refuses", errorsIn(ofGold.list()));
    const { run: rankings } = await loadRun(...from(run));
    if (log.errors > 0) return codes("refuses", errorsIn(log.list()));
    const result = evaluate({ ...asked, gold: loaded.gold, run: rankings });
    return said(result, asked, [...log.list(), ...result.problems]);
  } catch (error) {
    return refusal(error);
  }
}

const errorsIn = (problems: readonly Problem[]): Problem[] =>
  problems.filter(({ level }) => level === "error");

function refusal(error: unknown): string {
  if (!(error instanceof GoldieError)) throw error;
  const all = errorsIn(error.problems);
  return codes("refuses", all.length === 0 ? [error.problem] : all);
}

function said(result: Result, { metrics }: Asked, problems: readonly Problem[]): string {
  const means = metrics.map((name) => {
    const { mean, because } = result.mean(name);
    return mean === undefined ? because : mean.toFixed(4);
  });
  return codes(means.join(" "), problems);
}

const codes = (first: string, problems: readonly Problem[]): string =>
  [
    first,
    ...new Set(problems.map(({ code, at }) => (at?.line === undefined ? code : `${code}:${at.line}`))),
  ].join(" ");
