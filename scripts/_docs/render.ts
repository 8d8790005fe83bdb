/** Everything under docs/metrics/ and docs/dialects/, from the metrics and dialects themselves. */
import { type Dialect, dialects, metrics } from "../../src/index.ts";
import { dialectPage } from "./dialect-page.ts";
import { code, page, prose, table } from "./markdown.ts";
import { aliases, metricPage } from "./metric-page.ts";

/** The folders that hold nothing but generated pages. */
export const generatedFolders = ["docs/metrics", "docs/dialects"] as const;

/** Path from the root → text. A function of the data alone: it reads and writes no file. */
export function renderDocs(): Map<string, string> {
  const pages = new Map<string, string>();
  pages.set("docs/metrics/README.md", metricIndex());
  for (const metric of metrics) pages.set(`docs/metrics/${metric.id}.md`, metricPage(metric, dialects));
  pages.set("docs/dialects/README.md", dialectIndex());
  for (const dialect of dialects) pages.set(`docs/dialects/${dialect.id}.md`, dialectPage(dialect));
  return pages;
}

function metricIndex(): string {
  const needs = (wanted: (need: readonly string[]) => boolean) =>
    table(
      ["name", "aliases", "definition", "needs"],
      metrics
        .filter((metric) => wanted(metric.needs))
        .map((metric) => [
          `[${code(metric.id)}](${metric.id}.md)`,
          aliases(metric),
          prose(metric.definition),
          metric.needs.join(", "),
        ]),
    );
  const texts = ["texts"];
  const judged = metrics.filter((metric) => metric.kind === "judged").flatMap((metric) => metric.needs);
  return page(
    "# Metrics",
    "Each page defines a metric, lists what it needs and how it handles edge cases, and derives one score step by step. [Which metric and which k](../guide/which-metric.md) helps you choose.",
    "Write a metric as `name(parameter=value)@k`, e.g. `ndcg(gain=exp)@10`. Case does not matter, `_` equals `-`, and `recall@1,5,10` is three metrics.",
    "## Over documents",
    needs((list) => list.includes("grades")),
    "## Over groups of alternatives, aspects and hops",
    "An aspect (`subtopics` in the gold) is a group with grades. `hops` are groups in the order in which an answer needs them: all group metrics read them too.",
    needs((list) => list.includes("groups") || list.includes("hops")),
    "## Over forbidden documents",
    "`forbidden` in the gold lists documents that must never come back. Only queries whose gold forbids a document count.",
    needs((list) => list.includes("forbidden")),
    "## Over texts",
    needs((list) => list.some((need) => texts.includes(need))),
    "## Over source spans",
    "A span is a range of a document, in characters or lines. Such gold survives re-chunking.",
    needs((list) => list.includes("spans")),
    "## Over a judgement",
    "A judgement says what the contexts support. `goldie judge` and `goldie/judges` create one with the built-in judge or a model ([Judging](../guide/judging.md)), or you pass in your own verdicts.",
    needs((list) => list.some((need) => judged.includes(need as never))),
  );
}

function dialectIndex(): string {
  return page(
    "# Dialects",
    "A dialect computes metrics as another tool does. All dialects are checked against recorded output of the tools.",
    table(
      ["id", "tool", "metrics", "about"],
      dialects.map((dialect) => [
        `[${code(dialect.id)}](${dialect.id}.md)`,
        Object.keys(dialect.metrics).length === 0 ? dialect.tool : `${dialect.tool} ${dialect.version}`,
        ownMetrics(dialect),
        prose(dialect.about),
      ]),
    ),
    "`as` sets the dialect for a whole call; `dialect:name` selects one of its metrics. [Coming from another tool](../guide/coming-from.md) and [coming from an IR tool](../guide/coming-from-ir.md) show both; [why tools differ](../guide/why-tools-differ.md) explains the causes.",
  );
}

/** How many metrics a dialect has; all of ours where it has no names of its own. */
const ownMetrics = ({ metrics: sets }: Dialect): string =>
  String(
    new Set(
      Object.values(sets)
        .flat()
        .map((m) => m.name),
    ).size || metrics.length,
  );
