import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { JudgeCase, PreparedCase } from "../core/judgement-record.ts";
import { GoldieError } from "../core/problem.ts";
import { judge, judgeEach } from "./judge.ts";
import type { Judge } from "./judge-types.ts";

const cases = (n: number): JudgeCase[] =>
  Array.from({ length: n }, (_, i) => ({
    id: `q${i}`,
    question: "Who?",
    reference: "Ada.",
    contexts: [`Text ${i}.`],
  }));
const judgeBy = (judgeOne: Judge["judge"]): Judge => ({
  by: { name: "test", version: "1" },
  limits: [],
  judge: judgeOne,
});
const fine = (one: PreparedCase) => ({
  claims: [],
  relevant: one.chunks.map((c) => c.statements[0]!.id),
  cost: { calls: 1 },
});

/** Finishes when told, so that cases end in any order. */
function stoppable() {
  const waiting = new Map<string, () => void>();
  let most = 0;
  const held = judgeBy(
    (one) =>
      new Promise((resolve) => {
        waiting.set(one.id, () => {
          waiting.delete(one.id);
          resolve(fine(one));
        });
        most = Math.max(most, waiting.size);
      }),
  );
  return { held, waiting, most: () => most };
}
const turns = async (n = 20): Promise<void> => {
  for (let i = 0; i < n; i++) await setImmediate();
};

describe("judge", () => {
  it("gives a record for each case, in their order, and adds the cost", async () => {
    const { held, waiting, most } = stoppable();
    const seen: string[] = [];
    const done = judge({
      cases: cases(6),
      judge: held,
      concurrency: 3,
      onRecord: (r) => void seen.push(r.id),
    });
    while (seen.length < 6) {
      await turns();
      [...waiting.values()].at(-1)?.();
    }
    const { judgements, cost, by, problems } = await done;
    expect([...judgements.keys()]).toEqual(["q0", "q1", "q2", "q3", "q4", "q5"]);
    expect(seen).toEqual([...judgements.keys()]);
    expect(cost).toEqual({ calls: 6 });
    expect(by.name).toBe("test");
    expect(problems).toEqual([]);
    expect(most()).toBe(3);
  });

  it("goes on with others while the first one is slow", async () => {
    const { held, waiting } = stoppable();
    const done = judge({ cases: cases(8), judge: held, concurrency: 2 });
    for (let i = 1; i < 8; i++) {
      await turns(40);
      waiting.get(`q${i}`)!();
    }
    await turns(40);
    expect([...waiting.keys()]).toEqual(["q0"]);
    waiting.get("q0")!();
    expect((await done).judgements.size).toBe(8);
  });

  it("what one case asks is on its way while the next is prepared", async () => {
    const told: string[] = [];
    await judge({
      cases: cases(20),
      judge: judgeBy(async (one) => {
        told.push(`prepared ${one.id}`);
        await setImmediate();
        told.push(`asked ${one.id}`);
        return fine(one);
      }),
    });
    expect(told.indexOf("asked q0")).toBeLessThan(told.indexOf("prepared q3"));
  });

  it("keeps a case whose judge throws, with the reason", async () => {
    const { judgements, problems } = await judge({
      cases: cases(3),
      judge: judgeBy((one) => {
        if (one.id === "q1") throw new Error("out of order");
        if (one.id === "q2") throw new GoldieError({ code: "own-code", what: "own words", fix: "x" });
        return fine(one);
      }),
    });
    expect([...judgements.values()].map((r) => r.unjudged?.[0]?.problem.code)).toEqual([
      undefined,
      "judge-failed",
      "own-code",
    ]);
    expect(judgements.get("q1")!.unjudged![0]!.problem.what).toContain("out of order");
    expect(judgements.get("q1")!.chunks[0]!.statements[0]).not.toHaveProperty("relevant");
    expect(problems.map((p) => [p.code, p.at?.query])).toContainEqual(["judge-failed", "q1"]);
  });

  it("keeps what was judged when it is cancelled, and says so of the rest", async () => {
    const stop = new AbortController();
    const { judgements } = await judge({
      cases: cases(4),
      concurrency: 1,
      signal: stop.signal,
      judge: judgeBy((one) => {
        if (one.id === "q1") {
          stop.abort();
          throw new Error("cut short");
        }
        return fine(one);
      }),
    });
    expect([...judgements.values()].map((r) => r.unjudged?.[0]?.problem.code)).toEqual([
      undefined,
      "judge-cancelled",
      "judge-cancelled",
      "judge-cancelled",
    ]);
  });

  it("does not ask about cases without a statement: nothing supports their claims", async () => {
    const never = judgeBy(() => {
      throw new Error("asked");
    });
    const { judgements } = await judge({
      judge: never,
      cases: [
        {
          id: "none",
          question: "Who?",
          reference: "Ada Lovelace did. Bob did not.",
          response: "Ada.",
          contexts: [],
        },
        { id: "blank", question: "Who?", reference: "Ada.", contexts: ["", " "] },
        { id: "bare", question: "Who?", contexts: [] },
      ],
    });
    const none = judgements.get("none")!;
    expect(none.unjudged).toBeUndefined();
    expect(none.claims!.length).toBeGreaterThan(0);
    expect([...none.claims!, ...none.responseClaims!].every((c) => c.support.length === 0)).toBe(true);
    expect(none.entities!.every((e) => e.chunks.length === 0)).toBe(true);
    expect(none.judge.name).toBe("test");
    expect(judgements.get("blank")!.claims).toHaveLength(1);
    expect(judgements.get("bare")).not.toHaveProperty("claims");
  });

  it("leaves out a second case of the same id, and tells", async () => {
    const { judgements, problems } = await judge({ cases: [...cases(2), ...cases(1)], judge: judgeBy(fine) });
    expect(judgements.size).toBe(2);
    expect(problems).toMatchObject([{ code: "duplicate-case", at: { query: "q0" } }]);
  });

  it("stops at a limit, without reading on", async () => {
    let read = 0;
    async function* many() {
      for (const c of cases(100)) {
        read++;
        yield c;
      }
    }
    expect((await judge({ cases: many(), judge: judgeBy(fine), limit: 3 })).judgements.size).toBe(3);
    expect(read).toBe(3);
    await expect(judge({ cases: [], judge: judgeBy(fine), concurrency: 0 })).rejects.toThrow(
      "concurrency is 0",
    );
  });

  it("judges by words if nobody else is named", async () => {
    const { judgements, by } = await judge({
      cases: [
        {
          id: "q",
          question: "Who found radium?",
          reference: "Marie Curie found radium.",
          contexts: ["Marie Curie found radium in 1898."],
        },
      ],
    });
    expect(by.name).toBe("lexical");
    expect(judgements.get("q")!.claims![0]!.support).toEqual([{ chunk: 0, level: "full", by: ["1.1"] }]);
  });
});

it("records one by one, and no more is judged when nobody asks for them", async () => {
  let judged = 0;
  const each = judgeEach({
    cases: cases(100),
    concurrency: 2,
    judge: judgeBy((one) => {
      judged++;
      return fine(one);
    }),
  });
  for await (const record of each) if (record.id === "q1") break;
  const then = judged;
  await turns(200);
  expect(then).toBeLessThan(50);
  expect(judged).toBe(then);
});
