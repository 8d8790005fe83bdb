import fc from "fast-check";
import { expect, it } from "vitest";
import { digitsFor, isSame, numberText } from "./_number-text.ts";

it("shows as many digits as were asked for", () => {
  expect(numberText(0.62)).toBe("0.620");
  expect(numberText(0.62, 1)).toBe("0.6");
  expect(numberText(12.3456, 2)).toBe("12.35");
  expect(numberText(0)).toBe("0.000");
  expect(numberText(-0)).toBe("0.000");
  expect(numberText(1)).toBe("1.000");
  expect(numberText(-0.25)).toBe("−0.250");
});

it("shows nothing as 0 or 1 that is not", () => {
  expect(numberText(0.0004)).toBe("<0.001");
  expect(numberText(-0.0004)).toBe(">−0.001");
  expect(numberText(0.9996)).toBe("0.9996");
  expect(numberText(0.99999999)).toBe(">0.999999");
  // Ten tenths do not add up to 1.
  expect(numberText(Array.from({ length: 10 }, () => 0.1).reduce((a, b) => a + b))).toBe("1.000");
});

it("tells numbers apart", () => {
  expect(digitsFor([0.9996, 1])).toBe(4);
  expect(digitsFor([0.5, 0.5])).toBe(3);
  expect(digitsFor([0.5, 0.5 + 1e-12])).toBe(3);
  expect(digitsFor([0.123451, 0.123452, 0.9])).toBe(6);
});

it("gives two numbers one text only where they are the same, or alike in six digits", () => {
  const number = fc.double({ min: 0, max: 2, noNaN: true });
  fc.assert(
    fc.property(number, number, (a, b) => {
      const digits = digitsFor([a, b]);
      if (numberText(a, digits) !== numberText(b, digits)) return;
      expect(isSame(a, b) || Math.abs(a - b) < 2e-6).toBe(true);
    }),
  );
});
