/** What a judgement says, in words: who judged and how far that goes, what nothing supported, what to look at, what it cost. */
import type { Cost, JudgedBy, JudgementRecord, RecordClaim } from "../../../core/judgement-record.ts";
import type { Calibration } from "../../../judges/calibrate/calibrate.ts";
import type { Corrected } from "../../../judges/calibrate/correct.ts";
import { renderTable } from "../../../reports/table.ts";
import type { Reason } from "../../../stats/index.ts";
import { oneLine, widthOf } from "../../../text/width.ts";
import { counted } from "../counted.ts";
import { bullet, fill } from "../help.ts";

const SHOWN = 10;

/** A claim that no context states in full. */
export interface Unsupported {
  readonly query: string;
  readonly question: string;
  /** Of the reference, or of the response. */
  readonly of: "reference" | "response";
  readonly claim: string;
  readonly text: string;
  /** The contexts that support a part of it, from 1. */
  readonly partly?: readonly number[];
}
type Part = "claims" | "responseClaims";
const PART_OF = { reference: "claims", response: "responseClaims" } as const;

export function unsupportedIn(records: readonly JudgementRecord[]): Unsupported[] {
  const of = (record: JudgementRecord, side: Unsupported["of"]): Unsupported[] =>
    claimsOf(record, PART_OF[side])
      .filter(({ support }) => !support.some(({ level }) => level === "full"))
      .map(({ id, text, support }) => ({
        query: record.id,
        question: record.question,
        of: side,
        claim: id,
        text,
        ...(support.length === 0 ? {} : { partly: support.map(({ chunk }) => chunk + 1) }),
      }));
  return records.flatMap((record) => [...of(record, "reference"), ...of(record, "response")]);
}

/** Those that were judged. */
function claimsOf(record: JudgementRecord, part: Part): readonly RecordClaim[] {
  const holes = (record.unjudged ?? []).filter((hole) => hole.part === part);
  return (record[part] ?? []).filter(
    ({ id }) => !holes.some(({ ids }) => ids === undefined || ids.includes(id)),
  );
}

/** The claims by question, ten of them. */
export function unsupportedText(
  records: readonly JudgementRecord[],
  side: Unsupported["of"],
  width?: number,
): string {
  const all = records.reduce((sum, record) => sum + claimsOf(record, PART_OF[side]).length, 0);
  if (all === 0) return "";
  const found = unsupportedIn(records).filter((one) => one.of === side);
  if (found.length === 0)
    return `${fill(`${all === 1 ? "The one claim" : `All ${all} claims`} of the ${side}s ${all === 1 ? "is" : "are"} supported by a context.`, "", width)}\n`;
  const partly = found.filter((one) => one.partly !== undefined).length;
  const head = `${found.length} of ${counted(all, "claim", "claims")} of the ${side}s ${found.length === 1 ? "is" : "are"} supported by no context${partly === 0 ? "" : `, ${partly === found.length ? (partly === 1 ? "though" : "all") : `${partly} of them`} in part`}:`;
  const lines: string[] = [];
  let query: string | undefined;
  for (const one of found.slice(0, SHOWN)) {
    // Claims stand below their question.
    const asked = oneLine(one.question);
    // A case without an id is called by its question.
    const named = oneLine(one.query) !== asked && asked !== "";
    const indent = " ".repeat(named ? Math.min(12, widthOf(one.query) + 4) : 4);
    if (one.query !== query)
      lines.push(
        `  ${fill(named ? `${oneLine(one.query)}  ${asked}` : oneLine(one.query), indent, width).trimStart()}`,
      );
    query = one.query;
    const part = one.partly === undefined ? "" : ` (in part: context ${one.partly.join(", ")})`;
    lines.push(`${indent}- ${fill(oneLine(`${one.text}${part}`), `${indent}  `, width).trimStart()}`);
  }
  if (found.length > SHOWN) lines.push(`  and ${found.length - SHOWN} more; --json has all of them`);
  return `${[fill(head, "", width), ...lines].join("\n")}\n`;
}

export const judgeName = ({ name, version, repeats }: JudgedBy): string =>
  `${name}@${version}${repeats === undefined ? "" : `, asked ${repeats} times`}`;

