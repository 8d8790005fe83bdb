/** `goldie label` as a command: the address it prints, and what it says first. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../scripts/_prepare.mjs";
import { scaleOf } from "../../src/cli/commands/label/_scale.ts";
import { main } from "../../src/cli/main.ts";
import type { GoldValue } from "../../src/evaluate/input/read-gold.ts";
import { testEffects } from "../cli/_effects.ts";
import { sendTo } from "./_dashboard.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-label-"));
beforeAll(() => cpSync(join(root, "examples/harbour"), cwd, { recursive: true }));
afterAll(() => rmSync(cwd, { recursive: true }));

/** Runs it until `use` is done with the address. */
async function label(
  words: readonly string[],
  use: (url: URL) => Promise<void>,
): Promise<{ readonly code: number; readonly told: string; readonly printed: string }> {
  let printed: (url: URL) => void = () => {};
  const address = new Promise<URL>((done) => {
    printed = done;
  });
  let text = "";
  const effects = testEffects({
    cwd,
    write: async (piece) => {
      text += String(piece);
      const url = /^label: (\S+)$/m.exec(text)?.[1];
      if (url !== undefined) printed(new URL(url));
    },
  });
  const ended = main(
    ["label", "gold.jsonl", "overlap.jsonl", "prefix.jsonl", "-m", "hit@2", ...words],
    effects,
  );
  await use(await address);
  effects.cancel();
  return { code: await ended, told: effects.stderr.text, printed: text };
}

test("the printed address is where it listens: a name could lead to another program first", async () => {
  const { code } = await label([], async (url) => {
    expect(url.hostname).toBe("127.0.0.1");
    const statusFor = async (host: string) =>
      (await sendTo(Number(url.port), `/${url.search}`, { headers: { host: `${host}:${url.port}` } })).status;
    expect([await statusFor("127.0.0.1"), await statusFor("localhost")]).toEqual([303, 303]);
    expect(await statusFor("evil.example")).toBe(403);
  });
  expect(code).toBe(0);
});

test("runs without texts: says how to show them, once they are given no more", async () => {
  const visit = async (): Promise<void> => {};
  expect((await label([], visit)).told).toContain("--corpus FILE");
  expect((await label(["--corpus", "corpus.jsonl"], visit)).told).not.toContain("--corpus FILE");
});

describe("grades are on the scale of the gold", () => {
  const visit = async (): Promise<void> => {};

  test("0 and 1 where it lists documents, up to its largest grade where it has grades", async () => {
    const { printed, told } = await label([], visit);
    expect(printed).toMatch(/^grades: 0 to 3, or 0 and 1 for \d+ of \d+ queries, as in the gold$/m);
    expect(told).not.toContain("grade");
  });

  test("--grades sets another scale for all queries, with a warning", async () => {
    const { printed, told } = await label(["--grades", "3"], visit);
    expect(printed).toMatch(/^grades: 0 to 3$/m);
    expect(told).toMatch(/labels go up to grade 3, but the gold of \d+ queries such as q\d+ goes up to 1/);
    expect((await label(["--grades", "1"], visit)).told).not.toContain("labels go up");
  });

  test("labels of another scale in the file: a warning with file and query", async () => {
    const line = { query: "q32", doc: "p002", grade: 3, by: "ann", at: "2026-01-01T10:00:00.000Z" };
    writeFileSync(join(cwd, "other.jsonl"), `${JSON.stringify(line)}\n`);
    const { told } = await label(["--labels", "other.jsonl", "--depth", "10"], visit);
    expect(told.replace(/\s+/g, " ")).toContain(
      "other.jsonl there are labels with grade 3, but the gold of query q32 goes up to 1",
    );
  });

  const scale = scaleOf(
    new Map<string, GoldValue>([
      ["list", ["a"]],
      ["graded", { grades: { a: 2.5, b: 0 } }],
      ["low", { a: 1 }],
      ["groups", { groups: [["a"], ["b"]] }],
      ["open", {}],
    ]),
  );
  test.each([
    ["list", 1, 1],
    ["graded", 2, 2],
    ["low", 2, 2],
    ["groups", 1, 1],
    ["open", undefined, 2],
  ] as const)("%s: %s known, %s asked", (query, known, highest) => {
    expect([scale.known(query), scale.highest(query)]).toEqual([known, highest]);
  });

  test("questions alone get four grades, lists alone two, and no gold more than there are keys", () => {
    const highest = (value: GoldValue): number => scaleOf([["q", value]]).highest("q");
    expect([highest({}), highest(["a"]), highest({ a: 100 }), highest({ a: 0 })]).toEqual([3, 1, 9, 1]);
  });
});
