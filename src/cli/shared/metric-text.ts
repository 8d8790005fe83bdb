/** Metrics and dialects in words, from their data. */
import type { Dialect, DialectMetric } from "../../core/dialect.ts";
import type { Metric } from "../../core/metric.ts";
import type { ParamSpec, ParamValue } from "../../core/params.ts";
import type { Facet } from "../../core/score.ts";
import { dialects } from "../../dialects/index.ts";
import { metrics } from "../../metrics/index.ts";
import { bullet, fill } from "../../text/fill.ts";
import { twoColumns } from "./help.ts";

const NEEDS: Readonly<Partial<Record<Facet, string>>> = {
  ranking: "a ranking",
  grades: "relevant ids or grades",
  groups: "groups of alternatives, or subtopics",
  hops: "hops: groups in order",
  forbidden: "forbidden documents",
  texts: "gold passages, and hits with a text",
  known: "the gold of all queries",
  verdicts: "a judgement with verdicts",
  responseVerdicts: "a judgement with verdicts on the response",
  claims: "a judgement with claims",
  statements: "a judgement with statements",
  entities: "a judgement with entities",
  ratings: "a judgement with ratings",
  responseClaims: "a judgement with claims of the response",
  responseRelevant: "a judgement of the response's claims",
  questionVerdicts: "a judgement of what helps with the question",
  support: "a judgement that tells which context supports which claim",
};

/** Metrics are listed under the first of these headings that fits. */
const SECTIONS: readonly { readonly title: string; fits(metric: Metric): boolean }[] = [
  { title: "over a judgement, which `goldie judge` makes", fits: ({ kind }) => kind === "judged" },
  { title: "over documents", fits: ({ needs }) => needs.includes("grades") },
  {
    title: "over groups of alternatives, aspects and hops",
    fits: ({ needs }) => needs.includes("groups") || needs.includes("hops"),
  },
  { title: "over forbidden documents", fits: ({ needs }) => needs.includes("forbidden") },
  { title: "over texts and spans", fits: () => true },
];

