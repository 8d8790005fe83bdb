/** Remarks below a table: everything that the scores do not show. */
import type { JudgementRecord } from "../core/judgement-record.ts";
import { MISS_REASONS, missReasonWords } from "../core/missed.ts";
import { withCommas } from "../core/shown.ts";
import type { RunMisses } from "../evaluate/why/missed.ts";
import { counted } from "../text/counted.ts";
import { bullet, fill, WIDTH } from "../text/fill.ts";
import { oneLine, widthOf } from "../text/width.ts";
import { abstentionText } from "./_abstention.ts";
import { bestOfSweep } from "./_best-of-sweep.ts";
import { claimsOf, contradictedIn, flagsIn, repeatedIn, unsupportedIn } from "./_judged.ts";
import { leaksText } from "./_leaks.ts";
import { bestText, frontierText, funnelTables, strategiesText } from "./_live.ts";
import { missedRows } from "./_missed.ts";
import { renderTable } from "./_render.ts";
import { syntheticText } from "./_synthetic.ts";
import { worstTexts } from "./_worst.ts";
import { correctedText, costText, judgeText } from "./judging-text.ts";
import type { ClaimSide, Report, Reported, ReportOptions, RunReport } from "./model.ts";

/** Minimum line width. */
const NARROW = 30;

/** Parts with a newline at the end of each. */
export function remarksOf(report: Report, options: ReportOptions): string[] {
  const width = options.width === undefined || options.width === 0 ? WIDTH : Math.max(NARROW, options.width);
  const best = bestOfSweep(report);
  return [
    ...(report.notes ?? []).map((note) => `${fill(note, "  ", width).trimStart()}\n`),
    matchedText(report),
    syntheticLine(report, width),
    unanswerableText(report, width) + abstentionText(best, width),
    ...judgedTexts(report, width),
    ...judgingTexts(report, options.quiet === true, width),
    leaksText(report, options.missed === true, width),
    ...funnelTexts(best, width),
    ...selectionTexts(report, width),
    missedText(options.missed === true ? report : best, options.missed === true, width),
    ...(options.missed === true ? [] : worstTexts(best, width)),
  ].filter((part) => part !== "");
}

/** What each stage of a retriever lost, and what would have been without it. */
const funnelTexts = (report: Report, width: number): string[] =>
  funnelTables(report).map(({ run, rows, notes }) => {
    const lines = notes.map((note) => bullet(oneLine(note), width));
    const shown = rows.map((row) => row.map(oneLine));
    return `${[`${oneLine(run)}: by stage`, renderTable(shown), ...lines].join("\n")}\n`;
  });

function selectionTexts({ selection }: Report, width: number): string[] {
  if (selection === undefined) return [];
  const lines = [bestText(selection), frontierText(selection), strategiesText(selection)].filter(
    (line) => line !== "",
  );
  return lines.length === 0
    ? []
    : [`${lines.map((line) => fill(oneLine(line), "  ", width).trimStart()).join("\n")}\n`];
}

function syntheticLine(report: Report, width: number): string {
  const text = syntheticText(report);
  return text === "" ? "" : `${fill(text, "  ", width).trimStart()}\n`;
}

/** If gold has no ids, the match rule decides every number. */
export function matchedText({ runs }: Report): string {
  const match = runs[0]?.matched;
  if (match === undefined || "ids" in match) return "";
  const least = match.at === undefined ? "" : `, at least ${match.at} of it`;
  return `matched by ${"text" in match ? `text: ${match.text}` : `span: ${match.spans}`}${least}\n`;
}

/** Queries that nothing answers have no score; the best run would return nothing for them. */
export function unanswerableText({ runs }: Report, width: number): string {
  const queries = runs[0]?.result.unanswerable.queries ?? 0;
  if (queries === 0) return "";
  const did = runs.map(({ result }) => unanswerableWords(result.unanswerable));
  const each =
    runs.length > 2 && did.every((words) => words === did[0])
      ? [`each of the ${runs.length} runs ${did[0]}`]
      : runs.map(({ result }, i) => `${oneLine(result.name)} ${did[i]}`);
  return `${fill(`${counted(queries, "unanswerable query", "unanswerable queries")}: ${each.join(", ")}`, "", width)}\n`;
}

