/** `goldie runs`. */
import { jsonText } from "../../../core/json-text.ts";
import { GoldieError, type Problem } from "../../../core/problem.ts";
import { plainText } from "../../../reports/signed-text.ts";
import { renderTable } from "../../../reports/table.ts";
import type { Store, StoredRunInfo } from "../../../store/store.ts";
import type { StoredMean, StoredSummary } from "../../../store/summary.ts";
import { counted } from "../../../text/counted.ts";
import { oneLine } from "../../../text/width.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { widthFor } from "../../shared/help.ts";
import { projectStore } from "../../shared/project.ts";

/** How many runs are listed by default, and how many metrics of each. */
const LISTED = 20;
const METRICS = 2;

export async function runRuns(args: Args, effects: Effects): Promise<number> {
  const limit = args.count("limit", 1) ?? LISTED;
  const store = await projectStore(effects);
  const all = await store.list();
  const shown = await Promise.all(all.slice(0, limit).map((info) => lineOf(store, info)));
  await effects.stdout.write(
    args.has("json") ? jsonOf(shown) : textOf(shown, all.length, widthFor(effects.stdout)),
  );
  return 0;
}

interface RunLine {
  readonly info: StoredRunInfo;
  /** Empty if it was not scored. */
  readonly results: readonly StoredSummary[];
  /** Why its scores cannot be read. */
  readonly problem?: Problem;
}

async function lineOf(store: Store, info: StoredRunInfo): Promise<RunLine> {
  try {
    return { info, results: (await store.summary(info)) ?? [] };
  } catch (error) {
    // List all runs.
    if (!(error instanceof GoldieError)) throw error;
    return { info, results: [], problem: error.problem };
  }
}

function textOf(lines: readonly RunLine[], all: number, width: number): string {
  if (all === 0) return "no runs stored yet; make one with goldie run\n";
  const more = all - lines.length;
  const wide = tableOf(lines, METRICS);
  const fits = wide.split("\n").every((line) => line.length <= width);
  const table = fits ? wide : tableOf(lines, 1);
  return `${table}\n${more === 0 ? "" : `and ${counted(more, "older run", "older runs")}; --limit ${all} lists all\n`}`;
}

function tableOf(lines: readonly RunLine[], metrics: number): string {
  // As `last~N` counts them: without damaged runs.
  let back = 0;
  const rows = lines.map(({ info, results, problem }) => {
    const { id, state, note = "", manifest } = info;
    const ref = state === "damaged" ? "" : lastRef(back++);
    return [
      ref,
      id,
      timeText(manifest?.created),
      oneLine(manifest?.retrievers.map(({ name }) => name).join(", ") ?? ""),
      manifest === undefined ? "" : String(results[0]?.queries ?? manifest.gold.queries),
      problem === undefined ? results.map((one) => meansText(one, metrics)).join("; ") : "unreadable",
      state,
      oneLine(note),
    ];
  });
  const head = ["", "id", "when", "retrievers", "queries", "scores", "state", "note"];
  const align = ["left", "left", "left", "left", "right", "left", "left", "left"] as const;
  return renderTable([head, ...rows], { align });
}

const lastRef = (back: number): string => (back === 0 ? "last" : `last~${back}`);

/** The first metrics that have a mean. */
const meansText = ({ means }: StoredSummary, metrics: number): string =>
  means
    .slice(0, metrics)
    .map((one) => `${nameOf(one)} ${one.mean === null ? "–" : plainText(one.mean)}`)
    .join(" ");

const nameOf = ({ metric, meanName = metric }: StoredMean): string => meanName;

/** "2026-05-20 10:11", in UTC like the ids of runs. */
const timeText = (created: string | undefined): string =>
  created === undefined ? "" : created.slice(0, 16).replace("T", " ");

function jsonOf(lines: readonly RunLine[]): string {
  const runs = lines.map(({ info, results, problem: unread }) => {
    const { id, state, note, manifest, problem = unread } = info;
    return {
      id,
      state,
      ...(note === undefined ? {} : { note }),
      ...(manifest === undefined
        ? {}
        : {
            created: manifest.created,
            gold: manifest.gold,
            ...(manifest.git === undefined ? {} : { git: manifest.git }),
            retrievers: manifest.retrievers.map(({ name, about }) => ({
              name,
              ...(about === undefined ? {} : { about }),
              ...means(results.find((result) => result.name === name)),
            })),
          }),
      ...(problem === undefined ? {} : { problem }),
    };
  });
  return `${jsonText({ runs }, 2)}\n`;
}

const means = (result: StoredSummary | undefined) =>
  result === undefined
    ? {}
    : {
        queries: result.queries,
        scores: Object.fromEntries(result.means.map((one) => [nameOf(one), one.mean])),
      };
