import { fixed } from "../core/numbers.ts";

/** A line as trec_eval prints it. */
export const trecLine = (name: string, query: string, text: string): string =>
  `${name.padEnd(22)}\t${query}\t${text}\n`;

/** Counts as %ld, all else as %6.4f. */
export const trecValue = (name: string, value: number): string =>
  name.startsWith("num_") ? String(value) : fixed(value, 4).padStart(6);
