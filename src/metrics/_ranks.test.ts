import { expect, it } from "vitest";
import { log2 } from "../core/exact-log.ts";
import { discountAt } from "./_ranks.ts";

it("discounts by the nearest doubles inside and outside the table of logarithms", () => {
  for (const rank of [...Array(1400).keys(), 100_000]) {
    expect(discountAt(rank, "log2")).toBe(log2(rank + 2));
    expect(discountAt(rank, "jarvelin")).toBe(rank === 0 ? 1 : log2(rank + 1));
  }
});
