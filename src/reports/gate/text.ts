/** A gate for the terminal: a line per rule, and how it ended. */
import { fill } from "../../text/fill.ts";
import { oneLine, widthOf } from "../../text/width.ts";
import type { ReportedGate } from "./model.ts";
import { gateCautions, gateSentence, goldSentence, ruleSentence, rulesSentences } from "./sentences.ts";

const WORDS = { pass: "pass", fail: "FAIL", undecided: "????" } as const;
const COLOURS = { pass: 32, fail: 31, undecided: 33 } as const;

export interface GateTextOptions {
  /** May it hold escape sequences? */
  readonly colour?: boolean;
  /** Default: 100. */
  readonly width?: number;
}

export function gateText(gate: ReportedGate, { colour = false, width = 100 }: GateTextOptions = {}): string {
  const { rules } = gate.report;
  const longest = Math.max(0, ...rules.map(({ text }) => widthOf(oneLine(text))));
  const indent = " ".repeat(8);
  const lines = rules.map((one) => {
    const word = WORDS[one.outcome];
    const mark = colour ? `\u001b[${COLOURS[one.outcome]}m${word}\u001b[39m` : word;
    const text = oneLine(one.text);
    const padded = `${text}${" ".repeat(longest - widthOf(text))}`;
    const sentence = fill(`${padded}  ${ruleSentence(one, gate)}`, indent, width).trimStart();
    return `${mark}  ${sentence}`;
  });
  const gold = goldSentence(gate.report);
  const notes = [
    ...(gold === undefined ? [] : [gold]),
    ...gateCautions(gate.report),
    ...rulesSentences(gate.report),
    gateSentence(gate),
  ];
  return `${[...(lines.length === 0 ? [] : [...lines, ""]), ...notes].join("\n")}\n`;
}
