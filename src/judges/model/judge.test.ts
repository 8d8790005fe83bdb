import { describe, expect, it } from "vitest";
import { asScript, byWords, edit, harbour, judgeWith, support } from "../../../test/judges/_harbour-judge.ts";
import { CallError } from "../../calls/call-error.ts";
import type { JudgeCase } from "../../core/judgement-record.ts";
import { prepareCase } from "../prepare.ts";
import { parseRecord, recordLine } from "../record.ts";
import { createTestCaller, follow, readShown, type Sent } from "./_scripted.ts";
import { createFunctionClient } from "./clients/function.ts";
import { createModelJudge } from "./index.ts";

it("asks nothing about a reference without words, which has no claims", async () => {
  const prompts: string[] = [];
  const { record } = await judgeWith(
    (sent) => {
      prompts.push(sent.request.prompt);
      return asScript(sent);
    },
    {},
    { ...harbour, reference: "…" },
  );
  expect(prompts.every((prompt) => !prompt.startsWith("claims"))).toBe(true);
  expect(record).toMatchObject({ claims: [], entities: [] });
  expect(record.unjudged ?? []).toEqual([]);
});

describe("a case judged by a model", () => {
  it("takes two calls and gives the whole record", async () => {
    const { record, caller } = await judgeWith(asScript);
    expect(caller.sent.map((s) => s.request.prompt)).toEqual(["claims@1", "support@2"]);
    expect(record.claims).toEqual([
      {
        id: "c1",
        text: "The lighthouse was built in 1854.",
        support: [{ chunk: 0, level: "full", by: ["1.2"] }],
      },
      {
        id: "c2",
        text: "The keeper lived there until 1990.",
        support: [
          { chunk: 1, level: "partial", by: ["2.2"] },
          { chunk: 2, level: "full", by: ["3.1"] },
        ],
      },
    ]);
    expect(record.responseClaims).toEqual([
      {
        id: "r1",
        text: "The lighthouse was built in 1854.",
        support: [{ chunk: 0, level: "full", by: ["1.2"] }],
        relevant: true,
      },
    ]);
    expect(record.chunks.map((c) => c.statements.map((s) => s.relevant))).toEqual([
      [true, true],
      [false, false],
      [true],
      [false],
    ]);
    expect(record.unjudged).toBeUndefined();
    expect(record.flags).toBeUndefined();
    expect(record.cost).toEqual({ calls: 2 });
  });

  it.each([{ groupTokens: 30 }, { groupTokens: 12 }, { groupTokens: 1 }, { perChunk: true }])(
    "gives the same in several calls: %o",
    async (options) => {
      const whole = await judgeWith(asScript);
      const split = await judgeWith(asScript, options);
      expect(split.caller.sent.length).toBeGreaterThan(whole.caller.sent.length);
      expect({ ...split.record, judge: 0, cost: 0 }).toEqual({ ...whole.record, judge: 0, cost: 0 });
    },
  );

  it("asks per chunk, each alone", async () => {
    const { caller } = await judgeWith(asScript, { perChunk: true });
    const sizes = caller.sent.slice(1).map(({ messages }) => readShown(messages).statements.size);
    // With a canary each.
    expect(sizes).toEqual([3, 3, 2, 2]);
  });

  it("asks in halves when the model says that it is too long", async () => {
    const tooLong = ({ request, messages }: Sent): string => {
      if (readShown(messages).statements.size > 4) throw new CallError("too-long", "context length exceeded");
      return follow(byWords, request, messages);
    };
    const { record } = await judgeWith(tooLong);
    expect(record.claims).toEqual((await judgeWith(asScript)).record.claims);
    expect(record.unjudged).toBeUndefined();
  });

  it("asks the claims of a reference by its text alone", async () => {
    const a = await judgeWith(asScript);
    const b = await judgeWith(
      asScript,
      {},
      { ...harbour, id: "q2", question: "Who?", contexts: ["Another text."] },
    );
    expect(a.caller.sent[0]!.request.inputs).toEqual(b.caller.sent[0]!.request.inputs);
    expect(a.caller.sent[1]!.request.inputs).not.toEqual(b.caller.sent[1]!.request.inputs);
  });

  it("asks again for the verdicts when it is repeated, not for the claims", async () => {
    const caller = createTestCaller(asScript);
    const judge = createModelJudge({ caller });
    const { prepared } = prepareCase(harbour);
    for (const again of [{}, { repeat: 1 }, { repeat: 2 }]) await judge.judge({ ...prepared!, ...again });
    const inputs = caller.sent.map(({ request }) => JSON.stringify(request.inputs));
    expect(new Set(inputs.filter((_, i) => i % 2 === 0)).size).toBe(1);
    expect(new Set(inputs.filter((_, i) => i % 2 === 1)).size).toBe(3);
  });

  it("asks one question where there is no reference", async () => {
    const { reference: _, response: __, ...bare } = harbour;
    const { record, caller } = await judgeWith(asScript, {}, bare);
    expect(caller.sent.map((s) => s.request.prompt)).toEqual(["support@2"]);
    expect(readShown(caller.sent[0]!.messages).claims.size).toBe(0);
    expect(record.claims).toBeUndefined();
    expect(record.chunks[0]!.statements[1]!.relevant).toBe(true);
  });

  it("adds the tokens and the money of its calls", async () => {
    const caller = createTestCaller(asScript);
    const paid = {
      call: async (...args: Parameters<typeof caller.call>) => {
        const called = await caller.call(...args);
        return { ...called, reply: { ...called.reply, usage: { input: 100, output: 7 } }, money: 0.25 };
      },
    };
    const judged = await createModelJudge({ caller: paid }).judge(prepareCase(harbour).prepared!);
    expect(judged.cost).toEqual({ calls: 2, inputTokens: 200, outputTokens: 14, money: 0.5 });
  });
});

