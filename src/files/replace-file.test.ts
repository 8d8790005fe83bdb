import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { testEffects } from "../../test/cli/_effects.ts";
import { GoldieError } from "../core/problem.ts";
import { nodeFileSystem } from "./file-system.ts";
import { replaceFile } from "./replace-file.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "goldie-output-"));
});
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});
const at = (name: string): string => join(cwd, name);
const failing = (code: string) => async () => Promise.reject(Object.assign(new Error(code), { code }));
/** What of the Problem of a refused call. */
const refusal = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(GoldieError);
  return (error as GoldieError).problem.what;
};

describe("an output file", () => {
  test("is new when it is complete, and nothing else is left", async () => {
    await replaceFile("out.csv", testEffects({ cwd }), async (write) => {
      await write("a,");
      await write(new TextEncoder().encode("b\n"));
      expect(existsSync(at("out.csv"))).toBe(false);
    });
    expect(readFileSync(at("out.csv"), "utf8")).toBe("a,b\n");
    expect(readdirSync(cwd)).toEqual(["out.csv"]);
  });

  test("keeps the old one until then, with its permissions", async () => {
    writeFileSync(at("out.csv"), "old", { mode: 0o600 });
    await replaceFile("out.csv", testEffects({ cwd }), async (write) => {
      await write("new");
      expect(readFileSync(at("out.csv"), "utf8")).toBe("old");
    });
    expect(readFileSync(at("out.csv"), "utf8")).toBe("new");
    if (process.platform !== "win32") expect(statSync(at("out.csv")).mode & 0o777).toBe(0o600);
  });

  test("stays the old one when making it fails, and nothing else is left", async () => {
    writeFileSync(at("out.csv"), "old");
    const made = replaceFile("out.csv", testEffects({ cwd }), async (write) => {
      await write("half");
      throw new RangeError("a bug");
    });
    await expect(made).rejects.toThrow(RangeError);
    expect(readFileSync(at("out.csv"), "utf8")).toBe("old");
    expect(readdirSync(cwd)).toEqual(["out.csv"]);
  });

  test("an interruption takes the half file away", async () => {
    writeFileSync(at("out.csv"), "old");
    const effects = testEffects({ cwd });
    await replaceFile("out.csv", effects, async (write) => {
      await write("half");
      expect(readdirSync(cwd)).toHaveLength(2);
      effects.interrupt();
      expect(readdirSync(cwd)).toEqual(["out.csv"]);
      await Promise.reject(new Error("stopped"));
    }).catch(() => {});
    expect(readFileSync(at("out.csv"), "utf8")).toBe("old");
  });

  test("what a killed process left behind is in nobody's way", async () => {
    writeFileSync(at(".out.csv.7-0.tmp"), "half");
    await replaceFile("out.csv", testEffects({ cwd }), (write) => write("new"));
    expect(readFileSync(at("out.csv"), "utf8")).toBe("new");
    expect(readFileSync(at(".out.csv.7-0.tmp"), "utf8")).toBe("half");
  });

  test.skipIf(process.platform === "win32")(
    "behind a link replaces the file, not the link (not on Windows)",
    async () => {
      mkdirSync(at("folder"));
      writeFileSync(at("folder/real.csv"), "old");
      symlinkSync("folder/real.csv", at("out.csv"));
      await replaceFile("out.csv", testEffects({ cwd }), (write) => write("new"));
      expect(readFileSync(at("folder/real.csv"), "utf8")).toBe("new");
      expect(readdirSync(at("folder"))).toEqual(["real.csv"]);
    },
  );

  test.skipIf(process.platform === "win32")(
    "behind a link to what is not there yet makes the file, and keeps the link (not on Windows)",
    async () => {
      mkdirSync(at("folder"));
      symlinkSync("folder/new.csv", at("out.csv"));
      symlinkSync("no/new.csv", at("lost.csv"));
      symlinkSync("loop.csv", at("loop.csv"));
      const effects = testEffects({ cwd });
      await replaceFile("out.csv", effects, (write) => write("new"));
      expect(lstatSync(at("out.csv")).isSymbolicLink()).toBe(true);
      expect(readFileSync(at("folder/new.csv"), "utf8")).toBe("new");
      expect(await refusal(replaceFile("lost.csv", effects, (write) => write("x")))).toMatch(
        /the folder does not exist/,
      );
      expect(await refusal(replaceFile("loop.csv", effects, (write) => write("x")))).toMatch(
        /a symbolic link to itself/,
      );
    },
  );
});

describe("what the system refuses is reported in words", () => {
  test("a folder", async () => {
    mkdirSync(at("out.csv"));
    expect(await refusal(replaceFile("out.csv", testEffects({ cwd }), (write) => write("x")))).toMatch(
      /this is a folder/,
    );
  });

  test("a folder that is not there", async () => {
    const made = replaceFile("no/out.csv", testEffects({ cwd }), (write) => write("x"));
    expect(await refusal(made)).toMatch(/the folder does not exist/);
  });

  test("no permission", async () => {
    const effects = testEffects({ cwd, files: { create: failing("EACCES") } });
    expect(await refusal(replaceFile("out.csv", effects, (write) => write("x")))).toMatch(
      /permission denied/,
    );
  });

  test("a full disk, in the middle: the old file stays", async () => {
    writeFileSync(at("out.csv"), "old");
    const { create } = nodeFileSystem(cwd);
    const effects = testEffects({
      cwd,
      files: {
        async create(path, mode) {
          const file = await create(path, mode);
          let room = 1;
          return { ...file, write: (text) => (room-- > 0 ? file.write(text) : failing("ENOSPC")()) };
        },
      },
    });
    const made = replaceFile("out.csv", effects, async (write) => {
      await write("one");
      await write("two");
    });
    expect(await refusal(made)).toMatch(/the disk is full/);
    expect(readFileSync(at("out.csv"), "utf8")).toBe("old");
    expect(readdirSync(cwd)).toEqual(["out.csv"]);
  });

  test("a rename that fails leaves nothing behind", async () => {
    const effects = testEffects({ cwd, files: { rename: failing("EBUSY") } });
    expect(await refusal(replaceFile("out.csv", effects, (write) => write("x")))).toMatch(
      /another program is using/,
    );
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.skipIf(!existsSync("/dev/full"))("/dev/full, which is a full disk (where there is one)", async () => {
    symlinkSync("/dev/full", at("out.csv"));
    const made = replaceFile("out.csv", testEffects({ cwd }), (write) => write("x"));
    expect(await refusal(made)).toMatch(/the disk is full/);
  });
});
