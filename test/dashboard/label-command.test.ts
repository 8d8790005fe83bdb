/** `goldie label` as a command: the address it prints, and what it says first. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/_prepare.mjs";
import { main } from "../../src/cli/main.ts";
import { testEffects } from "../cli/_effects.ts";
import { sendTo } from "./_dashboard.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-label-"));
beforeAll(() => cpSync(join(root, "examples/harbour"), cwd, { recursive: true }));
afterAll(() => rmSync(cwd, { recursive: true }));

/** Runs it until `use` is done with the address. */
async function label(
  words: readonly string[],
  use: (url: URL) => Promise<void>,
): Promise<{ readonly code: number; readonly told: string }> {
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
  return { code: await ended, told: effects.stderr.text };
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
