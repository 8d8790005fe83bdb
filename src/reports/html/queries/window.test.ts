import { describe, expect, it } from "vitest";
import { rowsInSight, scrollTo } from "./window.ts";

const seen = (top: number) => ({ top, height: 680 });

describe("rows in the page", () => {
  it("are all of a short table", () => {
    expect(rowsInSight(0, 34, seen(0))).toEqual({ from: 0, to: 0 });
    expect(rowsInSight(150, 34, seen(3000))).toEqual({ from: 0, to: 150 });
  });

  it("are those in sight and twelve on either side", () => {
    expect(rowsInSight(20_000, 34, seen(0))).toEqual({ from: 0, to: 32 });
    expect(rowsInSight(20_000, 34, seen(34_000))).toEqual({ from: 988, to: 1032 });
  });

  it("reach the last row, also when the table became shorter while it was scrolled", () => {
    expect(rowsInSight(20_000, 34, seen(20_000 * 34 - 680)).to).toBe(20_000);
    expect(rowsInSight(200, 34, seen(600_000))).toEqual({ from: 168, to: 200 });
  });

  it("never are more than fit and the spare ones", () => {
    for (let top = 0; top < 20_000 * 34; top += 9973) {
      const { from, to } = rowsInSight(20_000, 34, seen(top));
      expect(to - from).toBeLessThanOrEqual(20 + 24);
      expect(from * 34).toBeLessThanOrEqual(top);
      expect(to * 34).toBeGreaterThanOrEqual(Math.min(top + 680, 20_000 * 34));
    }
  });
});

describe("scrolling to a row", () => {
  it("does nothing for a row in sight", () => {
    expect(scrollTo(5, 34, seen(0), 34)).toBeUndefined();
  });
  it("goes up to a row above", () => {
    expect(scrollTo(5, 34, seen(340), 34)).toBe(170);
  });
  it("goes down as far as needed for a row below, the head not counted", () => {
    expect(scrollTo(20, 34, seen(0), 34)).toBe(21 * 34 + 34 - 680);
    expect(scrollTo(18, 34, seen(0), 34)).toBeUndefined();
    expect(scrollTo(19, 34, seen(0), 34)).toBe(34);
  });
});
