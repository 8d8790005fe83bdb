import { expect, test } from "vitest";
import type { LabelItem, LabelProgress, LabelTurn } from "../../label-desk.ts";
import { acted, refused, saved, startSession, undone } from "./session.ts";

const progress = (labelled: number): LabelProgress => ({
  total: 9,
  labelled,
  conflicts: 0,
  annotators: [],
  runs: [],
  verdicts: [],
  settled: false,
  agreement: { shared: 0, same: 0, conflicts: [] },
});
const item = (name: string): LabelItem => ({ item: name, query: "q" });
const turn = (names: string, labelled = 0, last?: string): LabelTurn => ({
  items: [...names].map(item),
  ...(last === undefined ? {} : { last: item(last) }),
  progress: progress(labelled),
});
const start = startSession("ann", turn("abcd"));

test("a label moves on at once, and is unsaved until the server has it", () => {
  const one = acted(start, { value: "2", comment: "sure" });
  expect(one.current?.item).toBe("b");
  expect(one.unsaved).toEqual([{ item: "a", by: "ann", value: "2", comment: "sure" }]);
  const two = acted(one, { skip: true });
  expect(two.unsaved.map(({ item: name }) => name)).toEqual(["a", "b"]);
  // The answer to the first knows nothing of the second.
  const after = saved(two, turn("bdce", 1));
  expect(after.unsaved.map(({ item: name }) => name)).toEqual(["b"]);
  expect(after.current?.item).toBe("c");
  expect(after.next.map(({ item: name }) => name)).toEqual(["d", "e"]);
  expect(after.progress.labelled).toBe(1);
});

test("what is on the page stays there, whatever the order becomes", () => {
  const one = acted(start, { value: "0" });
  expect(saved(one, turn("zyx")).current?.item).toBe("b");
});

test("undo brings the last one back, and takes its label back", () => {
  const one = undone(acted(start, { value: "2", comment: "sure" }));
  expect(one.current).toMatchObject({ item: "a", mine: { comment: "sure" } });
  expect(one.next.map(({ item: name }) => name)).toEqual(["b", "c", "d"]);
  expect(one.unsaved.at(-1)).toEqual({ item: "a", by: "ann", undo: true });
  // The answer to the label must not push it off the page, that to the undo must not double it.
  const after = saved(saved(one, turn("bcd", 1)), turn("abcd"));
  expect(after.current?.item).toBe("a");
  expect(after.next.map(({ item: name }) => name)).toEqual(["b", "c", "d"]);
  expect(undone(start)).toBe(start);
});

test("after a reload, undo starts with what the server knows", () => {
  const again = startSession("ann", turn("bcd", 1, "a"));
  expect(undone(again).current?.item).toBe("a");
});

test("unsaved acts of an earlier visit are not asked for again", () => {
  const again = startSession("ann", turn("abcd"), [{ item: "a", by: "ann", value: "1" }]);
  expect(again.current?.item).toBe("b");
  expect(again.unsaved).toHaveLength(1);
});

test("at the end there is nothing; undo still works, and new items appear", () => {
  const last = acted(startSession("ann", turn("a")), { value: "0" });
  expect(last.current).toBeUndefined();
  expect(acted(last, { value: "1" })).toBe(last);
  expect(undone(last).current?.item).toBe("a");
  expect(saved(last, turn("x", 1)).current?.item).toBe("x");
});

test("what is refused is kept with its reason, and the rest goes on", () => {
  const one = refused(acted(acted(start, { value: "0" }), { value: "1" }), "no such thing");
  expect(one.refused).toEqual([{ act: { item: "a", by: "ann", value: "0" }, reason: "no such thing" }]);
  expect(one.unsaved.map(({ item: name }) => name)).toEqual(["b"]);
});
