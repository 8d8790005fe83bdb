/** Label desks, and their addresses over real HTTP. */
import { appendFile, readFile, rm } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { JudgementRecord } from "../../src/core/judgement-record.ts";
import { createClaimDesk } from "../../src/dashboard/label-claims.ts";
import type { LabelTurn } from "../../src/dashboard/label-desk.ts";
import { labelRoutes } from "../../src/dashboard/label-routes.ts";
import { evaluate } from "../../src/evaluate/evaluate.ts";
import { readLabels } from "../../src/judges/calibrate/labels.ts";
import type { LabelFile, LabelLine } from "../../src/store/labels.ts";
import { type Sent, withDashboard } from "./_dashboard.ts";
import { smallLabelling, withDesk } from "./_label-desk.ts";

const small = smallLabelling();

describe("a desk for hits", () => {
  test("labels every hit once, most useful first, and knows when nothing is left", () =>
    withDesk(small, async ({ desk, pool }) => {
      const seen: string[] = [];
      for (let turn = await desk.next("ann", 1); turn.items.length > 0; ) {
        const { item } = turn.items[0]!;
        seen.push(item);
        turn = await desk.act({ item, by: "ann", value: String(seen.length % 3) }, 1);
      }
      expect(new Set(seen).size).toBe(pool.hits.length);
      const { labelled, total, settled, open, verdicts } = await desk.progress();
      expect([labelled, total]).toEqual([pool.hits.length, pool.hits.length]);
      expect(settled).toBe(true);
      expect(open).toBeCloseTo(0, 9);
      expect(verdicts).toHaveLength(1);
    }));

  test("a query with a scale of its own has its own choices, and no others are taken", () =>
    withDesk({ ...smallLabelling(3), highest: (query) => (query === "q1" ? 1 : 3) }, async ({ desk }) => {
      const { items } = await desk.next("ann", 50);
      expect(desk.facts.choices.map(({ words }) => words)).toEqual([
        "not relevant",
        "related",
        "relevant",
        "highly relevant",
      ]);
      const own = items.filter(({ choices }) => choices !== undefined);
      expect(new Set(own.map(({ query }) => query))).toEqual(new Set(["q1"]));
      expect(own[0]!.choices!.map(({ words }) => words)).toEqual(["not relevant", "relevant"]);
      const { item } = own[0]!;
      await expect(desk.act({ item, by: "ann", value: "3" }, 1)).rejects.toThrow("one of 0, 1, or skip");
      await desk.act({ item, by: "ann", value: "1" }, 1);
    }));

  test("an item says nothing of the runs", () =>
    withDesk(small, async ({ desk }) => {
      const { items } = await desk.next("ann", 20);
      expect(JSON.stringify(items)).not.toMatch(/overlap|prefix|rank|score/);
    }));

  test("scores on the page are those of evaluate on what is exported", () =>
    withDesk(small, async ({ desk }) => {
      for (let i = 0; i < 12; i++) {
        const { items } = await desk.next("ann", 1);
        await desk.act({ item: items[0]!.item, by: "ann", value: String(i % 4) }, 1);
      }
      const rows = (await desk.export()).text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { id: string; grades: Record<string, number> });
      const gold = Object.fromEntries(rows.map(({ id, grades }) => [id, grades]));
      const { runs } = await desk.progress();
      expect(runs.map(({ mean }) => mean.mean)).toEqual(
        small.runs.map(({ run }) => evaluate({ gold, run, metrics: ["ndcg@3"] }).mean("ndcg@3").mean),
      );
      // Documents without a label are not in the gold.
      const judged = rows.reduce((sum, { grades }) => sum + Object.keys(grades).length, 0);
      expect(judged).toBe(small.gold.size + 12);
    }));

  test("undo, skip and another label: the last act of an annotator counts", () =>
    withDesk(small, async ({ desk, pool }) => {
      const { items } = await desk.next("ann", 3);
      const { item, query, id } = items[0]!;
      await desk.act({ item, by: "ann", value: "1" }, 1);
      await desk.act({ item, by: "ann", value: "3", comment: "sure" }, 1);
      expect(pool.labelOf(query, id!)).toBe(3);
      const skipped = await desk.act({ item, by: "ann", skip: true }, 20);
      expect(pool.labelOf(query, id!)).toBeUndefined();
      expect(skipped.items.map((one) => one.item)).not.toContain(item);
      expect(skipped.last?.item).toBe(item);
      const undone = await desk.act({ item, by: "ann", undo: true }, 20);
      expect(undone.items.map((one) => one.item)).toContain(item);
      expect(undone.last).toBeUndefined();
      expect(undone.progress.annotators).toEqual([]);
    }));

  test("two annotators: majority, conflicts and agreement", () =>
    withDesk(small, async ({ desk, pool }) => {
      const { items } = await desk.next("ann", 4);
      const say = (at: number, by: string, value: string) =>
        desk.act({ item: items[at]!.item, by, value }, 1);
      for (const [at, a, b] of [
        [0, "0", "0"],
        [1, "2", "2"],
        [2, "1", "1"],
        [3, "0", "3"],
      ] as const) {
        await say(at, "ann", a);
        await say(at, "bob", b);
      }
      const { agreement, conflicts } = await desk.progress();
      expect(agreement).toMatchObject({ shared: 4, same: 3, statistic: "kappa" });
      // 3 of 4 alike; by chance (2 × 1 + 1 × 1 + 1 × 1) / 16.
      expect(agreement.value).toBeCloseTo((0.75 - 0.25) / 0.75, 12);
      expect(conflicts).toBe(1);
      expect(agreement.conflicts[0]!.said).toEqual([
        { by: "ann", value: "0" },
        { by: "bob", value: "3" },
      ]);
      const conflict = items[3]!;
      expect(pool.labelOf(conflict.query, conflict.id!)).toBeUndefined();
      // A third voice decides, and alpha takes the place of kappa.
      await say(3, "cy", "3");
      expect(pool.labelOf(conflict.query, conflict.id!)).toBe(3);
      expect((await desk.agreement()).statistic).toBe("alpha");
    }));

  test("a second annotator gets what is still open, and what everybody labels, before second opinions", () =>
    withDesk(small, async ({ desk, pool }) => {
      const all = (await desk.next("ann", 20)).items;
      for (const { item } of all.slice(0, 10)) await desk.act({ item, by: "ann", value: "0" }, 1);
      const seconds = new Set(all.slice(0, 10).map(({ item }) => item));
      const { items } = await desk.next("bob", 20);
      const first = items.slice(0, pool.hits.length - 10).map(({ item }) => item);
      // One in ten is for everybody.
      expect(first.filter((item) => seconds.has(item)).length).toBeLessThan(4);
    }));

  test("two desks over one file hear of each other", () =>
    withDesk(small, async ({ desk, path }) => {
      await withDesk(
        small,
        async ({ desk: other }) => {
          const [mine, theirs] = [await desk.next("ann", 20), await other.next("bob", 20)];
          await Promise.all([
            ...mine.items.slice(0, 5).map(({ item }) => desk.act({ item, by: "ann", value: "1" }, 1)),
            ...theirs.items.slice(0, 5).map(({ item }) => other.act({ item, by: "bob", value: "1" }, 1)),
          ]);
          const both = await Promise.all([desk.progress(), other.progress()]);
          expect(both[0]).toEqual({
            ...both[1],
            annotators: expect.anything(),
            agreement: expect.anything(),
          });
          for (const { annotators } of both) expect(annotators.map(({ labels }) => labels)).toEqual([5, 5]);
          expect((await readFile(path, "utf8")).trim().split("\n")).toHaveLength(10);
        },
        path,
      );
    }));

  test("labels of documents that are not pooled count too", () =>
    withDesk(small, async ({ desk, path }) => {
      const before = (await desk.progress()).runs.map(({ mean }) => mean.mean);
      const line = { query: "q0", doc: "nowhere", grade: 3, by: "ann", at: "" };
      await appendFile(path, `${JSON.stringify(line)}\n`);
      const after = (await desk.progress()).runs.map(({ mean }) => mean.mean);
      expect(after[0]!).toBeLessThan(before[0]!);
    }));
});

