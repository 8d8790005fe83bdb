import { describe, expect, test } from "vitest";
import { GoldieError } from "../core/problem.ts";
import type { RankingInput } from "../evaluate/input/read-run.ts";
import "./vitest.ts";

const search = async (): Promise<RankingInput> => ["a", "x", "b", "y", "z", "c"];

/** What a failing test prints. */
async function messageOf(run: () => unknown): Promise<string> {
  try {
    await run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("it passed");
}

describe("toRetrieve", () => {
  test("passes where all of the gold is in the top k", async () => {
    await expect(search).toRetrieve("how?", ["a", "b"], { k: 3 });
    await expect(() => new Map([["a", 1]])).toRetrieve("how?", ["a"]);
    await expect(() => ["a"]).toRetrieve("", ["a"]);
  });

  test("shows the list with marks, what was missed and why", async () => {
    const message = await messageOf(() =>
      expect(search).toRetrieve("how do I reset it?", ["a", "b", "c", "d"], { k: 3 }),
    );
    expect(message).toBe(
      `search("how do I reset it?") should retrieve all of the gold in the top 3, but recall@3 is 0.500

✓ 1  a
  2  x
✓ 3  b
  -  below the top 3
  4  y
  5  z
✓ 6  c

missed c: below k (rank 6)
missed d: never retrieved`,
    );
  });

  test("says that the list is empty, and how to pass k to a function that takes a number", async () => {
    const byNumber = (_: string, k: number) => ["a", "b"].slice(0, k);
    const message = await messageOf(() => expect(byNumber).toRetrieve("how?", ["a"], { k: 3 }));
    expect(message).toBe(
      `search("how?") should retrieve all of the gold in the top 3, but it returned an empty list

The function is called as search(query, { k, signal }).
If yours takes a number, pass it on: (query, { k }) => search(query, k)`,
    );
    for (const empty of [new Map(), new Set(), {}])
      expect(await messageOf(() => expect(() => empty).toRetrieve("how?", ["a"]))).toContain("an empty list");
    await expect(byNumber).not.toRetrieve("how?", ["a"]);
    await expect((query: string, { k }: { k: number }) => byNumber(query, k)).toRetrieve("how?", ["a"]);
  });

  test("with .not, none of the gold may be there", async () => {
    await expect(search).not.toRetrieve("how?", ["d", "c"], { k: 3 });
    const message = await messageOf(() => expect(search).not.toRetrieve("how?", ["b", "d"], { k: 3 }));
    expect(message).toBe(
      `search("how?") should retrieve none of the gold in the top 3, but recall@3 is 0.500

  1  a
  2  x
✓ 3  b
  -  below the top 3
  4  y
  5  z
  6  c`,
    );
  });

  test("the search function gets the query, k and a signal", async () => {
    const { signal } = new AbortController();
    const calls: unknown[] = [];
    const spy = (...args: unknown[]) => {
      calls.push(args);
      return ["a"];
    };
    await expect(spy).toRetrieve("how?", ["a"], { k: 7, signal });
    await expect(spy).toRetrieve("how?", ["a"]);
    expect(calls).toEqual([
      ["how?", { k: 7, signal }],
      ["how?", { k: 10, signal: expect.any(AbortSignal) }],
    ]);
  });

  test("a search that is cancelled is neither a pass nor a failure of the search", async () => {
    const controller = new AbortController();
    const cancelled = async () => {
      controller.abort(new Error("cancelled"));
      return [];
    };
    const options = { signal: controller.signal };
    await expect(() => expect(cancelled).not.toRetrieve("how?", ["a"], options)).rejects.toThrow(
      /^cancelled$/,
    );
    const never = () => expect.unreachable("it is not called");
    await expect(() => expect(never).not.toRetrieve("how?", ["a"], options)).rejects.toThrow(/^cancelled$/);
  });

  test("a search that throws, rejects or returns an error is an error, with .not too", async () => {
    const cause = new Error("the index is down");
    const failing = [
      () => {
        throw cause;
      },
      () => Promise.reject(cause),
      () => cause,
    ];
    for (const bad of failing)
      for (const asked of [expect(bad), expect(bad).not])
        await expect(asked.toRetrieve("how?", ["a"])).rejects.toMatchObject({
          name: "GoldieError",
          message: expect.stringContaining('search("how?") failed: the index is down'),
          problem: { code: "cannot-assert", reason: "search-failed" },
          cause,
        });
  });

  test.each([
    [undefined, "undefined"],
    [null, "null"],
    ["a", '"a"'],
    [7, "7"],
    [{ hits: ["a"] }, '{"hits":["a"]}'],
    [[["a"]], undefined],
    [() => ["a"], "a function"],
  ])("a search that returns %o is an error, with .not too", async (returned, words) => {
    const bad = () => returned;
    for (const asked of [expect(bad), expect(bad).not]) {
      const error = await asked.toRetrieve("how?", ["a"]).then(
        () => undefined,
        (reason) => reason,
      );
      expect(error).toBeInstanceOf(GoldieError);
      if (words !== undefined)
        expect(error.message).toContain(`search("how?") is ${words}, not a list of hits\n  fix  `);
    }
  });

  test.each([
    [
      "no function",
      () => expect(["a"]).not.toRetrieve("how?", ["a"]),
      /^toRetrieve: expect\(\) was given \["a"\]/,
    ],
    [
      "no query",
      () => expect(search).not.toRetrieve(["a"] as never, "how?" as never),
      /the query is \["a"\]/,
    ],
    ["no gold", () => expect(search).not.toRetrieve("how?", []), /no relevant documents in the gold/],
    ["gold that is none", () => expect(search).not.toRetrieve("how?", "a" as never), /"a" is not gold/],
    ["k of 0", () => expect(search).not.toRetrieve("how?", ["a"], { k: 0 }), /k cannot be 0/],
    [
      "an unknown option",
      () => expect(search).not.toRetrieve("how?", ["a"], { K: 3 } as never),
      /option "K"/,
    ],
  ])("%s is an error, with .not too", async (_, run, words) => {
    await expect(run()).rejects.toThrow(words);
    await expect(run()).rejects.toThrow(GoldieError);
  });
});

describe("toHaveRecall", () => {
  test("compares recall with min, which is 1 by default", async () => {
    expect(["a", "x"]).toHaveRecall(["a"]);
    expect(["a", "x"]).toHaveRecall(["a", "b"], { k: 2, min: 0.5 });
    expect(["a", "x"]).not.toHaveRecall(["a", "b"], { k: 2, min: 0.51 });
    expect(await messageOf(() => expect(["x", "a"]).toHaveRecall(["a", "b"], { k: 5, min: 0.8 }))).toBe(
      "recall@5 should be at least 0.8, but is 0.500\n\n  1  x\n✓ 2  a\n\nmissed b: never retrieved",
    );
    expect(await messageOf(() => expect(["x", "a"]).not.toHaveRecall(["a", "b"], { min: 0.5 }))).toBe(
      "recall@10 should be below 0.5, but is 0.500\n\n  1  x\n✓ 2  a",
    );
  });

  test("shows as many digits as tell the value from min", async () => {
    const gold = Array.from({ length: 3 }, (_, i) => `d${i}`);
    const message = await messageOf(() => expect(gold.slice(1)).toHaveRecall(gold, { min: 0.667 }));
    expect(message).toContain("at least 0.667, but is 0.6666666666666666\n");
  });

  test("an empty list has no hits, and long ones are cut", async () => {
    expect(await messageOf(() => expect([]).toHaveRecall(["a"]))).toContain("\n\n  (no hits)\n\nmissed a");
    const many = Array.from({ length: 30 }, (_, i) => `d${i}`);
    const message = await messageOf(() => expect(many).toHaveRecall(["d29"], { k: 8 }));
    expect(message).toContain("   8  d7\n  --  below the top 8\n   9  d8\n");
    expect(message).toContain("  13  d12\n      … 17 more\n\nmissed d29: below k (rank 30)");
  });

  test("repeated hits are counted once, and that is said", async () => {
    const message = await messageOf(() => expect(["a", "a", "b", "c"]).toHaveRecall(["a", "c"], { k: 2 }));
    expect(message).toContain("✓ 1  a\n  2  b\n  -  below the top 2\n✓ 3  c\n\nmissed c: below k (rank 3)\n");
    expect(message).toContain("\nwarning: document a is ranked twice");
  });

  test("a mapping is ordered by score", async () => {
    const message = await messageOf(() => expect({ a: 0.2, b: 0.9, c: 0.5 }).toHaveRecall(["a"], { k: 2 }));
    expect(message).toContain("  1  b\n  2  c\n  -  below the top 2\n✓ 3  a\n");
  });

  test("groups, passages and spans are found as evaluate finds them", async () => {
    const groups = [
      ["a", "b"],
      ["c", "d"],
    ];
    expect(["b", "d"]).toHaveRecall(groups);
    expect(await messageOf(() => expect(["x", "b"]).toHaveRecall(groups))).toBe(
      "group-recall@10 should be at least 1, but is 0.500\n\n  1  x\n✓ 2  b\n\nmissed c or d: never retrieved",
    );
    const hits = [
      { id: "1", text: "Ferries leave at nine." },
      { id: "22", text: `The ferry runs daily\n${"and on ".repeat(20)}` },
    ];
    expect(hits).toHaveRecall({ passages: ["The ferry runs daily"] });
    const message = await messageOf(() =>
      expect(hits).toHaveRecall({ passages: ["The ferry runs daily", "No dogs."] }),
    );
    expect(message).toContain('  1  1   "Ferries leave at nine."\n✓ 2  22  "The ferry runs daily and on');
    expect(message).toContain('…"\n\nmissed No dogs.: never retrieved');
    const chunks = [
      { id: "x", doc: "d", start: 0, end: 10 },
      { id: "y", doc: "d", start: 0, end: 10 },
      { id: "z", doc: "e", start: 4, end: 9 },
    ];
    const spans = [
      { doc: "e", start: 5, end: 8 },
      { doc: "f", start: 5, end: 8 },
    ];
    expect(chunks).toHaveRecall({ spans: spans.slice(0, 1) });
    expect(await messageOf(() => expect(chunks).toHaveRecall({ spans }))).toContain(
      "  1  x\n✓ 2  z\n\nmissed f:5-8: never retrieved",
    );
  });

  test("options that would have found a document are written as options", async () => {
    const hits = [{ id: "x#1", doc: "x" }, { id: "Guide.md" }];
    const message = await messageOf(() => expect(hits).toHaveRecall(["x", "guide.md"]));
    expect(message).toContain('missed x: retrieved as x#1 (rank 1); it would match with unit: "doc"\n');
    expect(message).toContain('(rank 2); it would match with match: { ids: "lower", on: "both" }\n');
    expect(hits).toHaveRecall(["x"], { unit: "doc" });
    expect(hits).toHaveRecall(["guide.md"], { match: { ids: "lower", on: "both" } });
  });

  test("LangChain documents are hits, with their scores or without", async () => {
    const documents = [
      { pageContent: "Opening hours", metadata: { source: "a.md" } },
      { pageContent: "Fares", metadata: { source: "b.md" } },
    ];
    expect(documents).toHaveRecall(["b.md"], { k: 2 });
    const message = await messageOf(() =>
      expect(documents.map((one, i) => [one, 1 - i / 2])).toHaveRecall(["b.md"], { k: 1 }),
    );
    expect(message).toContain('  1  a.md  "Opening hours"\n  -  below the top 1\n✓ 2  b.md  "Fares"\n');
    expect(message).toContain("warning: using metadata.source as the id");
  });

  test.each([
    [
      "a promise",
      () => expect(search()).not.toHaveRecall(["a"]),
      "expect() is a promise, not a list of hits",
    ],
    ["an error", () => expect(new Error("down")).not.toHaveRecall(["a"]), "expect() is an error (down), not"],
    ["hits without ids", () => expect([{ score: 1 }]).not.toHaveRecall(["a"]), "hit 1 has no id"],
    ["a min of 80", () => expect(["a"]).not.toHaveRecall(["a"], { min: 80 }), "min is 80"],
  ])("%s is an error, with .not too", (_, run, words) => {
    expect(run).toThrow(words);
    expect(run).toThrow(GoldieError);
  });

  test("control characters of ids and texts do not reach the terminal", async () => {
    const message = await messageOf(() =>
      expect([{ id: "a\u001b[31m", text: "b\u001b[0m\nc" }]).toHaveRecall(["d\u001b[1m"]),
    );
    expect(message).not.toContain("\u001b");
  });
});
