/** docs/dialects/: one page per dialect, made from the dialect itself. */
import {
  type Dialect,
  type DialectMetric,
  type Difference,
  evaluate,
  type Metric,
  type Patch,
  type Score,
} from "../../src/index.ts";
import { code, fence, gives, page, prose, table } from "./markdown.ts";
import { nameIn } from "./metric-page.ts";
import {
  averageDifferences,
  guardsInWords,
  joinDifferences,
  otherwiseInWords,
  scoreInWords,
  verdictDifferences,
} from "./rules.ts";
import { show } from "./show.ts";

export function dialectPage(dialect: Dialect, metrics: readonly Metric[]): string {
  const own = Object.keys(dialect.metrics).length > 0;
  return page(
    own ? `# ${dialect.tool} ${dialect.version}` : "# The textbook's rules",
    `${code(`as: "${dialect.id}"`)}: ${prose(dialect.about)}`,
    own
      ? undefined
      : "These are the rules of Goldie's own names, and what every other dialect is compared with. It has no names of its own: see [metrics](../metrics/README.md).",
    "## A call",
    call(dialect, metrics),
    own ? "## Its metrics" : undefined,
    ...metricSets(dialect),
    "## Rules",
    rules(dialect, metrics),
    dialect.options === undefined ? undefined : "## Options",
    options(dialect),
    ...differences(dialect),
    dialect.chosen === undefined ? undefined : "## Not imitated",
    dialect.chosen === undefined
      ? undefined
      : table(
          ["", dialect.tool, "Goldie"],
          dialect.chosen.map(({ id, tool, goldie }) => [code(id), prose(tool), prose(goldie)]),
        ),
    "## Source",
    prose(dialect.cite),
  );
}

/** The same two queries for every tool, so that pages can be compared. */
const GOLD = { q1: ["a", "b"], q2: ["c"] };
const RUN = { q1: ["a", "x"], q2: ["y", "c"] };
const JUDGEMENTS = {
  q1: {
    question: "What is a fjord?",
    reference: "A long, narrow inlet that a glacier has carved.",
    response: "An inlet between cliffs.",
    contexts: ["A fjord is a long inlet.", "Glaciers carve valleys."],
    verdicts: ["yes", "no"],
    responseVerdicts: ["yes", "no"],
    claims: ["yes", "no"],
    statements: [["yes"], ["no", "no"]],
    entities: { reference: ["fjord", "glacier"], contexts: ["fjord"] },
    ratings: ["2", "1"],
  },
} as const;

/** What its default metrics read: rankings, judgements, or both. */
function kindsOf(dialect: Dialect, metrics: readonly Metric[]): Set<Metric["kind"]> {
  const byId = new Map(metrics.map((metric) => [metric.id, metric]));
  const set = Object.values(dialect.metrics)[0];
  return new Set(set?.map((m) => byId.get(nameIn(m.is))!.kind) ?? ["computed"]);
}

function call(dialect: Dialect, metrics: readonly Metric[]): string {
  const kinds = kindsOf(dialect, metrics);
  const judged = kinds.has("judged");
  const onlyJudged = !kinds.has("computed");
  const gold = onlyJudged ? { q1: {} } : GOLD;
  const run = onlyJudged ? { q1: [] } : RUN;
  const result = evaluate({ gold, run, as: dialect.id, ...(judged ? { judgements: JUDGEMENTS } : {}) });
  const rows = result.toJSON().runs[0]!.queries["q1"];
  const means = result.summary().map(({ metric, mean, because }) => [metric, mean ?? because] as const);
  return fence(
    "ts",
    [
      `import { evaluate } from "goldie";`,
      "",
      `const gold = ${show(gold)};`,
      `const run = ${show(run)};`,
      ...(judged ? [`const judgements = ${show(JUDGEMENTS)};`] : []),
      `const result = evaluate({ gold, run, ${judged ? "judgements, " : ""}as: ${show(dialect.id)} });`,
      gives(`result.toJSON().runs[0]?.queries["q1"]`, rows),
      ...(means.length === 0
        ? []
        : [
            gives(
              "Object.fromEntries(result.summary().map((s) => [s.metric, s.mean ?? s.because]))",
              Object.fromEntries(means),
            ),
          ]),
    ].join("\n"),
  );
}

function metricSets(dialect: Dialect): string[] {
  const shown = new Set<string>();
  return Object.entries(dialect.metrics).flatMap(([name, set], i) => {
    const known = set.every((m) => shown.has(withoutCutoffs(m)));
    for (const m of set) shown.add(withoutCutoffs(m));
    const first = set[0]!;
    if (i === 0)
      return [
        `### Set ${code(name)}, the default`,
        `Ask for all of them with ${code(`as: "${dialect.id}"`)} alone, or for one beside others by its full name, such as ${code(`${dialect.id}:${first.name.replace("{k}", String(first.k?.[1] ?? 5))}`)}.`,
        metricTable(set, dialect),
      ];
    const ask = `Ask for it with ${code(`as: "${dialect.id}", metrics: ["${name}"]`)}.`;
    if (!known) return [`### Set ${code(name)}`, ask, metricTable(set, dialect)];
    const at = first.k === undefined ? "" : `, at k = ${first.k.join(", ")}`;
    return [`### Set ${code(name)}`, `${ask} It has ${set.map((m) => code(m.name)).join(", ")}${at}.`];
  });
}

