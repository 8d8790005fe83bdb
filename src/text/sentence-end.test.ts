import { expect, it } from "vitest";
import { SentenceMarks, sentenceEnd } from "./sentence-end.ts";

function sentences(text: string): string[] {
  const marks = new SentenceMarks(text);
  const found: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = sentenceEnd(text, at, text.length, { small: false }, marks);
    found.push(text.slice(at, end).trim());
    at = end;
  }
  return found;
}

it.each<[string, readonly string[]]>([
  ["One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]],
  [
    "Why? No! Because. Dr. Ames left at 5.30 p.m. sharp.",
    ["Why?", "No!", "Because.", "Dr. Ames left at 5.30 p.m. sharp."],
  ],
  ["It ended… Then 京都。Next. 東京！", ["It ended…", "Then 京都。", "Next.", "東京！"]],
  ["No mark", ["No mark"]],
])("ends at its marks, of whatever kind: %s", (text, expected) => expect(sentences(text)).toEqual(expected));

it("gives the limit where the next mark is behind it, and the mark to who asks later", () => {
  const marks = new SentenceMarks("first line\nsecond line. Third");
  expect(marks.next(0, 11)).toBe(11);
  expect(marks.next(11, 29)).toBe(22);
  expect(marks.next(23, 29)).toBe(29);
});
