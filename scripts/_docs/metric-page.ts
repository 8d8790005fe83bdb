/** docs/metrics/: one page per metric, made from the metric itself. */
import {
  type Dialect,
  type DialectMetric,
  evaluate,
  type Law,
  type Metric,
  type ParamSpec,
  type ParamValue,
  printDerivation,
} from "../../src/index.ts";
import { calledAs, exampleFor, scoreOf, situationsFor } from "./examples.ts";
import { code, fence, gives, page, prose, table } from "./markdown.ts";
import { scoreInWords } from "./rules.ts";
import { show } from "./show.ts";

const NEEDS: Readonly<Record<string, string>> = {
  ranking: "a ranking",
  grades: "grades, or a list of relevant ids (which counts as grades of 1)",
  groups: "groups (lists of alternatives, each of which needs one hit) or subtopics",
  hops: "hops (groups in the order in which an answer needs them)",
  forbidden: "forbidden documents",
  texts: "gold passages, and hits with text",
  spans: "gold spans, and hits with their position in the document",
  known: "the gold of all queries: a document judged for any query is known",
  verdicts: "a judgement with `verdicts`: one per context",
  responseVerdicts: "a judgement with `responseVerdicts`: one per context",
  claims: "a judgement with `claims`: the claims of the reference answer",
  statements: "a judgement with `statements`: those of each context",
  entities: "a judgement with `entities` of the reference and of the contexts",
  ratings: "a judgement with `ratings`: one per judge",
};

const LAWS: Readonly<Record<Law, string>> = {
  "ignores-below-k": "Hits below rank k do not matter.",
  monotone: "Swapping a hit with a better one below it never lowers the score.",
  "top-when-ideal": "The ideal order of all judged documents gets the best score.",
  "rename-safe": "Renaming ids does not matter if there are no ties.",
  "group-order-safe": "The order in which the gold lists its groups does not matter.",
};

const AGGREGATES: Readonly<Record<Metric["aggregate"], string>> = {
  mean: "mean",
  sum: "sum",
  geometric: "geometric mean: e to the power of the mean of the logarithms",
};

export function metricPage(metric: Metric, dialects: readonly Dialect[]): string {
  return page(
    `# ${metric.title}`,
    `${code(metric.id)}: ${prose(metric.definition)}`,
    fence("text", metric.formula),
    metric.steps.map((step, i) => `${i + 1}. ${prose(step)}`).join("\n"),
    facts(metric),
    "## Parameters",
    parameters(metric, "documented"),
    "## Worked example",
    example(metric),
    "## Edge cases",
    situations(metric),
    metric.laws.length === 0 ? undefined : "## What you can rely on",
    metric.laws.map((law) => `- ${LAWS[law]}`).join("\n"),
    ...imitations(metric, dialects),
  );
}

function facts(metric: Metric): string {
  const [low, high] = metric.range;
  const rows = [
    ["Range", rangeInWords(low, high)],
    ["Better is", metric.direction],
    ["Best when", prose(metric.best)],
    ["Worst when", prose(metric.worst)],
    ["Needs", metric.needs.map((need) => NEEDS[need] ?? need).join("; ")],
    ["Aggregate", AGGREGATES[metric.aggregate]],
    ["Also called", aliases(metric)],
    ["Source", prose(metric.cite)],
  ];
  return table(
    ["", ""],
    rows.filter(([, text]) => text !== "").map(([name, text]) => [name!, text!]),
  );
}

function rangeInWords(low: number, high: number): string {
  if (low === Number.NEGATIVE_INFINITY)
    return high === Number.POSITIVE_INFINITY ? "any number" : `${high} or less`;
  return high === Number.POSITIVE_INFINITY ? `${low} or more` : `${low} to ${high}`;
}

/** "f2=f(beta=2)" is the name f2 for a call. */
export const aliases = (metric: Metric): string =>
  (metric.aliases ?? [])
    .map((alias) => {
      const [name, ...call] = alias.split("=");
      return call.length === 0 ? code(name!) : `${code(name!)} (${code(call.join("="))})`;
    })
    .join(", ");

function parameters(metric: Metric, which: "documented" | "compat"): string {
  const rows = Object.entries(metric.params)
    .filter(([, spec]) => (spec.compat === true) === (which === "compat"))
    .map(([name, spec]) => [
      code(name),
      valuesOf(spec),
      spec.default === undefined ? "none" : code(printed(spec.default)),
      prose(spec.doc),
    ]);
  if (rows.length === 0) return "None.";
  const at =
    metric.at === undefined || which === "compat"
      ? ""
      : `\n\n${code("@")} sets ${code(metric.at)}: ${code(`${metric.id}@10`)}.`;
  return table(["name", "values", "default", "meaning"], rows) + at;
}

