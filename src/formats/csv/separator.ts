import { COMMA, firstRecords, SEMICOLON } from "./records.ts";

/** Where commas are decimal points, semicolons separate. */
export const separatorOf = (head: Uint8Array): number => {
  if (head[0] === 0x7b || head[0] === 0x5b) return COMMA;
  if (!head.includes(SEMICOLON) && !head.includes(COMMA)) return COMMA;
  const cells = (separator: number): number => firstRecords(head, separator, 1)[0]?.length ?? 0;
  return cells(SEMICOLON) > cells(COMMA) ? SEMICOLON : COMMA;
};
