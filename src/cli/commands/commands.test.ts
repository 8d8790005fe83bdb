import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { type TestEffects, testEffects } from "../../../test/cli/_effects.ts";
import { readCommandLine } from "../../../test/cli/_words.ts";
import { main } from "../main.ts";
import { COMMON_FLAGS } from "../shared/command.ts";
import { commands } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "goldie-examples-"));
cpSync(fileURLToPath(new URL("../../../examples/harbour", import.meta.url)), folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

test("every folder here is a command of the list", () => {
  const files = readdirSync(new URL(".", import.meta.url)).filter((name) => !name.endsWith(".ts"));
  expect(commands.map(({ id }) => id).sort()).toEqual(files.sort());
});

describe.each(commands.map((command) => [command.id, command] as const))(
  "%s",
  { timeout: 30_000 },
  (id, command) => {
    const flags = [...command.flags, ...COMMON_FLAGS];

    test("no two flags have one name, and required files come before optional ones", () => {
      const names = flags.flatMap(({ flag, short }) => (short === undefined ? [flag] : [flag, short]));
      expect(new Set(names).size).toBe(names.length);
      expect(names.filter((name) => !/^(--[a-z][a-z0-9-]+|-[A-Za-z])$/.test(name))).toEqual([]);
      const optional = command.positionals.map((one) => one.optional === true);
      expect([...optional].sort()).toEqual(optional);
      expect(command.positionals.slice(0, -1).filter(({ many }) => many)).toEqual([]);
    });

    test("its summary is half a line, and no text ends or begins oddly", () => {
      expect(command.summary.length).toBeLessThanOrEqual(72);
      for (const { about } of flags) expect(about).toMatch(/^[a-z`0-9].*[^.\s]$/s);
    });

    test.each(command.examples.map(({ run }) => [run]))("%s", async (run) => {
      const { argv } = readCommandLine(run);
      expect(argv[0]).toBe(id);
      // What stays is stopped as soon as it has said something.
      const effects: TestEffects = testEffects({
        cwd: folder,
        ...(command.stays ? { write: async () => void setImmediate(() => effects.cancel()) } : {}),
      });
      const code = await main(argv, effects);
      expect([code, code === 0 ? "" : effects.stderr.text]).toEqual([0, ""]);
    });
  },
);
