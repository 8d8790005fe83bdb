/** Means and verdicts by the values of every tag. */
import type { QueryId } from "../../core/ids.ts";
import { GoldieError } from "../../core/problem.ts";
import { withCommas } from "../../core/shown.ts";
import type { ComparedSlice, Comparison } from "../../evaluate/compare/comparison.ts";
import { sliceVerdicts } from "../../evaluate/compare/slice-verdicts.ts";
import { counted } from "../../text/counted.ts";
import type { Reported, RunReport } from "../model.ts";
import { type MeanOf, meanView } from "./_means.ts";
import type { TagValues } from "./_query-table.ts";
import { metricIn, queriesOf } from "./_runs.ts";
import type { MeanView, SliceView } from "./model.ts";

const MOST_TAGS = 20;
const MOST_VALUES = 100;

export interface ShownSlices {
  readonly slices: readonly SliceView[];
  /** What was left out, a sentence each. */
  readonly notes: readonly string[];
}

interface ShownTag {
  readonly tag: string;
  /** All of them, largest first. */
  readonly values: readonly (readonly [value: string, queries: readonly QueryId[]])[];
}

export function shownSlices(
  runs: readonly RunReport[],
  metrics: readonly string[],
  comparison: Comparison | undefined,
  tagged: TagValues,
): ShownSlices {
  const known = [...tagged];
  const tags = known.slice(0, MOST_TAGS).map(([tag, values]): ShownTag => {
    const byValue = new Map<string, QueryId[]>();
    for (const [query, value] of values) {
      const list = byValue.get(value);
      if (list === undefined) byValue.set(value, [query]);
      else list.push(query);
    }
    return { tag, values: [...byValue].sort((a, b) => b[1].length - a[1].length) };
  });
  const asked = askedSlices(comparison);
  const others = tags.filter(({ tag }) => !asked.has(tag));
  const byHolm = comparison === undefined ? asked : otherSlices(runs, metrics, others, comparison);
  const own = runs.map(({ result }) => new Set(queriesOf(result)));
  return {
    slices: tags.map(({ tag, values }) => {
      const verdicts = (asked.get(tag) ?? byHolm.get(tag) ?? []).map(
        (slices) => new Map(slices.map((slice) => [slice.value, slice.verdicts])),
      );
      return {
        tag,
        values: values.slice(0, MOST_VALUES).map(([value, queries]) => ({
          value,
          queries: queries.length,
          means: runs.map(({ result }, r) => sliceMeans(result, own[r]!, metrics, queries)),
          verdicts: verdicts.map((byValue) => {
            const found = byValue.get(value);
            return metrics.map((metric) => found?.find((one) => one.metric === metric) ?? null);
          }),
        })),
      };
    }),
    notes: [
      ...(known.length <= MOST_TAGS
        ? []
        : [`Slices show the first ${MOST_TAGS} of ${withCommas(known.length)} tags.`]),
      ...tags
        .filter(({ values }) => values.length > MOST_VALUES)
        .map(
          ({ tag, values }) =>
            `Slices by ${tag} show the ${MOST_VALUES} values with the most queries, of ${counted(values.length, "value", "values")}.`,
        ),
      ...(comparison?.correction === "max-t" && byHolm.size > 0
        ? [
            `Slices by ${[...byHolm.keys()].join(", ")} are corrected by Holm's method. For joint sign flips (max-T), compare by one of these tags.`,
          ]
        : []),
    ],
  };
}

function sliceMeans(
  result: Reported,
  own: ReadonlySet<QueryId>,
  metrics: readonly string[],
  queries: readonly QueryId[],
): readonly MeanView[] {
  if (!result.hasRows) return metrics.map(() => meanView(undefined, undefined, result));
  const there = queries.filter((query) => own.has(query));
  const slice: MeanOf = {
    hasRows: true,
    queries: there,
    score: (query, metric) => result.score(query, metric),
  };
  return metrics.map((name) => {
    const metric = metricIn(result, name);
    return meanView(metric === undefined ? undefined : result.mean(metric, there), metric, slice);
  });
}

/** By tag and pair. */
type SlicesByTag = ReadonlyMap<string, readonly (readonly ComparedSlice[])[]>;

/** Those of the comparison itself. */
function askedSlices(comparison: Comparison | undefined): SlicesByTag {
  if (comparison?.by === undefined) return new Map();
  return new Map([[comparison.by, comparison.pairs.map(({ slices = [] }) => slices)]]);
}

/** By the other tags, with Holm's correction. A family has all values of its tag, also those that are not shown. */
function otherSlices(
  runs: readonly RunReport[],
  metrics: readonly string[],
  tags: readonly ShownTag[],
  comparison: Comparison,
): SlicesByTag {
  const compared = comparison.pairs[0]?.verdicts.map(({ metric }) => metric) ?? [];
  const wanted = metrics.filter((metric) => compared.includes(metric));
  try {
    return sliceVerdicts(
      runs.map(({ result }) => result),
      {
        metrics: wanted,
        confidence: comparison.confidence,
        tags: new Map(
          tags.map(({ tag, values }) => [
            tag,
            new Map(
              values
                // A single query cannot be tested, and tags may have a value of its own for each.
                .filter(([, queries], i) => i < MOST_VALUES || queries.length > 1)
                .flatMap(([value, queries]) => queries.map((query) => [query, value] as const)),
            ),
          ]),
        ),
      },
    );
  } catch (error) {
    // Runs of a comparison may have been scored elsewhere, and are here with their means only.
    if (error instanceof GoldieError) return new Map();
    throw error;
  }
}