/** A failure is no empty list, which would be right. */
function unanswerableWords({ queries, withHits, failed = 0 }: Reported["unanswerable"]): string {
  if (failed > 0 && failed === queries) return `failed for ${failed === 1 ? "it" : `all ${failed}`}`;
  return `returned hits for ${withHits}${failed > 0 ? ` (${failed} failed)` : ""}`;
}

/** What the records of each run say; of several runs below its name. */
function judgedTexts({ runs }: Report, width: number): string[] {
  return runs.flatMap(({ result, corrected, judged }) => {
    const own = [
      ...(corrected === undefined ? [] : [correctedText(corrected)]),
      ...(judged?.sides ?? []).flatMap((side) => [
        unsupportedText(judged!.records, side, width),
        contradictedText(judged!.records, side, width),
      ]),
      ...(judged === undefined ? [] : [flagsText(judged.records, width), repeatedText(judged.records)]),
    ].filter((part) => part !== "");
    return runs.length > 1 && own.length > 0 ? [`${oneLine(result.name)}\n\n${own.join("\n")}`] : own;
  });
}

function judgingTexts({ judging }: Report, quiet: boolean, width: number): string[] {
  if (judging === undefined) return [];
  const { by, limits, hits, cost, store } = judging;
  const parts = [
    judgeText(by, quiet ? [] : limits, width),
    ...(cost === undefined ? [] : [costText(cost, store, width)]),
  ];
  if (hits === undefined) return parts;
  return [`judged: the first ${hits} hits of each query, against its answer\n${parts.join("")}`];
}

const SHOWN = 10;

/** Claims that a context denies, with its words; ten of them. */
function contradictedText(records: readonly JudgementRecord[], side: ClaimSide, width: number): string {
  const found = contradictedIn(records).filter((one) => one.of === side);
  if (found.length === 0) return "";
  const lines = found
    .slice(0, SHOWN)
    .flatMap(({ query, claim, text, by }) => [
      `  ${fill(oneLine(`${query} ${claim}  ${text}`), "      ", width).trimStart()}`,
      ...by.map(
        ({ context, text: words }) =>
          `      - ${fill(oneLine(`context ${context}: ${words}`), "        ", width).trimStart()}`,
      ),
    ]);
  const more = found.length - SHOWN;
  if (more > 0) lines.push(`  and ${more} more; --json lists all`);
  return `${counted(found.length, "claim", "claims")} of the ${side}s ${found.length === 1 ? "is" : "are"} contradicted by a context:\n${lines.join("\n")}\n`;
}

/** A claim that may be contradicted is never told as merely supported. */
const flaggedOf = (record: JudgementRecord, side: ClaimSide): number => {
  const flagged = new Set((record.flags ?? []).flatMap(({ ids = [] }) => ids));
  return claimsOf(record, side).filter(({ id }) => flagged.has(id)).length;
};

/** The claims by question, ten of them. */
function unsupportedText(records: readonly JudgementRecord[], side: ClaimSide, width: number): string {
  const all = records.reduce((sum, record) => sum + claimsOf(record, side).length, 0);
  if (all === 0) return "";
  const found = unsupportedIn(records).filter((one) => one.of === side);
  if (found.length === 0) {
    const flagged = records.reduce((sum, record) => sum + flaggedOf(record, side), 0);
    const but = flagged === 0 ? "" : `, ${all === 1 ? "but has" : `${flagged} of them with`} a flag`;
    return `${fill(`${all === 1 ? "The one claim" : `All ${all} claims`} of the ${side}s ${all === 1 ? "is" : "are"} supported by a context${but}.`, "", width)}\n`;
  }
  const partly = found.filter((one) => one.partly !== undefined).length;
  const head = `${found.length} of ${counted(all, "claim", "claims")} of the ${side}s ${found.length === 1 ? "is" : "are"} supported by no context${partly === 0 ? "" : `, ${partly === found.length ? (partly === 1 ? "though" : "all") : `${partly} of them`} in part`}:`;
  const lines: string[] = [];
  let query: string | undefined;
  for (const one of found.slice(0, SHOWN)) {
    // List claims below their question.
    const asked = oneLine(one.question);
    // A case without an id is called by its question.
    const named = oneLine(one.query) !== asked && asked !== "";
    const indent = " ".repeat(named ? Math.min(12, widthOf(one.query) + 4) : 4);
    if (one.query !== query)
      lines.push(
        `  ${fill(named ? `${oneLine(one.query)}  ${asked}` : oneLine(one.query), indent, width).trimStart()}`,
      );
    query = one.query;
    const why = [
      ...(one.partly === undefined ? [] : [`in part: context ${one.partly.join(", ")}`]),
      ...(one.missing === undefined ? [] : [`not found: ${one.missing.join(", ")}`]),
    ];
    const more = why.length === 0 ? "" : ` (${why.join("; ")})`;
    lines.push(`${indent}- ${fill(oneLine(`${one.text}${more}`), `${indent}  `, width).trimStart()}`);
  }
  if (found.length > SHOWN) lines.push(`  and ${found.length - SHOWN} more; --json has all of them`);
  return `${[fill(head, "", width), ...lines].join("\n")}\n`;
}

