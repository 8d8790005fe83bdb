/** Sections of a Markdown text. */
import { isBlank } from "./words.ts";

export interface Section {
  readonly start: number;
  readonly end: number;
  /** The headings that lead to it, outermost first: "Install > Linux". */
  readonly title?: string;
}

interface FoundHeading {
  readonly start: number;
  /** Where what follows it begins. */
  readonly after: number;
  readonly level: number;
  readonly words: string;
}

/** Of a longer heading only the start is kept: it is repeated in every title below it. */
const LONGEST = 200;

/** Sections in order, without gaps. A heading without text of its own goes with the first section below it. */
export function markdownSections(text: string): Section[] {
  const sections: Section[] = [];
  const path: FoundHeading[] = [];
  let start = 0;
  let bodyFrom = 0;
  let title: string | undefined;
  for (const heading of headingsOf(text)) {
    const isEmpty = isBlankBetween(text, bodyFrom, heading.start);
    const goesOn = isEmpty && (path.length === 0 || path.at(-1)!.level < heading.level);
    if (!goesOn) {
      sections.push({ start, end: heading.start, ...(title === undefined ? {} : { title }) });
      start = heading.start;
    }
    while (path.length > 0 && path.at(-1)!.level >= heading.level) path.pop();
    path.push(heading);
    title = path.map(({ words }) => words).join(" > ");
    bodyFrom = heading.after;
  }
  if (start < text.length)
    sections.push({ start, end: text.length, ...(title === undefined ? {} : { title }) });
  return sections;
}

function isBlankBetween(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isBlank(text.charCodeAt(at))) return false;
  return true;
}

/** Headings outside of code and front matter, of both kinds: # One, and underlined. */
function* headingsOf(text: string): Generator<FoundHeading> {
  let fence = "";
  // Where the paragraph began that an underline would make a heading.
  let paragraph = -1;
  for (let start = afterFrontMatter(text); start < text.length; ) {
    const end = lineEnd(text, start);
    const line = contentOf(text, start, end);
    const mark = fenceOf(line);
    if (fence !== "") {
      if (mark.startsWith(fence) && line.trim() === mark) fence = "";
    } else if (mark !== "") {
      fence = mark;
      paragraph = -1;
    } else {
      const level = levelOf(line);
      const underline = paragraph < 0 ? 0 : underlineOf(line);
      if (level > 0) yield { start, after: end, level, words: wordsOf(line, level) };
      else if (underline > 0) {
        const words = text.slice(paragraph, Math.min(start, paragraph + 4 * LONGEST));
        yield { start: paragraph, after: end, level: underline, words: shortened(words) };
      }
      if (level > 0 || underline > 0 || !isParagraph(line)) paragraph = -1;
      else if (paragraph < 0) paragraph = start;
    }
    start = end;
  }
}

/** Behind the line break. */
export const lineEnd = (text: string, from: number): number => {
  const at = text.indexOf("\n", from);
  return at < 0 ? text.length : at + 1;
};

/** As much of a line as can matter. */
const contentOf = (text: string, start: number, end: number): string =>
  text.slice(start, Math.min(end, start + 4 * LONGEST));

const indentOf = (line: string): number => {
  let at = 0;
  while (line[at] === " ") at++;
  return at;
};

/** How many times the character at `from` stands there in a row. */
function runLength(line: string, from: number): number {
  let at = from;
  while (at < line.length && line[at] === line[from]) at++;
  return at - from;
}

/** The level of "## Heading"; 0 if it is none. */
export function levelOf(line: string): number {
  const indent = indentOf(line);
  if (indent > 3 || line[indent] !== "#") return 0;
  const level = runLength(line, indent);
  const next = line[indent + level];
  return level <= 6 && (next === undefined || " \t\r\n".includes(next)) ? level : 0;
}

function wordsOf(line: string, level: number): string {
  let words = line.trim().slice(level).trim();
  // "## Heading ##"
  let end = words.length;
  while (end > 0 && words[end - 1] === "#") end--;
  if (end < words.length && (end === 0 || words[end - 1] === " ")) words = words.slice(0, end);
  return shortened(words);
}

const shortened = (words: string): string => words.trim().replace(/\s+/g, " ").slice(0, LONGEST);

/** 1 for a line of =, 2 for a line of -. */
function underlineOf(line: string): number {
  const bare = line.trim();
  if (indentOf(line) > 3 || (bare[0] !== "=" && bare[0] !== "-") || runLength(bare, 0) < bare.length)
    return 0;
  return bare[0] === "=" ? 1 : 2;
}

/** The backticks or tildes that open or close a block of code. */
function fenceOf(line: string): string {
  const indent = indentOf(line);
  const char = line[indent];
  if (indent > 3 || (char !== "`" && char !== "~")) return "";
  const length = runLength(line, indent);
  if (length < 3) return "";
  // ```code``` is in a line of text.
  return char === "`" && line.indexOf("`", indent + length) >= 0 ? "" : line.slice(indent, indent + length);
}

/** Whether an underline could make a heading of the line. */
function isParagraph(line: string): boolean {
  const bare = line.trim();
  return bare !== "" && indentOf(line) < 4 && !">|-*+".includes(bare[0]!) && !/^\d{1,9}[.)]/.test(bare);
}

/** Behind the lines between --- and --- that a file may begin with. */
function afterFrontMatter(text: string): number {
  const first = lineEnd(text, 0);
  if (contentOf(text, 0, first).trimEnd() !== "---") return 0;
  for (let start = first; start < text.length; ) {
    const end = lineEnd(text, start);
    const line = contentOf(text, start, end).trimEnd();
    if (line === "---" || line === "...") return end;
    start = end;
  }
  return 0;
}
