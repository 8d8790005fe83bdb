import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openSource } from "../formats/open-source.ts";
import { trecRun } from "../formats/trec-run.ts";
import { halves, rangeSource } from "./_ranges.ts";

const folder = mkdtempSync(join(tmpdir(), "goldie-ranges-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["shrinks to the end of a line", (path: string, row: number): void => truncateSync(path, 100 * row)],
  ["grows", (path: string): void => appendFileSync(path, "q9999 Q0 d 1 1 t\n")],
])("a file that %s while two threads read it is an error in both", async (_, change) => {
  const path = join(folder, "run.trec");
  const row = (i: number): string => `q${1000 + i} Q0 d1 1 0.5 t\n`;
  writeFileSync(path, Array.from({ length: 1000 }, (_, i) => row(i)).join(""));
  const ranges = await halves(await openSource(path), trecRun);
  const bytes = async (half: 0 | 1): Promise<number> => {
    let size = 0;
    for await (const piece of rangeSource("run.trec", ranges![half]).pieces()) size += piece.length;
    return size;
  };
  expect((await bytes(0)) + (await bytes(1))).toBe(1000 * row(0).length);
  change(path, row(0).length);
  for (const half of [0, 1] as const)
    await expect(bytes(half)).rejects.toMatchObject({
      problem: { code: "changed-file", at: { file: "run.trec" } },
    });
});