/** Cases to review, a few of each kind. */
function flagsText(records: readonly JudgementRecord[], width: number): string {
  const kinds = new Map<string, string[]>();
  for (const { query, code, what, ids } of flagsIn(records)) {
    const list = kinds.get(code) ?? [];
    kinds.set(code, list);
    list.push(`${query}${ids === undefined ? "" : ` ${ids.join(", ")}`}: ${what}`);
  }
  if (kinds.size === 0) return "";
  const lines = [...kinds.values()].flatMap((list) => [
    ...list.slice(0, 3).map((text) => bullet(oneLine(text), width)),
    ...(list.length > 3 ? [`    and ${list.length - 3} more like this`] : []),
  ]);
  return `worth a look\n${lines.join("\n")}\n`;
}

/** How steady the judge was. */
function repeatedText(records: readonly JudgementRecord[]): string {
  const repeated = repeatedIn(records);
  if (repeated === undefined) return "";
  const { cells, flipped } = repeated;
  const share = cells === 0 ? "" : ` (${((100 * flipped) / cells).toFixed(1)} %)`;
  return `${flipped} of ${counted(cells, "verdict", "verdicts")} changed between repeats${share}\n`;
}

const NOTHING_TO_TELL =
  "cannot tell what was missed: the gold has no ids, and the hits have no texts or spans to search";

/** One line per run; with `all`, every missed document or group. */
function missedText({ runs }: Report, all: boolean, width: number): string {
  const lines = runs
    .flatMap((run: RunReport) => (run.missed === undefined ? [] : [{ run, one: run.missed }]))
    .filter(({ one: { wanted } }) => all || wanted > 0)
    .map(({ run, one }) => {
      if (one.wanted === 0) return `${fill(oneLine(`${one.run}: ${NOTHING_TO_TELL}`), "", width)}\n`;
      const head = fill(oneLine(missedHead(one)), "", width);
      return `${[head, ...(all ? missedRows(run, width) : [])].join("\n")}\n`;
    });
  return [...lines, deeperHint(runs, width)].join("");
}

/** What is not among the hits asked for may be the next one. */
function deeperHint(runs: readonly RunReport[], width: number): string {
  const depths = runs.flatMap(({ missed }) =>
    missed === undefined || missed.counts["beyond-depth"] === 0
      ? []
      : [...missed.queries.values()].flat().flatMap(({ depth }) => depth ?? []),
  );
  if (depths.length === 0) return "";
  const asked = depths.reduce((a, b) => Math.max(a, b));
  const hint = `Asked for ${counted(asked, "hit", "hits")} per query; --depth ${Math.max(100, 10 * asked)} tells whether the rest rank lower.`;
  return `${fill(hint, "  ", width).trimStart()}\n`;
}

function missedHead({ run, k, wanted, groups = 0, counts }: RunMisses): string {
  const [one, many] =
    groups === 0
      ? ["document", "documents"]
      : groups === wanted
        ? ["group", "groups"]
        : ["document or group", "documents and groups"];
  const reasons = MISS_REASONS.filter((reason) => counts[reason] > 0);
  if (reasons.length === 0)
    return `${run}: found ${wanted === 1 ? `the only relevant ${one}` : `all ${withCommas(wanted)} relevant ${many}`} in the top ${k}`;
  const missed = reasons.reduce((sum, reason) => sum + counts[reason], 0);
  const words = reasons.map((reason) => `${withCommas(counts[reason])} ${missReasonWords[reason]}`);
  return `${run}: missed ${withCommas(missed)} of ${counted(wanted, `relevant ${one}`, `relevant ${many}`)} in the top ${k} (${words.join(", ")})`;
}
