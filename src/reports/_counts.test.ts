import { expect, test } from "vitest";
import { few } from "./_counts.ts";

test.each([
  [
    ["a", "b", "c"],
    ["a", "b", "c"],
  ],
  [
    ["a", "b", "c", "d"],
    ["a", "b", "c", "and 1 other reason"],
  ],
  [
    ["a", "b", "c", "d", "e"],
    ["a", "b", "c", "and 2 other reasons"],
  ],
])("%j are shown as %j", (reasons, shown) => expect(few(reasons)).toEqual(shown));
