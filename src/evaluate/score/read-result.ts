/** JSON → a Result that answers as the one it was made from, but for what needs the hits. */
import type { QueryId } from "../../core/ids.ts";
import type { Summary } from "../../core/score.ts";
import { Planner } from "../plan/plan.ts";
import {
  ABSTENTION_REFUSALS,
  type Abstention,
  type AbstentionPoint,
  type AbstentionRefusal,
} from "../silence/abstention.ts";
import {
  cellAt,
  countAt,
  fieldAt,
  isObject,
  listAt,
  notAResult,
  numberAt,
  objectAt,
  optionalObject,
  problemAt,
  scoreAt,
  summaryAt,
  textAt,
  textsAt,
  type UnreadObject,
} from "./_json-shape.ts";
import { definedBy, measuredBy, plannedMetrics, spellingBy } from "./_read-metrics.ts";
import type { LeakedDocument, Leaks } from "./leaks.ts";
import type { MeasuredMetric } from "./measured-metric.ts";
import { MetricNames } from "./metric-names.ts";
import { scoreProblem } from "./problems.ts";
import { type MeansOnly, type Poisoned, Result, type ResultCells } from "./result.ts";
import { SCHEMA } from "./result-json.ts";
import { ScoreColumns } from "./score-columns.ts";

/**
 * The Result whose `toJSON()` this is. It answers every question that needs no hits as that one did; explain, ranking and
 * bounds refuse (`not-kept`). Of what `goldie eval --json` wrote without `--per-query` there are means and counts only.
 * `run`: which one of several, by its name or its place from 0.
 * @example
 * readResult(JSON.parse(JSON.stringify(evaluate({ gold, run, metrics: ["rr"] })))).mean("rr")
 */
export function readResult(json: unknown, run?: string | number): Result {
  const file = fileAt(json);
  const names = file.runs.map((one, i) => textAt(one["name"], `runs[${i}].name`));
  if (run === undefined) {
    if (names.length !== 1) throw scoreProblem.error("unknown-run/which", { runs: names });
    return readRun(file, 0);
  }
  const at = typeof run === "string" ? names.indexOf(run) : names[run] === undefined ? -1 : run;
  if (at < 0) throw scoreProblem.error("unknown-run/no-such", { run: JSON.stringify(run), runs: names });
  return readRun(file, at);
}

/**
 * A Result for each run, in their order.
 * @example readResults(JSON.parse(text)).map((result) => result.mean("ndcg@10").mean)
 */
export function readResults(json: unknown): Result[] {
  const file = fileAt(json);
  return file.runs.map((_, i) => readRun(file, i));
}

interface ResultFile {
  readonly top: UnreadObject;
  readonly runs: readonly UnreadObject[];
}

function fileAt(json: unknown): ResultFile {
  if (!isObject(json)) return notAResult("it", "an object; a text goes through JSON.parse first");
  const { schema } = json;
  if (schema !== SCHEMA)
    throw scoreProblem.error(
      "unknown-schema",
      schema === undefined ? {} : { found: JSON.stringify(schema) ?? "" },
    );
  return { top: json, runs: listAt(json["runs"], "runs").map((one, i) => objectAt(one, `runs[${i}]`)) };
}

