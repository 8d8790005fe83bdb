/** Millions of rows in one string would be more than the rest of the program. */
const PIECE = 1 << 16;

/** Lines as they come, some at a time. */
export function* inPieces(lines: Iterable<string>): Iterable<string> {
  let piece = "";
  for (const line of lines) {
    piece += line;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}
