import { expect, it } from "vitest";
import { discountAt } from "./_ranks.ts";

it("discounts by the same doubles inside and outside the table of logarithms", () => {
  for (const rank of [0, 1, 2, 3, 1021, 1022, 1023, 1024, 1025, 100_000]) {
    expect(discountAt(rank, "log2")).toBe(Math.log2(rank + 2));
    expect(discountAt(rank, "jarvelin")).toBe(rank === 0 ? 1 : Math.log2(rank + 1));
  }
});