test("a file of something else is not appended to", () =>
  withDesk(small, async ({ path }) => {
    await appendFile(path, '{"id":"q1","claim":"c1","label":"full"}\n');
    await expect(withDesk(small, async () => {}, path)).rejects.toMatchObject({
      problem: { code: "not-labels", at: { file: path, line: 1 } },
    });
  }));

describe("a desk for claims", () => {
  const record = (id: string): JudgementRecord => ({
    format: "goldie-judgement@1",
    id,
    question: `What about ${id}?`,
    reference: "It is blue. It is old.",
    chunks: [{ id: "d1", text: "It is blue.", statements: [{ id: "1.1", text: "It is blue." }] }],
    claims: [
      { id: "c1", text: "It is blue.", support: [{ chunk: 0, level: "full", by: ["1.1"] }] },
      { id: "c2", text: "It is old.", support: [] },
    ],
    judge: { name: "lexical", version: "1" },
  });
  const memoryFile = (): LabelFile => {
    const lines: LabelLine[] = [];
    return {
      read: async () => lines.splice(0),
      append: async (line) => void lines.push(line),
      problem: undefined,
      close: async () => {},
    };
  };

  test("exports the rows that calibrate reads", async () => {
    const desk = await createClaimDesk({
      records: [record("q1"), record("q2")],
      file: memoryFile(),
      fileName: "claim-labels.jsonl",
      seed: 1,
      exportName: "claims.jsonl",
      now: () => new Date(0),
    });
    const { items, progress } = await desk.next("ann", 20);
    expect(progress).toMatchObject({ total: 4, labelled: 0, settled: false, runs: [], verdicts: [] });
    expect(items.find(({ claim }) => claim === "It is blue.")).toMatchObject({
      chunks: [{ id: "d1", text: "It is blue.", evidence: ["It is blue."] }],
    });
    for (const { item, claim } of items)
      await desk.act({ item, by: "ann", value: claim === "It is blue." ? "full" : "none" }, 1);
    await desk.act({ item: items[0]!.item, by: "bob", value: "partial" }, 1);
    await expect(desk.act({ item: items[0]!.item, by: "bob", value: "2" }, 1)).rejects.toThrow(
      "none, partial, full",
    );
    const { labels, problems } = readLabels((await desk.export()).text);
    expect(problems).toEqual([]);
    expect(labels).toHaveLength(5);
    expect(labels.map(({ level }) => level).sort()).toEqual([0, 0, 1, 2, 2]);
    expect(new Set(labels.map(({ annotator }) => annotator))).toEqual(new Set(["ann", "bob"]));
  });
});

