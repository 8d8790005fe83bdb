import { expect, test } from "vitest";
import { LabelBook } from "./book.ts";

test("the last act of an annotator counts; the label that most gave is final; a tie is a conflict", () => {
  const book = new LabelBook();
  book.add("x", { by: "ann", value: "1" });
  expect(book.final("x")).toBe("1");
  book.add("x", { by: "ann", value: "2" });
  expect(book.final("x")).toBe("2");
  book.add("x", { by: "bob", value: "0" });
  expect([book.final("x"), book.isConflict("x"), book.conflicts]).toEqual([undefined, true, ["x"]]);
  book.add("x", { by: "cy", value: "0" });
  expect([book.final("x"), book.isConflict("x")]).toEqual(["0", false]);
  // The highest grade is not taken where nobody has a majority.
  book.add("x", { by: "cy", value: "3" });
  expect([book.final("x"), book.isConflict("x")]).toEqual([undefined, true]);
  book.add("x", { by: "cy", skip: true });
  book.add("x", { by: "bob", undo: true });
  expect([book.final("x"), book.conflicts]).toEqual(["2", []]);
  expect(book.annotators).toEqual([
    { name: "ann", labels: 1, skips: 0 },
    { name: "cy", labels: 0, skips: 1 },
  ]);
});

test("last is what an annotator did last and did not take back", () => {
  const book = new LabelBook();
  for (const thing of ["x", "y", "x"]) book.add(thing, { by: "ann", value: "1" });
  expect(book.last("ann")).toBe("x");
  book.add("x", { by: "ann", undo: true });
  expect(book.last("ann")).toBe("y");
  expect(book.last("bob")).toBeUndefined();
});

test("agreement: kappa of two, alpha of more, a reason where there is no value", () => {
  const book = new LabelBook();
  expect(book.agreement("ordinal")).toEqual({ shared: 0, same: 0 });
  book.add("x", { by: "ann", value: "1" });
  book.add("x", { by: "bob", value: "1" });
  expect(book.agreement("ordinal")).toEqual({
    shared: 1,
    same: 1,
    statistic: "kappa",
    because: "one-class",
  });
  book.add("y", { by: "ann", value: "2" });
  book.add("y", { by: "bob", value: "2" });
  expect(book.agreement("ordinal")).toMatchObject({ shared: 2, same: 2, statistic: "kappa", value: 1 });
  book.add("y", { by: "cy", value: "3" });
  const { statistic, same, value } = book.agreement("ordinal");
  expect([statistic, same]).toEqual(["alpha", 1]);
  expect(value).toBeLessThan(1);
  // Skips say nothing.
  book.add("x", { by: "dee", skip: true });
  expect(book.agreement("ordinal").value).toBe(value);
});
