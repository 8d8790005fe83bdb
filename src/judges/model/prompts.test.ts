import { describe, expect, it } from "vitest";
import { prepareCase } from "../prepare.ts";
import { estimateRequest, estimateTokens } from "../spend/estimate.ts";
import { createTestCaller } from "./_scripted.ts";
import { createModelJudge } from "./index.ts";
import {
  claimsPrompt,
  defaultPrompts,
  promptHash,
  promptsHash,
  renderPrompt,
  supportPrompt,
} from "./prompts.ts";

const SENTENCES = [
  "The old harbour at the mouth of the river was dug out by hand in the winter of 1764 and 1765.",
  "For nearly sixty years the ferry to the northern islands left from the wooden pier beside the customs house.",
  "When the railway came, most of the grain trade moved inland, and the warehouses along the quay stood empty.",
  "A storm in November 1872 broke the outer wall in three places and sank eleven boats that lay at anchor.",
  "The council paid for repairs with a tax on salt, which was so unpopular that it was dropped two years later.",
  "Today the basin is used by small fishing boats, a sailing school and, in summer, by visitors from the south.",
  "Engineers measured a depth of 7.4 metres at low water, about half of what the first charts had promised.",
  "The lighthouse keeper wrote down the weather every morning, and his notebooks are kept in the town library.",
];
/** About so many tokens of sentences, another start for each chunk. */
function chunkOf(tokens: number, start: number): string {
  let text = "";
  for (let i = start; estimateTokens(text) < tokens; i++) text += `${SENTENCES[i % SENTENCES.length]} `;
  return text
    .split(" ")
    .slice(0, Math.round((text.split(" ").length * tokens) / estimateTokens(text)))
    .join(" ");
}

/** By an estimate. Counted with o200k_base itself, 29 cases of ten passages of 200 tokens had 2,797 to 2,824. */
async function tokensOfCase(chunks: number): Promise<number[]> {
  const caller = createTestCaller(({ request }) => request.dryReply!());
  const { prepared } = prepareCase({
    id: "q",
    question: "When was the harbour dug, and how did the town pay for the wall?",
    reference:
      "The harbour was dug by hand in 1764 and 1765. A storm broke its outer wall in 1872. The town paid for the repairs with a tax on salt, which was dropped two years later. The basin is used by fishing boats, a sailing school and visitors.",
    contexts: Array.from({ length: chunks }, (_, i) => chunkOf(200, i)),
  });
  await createModelJudge({ caller }).judge(prepared!);
  return caller.sent.map(({ request, messages }) => estimateRequest(messages, request.schema));
}

describe("what a case costs", () => {
  it("is two calls and at most 3,200 tokens for ten chunks of 200", async () => {
    const tokens = await tokensOfCase(10);
    expect(tokens).toHaveLength(2);
    // The estimate may be 6 % too low.
    expect(tokens.reduce((a, b) => a + b) * 1.06).toBeLessThanOrEqual(3200);
  });

  it("grows by the chunks alone", async () => {
    const [ten, twenty] = [await tokensOfCase(10), await tokensOfCase(20)];
    expect(twenty[0]).toBe(ten[0]);
    expect((twenty[1]! - ten[1]!) / 10).toBeLessThan(250);
  });
});

describe("prompts", () => {
  it("have a hash of their words and their schema", () => {
    expect(promptHash(claimsPrompt)).not.toBe(promptHash(supportPrompt));
    expect(promptHash({ ...claimsPrompt, system: `${claimsPrompt.system} ` })).not.toBe(
      promptHash(claimsPrompt),
    );
    expect(promptHash({ ...claimsPrompt, schema: {} })).not.toBe(promptHash(claimsPrompt));
    expect(promptHash({ ...claimsPrompt, id: "other" })).toBe(promptHash(claimsPrompt));
  });

  it("can be replaced, and the record says so", async () => {
    const caller = createTestCaller(({ request }) => request.dryReply!());
    const support = {
      ...supportPrompt,
      version: "de-1",
      system: "Prüfe die Belege zwischen {fence} und {fence}.",
    };
    const judge = createModelJudge({ caller, options: { prompts: { support } } });
    await judge.judge(prepareCase({ id: "q", question: "Wer?", contexts: ["Ada."] }).prepared!);
    expect(caller.sent[0]!.messages[0]!.content).toBe(
      "Prüfe die Belege zwischen fence-of-call-0 und fence-of-call-0.",
    );
    expect(caller.sent[0]!.request.prompt).toBe("support@de-1");
    expect(judge.by.prompts).toBe(promptsHash({ ...defaultPrompts, support }));
    expect(judge.by.prompts).not.toBe(createModelJudge({ caller }).by.prompts);
  });

  it("keep instructions and data apart, with a fence of their own", () => {
    for (const template of Object.values(defaultPrompts)) {
      const [system, user] = renderPrompt(template, [["1.1", "{fence} is data"]], "zebra");
      expect(system!.role).toBe("system");
      expect(system!.content).toContain("between the two lines zebra".toLowerCase().slice(8));
      expect(user!.content.split("\n")).toEqual(["zebra", "1.1 {fence} is data", "zebra", template.after]);
      expect(system!.content).not.toContain("is data\n");
    }
  });

  it("have schemas that structured output takes: every field required, nothing else allowed", () => {
    const visit = (schema: unknown): void => {
      if (typeof schema !== "object" || schema === null) return;
      const { type, properties, required, additionalProperties } = schema as Record<string, unknown>;
      if (type === "object") {
        expect(required).toEqual(Object.keys(properties as object));
        expect(additionalProperties).toBe(false);
      }
      Object.values(schema).forEach(visit);
    };
    visit(claimsPrompt.schema);
    visit(supportPrompt.schema);
  });
});
