import { describe, expect, it } from "vitest";
import { CallError } from "../../calls/call-error.ts";
import type { JudgeCase, JudgementRecord } from "../../core/judgement-record.ts";
import { evaluate } from "../../evaluate/evaluate.ts";
import type { ModelReply } from "../model-types.ts";
import { prepareCase } from "../prepare.ts";
import { makeRecord, parseRecord, recordLine } from "../record.ts";
import { createTestCaller, follow, readShown, type Script, type Sent } from "./_scripted.ts";
import { createFunctionClient } from "./clients/function.ts";
import { createModelJudge, type ModelJudgeOptions } from "./index.ts";

const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\d]{4,}/gu) ?? []);
const shared = (a: string, b: string): number => {
  const other = words(b);
  return [...words(a)].filter((w) => other.has(w)).length / Math.max(1, words(a).size);
};
/** Full: every long word is there; partial: half of them. */
const byWords: Script = {
  claims: (reference) => ({ claims: reference.split(/(?<=\.) /), entities: [] }),
  level: (claim, statement) =>
    shared(claim, statement) === 1 ? "full" : shared(claim, statement) >= 0.5 ? "partial" : "none",
  relevant: (text, question) => shared(question, text) > 0,
};

const harbour: JudgeCase = {
  id: "q1",
  question: "When was the harbour lighthouse built?",
  reference: "The lighthouse was built in 1854. The keeper lived there until 1990.",
  response: "The lighthouse was built in 1854.",
  contexts: [
    "The harbour is deep. The lighthouse was built there in 1854 of granite.",
    "Boats come and go. The keeper lived there, too.",
    "The lighthouse keeper lived there until 1990.",
    "Nothing of the kind.",
  ],
};

async function judgeWith(
  answer: (sent: Sent, call: number) => string | ModelReply,
  options: ModelJudgeOptions = {},
  c: JudgeCase = harbour,
): Promise<{ record: JudgementRecord; caller: ReturnType<typeof createTestCaller> }> {
  const caller = createTestCaller(answer);
  const judge = createModelJudge({ caller, options });
  const { base, prepared } = prepareCase(c);
  return { record: makeRecord(base, await judge.judge(prepared!), judge.by), caller };
}
const asScript = ({ request, messages }: Sent): string => follow(byWords, request, messages);
/** Judges by the script, but the second prompt gets another answer, by the number of its call. */
const support = (...answers: ((sent: Sent) => string | ModelReply)[]) => {
  let calls = 0;
  return (sent: Sent): string | ModelReply =>
    sent.request.prompt.startsWith("claims") ? asScript(sent) : (answers[calls++] ?? asScript)(sent);
};
const edit =
  (
    change: (
      reply: { claims: { id: string; full: string[]; partial: string[] }[]; relevant: string[] },
      sent: Sent,
    ) => void,
  ) =>
  (sent: Sent): string => {
    const reply = JSON.parse(asScript(sent));
    change(reply, sent);
    return JSON.stringify(reply);
  };

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

