import { expect, test } from "vitest";
import { remembered } from "./remembered.ts";
import { memorySource, type Source } from "./source.ts";

/** A source in three pieces, which are overwritten, and how many times it was read. */
function counted(failing = false): { source: Source; count: () => number } {
  let reads = 0;
  const source: Source = {
    ...memorySource("x", "abcdef"),
    async *pieces() {
      reads++;
      const piece = new Uint8Array(2);
      for (const text of ["ab", "cd", "ef"]) {
        if (failing && text === "ef") throw new Error("broken");
        piece.set(new TextEncoder().encode(text));
        yield piece;
      }
    },
    async bytes() {
      reads++;
      return new TextEncoder().encode("abcdef");
    },
  };
  return { source, count: () => reads };
}
async function textOf(source: Source): Promise<string> {
  let text = "";
  for await (const piece of source.pieces()) text += new TextDecoder().decode(piece);
  return text;
}

test("what was read in pieces or as a whole is not read again", async () => {
  for (const first of [textOf, (source: Source) => source.bytes()]) {
    const { source, count } = counted();
    const twice = remembered(source);
    await first(twice);
    expect(await textOf(twice)).toBe("abcdef");
    expect(new TextDecoder().decode(await twice.bytes())).toBe("abcdef");
    expect(count()).toBe(1);
    expect(remembered(twice)).toBe(twice);
  }
});

test("who stops early and begins again reads nothing twice", async () => {
  const { source, count } = counted();
  const twice = remembered(source);
  for await (const _ of twice.pieces()) break;
  expect(await textOf(twice)).toBe("abcdef");
  expect(count()).toBe(1);
});

test("what could not be read is tried again", async () => {
  const { source, count } = counted(true);
  const twice = remembered(source);
  await expect(textOf(twice)).rejects.toThrow("broken");
  await expect(textOf(twice)).rejects.toThrow("broken");
  expect(count()).toBe(2);
});