const withoutCutoffs = ({ k: _, ...metric }: DialectMetric): string => JSON.stringify(metric);

function metricTable(set: readonly DialectMetric[], dialect: Dialect): string {
  const rows = set.map((m) => {
    const own = [...(m.in === "summary" ? ["only over all queries"] : []), ...patchInWords(m, dialect)];
    return [
      code(m.name),
      m.in === "rows" ? "none" : code(m.summary ?? m.name),
      `[${code(m.is)}](../metrics/${nameIn(m.is)}.md)`,
      m.k === undefined ? "none" : m.k.join(", "),
      own.join("; "),
    ];
  });
  return table(["name", "its mean", "in our terms", "default k", "rules of its own"], rows);
}

/** What a patch sets, in words, unlike the dialect it is a part of. */
function patchInWords(patch: Patch, dialect: Dialect): string[] {
  return [
    ...joinDifferences(patch.join ?? {}, dialect.join).map(([, words]) => words),
    ...averageDifferences(patch.average ?? {}, dialect.average).map(([, words]) => words),
    ...guardsInWords(patch.guard ?? []),
    ...otherwiseInWords(patch.otherwise ?? {}),
    ...verdictDifferences(patch.verdicts ?? {}, dialect.verdicts),
    ...(patch.pass === undefined ? [] : [`passes from ${patch.pass}`]),
    ...(patch.zeroBelow === undefined ? [] : [`below ${patch.zeroBelow} it is printed as 0`]),
  ];
}

function rules(dialect: Dialect, metrics: readonly Metric[]): string {
  if (Object.keys(dialect.metrics).length === 0)
    return "The defaults of `evaluate`: see [the rules](../guide/library.md#rules), where each can be changed.";
  const named = (rule: string, list: readonly string[]): [string, string][] =>
    list.map((words) => [rule, words]);
  const rows = [
    // Metrics over a judgement look at no hit.
    ...joinDifferences(kindsOf(dialect, metrics).has("computed") ? dialect.join : {}).map(
      ([rule, words]): [string, string] => [code(rule), words],
    ),
    ...averageDifferences(dialect.average).map(([rule, words]): [string, string] => [code(rule), words]),
    ...named("verdicts", verdictDifferences(dialect.verdicts)),
    ...named("before it computes", guardsInWords(dialect.guard ?? [])),
    ...named("where the formula has no value", otherwiseInWords(dialect.otherwise ?? {})),
    ...named("threshold", dialect.pass === undefined ? [] : [`a score passes from ${dialect.pass}`]),
    ...named("k", dialect.leastCutoff === 0 ? ["may be 0: then no hit counts"] : []),
  ];
  return `Where nothing is said, the [textbook](textbook.md)'s rules hold.\n\n${table(["rule", "here"], rows)}`;
}

function options(dialect: Dialect): string | undefined {
  if (dialect.options === undefined) return undefined;
  const rows = Object.entries(dialect.options).map(([name, { about }]) => [code(name), prose(about)]);
  const first = Object.keys(dialect.options)[0]!;
  return `${table(["option", "what it does"], rows)}\n\n${code(`evaluate({ gold, run, as: "${dialect.id}", options: ["${first}"] })`)}`;
}

/** What one metric gives on the case of a difference. */
function valueOn(d: Difference, metric: string, dialect: Dialect | undefined): Score {
  const result = evaluate({
    gold: new Map([["q", d.case.gold as never]]),
    run: new Map([["q", d.case.hits as never]]),
    ...(d.case.judgement === undefined ? {} : { judgements: { q: d.case.judgement } }),
    metrics: [metric],
    ...(dialect === undefined ? {} : { as: dialect.id, options: d.options ?? [] }),
  });
  const name = result.metrics[0]!;
  if (d.mean !== true) return result.score("q", name);
  const { mean, because } = result.mean(name);
  return mean === undefined ? { status: "undefined", because: because! } : { status: "scored", value: mean };
}

/** A judgement's parts, or gold and hits: whatever the case has. */
function caseOf({ case: { gold, hits, judgement } }: Difference): string {
  const parts = judgement === undefined ? { gold: short(gold), hits } : judgement;
  return Object.entries(parts)
    .map(([name, x]) => `${name} ${code(show(x))}`)
    .join(", ");
}

/** A gold of one facet is written as people write it. */
function short(gold: Difference["case"]["gold"]): unknown {
  const names = Object.keys(gold);
  if (names.length !== 1) return gold;
  return gold.relevant ?? gold.groups ?? gold.grades ?? gold;
}

function differences(dialect: Dialect): (string | undefined)[] {
  if (dialect.differs.length === 0) return [];
  const rows = dialect.differs.map((d) => [
    prose(d.says),
    caseOf(d) + (d.options === undefined ? "" : `, option ${d.options.map(code).join(", ")}`),
    `${code(d.metric)}${d.mean ? ", mean" : ""}: ${scoreInWords(valueOn(d, d.metric, dialect))}`,
    `${code(d.textbook)}${d.mean ? ", mean" : ""}: ${scoreInWords(valueOn(d, d.textbook, undefined))}`,
  ]);
  return [
    "## How it differs from the textbook",
    "Each case is the smallest one that shows the difference. Both numbers were computed when this page was made.",
    table(["what", "case", "its number", "textbook"], rows),
  ];
}
