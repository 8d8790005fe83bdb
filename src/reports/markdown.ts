import { SCORED } from "../evaluate/score/summarize.ts";
import { oneLine } from "../text/width.ts";
import { CONTRADICTED, contradictedCells, contradictedNotes } from "./_contradicted.ts";
import { correctedParts } from "./_corrected.ts";
import { COUNTED, type CountsTable, countsTable, few, shownCounts } from "./_counts.ts";
import { bestText, frontierText, funnelTables, liveColumns, strategiesText } from "./_live.ts";
import { numberText } from "./_number-text.ts";
import { PARTIAL, slicesOf } from "./_slices.ts";
import { comparedColumns, summaryColumns } from "./_summary.ts";
import { syntheticText } from "./_synthetic.ts";
import { defineWriter, resultsOf } from "./_writer.ts";
import { CORRECTED, correctedRows } from "./judging-text.ts";
import { type Report, type Reported, type ReportWriter, type RunReport, tagsOf } from "./model.ts";
import { whyNot } from "./words.ts";

/** Tables for a pull request or a page: a row per run, the best in bold, differences to the first beside. */
export const markdown: ReportWriter = defineWriter({
  id: "markdown",
  about: "Tables for a pull request or a page.",
  extensions: ["md", "markdown"],
  render(report, { perQuery, by, digits }) {
    const results = resultsOf(report);
    const parts = [
      ...summaryParts(results, digits, liveColumns(report)),
      ...tagsOf(by).flatMap((tag) => sliceParts(results, tag, digits)),
      ...(perQuery ? report.runs.flatMap((run) => queryParts(run, results.length > 1, digits)) : []),
      ...list(contradictedNotes(report)),
      ...list([syntheticText(report)].filter((text) => text !== "")),
      ...funnelTables(report).flatMap(({ run, rows: [head, ...rows], notes }) => [
        `### ${escaped(run)}: by stage`,
        markdownTable(
          head!,
          rows.map((row) => row.map(escaped)),
        ),
        ...list(notes),
      ]),
      ...selectionParts(report),
      ...correctedParts(report, ({ corrected }, titled) => {
        const [head, ...rows] = correctedRows(corrected);
        return `${titled(CORRECTED)}\n\n${markdownTable(head!, rows)}`;
      }),
    ];
    return `${parts.join("\n\n")}\n`;
  },
});

function summaryParts(
  results: readonly Reported[],
  digits: number | undefined,
  more: readonly (readonly string[])[],
): string[] {
  const columns = summaryColumns(results);
  const { columns: compared, signs } = comparedColumns(results, { digits });
  const rows = results.map((result, i) => [
    escaped(result.name),
    ...compared.map(({ cells }) => {
      const { text = "–", within, best, difference } = cells[i]!;
      const mean = `${best ? `**${text}**` : text}${within === undefined ? "" : ` ${within}`}`;
      return `${mean}${difference === undefined ? "" : ` (${escaped(difference)})`}`;
    }),
    ...more.map((cells) => cells[i + 1]!),
  ]);
  const compares = compared.some(({ cells }) => cells.some(({ difference }) => difference !== undefined));
  const notes = [
    ...(compares ? [`In parentheses: difference to ${oneLine(results[0]!.name)}.`] : []),
    ...signs,
    ...compared.flatMap((column) => column.notes),
  ];
  return [
    markdownTable(
      ["run", ...compared.map(({ metric }) => escaped(metric)), ...more.map(([head]) => head!)],
      rows,
    ),
    ...list(notes),
    ...countParts(countsTable(results, columns)),
  ];
}

function selectionParts({ selection }: Report): string[] {
  if (selection === undefined) return [];
  return list(
    [bestText(selection), frontierText(selection), strategiesText(selection)].filter((line) => line !== ""),
  );
}

function countParts({ kinds, meanings }: CountsTable): string[] {
  const several = kinds.length > 1;
  const shown = shownCounts(kinds);
  const rows = kinds.map(({ queries, counts, owners }) => [
    ...(several ? [escaped(owners.map((items) => items.join(", ")).join("; "))] : []),
    ...[queries, ...shown.map((c) => counts[c]!)].map(String),
  ]);
  const head = [...(several ? ["of"] : []), "queries", ...shown.map((c) => COUNTED[c]!)];
  return [
    markdownTable(head, rows, several ? 1 : 0),
    ...list(meanings.map(([name, words]) => `${name}: ${words}`)),
  ];
}

function sliceParts(results: readonly Reported[], tag: string, digits: number | undefined): string[] {
  const { metrics, rows, partial } = slicesOf(results, tag, digits);
  const cells = rows.map(({ value, run, queries, means }) => [
    escaped(value),
    escaped(run),
    String(queries),
    ...means,
  ]);
  const head = [escaped(tag), "run", "queries", ...metrics.map(escaped)];
  return [markdownTable(head, cells, 2), ...list(partial ? [PARTIAL] : [])];
}

function queryParts(run: RunReport, titled: boolean, digits: number | undefined): string[] {
  const { result } = run;
  const contradicted = contradictedCells([run])?.[0];
  const columns = result.rowMetrics.map((metric) => ({ metric, ...result.column(metric) }));
  const why = new Map<string, Set<string>>();
  const rows = result.queries.map((query, i) => [
    escaped(query),
    ...columns.map(({ metric, values, states }) => {
      if (states[i] === SCORED) return numberText(values[i]!, digits);
      const score = result.score(query, metric);
      if (score.status === "scored") return numberText(score.value, digits);
      why.set(score.status, (why.get(score.status) ?? new Set()).add(whyNot(score)));
      return score.status;
    }),
    ...(contradicted === undefined ? [] : [escaped(contradicted(query))]),
  ]);
  const notes = [...why].map(([state, reasons]) => `${state}: ${few([...reasons]).join("; ")}`);
  return [
    ...(titled ? [`### ${escaped(result.name)}`] : []),
    markdownTable(
      ["query", ...result.rowMetrics.map(escaped), ...(contradicted === undefined ? [] : [CONTRADICTED])],
      rows,
    ),
    ...list(notes),
  ];
}

/** `left`: so many columns hold words; the others hold numbers. */
function markdownTable(head: readonly string[], rows: readonly (readonly string[])[], left = 1): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, i) => (i < left ? "---" : "--:"));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

const list = (items: readonly string[]): string[] =>
  items.length === 0 ? [] : [items.map((item) => `- ${escaped(item)}`).join("\n")];

/** What an id may hold is text: neither a cell's end nor markup. */
const escaped = (text: string): string => oneLine(text).replace(/[\\`*_{}[\]<>#|~$]/g, "\\$&");
