/** What every metric of src/metrics/ has to do. Each check is a function, so that the end of this file can run it on broken metrics. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Metric } from "../../src/core/metric.ts";
import { type MetricCall, nameTable, parseMetric, printMetric } from "../../src/core/metric-grammar.ts";
import type { Params } from "../../src/core/params.ts";
import { randomFrom } from "../../src/core/random.ts";
import { lawParams } from "../../src/evaluate/laws/_law-cases.ts";
import { checkMetric } from "../../src/evaluate/laws/laws.ts";
import { type EvaluateOneOptions, evaluateOne, metrics } from "../../src/index.ts";
import { recall } from "../../src/metrics/recall.ts";

interface Vector {
  readonly why: string;
  readonly metric: string;
  readonly expect: number | string;
  readonly gold?: NonNullable<EvaluateOneOptions["gold"]>;
  readonly hits?: readonly (string | { readonly id: string })[] | Readonly<Record<string, number>>;
  readonly judgement?: NonNullable<EvaluateOneOptions["judgement"]>;
  readonly rules?: Partial<EvaluateOneOptions>;
}

const folder = new URL("../../src/metrics/", import.meta.url);
const files = readdirSync(folder).filter(
  (name) => /^[^_].*(?<!\.test)\.ts$/.test(name) && name !== "index.ts",
);
const names = nameTable(metrics);
const byId = metrics.map((metric) => [metric.id, metric] as const);

function vectorsOf(id: string): readonly Vector[] {
  const file = new URL(`${id}.vectors.json`, folder);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
}

test("the folder has the metrics we think it has", () => {
  expect(files).toContain("recall.ts");
  expect(files.length).toBeGreaterThanOrEqual(31);
});

test("index.ts has exactly the files of the folder", () => {
  expect(notOneToOne(files, metrics)).toEqual([]);
});

test.each(files)("%s exports its metric", async (file) => {
  const id = file.replace(/\.ts$/, "");
  const exported = Object.values(await import(new URL(file, folder).href));
  expect(exported).toEqual([metrics.find((metric) => metric.id === id)]);
});

test("vectors belong to a metric", () => {
  const ids = readdirSync(folder).flatMap((name) => /^(.*)\.vectors\.json$/.exec(name)?.slice(1) ?? []);
  expect(ids.filter((id) => !metrics.some((metric) => metric.id === id))).toEqual([]);
});

describe.each(byId)("%s", (id, metric) => {
  test("vectors hold through the public API", () => {
    expect(vectorsOf(id).flatMap((row) => wrongScore(row))).toEqual([]);
  });

  test("vectors cover what has to be said", () => {
    expect(uncovered(metric, vectorsOf(id))).toEqual([]);
  });

  test("range, explain and array ends", () => {
    expect(checkMetric({ ...metric, laws: [] }, { cases: 150 })).toEqual([]);
  });

  test("every documented choice stays in range", () => {
    expect(choicesOf(metric).flatMap((pinned) => checkMetric(pinned, { cases: 100, seed: 2 }))).toEqual([]);
  });

  test("parse(print(m)) is m", () => {
    expect(misprinted(metric, names)).toEqual([]);
  });
});

/** Choices that leave the range although they are documented, and why that is so. */
const outOfRange: Readonly<Record<string, string>> = {
  "ndcg ideal=listed":
    "imitates ragprod: documents outside the list earn gain, and the ideal does not know them",
};

// ---------------------------------------------------------------- the checks

function notOneToOne(files: readonly string[], metrics: readonly Metric[]): string[] {
  const listed = metrics.map((metric) => `${metric.id}.ts`);
  return [
    ...files.filter((file) => !listed.includes(file)).map((file) => `${file} is not in index.ts`),
    ...listed.filter((file) => !files.includes(file)).map((file) => `${file} is in index.ts only`),
    ...listed.filter((file, i) => listed.indexOf(file) !== i).map((file) => `${file} is in index.ts twice`),
  ];
}

function wrongScore({ why, metric, expect: wanted, rules, ...given }: Vector, define?: Metric[]): string[] {
  const scores = evaluateOne({
    ...(given as EvaluateOneOptions),
    ...rules,
    metrics: [metric],
    ...(define && { define }),
  });
  const score = scores[metric];
  const got =
    score === undefined
      ? `no score; it has ${Object.keys(scores)}`
      : score.status === "scored"
        ? score.value
        : score.status === "undefined"
          ? score.because
          : score.status;
  // People write 2/3; the metric may add and divide in another order.
  const equal =
    typeof wanted === "number" && typeof got === "number"
      ? Math.abs(got - wanted) <= 1e-14 * Math.max(1, Math.abs(wanted))
      : got === wanted;
  return equal ? [] : [`${metric}, ${why}: ${got}, not ${wanted}`];
}

/** Situations and parameter values that no row shows. */
function uncovered(metric: Metric, rows: readonly Vector[]): string[] {
  const calls = rows.map((row) => parseMetric(row.metric, names));
  const missing: string[] = [];
  for (const [name, spec] of Object.entries(metric.params)) {
    const seen = new Set(calls.map((call) => call.params[name]));
    if (spec.kind === "choice") {
      for (const choice of Object.keys(spec.choices))
        if (!seen.has(choice)) missing.push(`${name}=${choice}`);
    } else if (seen.size < 2) missing.push(name);
  }
  if (metric.kind === "judged") return missing;
  for (const [what, holds] of Object.entries(situations))
    if (!rows.some((row, i) => holds(row, calls[i]!))) missing.push(what);
  return missing;
}

const idsOf = ({ hits }: Vector): string[] =>
  Array.isArray(hits)
    ? hits.map((hit) => (typeof hit === "string" ? hit : (hit.text ?? hit.id)))
    : Object.keys(hits ?? {});
