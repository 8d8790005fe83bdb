/** Markup says how a text looks, not what it says: nothing is compared with it. */
import { withoutCitations } from "./citations.ts";

// Bounded parts, so that each pattern is linear.
/** `[text](target)` and `![text](target)`: the text stays. */
const TARGETS = /(!?\[)([^[\]\n]{1,300})(\]\((?:<[^<>\n]{0,500}>|[^()\s]{1,500})(?: "[^"\n]{0,200}")?\))/g;
const TAGS = /<\/?[a-z][a-z0-9]{0,10}(?: [^<>\n]{0,300})?\/?>/gi;
/** The opening line of a block of code, with its language, and the closing one. */
const FENCES = /^[ \t]{0,12}(?:`{3,20}|~{3,20})[^\n`~]{0,40}$/gm;
/** Nothing but strokes: a line that is drawn, where two dashes stand together. */
const RULES = /^[ \t|:-]{2,500}$/gm;
/** Stars, strokes and ticks at a word. An underscore inside a word is part of it. */
const MARKS =
  /(?<=\S)\*{1,3}|\*{1,3}(?=\S)|~~|`+|(?<![\p{L}\p{N}_])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}_])/gu;
const ANY = /[*_~`|<\]#>-]/;
/** Nothing that could be markup or a marker: so are most texts. */
const PLAIN = /^[a-z0-9\s.,;:!?'"%$&/=+@^]*$/i;

/** Characters in ASCII of which no text has markup or a marker. */
export const isPlainChar = (char: string): boolean => PLAIN.test(char);

/** The text with blanks in the place of markup and of citation markers: every other character keeps its place. */
export function withoutMarkup(text: string): string {
  if (PLAIN.test(text)) return text;
  const cited = withoutCitations(text);
  if (!ANY.test(cited)) return cited;
  let plain = cited;
  if (plain.includes("]("))
    plain = plain.replace(
      TARGETS,
      (_, open: string, inner: string, target: string) => blanks(open) + inner + blanks(target),
    );
  if (plain.includes("<")) plain = plain.replace(TAGS, blanks);
  if (plain.includes("```") || plain.includes("~~~")) plain = plain.replace(FENCES, blanks);
  if (plain.includes("--"))
    plain = plain.replace(RULES, (line) => (line.includes("--") ? blanks(line) : line));
  if (/[*~`_]/.test(plain)) plain = plain.replace(MARKS, blanks);
  return plain;
}

const blanks = (match: string): string => " ".repeat(match.length);

/** "# Tides", "**Opening hours**", the head of a table: it holds for the statements below it, and claims nothing by itself. */
export function headingLevel(statement: string): number | undefined {
  if (LETTER.test(statement)) return undefined;
  const [, hashes] = /^\s{0,3}(#{1,6})\s/.exec(statement) ?? [];
  if (hashes !== undefined) return hashes.length;
  if (/^\s{0,3}(?:\*\*[^*\n]{1,100}\*\*|__[^_\n]{1,100}__):?\s*$/.test(statement)) return 7;
  // Rows of a table end with their table.
  return isTableHead(statement) ? TABLE : undefined;
}

/** As most statements begin. */
const LETTER = /^[a-z]/i;

export const TABLE = 8;
/** A row, and a line that is drawn below it. */
function isTableHead(statement: string): boolean {
  const end = statement.indexOf("\n");
  if (end < 0 || !isTableRow(statement)) return false;
  return /^[|:]{0,2}--/.test(statement.slice(end, end + 200).replace(/[ \t\n]/g, ""));
}
export const isTableRow = (statement: string): boolean => /^\s*\|/.test(statement);

/** Ends with a question mark, whatever closes behind it. What only quotes a question ("She cried 'why me?'") says something. */
export const isQuestion = (statement: string): boolean =>
  !statement.endsWith(".") &&
  /[?？؟]["”’'»」』)\]*_\s]{0,8}$/.test(statement.slice(-12)) &&
  (asking.test(statement) || !/["“”«»「`']/.test(statement));
const asking =
  /^[\s"“'«*_>#\d.)(-]*(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|can|could|will|would|shall|should|may|might|must|has|have|had|am|in which|to what|at what|for how)\b/i;
