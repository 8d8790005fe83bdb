import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { testEffects } from "../../../../test/cli/_effects.ts";
import { main } from "../../main.ts";
import { commands } from "../index.ts";

async function script(shell: string): Promise<string> {
  const effects = testEffects({ cwd: "." });
  expect(await main(["completion", shell], effects)).toBe(0);
  return effects.stdout.text;
}
const has = (shell: string): boolean => spawnSync(shell, ["--version"]).error === undefined;

describe.each(["bash", "zsh", "fish"])("%s", (shell) => {
  test("every command, flag and choice is in it", async () => {
    const text = await script(shell);
    const spelled = (flag: string): string =>
      shell === "fish" ? flag.replace(/^--/, "-l ").replace(/^-(\w)$/, "-s $1") : flag;
    for (const { id, flags } of commands) {
      expect(text).toContain(id);
      for (const { flag, choices = [] } of flags)
        for (const word of [spelled(flag), ...choices]) expect(text).toContain(word);
    }
    expect(text).toContain("sentence-transformers");
  });

  test.skipIf(!has(shell))("the shell can read it (where it is installed)", async () => {
    execFileSync(shell, ["-n"], { input: await script(shell) });
  });
});

describe.skipIf(!has("bash"))("what bash proposes (where it is installed)", () => {
  const cwd = mkdtempSync(join(tmpdir(), "goldie-bash-"));
  afterAll(() => rmSync(cwd, { recursive: true }));
  const proposed = async (...words: string[]): Promise<string[]> => {
    const quoted = words.map((word) => `'${word}'`).join(" ");
    const ask = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _goldie; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const out = execFileSync("bash", ["--norc"], {
      cwd,
      input: `${await script("bash")}\n${ask}\n`,
      encoding: "utf8",
    });
    return out.split("\n").filter((word) => word !== "");
  };

  test("commands, flags, values and dialects", async () => {
    expect(await proposed("goldie", "e")).toEqual(["eval", "explain", "example"]);
    expect(await proposed("goldie", "eval", "--per")).toEqual(["--per-query", "--per-chunk"]);
    expect(await proposed("goldie", "eval", "gold", "--unit", "")).toEqual(["doc", "chunk"]);
    expect(await proposed("goldie", "eval", "--as", "trec_")).toEqual(["trec_eval", "trec_eval9"]);
    expect(await proposed("goldie", "completion", "z")).toEqual(["zsh"]);
    expect(await proposed("goldie", "explain", "group-n")).toEqual(["group-ndcg"]);
  });

  test("a value behind an equals sign, which bash takes for a word of its own", async () => {
    expect(await proposed("goldie", "eval", "--as", "=", "trec_")).toEqual(["trec_eval", "trec_eval9"]);
    expect(await proposed("goldie", "eval", "--unit", "=")).toEqual(["doc", "chunk"]);
  });

  test("a file with a space in its name is one", async () => {
    writeFileSync(join(cwd, "my run.trec"), "");
    expect(await proposed("goldie", "eval", "my")).toEqual(["my run.trec"]);
  });
});
