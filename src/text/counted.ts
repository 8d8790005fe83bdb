/** "1 hit", "2,000 hits". */
export const counted = (n: number, one: string, more: string): string =>
  `${n.toLocaleString("en-GB")} ${n === 1 ? one : more}`;
