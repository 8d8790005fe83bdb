import { expect, test } from "vitest";
import { memorySource } from "../../files/source.ts";
import { lineBlocks } from "./blocks.ts";

/** The blocks of a text that comes in pieces of a given size. */
async function blocksOf(text: string, size: number, longest?: number): Promise<string[]> {
  const bytes = new TextEncoder().encode(text);
  const source = {
    ...memorySource("rows", bytes),
    async *pieces() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
    },
  };
  const blocks: string[] = [];
  for await (const { bytes: b, end } of lineBlocks(source, longest))
    blocks.push(new TextDecoder().decode(b.subarray(0, end)));
  return blocks;
}

test.each([1, 2, 3, 5, 100])("every line is whole in pieces of %i, and the last one ends", async (size) => {
  const blocks = await blocksOf("one\ntwo\n\nthree", size);
  expect(blocks.join("")).toBe("one\ntwo\n\nthree\n");
  for (const block of blocks) expect(block.endsWith("\n")).toBe(true);
});

test("a line without an end is reported with its place, and not kept for ever", async () => {
  await expect(blocksOf(`one\ntwo\n${"x".repeat(100)}`, 8, 50)).rejects.toMatchObject({
    problem: { code: "long-line", at: { file: "rows", line: 3 } },
  });
  expect(await blocksOf(`one\n${"x".repeat(40)}\ntwo`, 8, 50)).toHaveLength(3);
});
