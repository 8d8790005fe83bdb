import { describe, expect, it } from "vitest";
import { keyAction } from "./keys.ts";

describe("keys", () => {
  it.each([
    ["j", "page", "next"],
    ["k", "control", "previous"],
    ["ArrowDown", "grid", "next"],
    ["End", "grid", "last"],
    ["Enter", "grid", "open"],
    ["Enter", "page", "open"],
    ["Escape", "text", "close"],
    ["/", "page", "search"],
    ["?", "grid", "help"],
  ] as const)("%s on %s: %s", (key, place, action) => {
    expect(keyAction(key, place)).toBe(action);
  });

  it.each([
    ["j", "text"],
    ["/", "text"],
    ["Enter", "control"],
    ["ArrowDown", "page"],
    ["ArrowDown", "control"],
    ["constructor", "page"],
    ["toString", "grid"],
    ["x", "page"],
  ] as const)("%s on %s is left to the browser", (key, place) => {
    expect(keyAction(key, place)).toBeUndefined();
  });
});
