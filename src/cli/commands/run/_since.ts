/** What changed since the last run of the same gold: a line per metric. */

import type { QueryId } from "../../../core/ids.ts";
import { withCommas } from "../../../core/shown.ts";
import { compare } from "../../../evaluate/compare/compare.ts";
import type { ComparedPair, MetricVerdict } from "../../../evaluate/compare/comparison.ts";
import { goldChanges } from "../../../evaluate/compare/gold-changes.ts";
import { readResults } from "../../../evaluate/score/read-result.ts";
import type { Result } from "../../../evaluate/score/result.ts";
import { plainText, signedText } from "../../../reports/signed-text.ts";
import { renderTable } from "../../../reports/table.ts";
import type { Store, StoredRunInfo } from "../../../store/store.ts";
import { counted } from "../../../text/counted.ts";
import { oneLine } from "../../../text/width.ts";

export interface EarlierRun {
  readonly id: string;
  /** Its name once the new run is stored: last~1, or its id. */
  readonly ref: string;
  readonly results: readonly Result[];
}

/** The newest run of this gold that was scored and asked one of these retrievers. */
export async function earlierRun(
  store: Store,
  gold: { readonly file: string; readonly hash: string },
  retrievers: readonly string[],
): Promise<EarlierRun | undefined> {
  const all = await store.list();
  for (const info of all) {
    const asked = info.manifest?.retrievers ?? [];
    if (!isOf(info, gold) || !asked.some(({ name }) => retrievers.includes(name))) continue;
    const results = await scoresOf(store, info);
    if (results !== undefined) return { id: info.id, ref: info === all[0] ? "last~1" : info.id, results };
  }
  return undefined;
}

const isOf = ({ manifest }: StoredRunInfo, gold: { readonly file: string; readonly hash: string }): boolean =>
  manifest !== undefined && (manifest.gold.file === gold.file || manifest.gold.hash === gold.hash);

async function scoresOf(store: Store, info: StoredRunInfo): Promise<readonly Result[] | undefined> {
  try {
    const scores = await store.scores(info);
    return scores === undefined ? undefined : readResults(JSON.parse(scores));
  } catch {
    // An unreadable old run must not stop the new one.
    return undefined;
  }
}

const CALLS: Readonly<Record<MetricVerdict["call"], string>> = {
  better: "better",
  worse: "worse",
  noise: "could be noise",
  same: "no change",
  "too-few": "too few queries to tell",
};

/** Empty if no retriever and metric is in both. */
export function sinceText(earlier: EarlierRun, results: readonly Result[]): string {
  const compared = results.flatMap((result) => {
    const before = earlier.results.find(({ name }) => name === result.name);
    const pair = before === undefined ? undefined : pairOf(before, result);
    return pair === undefined
      ? []
      : [{ name: oneLine(result.name), ...pair, notes: notesOn(pair, before!, result) }];
  });
  if (compared.length === 0) return "";
  const verdicts = compared.flatMap((one) => one.verdicts.filter(({ n }) => n > 0));
  const rows = compared.flatMap(({ name, verdicts }) =>
    verdicts
      .filter(({ n }) => n > 0)
      .map((one, i) => [
        i === 0 ? name : "",
        one.metric,
        one.means === undefined ? "" : one.means.map((mean) => plainText(mean)).join(" → "),
        one.call === "same" || one.difference === undefined ? "" : signedText(one.difference),
        CALLS[one.call],
      ]),
  );
  const notes = compared.flatMap(({ name, notes }) => notes.map((note) => ({ name, note })));
  const told = new Set(notes.map(({ name, note }) => (ofAll(note) ? note : `${name}: ${note}`)));
  const head = `since run ${earlier.id}${verdicts.length === 0 ? "" : `, on ${queriesText(verdicts)}`}:`;
  const isSame = verdicts.length > 0 && verdicts.every(({ call }) => call === "same");
  const table =
    isSame || rows.length === 0
      ? []
      : renderTable(rows, { align: ["left", "left", "left", "right", "left"] }).split("\n");
  return `${[
    `${head}${isSame ? " no change in any metric" : ""}`,
    ...[...table, ...told].map((line) => `  ${line}`),
  ]
    .map((line) => line.trimEnd())
    .join("\n")}\n`;

  /** Printed once if it holds for every retriever. */
  function ofAll(note: string): boolean {
    return compared.every(({ notes }) => notes.includes(note));
  }
}

/** "9 queries", "7 to 9 queries". */
function queriesText(verdicts: readonly MetricVerdict[]): string {
  const counts = verdicts.map(({ n }) => n);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return `${least === most ? "" : `${least} to `}${counted(most, "query", "queries")}`;
}

type SincePair = Pick<ComparedPair, "verdicts" | "onlyA" | "onlyB" | "gold">;

function pairOf(before: Result, now: Result): SincePair | undefined {
  const metrics = now.rowMetrics.filter((metric) => before.rowMetrics.includes(metric));
  if (metrics.length === 0) return undefined;
  try {
    return compare([before.named(`${now.name} before`), now], { metrics, hits: false }).pairs[0];
  } catch {
    const gold = goldChanges(before, now);
    // Different rules, or no common query: nothing to compare.
    return gold === undefined || gold.edited.length === 0
      ? undefined
      : { verdicts: [], onlyA: [], onlyB: [], gold };
  }
}

/** What was left out of the comparison. */
function notesOn(
  { verdicts, onlyA, onlyB, gold }: SincePair,
  before: Result,
  now: Result,
): readonly string[] {
  const n = Math.max(0, ...verdicts.map((one) => one.n));
  const edited = gold?.edited.length ?? 0;
  const [then, lately] = [failedIn(before), failedIn(now)];
  const anew = [...lately].filter((query) => !then.has(query));
  const asked = new Set(now.queries);
  const mended = [...then].filter((query) => !lately.has(query) && asked.has(query));
  const both = [...then].filter((query) => lately.has(query));
  return [
    ...(edited === 0
      ? []
      : [
          `${edited === 1 ? "1 query's gold" : `the gold of ${withCommas(edited)} queries`} was edited since; ${
            n === 0 ? "nothing is left to compare" : `compared on the ${counted(n, "other", "others")}`
          }`,
        ]),
    ...(onlyA.length === 0
      ? []
      : [`${counted(onlyA.length, "query", "queries")} of that run not in this one`]),
    ...(onlyB.length === 0
      ? []
      : [`${counted(onlyB.length, "query", "queries")} of this run not in that one`]),
    ...(then.size > 0 && then.size === before.queries.length
      ? ["all queries failed in that run"]
      : mended.length === 0
        ? []
        : [
            `${counted(mended.length, "query that failed then has", "queries that failed then have")} answers now`,
          ]),
    ...(lately.size > 0 && lately.size === now.queries.length
      ? ["all queries failed in this run"]
      : anew.length === 0
        ? []
        : [`newly failed, so left out: ${someOf(anew)}`]),
    ...(both.length === 0 || lately.size === now.queries.length || then.size === before.queries.length
      ? []
      : [`${counted(both.length, "query", "queries")} failed in both`]),
  ];
}

function failedIn(result: Result): ReadonlySet<QueryId> {
  const [metric] = result.rowMetrics;
  return new Set(
    metric === undefined
      ? []
      : result.queries.filter((query) => result.score(query, metric).status === "failed"),
  );
}

const SHOWN = 5;
const someOf = (queries: readonly QueryId[]): string =>
  [
    ...queries.slice(0, SHOWN).map(oneLine),
    ...(queries.length > SHOWN ? [`and ${withCommas(queries.length - SHOWN)} more`] : []),
  ].join(", ");