describe("claims and entities of a reference", () => {
  const taking =
    (claims: string[], entities: string[]) =>
    (sent: Sent): string =>
      sent.request.prompt.startsWith("claims") ? JSON.stringify({ claims, entities }) : asScript(sent);

  it("leaves out what is not in it", async () => {
    const { record } = await judgeWith(
      taking(["The lighthouse was built in 1854.", "Bananas are yellow."], ["1854", "Paris", "1854"]),
    );
    expect(record.claims!.map((c) => c.text)).toEqual(["The lighthouse was built in 1854."]);
    expect(record.entities).toEqual([{ text: "1854", chunks: [0] }]);
    expect(record.flags!.map((f) => f.code)).toEqual(["foreign-claim", "foreign-entity"]);
  });

  it("fails when nothing is left", async () => {
    const { record } = await judgeWith(taking(["Bananas are yellow."], []));
    expect(record.unjudged![0]).toMatchObject({ part: "claims", problem: { code: "judge-no-claims" } });
  });
});

it("flags support without a word in common", async () => {
  const blind = edit((reply, { messages }) => {
    const claim = [...readShown(messages).claims].find(([, text]) => text.includes("keeper"))![0];
    reply.claims.find((c) => c.id === claim)!.full = [
      [...readShown(messages).statements].find(([, text]) => text.includes("Nothing"))![0],
    ];
  });
  const { record } = await judgeWith(support(blind));
  expect(record.flags).toMatchObject([{ code: "no-shared-words", ids: ["c2", "4.1"] }]);
  const unchecked = await judgeWith(support(blind), { checkWords: false });
  expect(unchecked.record.flags).toBeUndefined();
});

it("answers itself in a dry run, with all that it was asked for", async () => {
  const { record, caller } = await judgeWith(({ request }) => request.dryReply!());
  expect(caller.sent).toHaveLength(2);
  expect(record.unjudged).toBeUndefined();
});

it("takes a model alone, and asks the same question once", async () => {
  let calls = 0;
  const client = createFunctionClient({
    name: "scripted",
    ask(messages, schema) {
      calls++;
      const prompt = "entities" in (schema["properties"] as object) ? "claims" : "support";
      return JSON.parse(follow(byWords, { prompt }, messages));
    },
  });
  const judge = createModelJudge({ client });
  expect(judge.by.name).toBe("function:scripted");
  const { prepared } = prepareCase(harbour);
  const first = await judge.judge(prepared!);
  const second = await judge.judge(prepared!);
  expect(calls).toBe(2);
  expect(second.cost).toEqual({ calls: 0, reused: 2 });
  expect(second.claims).toEqual(first.claims);
  expect(() => createModelJudge({})).toThrow("needs a model");
});

it("refuses options that are no numbers of tokens", () => {
  const caller = createTestCaller(asScript);
  expect(() => createModelJudge({ caller, options: { groupTokens: 0 } })).toThrow("groupTokens is 0");
});

describe("a chunk that supports a claim and denies it", () => {
  const both: JudgeCase = {
    id: "q1",
    question: "",
    reference: "The lighthouse was built in 1854.",
    contexts: [
      "The lighthouse was built in 1854. The lighthouse dates from 1855.",
      "The lighthouse was granite. The lighthouse was not from 1854.",
    ],
  };
  /** By words of the statements, since a made-up one is among them. */
  const saying = (full: string[], partial: string[], against: string[]) =>
    edit((reply, { messages }) => {
      const { claims, statements } = readShown(messages);
      const idsOf = (list: string[]): string[] =>
        [...statements].filter(([, text]) => list.some((part) => text.endsWith(part))).map(([id]) => id);
      for (const claim of reply.claims)
        Object.assign(
          claim,
          claims.get(claim.id) === both.reference
            ? { full: idsOf(full), partial: idsOf(partial), against: idsOf(against) }
            : { full: [], partial: [] },
        );
    });

  it("has both in its record, each with its statements", async () => {
    const { record } = await judgeWith(
      support(saying(["in 1854."], ["granite.", "not from 1854."], ["1855.", "not from 1854."])),
      {},
      both,
    );
    const [claim] = record.claims!;
    expect(claim!.support).toEqual([
      { chunk: 0, level: "full", by: ["1.1"] },
      { chunk: 1, level: "partial", by: ["2.1"] },
    ]);
    expect(claim!.contradicted).toEqual([
      { chunk: 0, by: ["1.2"] },
      { chunk: 1, by: ["2.2"] },
    ]);
    expect(parseRecord(JSON.parse(recordLine(record)))).toEqual(JSON.parse(JSON.stringify(record)));
  });
  it("is asked about again if one statement does both", async () => {
    const { record, caller } = await judgeWith(
      support(saying(["in 1854."], [], ["in 1854."]), saying(["in 1854."], [], ["1855."])),
      {},
      both,
    );
    expect(caller.sent).toHaveLength(3);
    expect(caller.sent[2]!.messages.at(-1)!.content).toContain(
      "a statement cannot state a claim and deny it",
    );
    expect(record.unjudged).toBeUndefined();
    expect(record.claims![0]!.contradicted).toEqual([{ chunk: 0, by: ["1.2"] }]);
  });
  it("is unjudged if one statement does both again", async () => {
    const twice = saying(["in 1854."], [], ["in 1854."]);
    const { record } = await judgeWith(support(twice, twice), {}, both);
    expect(record.unjudged!.map(({ part, problem }) => [part, problem.code])).toContainEqual([
      "claims",
      "judge-unreadable",
    ]);
  });
});