describe("a reply that is not what was asked for", () => {
  const right = async () => (await judgeWith(asScript)).record.claims;

  const dropKeeper = edit((reply, { messages }) => {
    const keeper = [...readShown(messages).claims].find(([, text]) => text.includes("keeper"))![0];
    reply.claims = reply.claims.filter((c) => c.id !== keeper);
  });

  it("asks again for a claim that it left out, for that one alone", async () => {
    const { record, caller } = await judgeWith(support(dropKeeper));
    expect(caller.sent).toHaveLength(3);
    const again = readShown(caller.sent[2]!.messages);
    // That claim and a canary.
    expect(again.claims.size).toBe(2);
    expect(record.claims).toEqual(await right());
  });

  it("says which claim it was when it is left out twice", async () => {
    const { record, caller } = await judgeWith(support(dropKeeper, dropKeeper));
    expect(record.unjudged).toMatchObject([
      { part: "claims", ids: ["c2"], problem: { code: "judge-left-out" } },
    ]);
    expect(record.claims![0]).toEqual((await right())![0]);
    // What it said of other things stays said.
    expect(record.responseClaims).toEqual((await judgeWith(asScript)).record.responseClaims);
    expect(caller.rejected.length).toBeGreaterThan(0);
  });

  it("drops ids that were never given, and says how many", async () => {
    const forge = edit((reply) => {
      for (const c of reply.claims) c.full.push("99", "c1");
      reply.claims.push({ id: "c77", full: ["1"], partial: [] });
      reply.relevant.push("Q", "0");
    });
    const { record } = await judgeWith(support(forge));
    expect(record.claims).toEqual(await right());
    const flag = record.flags!.find((f) => f.code === "unknown-id")!;
    expect(flag.what).toContain("(99, c1, c77, q, 0)");
  });

  it("puts together what is said of a claim twice", async () => {
    const twice = edit((reply) => {
      reply.claims = reply.claims.flatMap((c) => [
        { ...c, partial: [] },
        { ...c, full: [] },
      ]);
      reply.relevant = [...reply.relevant, ...reply.relevant];
    });
    expect((await judgeWith(support(twice))).record.claims).toEqual(await right());
  });

  it("asks once for a repair, with the reason", async () => {
    const { record, caller } = await judgeWith(support(() => "I think that 1.2 supports it."));
    expect(caller.sent).toHaveLength(3);
    const repair = caller.sent[2]!.messages;
    expect(repair.map((m) => m.role)).toEqual(["system", "user", "assistant", "user"]);
    expect(repair[2]!.content).toBe("I think that 1.2 supports it.");
    expect(repair[3]!.content).toContain("no JSON object");
    expect(caller.sent[2]!.request.inputs).not.toEqual(caller.sent[1]!.request.inputs);
    expect(record.claims).toEqual(await right());
    expect(caller.rejected).toEqual([]);
  });

  it("fails with the reason when the repair cannot be read either", async () => {
    const { record, caller } = await judgeWith(
      support(
        () => "no",
        () => "sorry",
      ),
    );
    expect(record.unjudged!.map((u) => [u.part, u.problem.code])).toEqual([
      ["claims", "judge-unreadable"],
      ["responseClaims", "judge-unreadable"],
      ["statements", "judge-unreadable"],
    ]);
    expect(record.chunks[0]!.statements[0]!.relevant).toBeUndefined();
    expect(caller.rejected).toHaveLength(2);
  });

  it("does not take a copy of the example in the prompt for a verdict", async () => {
    const copy = ({ messages }: Sent): string => messages[0]!.content.split("Reply with JSON only: ")[1]!;
    const all = await judgeWith(copy);
    expect(all.record.unjudged!.map((u) => [u.part, u.problem.code])).toEqual([
      ["claims", "judge-repeats"],
      ["entities", "judge-repeats"],
      ["responseClaims", "judge-repeats"],
      ["statements", "judge-repeats"],
    ]);
    const verdicts = await judgeWith(support(...Array.from({ length: 4 }, () => copy)));
    expect(verdicts.record.claims!.flatMap((c) => c.support)).toEqual([]);
    expect(verdicts.record.unjudged!.map((u) => u.part)).toEqual(["claims", "responseClaims", "statements"]);
  });

  it.each<[string, (messages: Sent["messages"]) => string]>([
    ["the last message", (messages) => messages.at(-1)!.content],
    ["everything", (messages) => messages.map(({ content }) => content).join("\n\n")],
    ["everything, with roles", (messages) => messages.map((m) => `${m.role}: ${m.content}`).join("\n")],
    ["the instructions", (messages) => `${messages[0]!.content}\nI will do so.`],
  ])("says of a model that copies %s that it repeats the prompt", async (_, copy) => {
    const { record, caller } = await judgeWith(({ messages }) => copy(messages));
    expect(caller.sent).toHaveLength(4);
    expect(new Set(record.unjudged!.map(({ problem }) => problem.code))).toEqual(new Set(["judge-repeats"]));
  });

  it("says of an empty reply that it was empty", async () => {
    const { record } = await judgeWith(
      support(
        () => "",
        () => " \n",
      ),
    );
    expect(record.unjudged![0]!.problem).toMatchObject({
      code: "judge-unreadable",
      what: "the reply was empty, even after a retry",
    });
  });

  it("gives a reply that was cut off more room", async () => {
    const { record, caller } = await judgeWith(
      support(() => ({ text: '{"claims":[{"id":"c1","full":["1.', finish: "length" })),
    );
    expect(caller.sent.slice(1).map((s) => s.request.maxOutputTokens)).toEqual([4096, 16384]);
    expect(record.claims).toEqual(await right());
  });

  it("asks in halves when there is no more room, and fails when there is nothing to halve", async () => {
    const short = ({ request, messages }: Sent): string | ModelReply =>
      request.prompt.startsWith("claims") || readShown(messages).statements.size <= 3
        ? follow(byWords, request, messages)
        : { text: '{"claims":[', finish: "length" };
    const { record } = await judgeWith(short, { mostOutputTokens: 4096 });
    expect(record.claims).toEqual(await right());
    const never = support(
      ...Array.from({ length: 40 }, () => (): ModelReply => ({ text: "{", finish: "length" })),
    );
    const failed = await judgeWith(never, { mostOutputTokens: 4096 });
    expect(failed.record.unjudged![0]!.problem.code).toBe("judge-cut-off");
  });

  it("pays for eight calls at most when every reply is cut off", async () => {
    const never = support(
      ...Array.from({ length: 40 }, () => (): ModelReply => ({ text: "{", finish: "length" })),
    );
    const { record, caller } = await judgeWith(never);
    expect(caller.sent.slice(1).map((s) => s.request.maxOutputTokens)).toEqual([
      4096,
      ...Array.from({ length: 7 }, () => 16384),
    ]);
    const { what, fix } = record.unjudged![0]!.problem;
    expect(what).toBe("the server cut the reply off; it was asked for up to 16384 output tokens");
    expect(fix).toContain("--per-chunk");
  });

  it("asks twice for half a reply that the server calls whole, and gives no number of tokens", async () => {
    const half = '{"claims":["The lighthouse was';
    const { record, caller } = await judgeWith(() => half);
    expect(caller.sent.map((s) => [s.request.prompt.split("@")[0], s.request.maxOutputTokens])).toEqual([
      ["claims", 4096],
      ["claims", 16384],
      ["support", 4096],
      ["support", 16384],
    ]);
    for (const { problem } of record.unjudged!)
      expect(problem).toMatchObject({
        code: "judge-unreadable",
        what: expect.stringContaining("the JSON is cut off; it starts"),
      });
    const mended = await judgeWith(support(() => half));
    expect(mended.record.claims).toEqual(await right());
  });

  it.each([harbour, { ...harbour, reference: undefined }])(
    "fails every metric of a case whose judge calls a made-up statement relevant (%#)",
    async ({ reference, ...rest }) => {
      const c: JudgeCase = reference === undefined ? rest : { ...rest, reference };
      const all = support(
        edit((reply, { messages }) => reply.relevant.push(...readShown(messages).statements.keys())),
      );
      const { record } = await judgeWith(all, {}, c);
      const asked = ["context-precision", "context-relevancy", "faithfulness", "answer-relevancy"];
      const metrics = [...asked, ...(reference === undefined ? [] : ["context-recall"])];
      const result = evaluate({ gold: { q1: {} }, judgements: { q1: record }, metrics });
      expect(metrics.map((metric) => [metric, result.score("q1", metric)])).toEqual(
        metrics.map((metric) => [
          metric,
          expect.objectContaining({
            status: "failed",
            problem: expect.objectContaining({ code: "judge-canary" }),
          }),
        ]),
      );
    },
  );

  it("fails with the reason when the model refuses", async () => {
    const { record, caller } = await judgeWith(
      support(() => ({ text: "I can't help with that.", finish: "refusal" })),
    );
    expect(record.unjudged![0]!.problem).toMatchObject({
      code: "judge-refused",
      what: expect.stringContaining("can't help"),
    });
    expect(caller.sent).toHaveLength(2);
  });

  it("fails the claims and the entities when the reference cannot be taken apart; what is relevant is judged", async () => {
    const { record } = await judgeWith((sent) =>
      sent.request.prompt.startsWith("claims") ? "?" : asScript(sent),
    );
    expect(record.claims).toBeUndefined();
    expect(record.unjudged!.map((u) => u.part)).toEqual(["claims", "entities"]);
    expect(record.chunks[0]!.statements[1]!.relevant).toBe(true);
    expect(record.responseClaims![0]!.support).toHaveLength(1);
  });

  it.each(["quota", "rate", "server", "timeout", "budget", "pending", "auth", "network"] as const)(
    "names %s",
    async (trouble) => {
      const { record } = await judgeWith(() => {
        throw new CallError(trouble, "so it is");
      });
      expect(record.unjudged![0]!.problem.code).toBe(`judge-${trouble}`);
    },
  );

  it("asks nothing more of a case when no reply comes", async () => {
    const { record, caller } = await judgeWith(() => {
      throw new CallError("pending", "in the batch file");
    });
    expect(caller.sent).toHaveLength(1);
    expect(record.unjudged!.map((u) => u.part)).toEqual([
      "claims",
      "entities",
      "responseClaims",
      "statements",
    ]);
  });

  it("lets a cancel through", async () => {
    const cancelled = judgeWith(() => {
      throw new CallError("aborted", "stop");
    });
    await expect(cancelled).rejects.toThrow("stop");
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
