import { describe, expect, it } from "vitest";
import { asScript, byWords, edit, harbour, judgeWith, support } from "../../../test/judges/_harbour-judge.ts";
import { CallError } from "../../calls/call-error.ts";
import type { JudgeCase } from "../../core/judgement-record.ts";
import { evaluate } from "../../evaluate/evaluate.ts";
import type { ModelReply } from "../model-types.ts";
import { follow, readShown, type Sent } from "./_scripted.ts";

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
