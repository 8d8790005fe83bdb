import { describe, expect, test } from "vitest";
import { GoldieError } from "../../src/core/problem.ts";
import type { SqlValue } from "../../src/sql/engine.ts";
import {
  type InlineType,
  inlineRows,
  MOST_INLINE,
  quotedName,
} from "../../src/sql/engines/trino/inline-rows.ts";

const of = (type: InlineType, ...values: SqlValue[]): string =>
  inlineRows(
    [{ name: "x", type }],
    values.map((value) => [value]),
  );
const reason = (make: () => unknown): unknown => {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof GoldieError)) throw error;
    return error.problem.reason;
  }
};

describe("rows in a statement", () => {
  test("are one JSON text", () => {
    const columns = [
      { name: "query", type: "varchar" },
      { name: "grade", type: "bigint" },
    ] as const;
    expect(
      inlineRows(columns, [
        ["q1", 2],
        ["q2", null],
      ]),
    ).toBe(
      `(SELECT * FROM UNNEST(CAST(json_parse('[["q1",2],["q2",null]]') AS array(row("query" varchar, "grade" bigint)))))`,
    );
  });

  test("nothing ends the text or the name but their own quotes", () => {
    expect(of("varchar", "it's '' \\' \"; DROP TABLE t --\n")).toContain(
      `json_parse('[["it''s '''' \\\\'' \\"; DROP TABLE t --\\n"]]')`,
    );
    expect(quotedName('a"b')).toBe('"a""b"');
    expect(inlineRows([{ name: '"; --', type: "double" }], [])).toContain('row("""; --" double)');
  });

  test.each([
    [
      "double",
      [0.1, -0, NaN, Infinity, -Infinity, 5e-324],
      '[0.1],[-0.0],["NaN"],["Infinity"],["-Infinity"],[5e-324]',
    ],
    ["bigint", [2n ** 63n - 1n, -(2n ** 63n), 7], "[9223372036854775807],[-9223372036854775808],[7]"],
    ["boolean", [true, null], "[true],[null]"],
    ["varchar", ["é😀", "\u0000", ""], '["é😀"],["\\u0000"],[""]'],
  ] as [InlineType, SqlValue[], string][])("of type %s", (type, values, json) => {
    expect(of(type, ...values)).toContain(`json_parse('[${json}]')`);
  });

  test.each([
    ["varchar", "\ud800", "surrogate"],
    ["varchar", "a\udc00b", "surrogate"],
    ["varchar", "\udc00\ud800", "surrogate"],
    ["varchar", 7, "value"],
    ["bigint", 1.5, "value"],
    ["bigint", 2 ** 53, "value"],
    ["bigint", 2n ** 63n, "value"],
    ["integer", 2 ** 31, "value"],
    ["double", "1", "value"],
    ["double", 1n, "value"],
    ["boolean", 1, "value"],
  ] as [InlineType, SqlValue, string][])("%s of %s is refused", (type, value, wanted) => {
    expect(reason(() => of(type, value))).toBe(wanted);
  });

  test("a row with too few values is refused", () => {
    expect(reason(() => inlineRows([{ name: "x", type: "double" }], [[1], []]))).toBe("count");
  });

  test("are refused beyond what a statement has room for", () => {
    const around = of("varchar", "").length;
    expect(of("varchar", "a".repeat(MOST_INLINE - around))).toHaveLength(MOST_INLINE);
    expect(reason(() => of("varchar", "a".repeat(MOST_INLINE - around + 1)))).toBe("too-long");
  });
});
