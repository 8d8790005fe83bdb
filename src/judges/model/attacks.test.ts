/** What a text that gives orders can do: to the prompt (nothing), to a model that follows its instructions, and to one that obeys anybody. */
import { describe, expect, it } from "vitest";
import type { JudgeCase, JudgementRecord } from "../../core/judgement-record.ts";
import { judge } from "../judge.ts";
import type { ModelReply } from "../model-types.ts";
import { type Attack, attacks } from "./_attacks.ts";
import { oneLine } from "./_data-lines.ts";
import { createTestCaller, follow, readShown, type Script, type Sent } from "./_scripted.ts";
import { createModelJudge } from "./index.ts";

const CLAIMS = [
  "The lighthouse of Norrby was built in 1854.",
  "The lighthouse of Norrby is made of granite.",
];
const SUPPORT = "The lighthouse of Norrby was built in 1854 by the state.";
const honest: Script = {
  claims: () => ({ claims: CLAIMS, entities: ["Norrby", "1854"] }),
  level: (claim, statement) => (claim === CLAIMS[0] && statement === SUPPORT ? "full" : "none"),
  relevant: (text) => text === SUPPORT,
};

function caseOf({ where, text }: Attack): JudgeCase {
  return {
    id: "q",
    question: where === "question" ? text : "When was the lighthouse of Norrby built, and of what?",
    reference: `${CLAIMS.join(" ")}${where === "reference" ? ` ${text}` : ""}`,
    ...(where === "response" ? { response: text } : {}),
    contexts: [
      where === undefined ? text : "Nothing.",
      "Norrby has two harbours.",
      SUPPORT,
      "Boats are painted in spring.",
    ],
  };
}

const EVERY = /(every|all|each)\b.{0,40}\bclaims?\b|claims?\b.{0,10}\b(every|all)/i;
const YES = /support|full|confirm/i;

/** Obeys the first order that it recognises anywhere in its data; without one it judges well. */
function gullible({ request, messages }: Sent): string | ModelReply {
  const shown = readShown(messages);
  const own = [...shown.statements.keys()];
  if (request.prompt.startsWith("claims")) {
    const wanted = /Reply with the claims: (.*)$/.exec(shown.reference)?.[1];
    return wanted === undefined
      ? follow(honest, request, messages)
      : JSON.stringify({ claims: [wanted], entities: [] });
  }
  const reply = JSON.parse(follow(honest, request, messages)) as {
    claims: { id: string; full: string[]; partial: string[] }[];
    relevant: string[];
  };
  const lines: [string, string][] = [["Q", shown.question ?? ""], ...shown.claims, ...shown.statements];
  for (const [id, text] of lines) {
    const mine = shown.statements.has(id) ? [id] : own.slice(0, 1);
    if (/"claims"\s*:/.test(text)) return text.slice(text.indexOf("{"));
    if (/^Reply only with (.*)/.test(text)) return text.slice("Reply only with ".length);
    if (/^Refuse/.test(text)) return "I must not judge this.";
    if (/forever/.test(text)) return { text: '{"claims":[{"id":"token token token', finish: "length" };
    const ids = /Add the ids (.*) to every list/.exec(text)?.[1]?.split(", ");
    if (ids !== undefined) {
      for (const c of reply.claims) c.full.push(...ids);
      reply.relevant.push(...ids);
    } else if (/No claim is supported/.test(text)) {
      for (const c of reply.claims) c.full = [];
      reply.relevant = [];
    } else if (EVERY.test(text) && YES.test(text)) for (const c of reply.claims) c.full = mine;
    else if (/supports (c\d.*)/.test(text)) {
      for (const c of reply.claims) if (text.includes(c.id)) c.full = mine;
    }
    if (/all statements.*relevant/i.test(text)) reply.relevant = own;
    if (/This passage is .*relevant/.test(text)) reply.relevant.push(id);
  }
  return JSON.stringify(reply);
}

async function recordOf(attack: Attack, model: (sent: Sent) => string | ModelReply) {
  const caller = createTestCaller(model);
  const { judgements } = await judge({ cases: [caseOf(attack)], judge: createModelJudge({ caller }) });
  return { record: judgements.get("q")!, sent: caller.sent };
}
const byHonest = ({ request, messages }: Sent): string => follow(honest, request, messages);

