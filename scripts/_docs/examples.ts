/** One small query per kind of gold: every metric page scores the same ones, so that pages can be compared. */
import {
  type EvaluateOneOptions,
  evaluateOne,
  type Facet,
  type Metric,
  type Score,
} from "../../src/index.ts";

export interface Example {
  readonly gold?: NonNullable<EvaluateOneOptions["gold"]>;
  readonly hits?: NonNullable<EvaluateOneOptions["hits"]>;
  readonly judgement?: NonNullable<EvaluateOneOptions["judgement"]>;
}

const graded: Example = { gold: { a: 3, b: 1, c: 1, d: 0 }, hits: ["x", "a", "d", "b", "c"] };
const grouped: Example = { gold: [["a", "b"], ["c"], ["d", "e"]], hits: ["x", "b", "a", "c", "d"] };
const hops: Example = {
  gold: { hops: grouped.gold as readonly (readonly string[])[] },
  hits: ["x", "b", "a", "c", "d"],
};
const forbidding: Example = {
  gold: { relevant: ["a", "b"], forbidden: ["y", "z"] },
  hits: ["a", "z", "x", "b", "y"],
};
const texts: Example = {
  gold: { passages: ["The quick red fox", "blue sky"] },
  hits: [
    { id: "h1", text: "a quick fox" },
    { id: "h2", text: "blue sky" },
  ],
};
const spans: Example = {
  gold: { spans: [{ doc: "handbook.md", start: 100, end: 220 }] },
  hits: [
    { id: "chunk-2", doc: "handbook.md", start: 80, end: 160 },
    { id: "chunk-9", doc: "handbook.md", start: 640, end: 720 },
    { id: "chunk-3", doc: "handbook.md", start: 160, end: 240 },
  ],
};
const judged: Example = {
  judgement: {
    verdicts: ["yes", "no", "yes"],
    responseVerdicts: ["no", "yes", "yes"],
    claims: ["yes", "yes", "no", "yes"],
    statements: [["yes", "no"], ["yes"]],
    entities: { reference: ["Brazil", "Brasília", "1960"], contexts: ["Brasília", "Brazil", "Lisbon"] },
    ratings: [2, 1],
  },
};

/** The cut-off of the examples: below it the lists go on. */
const K = 4;

export function exampleFor({ needs, kind }: Metric): Example {
  if (kind === "judged") {
    const parts = Object.entries(judged.judgement!).filter(([part]) => needs.includes(part as Facet));
    return { judgement: Object.fromEntries(parts) };
  }
  if (needs.includes("spans")) return spans;
  if (needs.includes("hops")) return hops;
  if (needs.includes("forbidden")) return forbidding;
  return needs.includes("groups") ? grouped : needs.includes("texts") ? texts : graded;
}

/** As the example asks for it: with a cut-off where there is one and where it cuts something off. */
export const calledAs = (metric: Metric): string =>
  metric.at === "k" && !["texts", "spans"].some((need) => metric.needs.includes(need as Facet))
    ? `${metric.id}@${K}`
    : metric.id;

export function scoreOf(metric: string, given: Example, rules: Partial<EvaluateOneOptions> = {}): Score {
  return evaluateOne({ ...given, ...rules, metrics: [metric] })[metric]!;
}

interface Situation {
  readonly when: string;
  readonly given: Example;
  readonly metric: string;
  readonly rules?: Partial<EvaluateOneOptions>;
}

/** What happens to a metric when something is empty, short or repeated. */
export function situationsFor(metric: Metric): Situation[] {
  const name = calledAs(metric);
  if (metric.kind === "judged")
    return [
      { when: "the judgement has nothing to judge", given: { judgement: emptied(metric) }, metric: name },
      { when: "the judgement lacks this part", given: { judgement: {} }, metric: name },
      { when: "there is no judgement", given: {}, metric: name },
    ];
  const { gold, hits } = exampleFor(metric);
  const full = { gold: gold!, hits: hits! };
  const nothing = metric.needs.includes("texts")
    ? { passages: [] }
    : metric.needs.includes("spans")
      ? { spans: [] }
      : metric.needs.includes("hops")
        ? { hops: [] }
        : metric.needs.includes("forbidden")
          ? { relevant: [], forbidden: ["y", "z"] }
          : [];
  const list = full.hits as readonly unknown[];
  return [
    { when: "nothing was retrieved", given: { ...full, hits: [] }, metric: name },
    { when: "nothing is relevant", given: { ...full, gold: nothing }, metric: name },
    {
      when: "nothing was retrieved and nothing is relevant",
      given: { gold: nothing, hits: [] },
      metric: name,
    },
    ...(metric.at === "k"
      ? [{ when: "k exceeds the list (`@100`)", given: full, metric: `${metric.id}@100` }]
      : []),
    {
      when: "the first hit is repeated",
      given: { ...full, hits: [list[0], ...list] as NonNullable<Example["hits"]> },
      metric: name,
    },
    { ...otherGold(metric, full), metric: name },
  ];
}

const emptied = (metric: Metric): NonNullable<Example["judgement"]> =>
  Object.fromEntries(
    metric.needs.map((need) => [need, need === "entities" ? { reference: [], contexts: ["Lisbon"] } : []]),
  );

/** Gold that says something, but not what this metric reads. */
function otherGold({ needs }: Metric, full: Example): Pick<Situation, "when" | "given"> {
  if (needs.includes("grades"))
    return {
      when: "the gold has groups, but no list and no grades",
      given: { ...full, gold: grouped.gold! },
    };
  if (needs.includes("groups"))
    return { when: "the gold has a plain list, but no groups", given: { ...full, gold: ["a", "b"] } };
  if (needs.includes("hops"))
    return { when: "the gold has groups, but no hops", given: { ...full, gold: grouped.gold! } };
  if (needs.includes("forbidden"))
    return { when: "the gold forbids no document", given: { ...full, gold: ["a", "b"] } };
  if (needs.includes("spans"))
    return { when: "the gold has ids, but no spans", given: { ...full, gold: ["handbook.md"] } };
  return { when: "the gold has no text", given: { ...full, gold: { answer: "Paris." } } };
}
