/** docs/dialects/: one page per dialect, made from the dialect itself. */

import { fillName, placesIn } from "../../src/evaluate/plan/names.ts";
import {
  type Because,
  type Dialect,
  type DialectMetric,
  type Difference,
  evaluate,
  type Metric,
  metrics,
  type Option,
  type Patch,
  type Score,
} from "../../src/index.ts";
import { code, fence, gives, page, prose, table } from "./markdown.ts";
import { callOf, nameIn, plainName, printed } from "./metric-page.ts";
import {
  averageDifferences,
  guardsInWords,
  joinDifferences,
  otherwiseInWords,
  roundInWords,
  scoreInWords,
  verdictDifferences,
} from "./rules.ts";
import { show } from "./show.ts";

export function dialectPage(dialect: Dialect): string {
  const own = Object.keys(dialect.metrics).length > 0;
  return page(
    own ? `# ${dialect.tool} ${dialect.version}` : "# The textbook's rules",
    `${code(`as: "${dialect.id}"`)}: ${prose(dialect.about)}`,
    own
      ? undefined
      : "These are the rules of Goldie's own metrics, and the baseline for all other dialects. It uses the [metric names](../metrics/README.md) as they are.",
    "## Example",
    call(dialect),
    own ? "## Metrics" : undefined,
    ...metricSets(dialect),
    "## Rules",
    rules(dialect),
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

/** What metrics read: rankings, judgements, or both. */
function kindsOf(set: readonly DialectMetric[]): Set<Metric["kind"]> {
  const byId = new Map(metrics.map((metric) => [metric.id, metric]));
  return new Set(set.length === 0 ? ["computed"] : set.map((m) => byId.get(nameIn(m.is))!.kind));
}
const defaultSet = (dialect: Dialect): readonly DialectMetric[] => Object.values(dialect.metrics)[0] ?? [];
const allOf = (dialect: Dialect): readonly DialectMetric[] => Object.values(dialect.metrics).flat();

/** With more names than this, list one name per metric. */
const MANY = 30;
const FEW = 12;

function someOf(set: readonly DialectMetric[]): string[] {
  const byMetric = new Map<string, string>();
  for (const m of set)
    if (!byMetric.has(nameIn(m.is)) && m.in === undefined && !m.name.includes("(")) {
      const name = oneName(m);
      if (name !== undefined) byMetric.set(nameIn(m.is), name);
    }
  return [...byMetric.values()].slice(0, FEW);
}

/** A name of the metric with its places filled, by 10 where that is a default; undefined where there is no default. */
function oneName(m: DialectMetric): string | undefined {
  const defaults: Readonly<Record<string, readonly number[]>> = {
    ...(m.k === undefined ? {} : { k: m.k }),
    ...m.vary,
  };
  const places = placesIn(m.name);
  if (places.some((place) => defaults[place] === undefined)) return undefined;
  const value = (list: readonly number[]) => (list.includes(10) ? 10 : list[Math.floor(list.length / 2)]!);
  return fillName(m.name, Object.fromEntries(places.map((place) => [place, value(defaults[place]!)])));
}

function call(dialect: Dialect): string {
  const kinds = kindsOf(defaultSet(dialect));
  const judged = kinds.has("judged");
  const onlyJudged = !kinds.has("computed");
  const gold = onlyJudged ? { q1: {} } : GOLD;
  const run = onlyJudged ? { q1: [] } : RUN;
  const given = { gold, run, as: dialect.id, ...(judged ? { judgements: JUDGEMENTS } : {}) };
  const everything = evaluate(given);
  const asked = everything.metrics.length > MANY ? someOf(defaultSet(dialect)) : [];
  const result = asked.length === 0 ? everything : evaluate({ ...given, metrics: asked });
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
      ...(asked.length === 0 ? [] : [`const metrics = ${show(asked)};`]),
      `const result = evaluate({ gold, run, ${judged ? "judgements, " : ""}as: ${show(dialect.id)}${asked.length === 0 ? "" : ", metrics"} });`,
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
  const isKnown = (m: DialectMetric) => shown.has(withoutCutoffs(m));
  const names = (set: readonly DialectMetric[]) => set.map((m) => code(plainName(m.name))).join(", ");
  return Object.entries(dialect.metrics).flatMap(([name, set], i) => {
    const known = set.filter(isKnown);
    const fresh = freshOf(set.filter((m) => !isKnown(m)));
    const spelled = fresh.filter((m) => isSpelledOut(m, dialect));
    for (const m of set) shown.add(withoutCutoffs(m));
    const notes = [
      ...placeNotes(fresh, i === 0, dialect.separator),
      ...(spelled.length === 0 ? [] : [`With arguments: ${names(spelled)}.`]),
    ];
    const rows = fresh.filter((m) => !spelled.includes(m));
    if (i === 0) {
      const one = set.find((m) => placesIn(m.name).length > 0 && oneName(m) !== undefined) ?? set[0]!;
      return [
        `### Set ${code(name)}, the default`,
        `Get all of them with ${code(`as: "${dialect.id}"`)}, or a single one by its full name, e.g. ${code(`${dialect.id}:${oneName(one) ?? one.name}`)}.`,
        ...notes,
        metricTable(rows, dialect),
      ];
    }
    // A set whose names all need a value cannot be requested as a whole.
    const whole = set.every((m) => needsValue(m))
      ? "Name these individually."
      : `Get it with ${code(`as: "${dialect.id}", metrics: ["${name}"]`)}${set.some(needsValue) ? "; metrics that need a value must be named individually" : ""}.`;
    const at = known[0]?.k === undefined ? "" : `, at k = ${known[0].k.join(", ")}`;
    if (fresh.length === 0) return [`### Set ${code(name)}`, `${whole} It has ${names(known)}${at}.`];
    const before = known.length === 0 ? "" : ` It has ${names(known)} as above, and:`;
    return [`### Set ${code(name)}`, whole + before, ...notes, metricTable(rows, dialect)];
  });
}

/** One row per metric: where one has cut-offs by default and the same one has none, the former. */
const freshOf = (set: readonly DialectMetric[]): DialectMetric[] => {
  const byRules = new Map<string, DialectMetric>();
  for (const m of set) byRules.set(withoutCutoffs(m), m);
  return [...byRules.values()];
};

/** "AP(rel=2)": another row says that AP takes rel. */
const isSpelledOut = (m: DialectMetric, dialect: Dialect): boolean =>
  m.name.includes("(") &&
  allOf(dialect).some((other) => other.takes !== undefined && nameIn(other.is) === nameIn(m.is));

const withoutCutoffs = ({ k: _, ...metric }: DialectMetric): string => JSON.stringify(metric);

/** A place of the name, or an argument, has no default. */
const needsValue = (m: DialectMetric): boolean =>
  (m.requires ?? []).length > 0 ||
  placesIn(m.name).some((place) => (place === "k" ? m.k : m.vary?.[place]) === undefined);

/** What braces in names mean, by an example from the table itself. */
function placeNotes(
  set: readonly DialectMetric[],
  first: boolean,
  separator: Dialect["separator"],
): string[] {
  const held = first ? set.find((m) => oneName(m) !== undefined && placesIn(m.name).length > 0) : undefined;
  const free = set.find((m) => {
    const places = placesIn(m.name);
    return (
      needsValue(m) &&
      m.requires === undefined &&
      places.length > 0 &&
      places.every((place) => Object.hasOwn(EXAMPLES, place))
    );
  });
  const example = ({ name }: DialectMetric, asked: string) =>
    `write ${code(plainName(name))} as ${code(asked)}`;
  const examples = [
    ...(held === undefined ? [] : [example(held, oneName(held)!)]),
    ...(free === undefined ? [] : [example(free, fillName(free.name, EXAMPLES))]),
  ];
  return [
    ...(examples.length === 0 ? [] : [`Braces in a name stand for a value: ${examples.join(", ")}.`]),
    ...(separator === undefined || !first
      ? []
      : [
          `You can also write values as on the command line: ${code(`P${separator.written}5,10`)} is ${code(`P${separator.means}5`)} and ${code(`P${separator.means}10`)}.`,
        ]),
  ];
}
/** Values for places that have no default. */
const EXAMPLES: Readonly<Record<string, string>> = {
  k: "10",
  rel: "2",
  min: "2",
  p: ".95",
  gain: "1=3,2=9",
  beta: "0.5",
  weights: "2,-1,0,0",
  points: "0.25,0.5,0.75",
};

function metricTable(set: readonly DialectMetric[], dialect: Dialect): string {
  const ownMean = set.some((m) => m.in === "rows" || (m.summary !== undefined && m.summary !== m.name));
  const hasDefaults = set.some((m) => m.k !== undefined || m.vary !== undefined);
  const hasArguments = set.some((m) => m.takes !== undefined);
  const rows = set.map((m) => {
    const own = [...(m.in === "summary" ? ["only as an aggregate"] : []), ...patchInWords(m, dialect)];
    return [
      code(plainName(m.name)),
      ...(ownMean ? [m.in === "rows" ? "none" : code(plainName(m.summary ?? m.name))] : []),
      `[${code(callOf(m))}](../metrics/${nameIn(m.is)}.md)`,
      ...(hasDefaults ? [defaultsOf(m)] : []),
      ...(hasArguments ? [argumentsOf(m)] : []),
      own.join("; "),
    ];
  });
  return table(
    [
      "name",
      ...(ownMean ? ["mean"] : []),
      "equivalent here",
      ...(hasDefaults ? ["default values"] : []),
      ...(hasArguments ? ["arguments"] : []),
      "special rules",
    ],
    rows,
  );
}

/** "k: 5, 10", "at: 0.00, 0.10". */
function defaultsOf(m: DialectMetric): string {
  const digits = (place: string) => new RegExp(`\\{${place}\\.(\\d)\\}`).exec(m.name)?.[1];
  const lists: [string, readonly number[]][] = [
    ...(m.k === undefined ? [] : [["k", m.k] as [string, readonly number[]]]),
    ...Object.entries(m.vary ?? {}),
  ];
  return lists
    .map(([place, list]) => {
      const fixed = digits(place);
      return `${place}: ${list.map((x) => (fixed === undefined ? x : x.toFixed(Number(fixed)))).join(", ")}`;
    })
    .join("; ");
}

/** "`rel`, `judged_only=True` or `False`; `rel` must be given". */
function argumentsOf({ takes = {}, requires = [] }: DialectMetric): string {
  const list = Object.entries(takes).map(([name, to]) => {
    if (typeof to === "string") return to === name ? code(name) : `${code(name)} (our ${code(to)})`;
    const [first, ...more] = Object.keys(to);
    return [code(`${name}=${first}`), ...more.map((value) => code(value))].join(" or ");
  });
  const must = requires.length === 0 ? "" : `; ${requires.map(code).join(" and ")} must be given`;
  return list.join(", ") + must;
}

/** What a patch sets, in words, unlike the dialect it is a part of. */
function patchInWords(patch: Patch, dialect: Dialect): string[] {
  return [
    ...joinDifferences(patch.join ?? {}, dialect.join).map(([, words]) => words),
    ...averageDifferences(patch.average ?? {}, dialect.average).map(([, words]) => words),
    ...guardsInWords(patch.guard ?? []),
    ...otherwiseInWords(patch.otherwise ?? {}),
    ...verdictDifferences(patch.verdicts ?? {}, dialect.verdicts),
    ...(patch.pass === undefined ? [] : [`passes at ${patch.pass} or more`]),
    ...(patch.zeroBelow === undefined ? [] : [`values below ${patch.zeroBelow} are printed as 0`]),
    ...(patch.round === undefined ? [] : [`each score is ${roundInWords(patch.round)}`]),
  ];
}

function rules(dialect: Dialect): string {
  if (Object.keys(dialect.metrics).length === 0)
    return "The defaults of `evaluate`; [rules](../guide/library.md#rules) shows how to change each one.";
  const named = (rule: string, list: readonly string[]): [string, string][] =>
    list.map((words) => [rule, words]);
  const kinds = kindsOf(allOf(dialect));
  const rows = [
    // Metrics over a judgement look at no hit.
    ...joinDifferences(kinds.has("computed") ? dialect.join : {}).map(([rule, words]): [string, string] => [
      code(rule),
      words,
    ]),
    ...averageDifferences(dialect.average).map(([rule, words]): [string, string] => [code(rule), words]),
    ...named("verdicts", kinds.has("judged") ? verdictDifferences(dialect.verdicts) : []),
    ...Object.entries(dialect.params ?? {}).map(([name, value]): [string, string] => [
      code(name),
      `${paramMeaning(name)}: ${code(printed(value))}, in every metric that has it`,
    ]),
    ...named("checked first", guardsInWords(dialect.guard ?? [])),
    ...named("if the formula has no value", otherwiseInWords(dialect.otherwise ?? {})),
    ...named("threshold", dialect.pass === undefined ? [] : [`a score passes at ${dialect.pass} or more`]),
    ...named("k", dialect.leastCutoff === 0 ? ["may be 0; then no hit counts"] : []),
  ];
  return `Rules that differ from the [textbook](textbook.md):\n\n${table(["rule", "value"], rows)}`;
}

/** What a parameter is about, by any metric's word for it: "the least grade that counts as relevant". */
function paramMeaning(name: string): string {
  const doc = metricsWith(name)?.params[name]?.doc ?? name;
  const first = doc.split(/[.;,]/)[0]!;
  return first.charAt(0).toLowerCase() + first.slice(1);
}
const metricsWith = (name: string): Metric | undefined => metrics.find((m) => Object.hasOwn(m.params, name));

function options(dialect: Dialect): string | undefined {
  if (dialect.options === undefined) return undefined;
  const rows = Object.entries(dialect.options).map(([name, option]) => [
    code(name),
    prose(option.about),
    [
      ...placesIn(name).map((place) => OPTION_PLACES[place] ?? code(place)),
      ...optionInWords(option, dialect),
    ].join("; "),
  ]);
  const [first, ...more] = Object.keys(dialect.options);
  const held = [first!, ...more].find((name) => placesIn(name).length > 0);
  const asked = fillName(held ?? first!, { rel: 2, depth: 1000 });
  const note = held === undefined ? "" : ` Braces stand for a value: write ${code(held)} as ${code(asked)}.`;
  const list = held !== undefined && held !== first ? [first!, asked] : [asked];
  return `${table(["option", "what it does", "rules it sets"], rows)}\n\n${code(`evaluate({ gold, run, as: "${dialect.id}", options: ${show(list)} })`)}.${note}`;
}

/** The rules of an option, and those that it sets for single metrics. */
function optionInWords(option: Option, dialect: Dialect): string[] {
  const single = Object.entries(option.metrics ?? {}).map(([name, patch]) => {
    const words = patchInWords(patch, dialect);
    return [words.join("; "), code(plainName(name))] as const;
  });
  const byWords = new Map<string, string[]>();
  for (const [words, name] of single)
    if (words !== "") byWords.set(words, [...(byWords.get(words) ?? []), name]);
  return [
    ...patchInWords(option, dialect),
    ...[...byWords].map(([words, names]) => `in ${names.join(", ")}: ${words}`),
  ];
}
const OPTION_PLACES: Readonly<Record<string, string>> = {
  rel: "`rel` of every metric that has it",
  depth: "number of hits used",
};

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
  return mean === undefined
    ? { status: "undefined", because: because as Because }
    : { status: "scored", value: mean };
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
    "Each case is a minimal example of the difference. Both values are computed.",
    table(["difference", "case", "tool", "textbook"], rows),
  ];
}
