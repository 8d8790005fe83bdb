/** Times as the list of runs shows them: in the reader's zone, the same in every language. */

const two = (n: number): string => String(n).padStart(2, "0");

/** "11-17". */
function dayText(iso: string): string {
  const date = new Date(iso);
  return `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** "2026-11-17 10:30". */
export function timeText(iso: string): string {
  const date = new Date(iso);
  return `${date.getFullYear()}-${dayText(iso)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** For an axis: days, or the time of day where all are of one day. */
export function axisTexts(times: readonly string[]): readonly string[] {
  const days = times.map(dayText);
  return new Set(days).size > 1 ? days : times.map((iso) => timeText(iso).slice(-5));
}