describe("addresses", () => {
  const json = (body: unknown): Sent => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const served = (use: (send: Parameters<Parameters<typeof withDashboard>[0]>[0]["send"]) => Promise<void>) =>
    withDesk(small, ({ desk }) => withDashboard(({ send }) => use(send), {}, { more: labelRoutes(desk) }));

  test("facts, turns and acts", () =>
    served(async (send) => {
      expect(JSON.parse((await send("/api/label")).text)).toMatchObject({ kind: "hits", metric: "ndcg@3" });
      const turn = JSON.parse((await send("/api/label/next?by=ann&n=2")).text) as LabelTurn;
      expect(turn.items).toHaveLength(2);
      const reply = await send(
        "/api/label/act",
        json({ item: turn.items[0]!.item, by: "ann", value: "2", n: 1 }),
      );
      expect(JSON.parse(reply.text)).toMatchObject({ progress: { labelled: 1 } });
      expect(JSON.parse((await send("/api/label/export")).text)).toMatchObject({ name: "gold.jsonl" });
    }));

  test.each([
    ["no name", { item: "x", value: "1" }, "bad-request"],
    ["an empty name", { item: "x", by: "  ", value: "1" }, "bad-request"],
    ["control characters in a name", { item: "x", by: "a\u0007", value: "1" }, "bad-request"],
    [
      "a thing that is not there",
      { item: '["q0","../../etc/passwd"]', by: "ann", value: "1" },
      "no-label-item",
    ],
    ["a grade that is not there", { by: "ann", value: "9" }, "bad-request"],
    ["a number as grade", { by: "ann", value: 1 }, "bad-request"],
    ["label and undo", { by: "ann", value: "1", undo: true }, "bad-request"],
    ["nothing said", { by: "ann" }, "bad-request"],
    ["a comment without end", { by: "ann", value: "1", comment: "x".repeat(5000) }, "bad-request"],
    ["no object", null, "bad-request"],
    ["too many items", { by: "ann", value: "1", n: 1000 }, "bad-request"],
  ])("refuses %s", (_, body, code) =>
    served(async (send) => {
      const { items } = JSON.parse((await send("/api/label/next?by=ann&n=1")).text) as LabelTurn;
      const sent = body === null ? null : { item: items[0]!.item, ...body };
      const reply = await send("/api/label/act", json(sent));
      expect(reply.status).toBe(400);
      expect(JSON.parse(reply.text).problem.code).toBe(code);
      expect(JSON.parse((await send("/api/label/progress")).text).labelled).toBe(0);
    }),
  );

  test("a file that was removed is no fault of the label: it may be sent again", () =>
    withDesk(small, ({ desk, path }) =>
      withDashboard(
        async ({ send }) => {
          const { items } = await desk.next("ann", 1);
          await rm(path);
          const reply = await send("/api/label/act", json({ item: items[0]!.item, by: "ann", value: "1" }));
          expect([reply.status, JSON.parse(reply.text).problem.code]).toEqual([503, "labels-gone"]);
        },
        {},
        { more: labelRoutes(desk) },
      ),
    ));

  test("hostile names and comments come back as JSON only", () =>
    served(async (send) => {
      const hostile = "</script><img src=x onerror=alert(1)>\u2028";
      const { items } = JSON.parse((await send("/api/label/next?by=ann&n=1")).text) as LabelTurn;
      const reply = await send(
        "/api/label/act",
        json({ item: items[0]!.item, by: hostile, value: "1", comment: hostile }),
      );
      expect(reply.headers["content-type"]).toMatch(/^application\/json/);
      expect(reply.headers["x-content-type-options"]).toBe("nosniff");
      expect(JSON.parse(reply.text).progress.annotators[0].name).toBe(hostile.trim());
    }));

  test("without a session nothing is written", () =>
    served(async (send) => {
      const reply = await send("/api/label/act", {
        ...json({ item: "x", by: "ann", value: "1" }),
        headers: { "content-type": "application/json", cookie: undefined },
      });
      expect(reply.status).toBe(401);
    }));
});
