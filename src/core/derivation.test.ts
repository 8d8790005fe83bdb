import { expect, test } from "vitest";
import { log, printDerivation, printScore, sum, value } from "./derivation.ts";

test("negative numbers have a minus sign, as in tables; exponents keep the hyphen", () => {
  expect(printScore({ status: "scored", value: -3 })).toBe("−3");
  expect(printScore({ status: "scored", value: -0.25 })).toBe("−0.25");
  expect(printScore({ status: "scored", value: -1.5e-9 })).toBe("−1.5e-9");
  expect(printScore({ status: "scored", value: -0 })).toBe("0");
  expect(printDerivation(sum("total", [log("of it", value("share", 0.5)), value("more", -2, 3)]))).toBe(
    ["total = sum: −2.69315", "  of it = ln: −0.693147", "    share: 0.5", "  rank 3: more: −2"].join("\n"),
  );
});