function readRun({ top, runs }: ResultFile, i: number): Result {
  const run = runs[i]!;
  const place = `runs[${i}]`;
  // A run with its own rules has all related fields.
  const own = run["rules"] !== undefined;
  const rules = objectAt(own ? run["rules"] : top["rules"], own ? `${place}.rules` : "rules");
  const ofRun = optionalObject(run["reading"], `${place}.reading`);
  const reading = own ? ofRun : optionalObject(top["reading"], "reading");
  const spelling = spellingBy(reading);
  const define = definedBy(reading);
  let made: Planner | undefined;
  const planner = (): Planner => {
    const options =
      rules["options"] === undefined ? {} : { options: textsAt(rules["options"], "rules.options") };
    made ??= new Planner({ as: textAt(rules["as"], "rules.as"), ...options, ...spelling, define });
    return made;
  };
  const keys = Object.keys(objectAt(rules["metrics"], "rules.metrics"));
  const summary = new Map(
    Object.entries(objectAt(run["summary"], `${place}.summary`)).map(([metric, one]) => [
      metric,
      summaryOf(metric, one, `${place}.summary[${JSON.stringify(metric)}]`),
    ]),
  );
  const withRows = run["queries"] !== undefined;
  const metrics = withRows ? measuredBy(keys, reading) : plannedMetrics(keys, planner, summary);
  const unanswerable = optionalObject(run["unanswerable"], `${place}.unanswerable`);
  const first = summary.values().next().value;
  const gold = optionalObject(run["gold"], `${place}.gold`);
  for (const [query, hash] of Object.entries(gold)) textAt(hash, `${place}.gold[${JSON.stringify(query)}]`);
  const cells = withRows
    ? cellsAt(run, ofRun, metrics, place)
    : ({ missing: missingIn(run, place), means: summary } satisfies MeansOnly);
  return new Result({
    goldie:
      run["goldie"] === undefined
        ? textAt(top["goldie"], "goldie")
        : textAt(run["goldie"], `${place}.goldie`),
    name: textAt(run["name"], `${place}.name`),
    metrics,
    names: new MetricNames(metrics, { ...spelling, define }, planner),
    rules: () => rules,
    cells,
    ...("queries" in cells
      ? {
          goldHash: (at) =>
            Object.hasOwn(gold, cells.queries[at]!) ? (gold[cells.queries[at]!] as string) : undefined,
        }
      : {}),
    unknown:
      ofRun["unknown"] === undefined
        ? (first?.counts.unknown ?? 0)
        : countAt(ofRun["unknown"], `${place}.reading.unknown`),
    unanswerable: {
      queries: countAt(unanswerable["queries"] ?? 0, `${place}.unanswerable.queries`),
      withHits: countAt(unanswerable["withHits"] ?? 0, `${place}.unanswerable.withHits`),
      ...(unanswerable["failed"] === undefined
        ? {}
        : { failed: countAt(unanswerable["failed"], `${place}.unanswerable.failed`) }),
    },
    ...(run["abstention"] === undefined
      ? {}
      : { abstention: abstentionAt(run["abstention"], `${place}.abstention`) }),
    forbidden: leaksAt(run["forbidden"], `${place}.forbidden`),
    problems: listAt(run["problems"], `${place}.problems`).map((one, p) =>
      problemAt(one, `${place}.problems[${p}]`),
    ),
  });
}

function abstentionAt(value: unknown, place: string): Abstention {
  const given = objectAt(value, place);
  const { refused } = given;
  if (refused !== undefined)
    return isRefusal(refused)
      ? { refused }
      : notAResult(`${place}.refused`, `one of ${ABSTENTION_REFUSALS.join(", ")}`);
  const pointAt = (one: unknown, where: string): AbstentionPoint => {
    const { score, silenced, lost } = objectAt(one, where);
    return {
      score: numberAt(score, `${where}.score`),
      silenced: countAt(silenced, `${where}.silenced`),
      lost: countAt(lost, `${where}.lost`),
    };
  };
  const { threshold, curve = [] } = given;
  return {
    unanswerable: countAt(given["unanswerable"], `${place}.unanswerable`),
    answerable: countAt(given["answerable"], `${place}.answerable`),
    area: numberAt(given["area"], `${place}.area`),
    maxLost: numberAt(given["maxLost"], `${place}.maxLost`),
    ...(threshold === undefined ? {} : { threshold: pointAt(threshold, `${place}.threshold`) }),
    curve: listAt(curve, `${place}.curve`).map((one, i) => pointAt(one, `${place}.curve[${i}]`)),
  };
}

const isRefusal = (value: unknown): value is AbstentionRefusal =>
  (ABSTENTION_REFUSALS as readonly unknown[]).includes(value);

function leaksAt(value: unknown, place: string): Leaks {
  if (value === undefined) return { queries: 0, k: 0, leaked: new Map() };
  const leaks = objectAt(value, place);
  const leaked = Object.entries(objectAt(leaks["leaked"], `${place}.leaked`)).map(([query, list]) => {
    const where = `${place}.leaked[${JSON.stringify(query)}]`;
    const documents = listAt(list, where).map((one, i): LeakedDocument => {
      const { doc, rank, hit } = objectAt(one, `${where}[${i}]`);
      return {
        doc: textAt(doc, `${where}[${i}].doc`),
        rank: countAt(rank, `${where}[${i}].rank`),
        ...(hit === undefined ? {} : { hit: textAt(hit, `${where}[${i}].hit`) }),
      };
    });
    return [query, documents] as const;
  });
  return {
    queries: countAt(leaks["queries"], `${place}.queries`),
    k: countAt(leaks["k"], `${place}.k`),
    leaked: new Map(leaked),
  };
}

function summaryOf(metric: string, value: unknown, place: string): Summary {
  const { mean, because, counts, interval } = summaryAt(value, place);
  return {
    metric,
    mean: mean ?? undefined,
    ...(because === undefined ? {} : { because: because as NonNullable<Summary["because"]> }),
    counts,
    ...(interval === undefined ? {} : { interval }),
  };
}

const missingIn = (run: UnreadObject, place: string): readonly QueryId[] =>
  run["missing"] === undefined ? [] : textsAt(run["missing"], `${place}.missing`);

