import { withCommas } from "../core/shown.ts";

/** "1 hit", "2,000 hits". */
export const counted = (n: number, one: string, more: string): string =>
  `${withCommas(n)} ${n === 1 ? one : more}`;
