import { expect, it } from "vitest";
import { NO_SEPARATOR, partsOf, separatorOf, separatorsIn } from "./list-separator.ts";

it("splits, and drops blanks and what is empty", () => {
  expect(partsOf(" d1,d2 , ,d3", ",")).toEqual(["d1", "d2", "d3"]);
});

it("sees a separator only between what could be ids", () => {
  expect(separatorsIn("d1, d2; d3")).toEqual([",", ";"]);
  expect(separatorsIn("d1,")).toEqual([]);
  expect(separatorsIn("d1")).toEqual([]);
  expect(separatorsIn(`${"x".repeat(300)}, d2`)).toEqual([]);
});

it("takes several separators where the hits show several", () => {
  expect(separatorOf(["d1, d2", "d3; d4"], new Set(["d1", "d3"]))).toBe(",;");
  expect(partsOf("d1, d2;d3", ",;")).toEqual(["d1", "d2", "d3"]);
});

it("takes what is among the hits: parts, or the whole", () => {
  expect(separatorOf(["d1, d2", "d3,d4"], new Set(["d4"]))).toBe(",");
  expect(separatorOf(["d1;d2"], new Set(["d2"]))).toBe(";");
  expect(separatorOf(["d1|d2"], new Set(["d2"]))).toBe("|");
  // The comma is a part of ids.
  expect(separatorOf(["a,1; b,2"], new Set(["b,2"]))).toBe(";");
  expect(separatorOf(["Paris, France"], new Set(["Paris, France", "Rome"]))).toBe(NO_SEPARATOR);
});

it("does not tell where both are, or neither", () => {
  expect(separatorOf(["d1, d2"], new Set())).toBeUndefined();
  expect(separatorOf(["d1, d2"], new Set(["d1", "d1, d2"]))).toBeUndefined();
});
