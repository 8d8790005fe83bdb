import { describe, expect, it } from "vitest";
import type { JudgeCase } from "../../src/core/judgement-record.ts";
import { judge } from "../../src/judges/judge.ts";
import { follow } from "../../src/judges/model/_scripted.ts";
import { createOpenAiClient } from "../../src/judges/model/clients/openai.ts";
import { createModelJudge } from "../../src/judges/model/index.ts";
import type { Message } from "../../src/judges/model-types.ts";
import { createCaller } from "../../src/judges/spend/caller.ts";
import { estimateTokens } from "../../src/judges/spend/estimate.ts";
import { readsWell } from "./_harbours.ts";

interface Body {
  readonly messages: readonly Message[];
  readonly response_format: { readonly json_schema: { readonly name: string; readonly schema: unknown } };
}

const place = (i: number): string => ["Skagen", "Esbjerg", "Ribe", "Aarhus", "Odense"][i % 5]!;
/** About 20 tokens. */
const sentence = (chunk: number, i: number): string =>
  [
    `The old harbour of ${place(chunk + i)} was rebuilt in ${1800 + chunk * 7 + i} after a storm had broken its northern wall.`,
    `Fishermen from ${place(chunk + i)} sold ${10 + i} tons of herring a week, most of it to merchants in the larger towns.`,
    `In winter the ferry to ${place(chunk + i)} often waited for days until the ice on the sound was thin enough.`,
    `A museum near the pier of ${place(chunk + i)} shows nets, lamps and the log books of ${20 + chunk} ships.`,
  ][i % 4]!;

/** Ten chunks of 200 tokens, a question and an answer of the usual length. */
const usual: JudgeCase = {
  id: "q",
  question: "When was the old harbour rebuilt, and what had happened to it?",
  reference:
    "The old harbour of Skagen was rebuilt in 1800 after a storm had broken its northern wall. Fishermen sold herring to merchants. The museum near the pier shows nets and lamps.",
  contexts: Array.from({ length: 10 }, (_, chunk) =>
    Array.from({ length: 10 }, (_, i) => sentence(chunk, i)).join(" "),
  ),
};

describe("the cost of a case with ten chunks of 200 tokens", () => {
  it("is two calls and at most 3,200 tokens of input for all metrics, with the schemas", async () => {
    const bodies: Body[] = [];
    const fetch = async (_: unknown, init?: { readonly body?: unknown }): Promise<Response> => {
      const body = JSON.parse(String(init?.body)) as Body;
      bodies.push(body);
      const content = follow(readsWell, { prompt: body.response_format.json_schema.name }, body.messages);
      return Response.json({ choices: [{ message: { content }, finish_reason: "stop" }] });
    };
    const client = createOpenAiClient({ model: "m", fetch: fetch as typeof globalThis.fetch });
    const caller = createCaller({ client });
    const { judgements } = await judge({ cases: [usual], judge: createModelJudge({ caller }) });
    const record = judgements.get("q")!;
    expect(record.unjudged ?? []).toEqual([]);
    expect(record.claims?.length).toBe(3);
    expect(
      record.chunks.flatMap((chunk) => chunk.statements).every((one) => one.relevant !== undefined),
    ).toBe(true);

    expect(bodies.length).toBe(2);
    const tokens = (text: string): number => estimateTokens(text);
    const perChunk = usual.contexts.map((text) => tokens(String(text)));
    expect(Math.min(...perChunk)).toBeGreaterThanOrEqual(200);
    const all = bodies.map(
      ({ messages, response_format }) =>
        messages.reduce((sum, { content }) => sum + tokens(content), 0) +
        tokens(JSON.stringify(response_format)),
    );
    expect(all.reduce((a, b) => a + b)).toBeLessThanOrEqual(3200);
  });
});
