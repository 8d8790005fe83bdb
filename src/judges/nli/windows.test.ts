import { describe, expect, test } from "vitest";
import { windowsOf } from "./windows.ts";

const words = (text: string): number => text.split(" ").filter((word) => word !== "").length;
const statement = (name: string, length: number): string =>
  Array.from({ length }, (_, i) => `${name}${i}`).join(" ");
const places = (lengths: readonly number[], room: number): (readonly number[])[] =>
  windowsOf(
    lengths.map((length, i) => statement(String.fromCharCode(97 + i), length)),
    room,
    words,
  ).map((window) => window.places);

describe("windows of a text", () => {
  test("a text that fits is one window, up to the last token", () => {
    expect(places([4, 4, 2], 10)).toEqual([[0, 1, 2]]);
    expect(places([4, 4, 3], 10)).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });
  test("neighbours that fit are read together, however long they are", () => {
    // Each is 40 % of a window.
    expect(places([4, 4, 4, 4], 10)).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    for (const length of [1, 2, 3, 4, 5]) {
      const read = places(
        Array.from({ length: 9 }, () => length),
        10,
      );
      for (let i = 0; i + 1 < 9; i++)
        expect(read.some((window) => window.includes(i) && window.includes(i + 1))).toBe(true);
    }
  });
  test("several short statements come again, up to a quarter of the window", () => {
    expect(
      places(
        Array.from({ length: 16 }, () => 1),
        12,
      ),
    ).toEqual([
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      [9, 10, 11, 12, 13, 14, 15],
    ]);
  });
  test("what does not fit beside its neighbour is read alone, without a window that repeats another", () => {
    expect(places([6, 6, 6], 10)).toEqual([[0], [1], [2]]);
    expect(places([5, 2, 9, 1], 10)).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(places([8, 1, 9], 10)).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });
  test("no window is longer than the room, and every word is in one", () => {
    for (let room = 3; room < 12; room++) {
      const statements = [2, 7, 1, 30, 4, 4, 1, 1, 9].map((length, i) =>
        statement(String.fromCharCode(97 + i), length),
      );
      const read = windowsOf(statements, room, words);
      for (const { text } of read) expect(words(text)).toBeLessThanOrEqual(room);
      const found = new Set(read.flatMap(({ text }) => text.split(" ")));
      expect(found).toEqual(new Set(statements.join(" ").split(" ")));
    }
  });
  test("the parts of a statement that is too long overlap", () => {
    const read = windowsOf([statement("a", 40)], 12, words).map(({ text }) => text.split(" "));
    expect(read.length).toBeGreaterThan(3);
    read.slice(1).forEach((window, i) => {
      expect(read[i]).toContain(window[0]);
      expect(read[i]).toContain(window[1]);
    });
  });
});
