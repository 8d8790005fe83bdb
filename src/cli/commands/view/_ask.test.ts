import { expect, test } from "vitest";
import type { RetrieverInput } from "../../../core/retriever.ts";
import { createDesk } from "./_ask.ts";

const desk = (retrievers: Record<string, RetrieverInput>, config = {}) =>
  createDesk(
    retrievers,
    config,
    () => 0,
    ({ code }) => code,
  );
const never = new AbortController().signal;

test("each retriever is opened once, asked for k hits, and closed; what it returns is cut and marked", async () => {
  const calls: string[] = [];
  const one = desk(
    {
      main: {
        about: "the main one",
        open: async () => void calls.push("open"),
        retrieve: async (query, { k, filter }) => {
          calls.push(`${query} ${k} ${filter}`);
          return [{ id: "a", text: "the ferry leaves at noon", score: 2 }, { id: "b" }, { id: "c" }];
        },
        close: () => void calls.push("close"),
      },
      plain: () => ["x"],
    },
    { filter: "tenant" },
  );
  const asked = await one.ask("ferry", 2, never);
  await one.ask("tide", 1, never);
  expect(one.retrievers).toEqual([{ name: "main", about: "the main one" }, { name: "plain" }]);
  expect(asked.lists.map(({ retriever, list }) => [retriever, list.hits.map(({ id }) => id)])).toEqual([
    ["main", ["a", "b"]],
    ["plain", ["x"]],
  ]);
  expect(asked.lists[0]!.list.hits[0]).toMatchObject({
    rank: 1,
    score: 2,
    state: "unjudged",
    snippet: { text: "the ferry leaves at noon", marks: [[4, 9, "word"]] },
  });
  await one.close();
  expect(calls).toEqual(["open", "ferry 2 tenant", "tide 1 tenant", "close"]);
});

test("one that fails, throws, never opens or returns nonsense says so beside the others", async () => {
  let opens = 0;
  const one = desk({
    fine: () => ["a"],
    throws: () => {
      throw new Error("no index");
    },
    nonsense: () => 7 as never,
    shut: {
      open: async () => {
        if (++opens === 1) throw new Error("not up yet");
      },
      retrieve: () => ["b"],
    },
  });
  const { lists } = await one.ask("x", 5, never);
  expect(lists.map(({ list }) => list.failed ?? list.length)).toEqual([
    1,
    "no index",
    "bad-answer",
    "not up yet",
  ]);
  const again = await one.ask("x", 5, never);
  expect(again.lists[3]!.list.hits).toHaveLength(1);
  await one.close();
});

test("one that takes long to open does not hold back the others, and answers once it is open", async () => {
  let ready: () => void = () => {};
  const opening = new Promise<void>((done) => {
    ready = done;
  });
  let opens = 0;
  const one = createDesk(
    {
      fine: () => ["a"],
      slow: {
        open: () => {
          opens++;
          return opening;
        },
        retrieve: () => ["b"],
      },
    },
    {},
    () => 0,
    ({ code }) => code,
    1,
  );
  const { lists } = await one.ask("x", 5, never);
  expect(lists.map(({ list }) => list.failed ?? list.length)).toEqual([
    1,
    "it is still opening; ask again in a moment",
  ]);
  ready();
  await opening;
  expect((await one.ask("x", 5, never)).lists[1]!.list.hits).toHaveLength(1);
  expect(opens).toBe(1);
  await one.close();
});

test("a page that goes away ends the wait, and one that never closes does not hold up the end", async () => {
  const gone = new AbortController();
  const one = desk({
    deaf: { open: () => new Promise(() => {}), retrieve: () => [], close: () => new Promise(() => {}) },
  });
  const asked = one.ask("x", 1, gone.signal);
  gone.abort();
  expect((await asked).lists[0]!.list.failed).toMatch(/\w/);
  await one.close();
});