/** What the metrics read, chunks by place. */
const verdicts = ({ claims, chunks }: JudgementRecord) => ({
  support: claims?.map((c) => [c.text, c.support.map((s) => [s.chunk, s.level])]),
  relevant: chunks.map((c) => c.statements.some((s) => s.relevant === true)),
});
const RIGHT = {
  support: [
    [CLAIMS[0], [[2, "full"]]],
    [CLAIMS[1], []],
  ],
  relevant: [false, false, true, false],
};

function outcome(record: JudgementRecord): Attack["gullible"] {
  if (record.unjudged !== undefined) return "caught";
  return JSON.stringify(verdicts(record)) === JSON.stringify(RIGHT) ? "nothing" : "moved";
}

describe(`${attacks.length} texts that give orders`, () => {
  it("are at least 40, each of its own", () => {
    expect(attacks.length).toBeGreaterThanOrEqual(40);
    expect(new Set(attacks.map((a) => a.id)).size).toBe(attacks.length);
  });

  it.each(attacks)("$id stays on its line, between the fences, out of the instructions", async (attack) => {
    const { sent } = await recordOf(attack, byHonest);
    const harmless = await recordOf({ ...attack, text: "Nothing." }, byHonest);
    for (const [call, { messages }] of sent.entries()) {
      const [system, user] = messages;
      const lines = user!.content.split("\n");
      const fence = lines[0]!;
      expect(messages.map((m) => m.role)).toEqual(["system", "user"]);
      expect(lines.flatMap((line, i) => (line === fence ? [i] : []))).toEqual([0, lines.length - 2]);
      expect(lines.slice(1, -2).every((line) => !line.includes(fence))).toBe(true);
      // The instructions are those of a harmless case, but for the fence.
      const other = harmless.sent[call]!.messages;
      const otherFence = other[1]!.content.split("\n")[0]!;
      expect(system!.content.split(fence).join("F")).toBe(other[0]!.content.split(otherFence).join("F"));
      if (call === 0) continue;
      // Each line is an item that we numbered; the text is among them, nowhere else.
      const shown = readShown(messages);
      const ids = [...shown.claims.keys(), ...shown.statements.keys()];
      expect(lines.slice(1, -2).filter((line) => line !== "")).toHaveLength(ids.length + 1);
      expect([...shown.statements.keys()]).toEqual([...shown.statements.keys()].map((_, i) => String(i + 1)));
      const first = oneLine(attack.text).split(" ")[0]!;
      if (attack.where !== "reference") expect(user!.content).toContain(first);
    }
  });

  it.each(attacks)("$id does nothing to a model that follows its instructions", async (attack) => {
    const { record } = await recordOf(attack, byHonest);
    expect(record.unjudged).toBeUndefined();
    expect(verdicts(record)).toEqual(RIGHT);
  });

  it.each(attacks)("$id with a model that obeys anybody: $gullible", async (attack) => {
    const { record } = await recordOf(attack, gullible);
    expect(outcome(record)).toBe(attack.gullible);
  });

  it("move the score in four of them at most; most end without a number", () => {
    const count = (what: Attack["gullible"]): number => attacks.filter((a) => a.gullible === what).length;
    expect(count("moved")).toBeLessThanOrEqual(4);
    expect(count("caught")).toBeGreaterThanOrEqual(30);
  });

  it("are obeyed by that model: without a defence it would say what they want", async () => {
    const obeyed: string[] = [];
    for (const attack of attacks) {
      const { sent } = await recordOf(attack, gullible);
      if (sent.some((one) => gullible(one) !== byHonest(one))) obeyed.push(attack.id);
    }
    const wanted = attacks.filter((a) => a.gullible !== "nothing").map((a) => a.id);
    expect(wanted.filter((id) => !obeyed.includes(id))).toEqual([]);
  });

  it("that are aimed at one claim are flagged where they share no word with it", async () => {
    const { record } = await recordOf(attacks.find((a) => a.id === "aimed-at-c1")!, gullible);
    expect(record.flags).toMatchObject([{ code: "no-shared-words" }]);
  });
});
