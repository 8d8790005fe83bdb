import { describe, expect, test } from "vitest";
import { GoldieError } from "../../core/problem.ts";
import { reworded } from "../../core/problem-table.ts";
import { cliTables } from "./problem-tables.ts";
import { defineWrongUses, isWrongUse } from "./wrong-use.ts";

const wrongUse = defineWrongUses({
  "given-twice": ({ flag }: { flag: string }) => ({ what: `${flag} is given twice`, fix: "pass it once" }),
  "nothing-given": () => ({ what: "nothing is given", fix: "give something" }),
});

describe("wrong use of the command line", () => {
  test("is an error with a reason, fields, and words from the table", () => {
    const error = wrongUse("given-twice", { flag: "--as" });
    expect(error).toBeInstanceOf(GoldieError);
    expect(error.problem).toEqual({
      code: "wrong-use",
      reason: "given-twice",
      fields: { flag: "--as" },
      what: "--as is given twice",
      fix: "pass it once",
    });
    expect(isWrongUse(error.problem)).toBe(true);
    expect(isWrongUse({ ...error.problem, code: "no-file" })).toBe(false);
  });

  test("has no fields to give where the words have none", () => {
    expect(wrongUse("nothing-given").problem).toMatchObject({ reason: "nothing-given", fields: {} });
    expect(Object.keys(wrongUse.table)).toEqual(["wrong-use/given-twice", "wrong-use/nothing-given"]);
  });

  test("has its words in one of the tables of the command line, whichever command it is of", () => {
    const { problem } = wrongUse("given-twice", { flag: "--by" });
    expect(reworded({ ...problem, what: "", fix: "" }, cliTables, "command")).toEqual(problem);
  });
});
