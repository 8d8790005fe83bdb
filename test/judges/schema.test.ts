/** Small models copy: what they are asked on real HTTP, by stand-ins of our own for the servers of models. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { createModelJudge, createOpenAiClient, judge, supportPrompt } from "../../src/judges/index.ts";
import { follow } from "../../src/judges/model/_scripted.ts";
import type { Message } from "../../src/judges/model-types.ts";

interface Body {
  readonly messages: readonly Message[];
  readonly response_format?: { readonly type: string; readonly json_schema?: { readonly schema: object } };
  readonly guided_json?: object;
  readonly json_schema?: object;
}
type Reply = (body: Body) => { readonly status?: number; readonly text: string };

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

/** Answers chat completions by a function and keeps the bodies. */
async function standIn(reply: Reply): Promise<{ readonly url: string; readonly bodies: Body[] }> {
  const bodies: Body[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = JSON.parse(Buffer.concat(pieces).toString("utf8")) as Body;
    bodies.push(body);
    const { status = 200, text } = reply(body);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(
      status === 200
        ? JSON.stringify({ choices: [{ message: { content: text }, finish_reason: "stop" }] })
        : JSON.stringify({ error: { message: text } }),
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, bodies };
}

const script = {
  claims: (reference: string) => ({ claims: [reference], entities: [] }),
  level: (claim: string, statement: string) => (claim === statement ? ("full" as const) : ("none" as const)),
  relevant: () => false,
};
const right = (body: Body): string =>
  follow(
    script,
    { prompt: /Take apart/.test(body.messages[0]!.content) ? "claims" : "support" },
    body.messages,
  );
const one = {
  id: "q1",
  question: "Who built the mill?",
  contexts: ["Ada built the mill.", "Bo sold it. It burnt."],
  reference: "Ada built the mill.",
  response: "Bo sold it.",
};
const run = async (provider: string, reply: Reply) => {
  const { url, bodies } = await standIn(reply);
  const client = createOpenAiClient({ model: "m", baseUrl: url, provider });
  const { judgements } = await judge({ cases: [one], judge: createModelJudge({ client }) });
  return { record: judgements.get("q1")!, bodies };
};
const enumsIn = (schema: unknown): string[][] => {
  if (typeof schema !== "object" || schema === null) return [];
  const own = (schema as { enum?: string[] }).enum;
  return [...(own === undefined ? [] : [own]), ...Object.values(schema).flatMap(enumsIn)];
};
/** What the stand-in showed of a support question: the ids before its lines. */
const idsShown = ({ messages }: Body) => {
  const ids = messages[1]!.content.split("\n").flatMap((line) => /^([cr]?\d+) /.exec(line)?.[1] ?? []);
  return { claims: ids.filter((id) => /^[cr]/.test(id)), statements: ids.filter((id) => /^\d/.test(id)) };
};

describe("the ids that were asked for are the only ones that a schema allows", () => {
  test.each(["openai", "vllm", "llamacpp", "ollama"])(
    "a stand-in for %s gets them in response_format",
    async (provider) => {
      const { record, bodies } = await run(provider, (body) => ({ text: right(body) }));
      expect(record.unjudged).toBeUndefined();
      expect(record.claims![0]!.support).toEqual([{ chunk: 0, level: "full", by: ["1.1"] }]);
      const body = bodies.at(-1)!;
      expect(body.response_format!.type).toBe("json_schema");
      const { claims, statements } = idsShown(body);
      expect(enumsIn(body.response_format!.json_schema!.schema)).toEqual([
        claims,
        claims.filter((id) => id.startsWith("r")),
        statements,
      ]);
    },
  );
  test.each([
    ["vllm", "guided_json"],
    ["llamacpp", "json_schema"],
  ] as const)(
    "a stand-in for an older %s, which refuses response_format, gets them in %s",
    async (provider, field) => {
      const { record, bodies } = await run(provider, (body) =>
        body.response_format === undefined
          ? { text: right(body) }
          : { status: 400, text: "response_format json_schema is not supported" },
      );
      expect(record.unjudged).toBeUndefined();
      const body = bodies.at(-1)!;
      expect(enumsIn(body[field])[0]).toEqual(idsShown(body).claims);
    },
  );
  test("a stand-in that takes no schema at all is still asked", async () => {
    const { record, bodies } = await run("vllm", (body) =>
      body.response_format?.type === "json_schema" || body.guided_json !== undefined
        ? { status: 400, text: "guided decoding and json_schema are switched off" }
        : { text: right(body) },
    );
    expect(record.unjudged).toBeUndefined();
    expect(bodies.at(-1)!.response_format).toEqual({ type: "json_object" });
  });
});

test("the instructions hold no id that could be copied", async () => {
  const { bodies } = await run("openai", (body) => ({ text: right(body) }));
  const { claims, statements } = idsShown(bodies.at(-1)!);
  const words = new Set(`${supportPrompt.system} ${supportPrompt.after}`.split(/[^\w.]+/));
  expect([...claims, ...statements].filter((id) => words.has(id))).toEqual([]);
});

describe("a reply that only repeats the prompt is a failure with that reason", () => {
  const example = (body: Body): string => /\{"claims".*$/s.exec(body.messages[0]!.content)![0];
  test.each<[string, (body: Body) => string]>([
    ["the example", example],
    [
      "the example, as a block of Markdown over several lines",
      (body) => `\`\`\`json\n${JSON.stringify(JSON.parse(example(body)), null, 2)}\n\`\`\``,
    ],
    ["the instructions, with the fence", ({ messages }) => messages[0]!.content],
    ["the data", ({ messages }) => messages[1]!.content],
  ])("%s", async (_, text) => {
    const { record, bodies } = await run("openai", (body) => ({ text: text(body) }));
    expect(record.claims).toBeUndefined();
    expect(new Set(record.unjudged!.map(({ problem }) => problem.code))).toEqual(new Set(["judge-repeats"]));
    // Told once what is wrong: twice for the claims, twice for the rest.
    expect(bodies.length).toBe(4);
  });
  test("a model that answers when told is believed", async () => {
    let calls = 0;
    const { record } = await run("openai", (body) => ({
      text: ++calls % 2 === 1 ? example(body) : right(body),
    }));
    expect(record.unjudged).toBeUndefined();
  });
});

test("a model may say that a statement contradicts a claim", async () => {
  const { record } = await run("openai", (body) => {
    const text = right(body);
    if (!/"full"/.test(text)) return { text };
    const said = JSON.parse(text) as { claims: { id: string; full: string[]; against?: string[] }[] };
    const { statements } = idsShown(body);
    const burnt = body.messages[1]!.content.split("\n")
      .find((line) => line.endsWith("It burnt."))!
      .split(" ")[0]!;
    expect(statements).toContain(burnt);
    for (const claim of said.claims)
      if (claim.id === "r1") Object.assign(claim, { full: [], against: [burnt] });
    return { text: JSON.stringify(said) };
  });
  expect(record.responseClaims![0]).toMatchObject({ support: [], contradicted: [{ chunk: 1, by: ["2.2"] }] });
});