export function printed(x: ParamValue): string {
  if (typeof x !== "object") return String(x);
  return x instanceof Map
    ? [...x].map(([grade, worth]) => `${grade}:${worth}`).join(";")
    : (x as readonly number[]).join(";");
}

function valuesOf(spec: ParamSpec): string {
  if (spec.kind === "choice") return Object.keys(spec.choices).map(code).join(", ");
  if (spec.kind === "gain") return "`linear`, `exp`, `binary`, a table";
  if (spec.kind === "list") return "numbers";
  const least =
    spec.above !== undefined ? ` above ${spec.above}` : spec.min !== undefined ? ` from ${spec.min}` : "";
  const most = spec.max === undefined ? "" : ` to ${spec.max}`;
  return `${spec.kind === "integer" ? "whole number" : "number"}${least}${most}`;
}

function example(metric: Metric): string {
  const given = exampleFor(metric);
  const name = calledAs(metric);
  const one = <T>(x: T | undefined, fallback: T): { q1: T } => ({ q1: x ?? fallback });
  const judgements = given.judgement && { q1: given.judgement };
  const gold = one(given.gold, {});
  const run = one(given.hits, []);
  const result = evaluate({ gold, run, metrics: [name], ...(judgements && { judgements }) });
  const derivation = result.explain("q1", name);
  const lines = [
    `import { evaluate, printDerivation } from "goldie";`,
    "",
    ...(judgements === undefined
      ? [
          `const gold = ${show(gold)};`,
          `const run = ${show(run)};`,
          `const result = evaluate({ gold, run, metrics: [${show(name)}] });`,
        ]
      : [
          `const judgements = ${show(judgements)};`,
          `const result = evaluate({ gold: { q1: {} }, run: { q1: [] }, judgements, metrics: [${show(name)}] });`,
        ]),
    gives(`result.score("q1", ${show(name)})`, result.score("q1", name)),
  ];
  if ("op" in derivation)
    lines.push(
      `const derivation = result.explain("q1", ${show(name)});`,
      gives(`printDerivation(derivation)`, printDerivation(derivation)),
    );
  return fence("ts", lines.join("\n"));
}

function situations(metric: Metric): string {
  const rows = situationsFor(metric).map(({ when, given, metric: name, rules }) => [
    when,
    code(name),
    scoreInWords(scoreOf(name, given, rules)),
  ]);
  const note =
    metric.kind === "judged"
      ? ""
      : "\n\nA query missing from the run is scored like an empty list, and 0 instead of `empty-ranking`; see [reading the numbers](../guide/reading-the-numbers.md).";
  return table(["when", "metric", "score"], rows) + note;
}

/** Compatibility parameters, and the dialects' names for this metric. */
function imitations(metric: Metric, dialects: readonly Dialect[]): (string | undefined)[] {
  const used = dialects.flatMap((dialect) => {
    const names = new Map<string, Set<string>>();
    for (const m of Object.values(dialect.metrics).flat())
      if (nameIn(m.is) === metric.id)
        names.set(m.is, (names.get(m.is) ?? new Set()).add(code(plainName(m.name))));
    return [...names].map(([is, list]) => [
      `[${dialect.tool} ${dialect.version}](../dialects/${dialect.id}.md)`,
      [...list].join(", "),
      code(is),
    ]);
  });
  const compat = Object.values(metric.params).some((spec) => spec.compat);
  if (used.length === 0 && !compat) return [];
  return [
    "## In other tools",
    compat
      ? "These parameters exist for dialects that imitate other tools. You rarely need them."
      : undefined,
    compat ? parameters(metric, "compat") : undefined,
    used.length === 0 ? undefined : table(["tool", "name there", "equivalent here"], used),
  ];
}

/** A metric of a dialect in our terms, with the parameters that its name stands for: "rbp(normalize=1000,p=0.95,rel=1)@10". */
export function callOf({ is, params = {} }: DialectMetric): string {
  const [, name, inside = "", at] = /^([a-z0-9-]+)(?:\((.*)\))?(?:@(.*))?$/.exec(is)!;
  const { k = at, ...rest } = params;
  const all = [
    ...inside.split(",").filter((part) => part !== "" && !Object.hasOwn(rest, part.split("=")[0]!)),
    ...Object.entries(rest).map(([key, value]) => `${key}=${printed(value)}`),
  ];
  return `${name}${all.length === 0 ? "" : `(${all.join(",")})`}${k === undefined ? "" : `@${k}`}`;
}

/** "iprec_at_recall_{at.2}": how many digits a value has is said by the values. */
export const plainName = (name: string): string => name.replace(/\{(\w+)\.\d\}/g, "{$1}");

export const nameIn = (call: string): string => /^[a-z0-9-]+/.exec(call)![0];
