import { expect, it } from "vitest";
import { ListCellError, listCell } from "./list-cell.ts";

it.each<[string, unknown]>([
  ["", []],
  ["  ", []],
  ["d1", ["d1"]],
  ["d1|d2 | d3", ["d1", "d2", "d3"]],
  ['["a", "b"]', ["a", "b"]],
  ["['a', \"b's\"]", ["a", "b's"]],
  ['[["a"], ["b", "c"]]', [["a"], ["b", "c"]]],
  ["[['a'], ['b']]", [["a"], ["b"]]],
  ["array(['a', 'b'], dtype=object)", ["a", "b"]],
  ['{"d1": 2}', { d1: 2 }],
  ["{'d1': 2}", { d1: 2 }],
  ["[34952194402811904]", ["34952194402811904"]],
  ["[34952194402811904, None]", ["34952194402811904", null]],
  ["[1, 2]", [1, 2]],
])("%j", (cell, value) => {
  expect(listCell(cell)).toEqual(value);
});

it.each(["[", "['a'", "[a b]", '{"a": 1, "a": 2}', "(1, 2"])("%j is refused", (cell) => {
  expect(() => listCell(cell)).toThrow(ListCellError);
});
