/** Texts that are not Unicode: engines replace what they cannot hold, and two such ids would become one. */
import type { GivenRows } from "./engine.ts";
import { sqlProblem } from "./problems.ts";

const HALF = /\p{Surrogate}/u;

/** The same rows; throws at the first text with half of a surrogate pair. */
export const wellFormed = (rows: GivenRows["rows"]): GivenRows["rows"] => ({
  *[Symbol.iterator]() {
    for (const row of rows) {
      for (const value of row)
        if (typeof value === "string" && HALF.test(value))
          throw sqlProblem.error("bad-id/surrogate", { found: JSON.stringify(value) }, { level: "error" });
      yield row;
    }
  },
});
