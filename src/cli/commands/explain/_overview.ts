/** The mean of a metric and its worst queries, where no query is asked for. */
import type { QueryId } from "../../../core/ids.ts";
import type { JudgedBy, JudgementRecord } from "../../../core/judgement-record.ts";
import type { Plan } from "../../../evaluate/plan/plan.ts";
import type { Result } from "../../../evaluate/score/result.ts";
import { judgeName, judgeText } from "../../../reports/judging-text.ts";
import { decimalText } from "../../../reports/signed-text.ts";
import { noMean } from "../../../reports/words.ts";
import { oneLine } from "../../../text/width.ts";
import { asJson } from "../metrics/run.ts";
import { contradictedWords, doubtsOf } from "./_judgement.ts";

/** `records`: of a judged metric. */
export function overview(
  result: Result,
  { key, metric }: Plan,
  json: boolean,
  width: number,
  records?: ReadonlyMap<QueryId, JudgementRecord>,
  limits: readonly string[] = [],
): string {
  const { mean, because, counts } = result.mean(key);
  const list = result.worst(5, key);
  const judges = judgesOf(records);
  if (json) {
    const doubts = (query: QueryId): object => {
      const record = records?.get(query);
      return record === undefined ? {} : doubtsOf(record, metric.needs);
    };
    const worst = list.map((one) => ({ ...one, ...doubts(one.query) }));
    const judging = judges.length === 0 ? {} : { judges, limits };
    return asJson({ metric: key, run: result.name, mean: mean ?? null, because, counts, worst, ...judging });
  }
  const head =
    mean === undefined
      ? `${key} of ${result.name} has ${noMean(result.mean(key), result)}`
      : `${key} of ${result.name}: ${decimalText(mean, 4)} over ${counts.scored} of ${result.queries.length} queries`;
  const noted = (query: QueryId): string => {
    const record = records?.get(query);
    return record === undefined ? "" : contradictedWords(record, metric.needs);
  };
  return `${[
    oneLine(head),
    ...(list.length === 0
      ? []
      : [
          "",
          "the worst queries; --query ID derives one",
          ...list.map(
            ({ query, value }) => `  ${decimalText(value, 4)}  ${oneLine(`${query}${noted(query)}`)}`,
          ),
        ]),
    ...(judges.length === 0 ? [] : ["", judgeText(judges, limits, width).trimEnd()]),
  ].join("\n")}\n`;
}

/** Each once. */
const judgesOf = (records: ReadonlyMap<QueryId, JudgementRecord> | undefined): JudgedBy[] => [
  ...new Map([...(records?.values() ?? [])].map(({ judge }) => [judgeName(judge), judge])).values(),
];