function cellsAt(
  run: UnreadObject,
  reading: UnreadObject,
  metrics: readonly MeasuredMetric[],
  place: string,
): ResultCells {
  const rows = objectAt(run["queries"], `${place}.queries`);
  const queries = orderOf(run["order"], rows, `${place}.order`);
  const at = new Map(queries.map((query, i) => [query, i]));
  const queryAt = (query: string, where: string): number =>
    at.get(query) ?? notAResult(where, "one of the queries");
  const metricAt = new Map(metrics.map(({ key }, p) => [key, p]));
  const lists = (name: string): [metric: number, list: readonly unknown[], where: string][] =>
    Object.entries(optionalObject(reading[name], `${place}.reading.${name}`)).map(([key, list]) => {
      const where = `${place}.reading.${name}[${JSON.stringify(key)}]`;
      return [metricAt.get(key) ?? notAResult(where, "one of the metrics"), listAt(list, where), where];
    });
  const shadows = lists("means");
  const columns = new ScoreColumns(metrics.length + shadows.length, queries.length);
  queries.forEach((query, i) => {
    const where = `${place}.queries[${JSON.stringify(query)}]`;
    const row = objectAt(rows[query], where);
    metrics.forEach((one, p) => {
      if (one.in === "summary") return;
      columns.set(p, i, cellAt(fieldAt(row, one.key, where), `${where}[${JSON.stringify(one.key)}]`));
    });
  });
  const fill = (column: number, list: readonly unknown[], where: string): void => {
    if (list.length !== queries.length) notAResult(where, `as long as there are queries, ${queries.length}`);
    list.forEach((cell, i) => {
      columns.set(column, i, cellAt(cell, `${where}[${i}]`));
    });
  };
  const hidden = lists("cells");
  for (const one of hidden) fill(...one);
  for (const [p, { key, in: shown }] of metrics.entries())
    if (shown === "summary" && !hidden.some(([m]) => m === p))
      notAResult(`${place}.reading.cells[${JSON.stringify(key)}]`, "there");
  shadows.forEach(([, list, where], s) => {
    fill(metrics.length + s, list, where);
  });
  for (const query of missingIn(run, place)) columns.missing[queryAt(query, `${place}.missing`)] = 1;
  const tags = optionalObject(run["tags"], `${place}.tags`);
  for (const query of Object.keys(tags)) queryAt(query, `${place}.tags[${JSON.stringify(query)}]`);
  return {
    queries,
    columns,
    tags: new Map(
      queries.flatMap((query, i) =>
        Object.hasOwn(tags, query)
          ? [[i, objectAt(tags[query], `${place}.tags[${JSON.stringify(query)}]`) as never] as const]
          : [],
      ),
    ),
    poisoned: poisonedAt(reading["poisoned"], metrics, metricAt, queryAt, `${place}.reading.poisoned`),
    summaries: new Map(shadows.map(([p], s) => [p, metrics.length + s])),
    extra: new Map(
      lists("extra").map(([p, list, where]) => [p, list.map((x, v) => numberAt(x, `${where}[${v}]`))]),
    ),
  };
}

/** Objects do not keep every order; where they did not, a list has it. */
function orderOf(value: unknown, rows: UnreadObject, place: string): readonly QueryId[] {
  const keys = Object.keys(rows);
  if (value === undefined) return keys;
  const order = textsAt(value, place);
  if (order.length !== keys.length || new Set(order).size !== keys.length)
    notAResult(place, "each query once");
  return order.every((query) => Object.hasOwn(rows, query)) ? order : notAResult(place, "each query once");
}

function poisonedAt(
  value: unknown,
  metrics: readonly MeasuredMetric[],
  metricAt: ReadonlyMap<string, number>,
  queryAt: (query: string, where: string) => number,
  place: string,
): Poisoned[] {
  const poisoned = metrics.map((): Poisoned => ({ byQuery: new Map() }));
  for (const [n, one] of (value === undefined ? [] : listAt(value, place)).entries()) {
    const where = `${place}[${n}]`;
    const entry = objectAt(one, where);
    const then = scoreAt(entry["then"], `${where}.then`);
    const queries =
      entry["queries"] === undefined ? undefined : textsAt(entry["queries"], `${where}.queries`);
    for (const key of textsAt(entry["metrics"], `${where}.metrics`)) {
      const own = poisoned[metricAt.get(key) ?? notAResult(`${where}.metrics`, "a list of the metrics")]!;
      if (queries === undefined) own.whole = then;
      else for (const query of queries) own.byQuery.set(queryAt(query, `${where}.queries`), then);
    }
  }
  return poisoned;
}