const tied = ({ hits }: Vector): boolean =>
  hits !== undefined && !Array.isArray(hits) && new Set(Object.values(hits)).size < Object.keys(hits).length;

const situations: Readonly<Record<string, (row: Vector, call: MetricCall) => boolean>> = {
  "an empty ranking": (row) => row.gold !== undefined && idsOf(row).length === 0,
  "no relevant document": (row) => row.expect === "no-relevant" || row.why.startsWith("no relevant document"),
  "all relevant": (row) => /^all|, all relevant|every/.test(row.why),
  "k beyond the list": (row, { metric, params }) =>
    metric.at === undefined || (params[metric.at] as number) > idsOf(row).length,
  ties: (row, { metric }) => tied(row) || metric.needs.includes("texts") || metric.needs.includes("spans"),
  "an unjudged hit": (row) => idsOf(row).some((id) => !JSON.stringify(row.gold).includes(JSON.stringify(id))),
  duplicates: (row) => new Set(idsOf(row)).size < idsOf(row).length,
};

/** The metric once for each value of each documented choice, as if that were the default. */
function choicesOf(metric: Metric): Metric[] {
  return Object.entries(metric.params).flatMap(([name, spec]) =>
    spec.kind !== "choice" || spec.compat
      ? []
      : Object.keys(spec.choices)
          .filter((choice) => outOfRange[`${metric.id} ${name}=${choice}`] === undefined)
          .map((choice): Metric => {
            const params = { ...metric.params, [name]: { ...spec, default: choice } };
            return { ...metric, params, laws: [] } as Metric;
          }),
  );
}

function misprinted(metric: Metric, names: ReturnType<typeof nameTable>): string[] {
  const random = randomFrom(3);
  return Array.from({ length: 50 }, () => lawParams(random, metric, "all")).flatMap((params) => {
    const text = printMetric({ metric, params });
    try {
      const read = parseMetric(text, names);
      return read.metric === metric && sameParams(read.params, params) && printMetric(read) === text
        ? []
        : [text];
    } catch (error) {
      return [`${text}: ${error}`];
    }
  });
}

const sameParams = (a: Params, b: Params): boolean =>
  Object.keys(b).every((name) => {
    const [x, y] = [a[name], b[name]];
    return x instanceof Map && y instanceof Map ? String([...x]) === String([...y]) : x === y;
  });

// ---------------------------------------------------------------- broken metrics are noticed

const like = (changes: Partial<typeof recall>) =>
  ({ ...recall, id: "broken", aliases: [], ...changes }) as Metric;

describe("the suite can fail", () => {
  test("a file that is not in the index, and the other way round", () => {
    expect(notOneToOne(["recall.ts", "err.ts"], [recall as Metric])).toHaveLength(1);
    expect(notOneToOne([], [recall as Metric])).toHaveLength(1);
    expect(notOneToOne(["recall.ts"], [recall as Metric, recall as Metric])).toHaveLength(1);
  });

  test("a wrong value, and a value where there is none", () => {
    const broken = like({ compute: (r) => ({ status: "scored", value: r.length }) });
    const rows = vectorsOf("recall").map((row) => ({
      ...row,
      metric: row.metric.replace(/^(recall|R)/, "broken"),
    }));
    expect(rows.flatMap((row) => wrongScore(row, [like({})]))).toEqual([]);
    const wrong = rows.flatMap((row) => wrongScore(row, [broken]));
    expect(wrong.some((text) => text.endsWith("not 0.5"))).toBe(true);
    expect(wrong.some((text) => text.endsWith("not no-relevant"))).toBe(true);
  });

  test("vectors that leave something out", () => {
    const rows = vectorsOf("recall");
    // k, rel, and every value of ties, count and total.
    expect(uncovered(recall as Metric, [])).toHaveLength(2 + 2 + 2 + 3 + Object.keys(situations).length);
    for (const [what, holds] of Object.entries(situations)) {
      const without = rows.filter((row) => !holds(row, parseMetric(row.metric, names)));
      expect(uncovered(recall as Metric, without)).toContain(what);
    }
    expect(
      uncovered(
        recall as Metric,
        rows.filter((row) => !row.metric.includes("distinct")),
      ),
    ).toEqual(["count=distinct"]);
  });

  test.each<[string, Partial<typeof recall>]>([
    ["law-range", { range: [0, 0.5] }],
    ["law-explain", { explain: () => ({ op: "value", what: "a guess", value: 0.5 }) }],
    ["law-past-length", { compute: (r) => ({ status: "scored", value: r.relevant.includes(1) ? 1 : 0 }) }],
    ["law-sparse", { compute: (r) => ({ status: "scored", value: r.length - (r.sparse?.count ?? 0) }) }],
  ])("%s", (code, changes) => {
    expect(checkMetric(like(changes), { cases: 150 }).map((problem) => problem.code)).toContain(code);
  });

  test("a documented choice that leaves the range", () => {
    const ndcg = metrics.find((metric) => metric.id === "ndcg")!;
    // Under another name the exception for ideal=listed does not hold.
    const pinned = choicesOf({ ...ndcg, id: "broken" });
    const problems = pinned.flatMap((metric) => checkMetric(metric, { cases: 1000 }));
    expect(problems.map((problem) => problem.code)).toEqual(["law-range"]);
  });

  test("a value that cannot be written", () => {
    const of = { kind: "choice", choices: { "a,b": "does", c: "does not" }, default: "c", doc: "…" } as const;
    const broken = { ...recall, id: "broken", aliases: [], params: { of } } as unknown as Metric;
    expect(misprinted(broken, nameTable([broken])).length).toBeGreaterThan(0);
  });
});
