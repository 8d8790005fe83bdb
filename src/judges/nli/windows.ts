/** A text that is longer than a model reads, in windows that overlap: nothing is cut off unread. */

export interface TextWindow {
  readonly text: string;
  /** Places of the statements that are in it, whole or in part. */
  readonly places: readonly number[];
}

interface Piece {
  readonly place: number;
  readonly text: string;
  readonly tokens: number;
}

/** So much of a window comes again in the next, or its last statement where that is longer. */
const OVERLAP = 0.25;

/** `room`: tokens of a window. Statements stay whole where they fit. */
export function windowsOf(
  statements: readonly string[],
  room: number,
  count: (text: string) => number,
): TextWindow[] {
  const pieces = statements.flatMap((text, place) => piecesOf(text, place, room, count));
  const windows: TextWindow[] = [];
  for (let start = 0; start < pieces.length; ) {
    let end = start;
    let tokens = 0;
    while (end < pieces.length && (end === start || tokens + pieces[end]!.tokens <= room))
      tokens += pieces[end++]!.tokens;
    const inside = pieces.slice(start, end);
    windows.push({
      text: inside.map(({ text }) => text).join(" "),
      places: [...new Set(inside.map(({ place }) => place))],
    });
    if (end === pieces.length) break;
    let next = end;
    let again = 0;
    // At least the last piece comes again, so that neighbours are read together; what is new must fit beside it.
    const fits = (more: number): boolean =>
      (next === end || more <= room * OVERLAP) && more + pieces[end]!.tokens <= room;
    while (next - 1 > start && fits(again + pieces[next - 1]!.tokens)) again += pieces[--next]!.tokens;
    start = next;
  }
  return windows;
}

/** A statement that is too long by itself, at spaces where there are any. */
function piecesOf(text: string, place: number, room: number, count: (text: string) => number): Piece[] {
  const tokens = count(text);
  if (tokens <= room) return [{ place, text, tokens }];
  const letters = [...text];
  const pieces: Piece[] = [];
  for (let from = 0; from < letters.length; ) {
    const to = cutAt(letters, from, room, count);
    const part = letters.slice(from, to).join("").trim();
    if (part !== "") pieces.push({ place, text: part, tokens: count(part) });
    if (to === letters.length) break;
    from = nextFrom(letters, from, to);
  }
  return pieces;
}

/** Where the next part begins: with a whole word, if there is one to begin with. */
function nextFrom(letters: readonly string[], from: number, to: number): number {
  const least = to - Math.floor((to - from) * OVERLAP);
  const space = letters.indexOf(" ", least);
  if (space > 0 && space < to) return space + 1;
  const before = letters.lastIndexOf(" ", least);
  return Math.max(from + 1, before > from ? before + 1 : least);
}

/** The furthest place up to which the letters fit; at least one letter on. */
function cutAt(
  letters: readonly string[],
  from: number,
  room: number,
  count: (text: string) => number,
): number {
  let low = from + 1;
  let high = letters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (count(letters.slice(from, middle).join("")) <= room) low = middle;
    else high = middle - 1;
  }
  if (low === letters.length) return low;
  const space = letters.lastIndexOf(" ", low);
  return space > from + (low - from) / 2 ? space : low;
}