export function metricList(width?: number): string {
  const bySection = SECTIONS.map(({ title }, at) => ({
    title,
    list: metrics.filter((metric) => SECTIONS.findIndex((one) => one.fits(metric)) === at),
  }));
  // The most used come first.
  const [judged, ...others] = bySection;
  return [
    ...[...others, judged!]
      .filter(({ list }) => list.length > 0)
      .map(
        ({ title, list }) =>
          `${title}\n${twoColumns(
            list.map((m) => [m.id, firstSentence(m.definition)]),
            width,
          )}`,
      ),
    fill(
      "A name is written name(parameter=value)@k, such as ndcg(gain=exp)@10; recall@1,5,10 is three metrics. `goldie metrics NAME` tells all about one.",
      "",
      width,
    ),
    `dialects, for --as\n${twoColumns(
      dialects.map((d) => [d.id, `${d.tool} ${d.version}`.trim()] as const),
      width,
    )}`,
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;

/** Definition, formula and steps. */
export function metricHead(metric: Metric, width?: number): string {
  return [
    `${metric.title}  (${metric.id})`,
    fill(metric.definition, "", width),
    `  ${metric.formula}`,
    metric.steps.map((step, i) => `  ${i + 1}. ${fill(step, "     ", width).trimStart()}`).join("\n"),
  ].join("\n\n");
}

export function metricText(metric: Metric, width?: number): string {
  const [low, high] = metric.range;
  const facts: [string, string][] = [
    ["range", `${rangeText(low, high)}; ${metric.direction} is better`],
    ["best when", metric.best],
    ["worst when", metric.worst],
    ["needs", metric.needs.map((need) => NEEDS[need] ?? need).join("; ")],
    ["over all queries", metric.aggregate === "geometric" ? "geometric mean" : metric.aggregate],
    ["also called", aliasText(metric)],
    ["source", metric.cite],
  ];
  const own = parameterRows(metric, false);
  const compat = parameterRows(metric, true);
  const tools = toolRows(metric);
  return `${[
    metricHead(metric, width),
    twoColumns(
      facts.filter(([, text]) => text !== ""),
      width,
    ),
    ...(own.length === 0 ? [] : [`parameters\n${twoColumns(own, width)}`]),
    ...(compat.length === 0 ? [] : [`parameters to imitate other tools\n${twoColumns(compat, width)}`]),
    ...(tools.length === 0 ? [] : [`other tools\n${twoColumns(tools, width)}`]),
    fill(
      metric.kind === "judged"
        ? `\`goldie judge CASES -m ${metric.id}\` judges, and computes it; \`goldie explain ${metric.id} CASES --query ID\` derives a score.`
        : `\`goldie explain ${metric.id}${metric.at === "k" ? "@10" : ""} GOLD RUN --query ID\` derives a score on your own files.`,
      "",
      width,
    ),
  ].join("\n\n")}\n`;
}

function rangeText(low: number, high: number): string {
  if (low === Number.NEGATIVE_INFINITY)
    return high === Number.POSITIVE_INFINITY ? "any number" : `${high} or less`;
  return high === Number.POSITIVE_INFINITY ? `${low} or more` : `${low} to ${high}`;
}

/** "f2=f(beta=2)" is the name f2 for a call. */
const aliasText = ({ aliases = [] }: Metric): string =>
  aliases.map((alias) => alias.replace(/^([^=]+)=(.*)$/, "$1 ($2)")).join(", ");

function parameterRows({ params, at }: Metric, compat: boolean): [string, string][] {
  return Object.entries(params)
    .filter(([, spec]) => (spec.compat === true) === compat)
    .map(([name, spec]) => {
      const given = spec.default === undefined ? "" : `; default: ${valueText(spec.default)}`;
      return [`${name}${name === at ? ", @" : ""}`, `${spec.doc} (${valuesText(spec)}${given})`];
    });
}

function valueText(x: ParamValue): string {
  if (typeof x !== "object") return String(x);
  return x instanceof Map
    ? [...x].map(([grade, worth]) => `${grade}:${worth}`).join(";")
    : (x as readonly number[]).join(";");
}

function valuesText(spec: ParamSpec): string {
  if (spec.kind === "choice") return Object.keys(spec.choices).join(", ");
  if (spec.kind === "gain") return "linear, exp, binary, or a table such as 1:3;2:9";
  if (spec.kind === "list") return "numbers";
  const least =
    spec.above !== undefined ? ` above ${spec.above}` : spec.min !== undefined ? ` from ${spec.min}` : "";
  return `${spec.kind === "integer" ? "whole number" : "number"}${least}${spec.max === undefined ? "" : ` to ${spec.max}`}`;
}

/** "{at.2}" is a place for `at`, with two digits. */
const plainName = (name: string): string => name.replace(/\{(\w+)\.\d\}/g, "{$1}");
const metricIn = (is: string): string => is.split(/[(@]/)[0]!;

function toolRows(metric: Metric): [string, string][] {
  return dialects.flatMap((dialect) => {
    const names = new Set(
      Object.values(dialect.metrics)
        .flat()
        .filter(({ is }) => metricIn(is) === metric.id)
        .map(({ name }) => plainName(name)),
    );
    return names.size === 0 ? [] : [[dialect.id, [...names].join(", ")] as [string, string]];
  });
}

export function dialectText(dialect: Dialect, width?: number): string {
  const sets = Object.entries(dialect.metrics);
  const seen = new Set<string>();
  const blocks = sets.flatMap(([name, list], i) => {
    const fresh = list.filter((m) => !seen.has(m.name));
    for (const m of fresh) seen.add(m.name);
    if (fresh.length === 0) return [];
    const title = `${name}${i === 0 ? ", what is computed when no metric is named" : ""}`;
    return [`${title}\n${twoColumns(fresh.map(dialectRow), width)}`];
  });
  const options = Object.entries(dialect.options ?? {}).map(([name, { about }]) => [name, about] as const);
  return `${[
    `${dialect.tool} ${dialect.version}`.trim(),
    fill(dialect.about, "", width),
    ...blocks,
    ...(options.length === 0 ? [] : [`options\n${twoColumns(options, width)}`]),
    ...(dialect.differs.length === 0
      ? []
      : [
          `how it differs from the textbook\n${dialect.differs.map(({ says }) => bullet(says, width)).join("\n")}`,
        ]),
  ].join("\n\n")}\n`;
}

function dialectRow(m: DialectMetric): [string, string] {
  const cutoffs = m.k === undefined ? "" : `, k = ${m.k.join(", ")}`;
  return [plainName(m.name), `${m.is}${cutoffs}${m.in === "summary" ? ", only over all queries" : ""}`];
}
