/** What changed since the last run of the same gold: a line per metric. */

import { compare } from "../../../evaluate/compare/compare.ts";
import type { MetricVerdict } from "../../../evaluate/compare/comparison.ts";
import { readResults } from "../../../evaluate/score/read-result.ts";
import type { Result } from "../../../evaluate/score/result.ts";
import { plainText, signedText } from "../../../reports/signed-text.ts";
import { renderTable } from "../../../reports/table.ts";
import type { Store, StoredRunInfo } from "../../../store/store.ts";
import { oneLine } from "../../../text/width.ts";

export interface EarlierRun {
  readonly id: string;
  readonly results: readonly Result[];
}

/** The newest run of this gold that was scored. */
export async function earlierRun(
  store: Store,
  gold: { readonly file: string; readonly hash: string },
): Promise<EarlierRun | undefined> {
  for (const info of await store.list()) {
    if (!isOf(info, gold)) continue;
    const results = await scoresOf(store, info);
    if (results !== undefined) return { id: info.id, results };
  }
  return undefined;
}

const isOf = ({ manifest }: StoredRunInfo, gold: { readonly file: string; readonly hash: string }): boolean =>
  manifest !== undefined && (manifest.gold.file === gold.file || manifest.gold.hash === gold.hash);

async function scoresOf(store: Store, info: StoredRunInfo): Promise<readonly Result[] | undefined> {
  try {
    const { scores } = await store.read(info);
    return scores === undefined ? undefined : readResults(JSON.parse(scores));
  } catch {
    // Whatever is wrong with an old run, the new one has its scores.
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

/** Empty where no retriever and metric is in both. */
export function sinceText(earlier: EarlierRun, results: readonly Result[]): string {
  const rows = results.flatMap((result) => {
    const before = earlier.results.find(({ name }) => name === result.name);
    if (before === undefined) return [];
    return verdictsOf(before, result).map((one, i) => [
      i === 0 ? oneLine(result.name) : "",
      one.metric,
      one.means === undefined ? "" : one.means.map((mean) => plainText(mean)).join(" → "),
      one.call === "same" || one.difference === undefined ? "" : signedText(one.difference),
      CALLS[one.call],
    ]);
  });
  if (rows.length === 0) return "";
  if (rows.every((row) => row.at(-1) === CALLS.same))
    return `since run ${earlier.id}: no change in any metric\n`;
  const table = renderTable(rows, { align: ["left", "left", "left", "right", "left"] });
  return `since run ${earlier.id}:\n${table
    .split("\n")
    .map((line) => `  ${line}`.trimEnd())
    .join("\n")}\n`;
}

function verdictsOf(before: Result, now: Result): readonly MetricVerdict[] {
  const metrics = now.rowMetrics.filter((metric) => before.rowMetrics.includes(metric));
  if (metrics.length === 0) return [];
  try {
    const comparison = compare([before.named(`${now.name} before`), now], { metrics });
    return comparison.pairs[0]?.verdicts ?? [];
  } catch {
    // Other rules, or no query in common: there is nothing to compare.
    return [];
  }
}