export function judgeText(by: readonly JudgedBy[], limits: readonly string[], width?: number): string {
  const names = [...new Set(by.map(judgeName))].map(oneLine);
  return `${[fill(`judge: ${names.join("; ")}`, "  ", width).trimStart(), ...limits.map((limit) => bullet(limit, width))].join("\n")}\n`;
}

/** What somebody should look at, a few of each kind. */
export function flagsText(records: readonly JudgementRecord[], width?: number): string {
  const kinds = new Map<string, string[]>();
  for (const { id, flags = [] } of records)
    for (const { code, what, ids } of flags) {
      const list = kinds.get(code) ?? [];
      kinds.set(code, list);
      list.push(`${id}${ids === undefined ? "" : ` ${ids.join(", ")}`}: ${what}`);
    }
  if (kinds.size === 0) return "";
  const lines = [...kinds.values()].flatMap((list) => [
    ...list.slice(0, 3).map((text) => bullet(oneLine(text), width)),
    ...(list.length > 3 ? [`    and ${list.length - 3} more like this`] : []),
  ]);
  return `worth a look\n${lines.join("\n")}\n`;
}

/** How steady the judge was, over all records that tell. */
export function repeatedText(records: readonly JudgementRecord[]): string {
  const all = records.flatMap(({ repeated }) => (repeated === undefined ? [] : [repeated]));
  if (all.length === 0) return "";
  const cells = all.reduce((sum, one) => sum + one.cells, 0);
  const flipped = all.reduce((sum, one) => sum + one.flipped, 0);
  const share = cells === 0 ? "" : ` (${((100 * flipped) / cells).toFixed(1)} %)`;
  return `${counted(flipped, "verdict", "verdicts")} of ${counted(cells, "verdict", "verdicts")} did not come out the same every time${share}\n`;
}

const number = (n: number): string => n.toLocaleString("en-GB");
export const moneyText = (money: number): string => `$${money.toFixed(money < 0.1 ? 4 : 2)}`;

export function costText(cost: Cost, store: string | undefined, width?: number): string {
  const { calls, reused = 0, inputTokens, outputTokens, money } = cost;
  if (store === undefined && calls === 0) return "cost: nothing\n";
  const parts = [
    counted(calls, "call", "calls"),
    ...(reused === 0 ? [] : [`${number(reused)} answered from earlier ones`]),
    ...(inputTokens === undefined ? [] : [`${number(inputTokens)} tokens read`]),
    ...(outputTokens === undefined ? [] : [`${number(outputTokens)} written`]),
    ...(money === undefined ? [] : [moneyText(money)]),
  ];
  const kept = store === undefined ? "" : `; replies are kept in ${store}`;
  return `${fill(oneLine(`cost: ${parts.join(", ")}${kept}`), "  ", width).trimStart()}\n`;
}

/** Why there is no value or no interval, in a few words. */
export const REASON_WORDS: Readonly<Record<Reason, string>> = {
  "no-data": "nothing to count",
  "too-few": "too few",
  "one-class": "one label only",
  "no-spread": "always the same",
  unstable: "too few",
};

/** The means, corrected for the judge's errors: a head and a row for each. */
export function correctedRows(
  corrected: ReadonlyMap<string, Corrected>,
  { confidence }: Calibration,
): string[][] {
  const shown = (x: number): string => x.toFixed(3);
  const rows = [...corrected].map(([metric, one]) =>
    one.status === "known"
      ? [
          metric,
          shown(one.judge),
          shown(one.value),
          `${shown(one.low)} to ${shown(one.high)}`,
          String(one.labelled),
        ]
      : [metric, "–", "–", `none: ${REASON_WORDS[one.because]}`, "–"],
  );
  const level = `${Math.round(confidence * 100)} % interval`;
  return [["metric", "judge", "corrected", level, "labelled"], ...rows];
}

export const correctedText = (corrected: ReadonlyMap<string, Corrected>, calibration: Calibration): string =>
  corrected.size === 0
    ? ""
    : `corrected by labels of people\n${renderTable(correctedRows(corrected, calibration))}\n`;
