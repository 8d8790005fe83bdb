import { expect, test } from "vitest";
import { createKept } from "./_kept.ts";

test("the last few are kept: those used longest ago go first, and what failed is tried again", async () => {
  const kept = createKept<string>(2);
  const made: string[] = [];
  const get = (key: string) =>
    kept.get(key, async () => {
      made.push(key);
      return key;
    });
  await Promise.all([get("a"), get("a")]);
  await get("b");
  await get("a");
  await get("c");
  await get("a");
  expect(made).toEqual(["a", "b", "c"]);
  await get("b");
  expect(made).toEqual(["a", "b", "c", "b"]);
  let tries = 0;
  const failing = () =>
    kept.get("x", async () => {
      if (++tries === 1) throw new Error("not yet");
      return "x";
    });
  await expect(failing()).rejects.toThrow("not yet");
  expect(await failing()).toBe("x");
});
