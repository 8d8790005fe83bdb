/** Which rows of a long table to render: the visible ones and a few on either side. */

/** Shorter tables are rendered in full. */
export const VIRTUAL_FROM = 150;
const SPARE = 12;

export interface RowWindow {
  readonly from: number;
  /** Not included. */
  readonly to: number;
}

export interface ScrollPlace {
  readonly top: number;
  readonly height: number;
}

export function rowsInSight(count: number, rowHeight: number, { top, height }: ScrollPlace): RowWindow {
  if (count <= VIRTUAL_FROM) return { from: 0, to: count };
  const last = Math.max(0, count - Math.ceil(height / rowHeight));
  const first = Math.min(Math.max(0, Math.floor(top / rowHeight)), last);
  return {
    from: Math.max(0, first - SPARE),
    to: Math.min(count, first + Math.ceil(height / rowHeight) + SPARE),
  };
}

/** Scroll offset that makes a row visible below the sticky head; undefined if it is visible already. */
export function scrollTo(
  row: number,
  rowHeight: number,
  { top, height }: ScrollPlace,
  head: number,
): number | undefined {
  const start = row * rowHeight;
  if (start < top) return start;
  const end = start + rowHeight + head;
  return end > top + height ? end - height : undefined;
}
