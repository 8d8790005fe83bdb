/** summary.json: the means of a run, so that a list of runs need not read the scores of all their queries. */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { compareIds } from "../core/ids.ts";
import type { Summary } from "../core/score.ts";
import { readResults } from "../evaluate/score/read-result.ts";
import type { Result } from "../evaluate/score/result.ts";
import { smallText } from "./_manifest.ts";
import { storeProblem } from "./problems.ts";

export const SUMMARY = "summary.json";

export interface StoredSummary {
  /** The retriever. */
  readonly name: string;
  /** How many were scored or could have been. */
  readonly queries: number;
  /** A hash of the queries and their gold: where two differ, the means are not comparable. */
  readonly gold: string;
  readonly means: readonly StoredMean[];
}

export interface StoredMean {
  readonly metric: string;
  /** As tables call its mean, where that is another name. */
  readonly meanName?: string;
  readonly mean: number | null;
  readonly because?: NonNullable<Summary["because"]>;
  readonly interval?: readonly [low: number, high: number];
  readonly counts: Summary["counts"];
  readonly direction: "higher" | "lower";
  /** Absent where it has no bound on one side. */
  readonly range?: readonly [low: number, high: number];
  /** A hash of the rules it was made by, whatever other metrics there were. */
  readonly rules: string;
}

/** What a list shows of a result that has the scores of its queries. */
export function summaryOf(result: Result): StoredSummary {
  const means = new Map(result.summary().map((one) => [one.metric, one]));
  return {
    name: result.name,
    queries: result.queries.length,
    gold: goldOf(result),
    means: result.metrics.flatMap((metric) => {
      const found = means.get(result.meanName(metric));
      return found === undefined ? [] : [meanOf(result, metric, found)];
    }),
  };
}

function meanOf(result: Result, metric: string, found: Summary): StoredMean {
  const { mean, because, interval, counts } = found;
  const range = result.range(metric);
  const meanName = result.meanName(metric);
  return {
    metric,
    ...(meanName === metric ? {} : { meanName }),
    mean: mean ?? null,
    ...(because === undefined ? {} : { because }),
    ...(interval === undefined ? {} : { interval }),
    counts,
    direction: result.direction(metric),
    ...(range?.every(Number.isFinite) ? { range } : {}),
    rules: rulesOf(result, metric),
  };
}

const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

function goldOf(result: Result): string {
  const hashes = result.goldHashes();
  const queries = [...result.queries].sort(compareIds);
  return shortHash(JSON.stringify(queries.map((query) => [query, hashes.get(query) ?? null])));
}

/** The rules of one metric; those of the others do not matter to it. */
function rulesOf({ rules }: Result, metric: string): string {
  const { metrics, byMetric, ...common } = rules as Readonly<Record<string, unknown>> & {
    readonly metrics?: Readonly<Record<string, unknown>>;
    readonly byMetric?: Readonly<Record<string, unknown>>;
  };
  return shortHash(JSON.stringify([common, metrics?.[metric] ?? null, byMetric?.[metric] ?? null]));
}

/** The file of scores that a summary was made from: one that was replaced since makes it void. */
interface Origin {
  readonly size: number;
  readonly changed: number;
}

interface SummaryFile {
  readonly schema: 1;
  readonly scores: Origin;
  readonly retrievers: readonly StoredSummary[];
}

function originOf(path: string): Origin | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && { size: found.size, changed: found.mtimeMs };
}

/** Undefined where the scores are of another version, or damaged. */
function summaryFile(path: string, scores: string): SummaryFile | undefined {
  const origin = originOf(path);
  if (origin === undefined) return undefined;
  try {
    const retrievers = readResults(JSON.parse(scores)).map(summaryOf);
    return { schema: 1, scores: origin, retrievers };
  } catch {
    return undefined;
  }
}

export interface SummaryPlaces {
  /** Of a run. */
  readonly folder: string;
  /** The name of the file of scores. */
  readonly scores: string;
  replace(path: string, text: string): Promise<void>;
}

/** Writes the summary of scores that were just written. A list can do without it, so nothing is thrown. */
export async function writeSummary(places: SummaryPlaces, scores: string): Promise<SummaryFile | undefined> {
  const { folder, replace } = places;
  const made = summaryFile(join(folder, places.scores), scores);
  if (made !== undefined) await replace(join(folder, SUMMARY), `${JSON.stringify(made)}\n`).catch(() => {});
  return made;
}

/** By retriever; undefined where the run has no scores. Throws a Problem where they cannot be read. Runs of earlier versions get their summary now. */
export async function readSummary(places: SummaryPlaces): Promise<readonly StoredSummary[] | undefined> {
  const path = join(places.folder, places.scores);
  const [origin, kept] = [originOf(path), parsed(join(places.folder, SUMMARY))];
  if (origin === undefined) return undefined;
  if (kept?.schema === 1 && kept.scores?.size === origin.size && kept.scores.changed === origin.changed)
    return kept.retrievers;
  const scores = await readFile(path, "utf8").catch(() => undefined);
  const made = scores === undefined ? undefined : await writeSummary(places, scores);
  if (made !== undefined) return made.retrievers;
  throw storeProblem.error("damaged-run/scores", { id: basename(places.folder) }, { at: { file: path } });
}

function parsed(path: string): Partial<SummaryFile> | undefined {
  try {
    return JSON.parse(smallText(path) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
