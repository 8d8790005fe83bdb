import { expect, it } from "vitest";
import { ABSENT, AsciiWords } from "./ascii-words.ts";

it("knows many words, those with the same hash too", () => {
  for (const hashOf of [(i: number) => i % 7, (i: number) => Math.imul(i, 0x9e3779b1)]) {
    const table = new AsciiWords();
    const count = hashOf(8) === 1 ? 500 : 50_000;
    const word = (i: number): string => `w${i.toString(36)}`;
    const find = (i: number): number => table.find(` ${word(i)} `, 1, 1 + word(i).length, hashOf(i));
    for (let i = 0; i < count; i++) {
      expect(find(i)).toBe(ABSENT);
      table.add(word(i), 0, word(i).length, hashOf(i), i - 1);
    }
    for (let i = 0; i < count; i++) if (find(i) !== i - 1) expect(find(i)).toBe(i - 1);
    expect(find(count)).toBe(ABSENT);
  }
});

it("keeps words that are long together", () => {
  const table = new AsciiWords();
  const long = (i: number): string => `${i}`.padStart(255, "x");
  for (let i = 0; i < 1000; i++) table.add(long(i), 0, 255, i, i);
  for (let i = 0; i < 1000; i++) expect(table.find(long(i), 0, 255, i)).toBe(i);
});
