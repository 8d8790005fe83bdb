import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { below, oneOf, randomFrom } from "../../src/core/random.ts";
import { follow, readShown, type Script } from "../../src/judges/model/_scripted.ts";
import type { Message } from "../../src/judges/model-types.ts";

export type Fault =
  | "429"
  | "429 with a date"
  | "500"
  | "no answer"
  | "reset"
  | "reset halfway"
  | "body cut off"
  | "slow bytes"
  | "reply cut off"
  | "wrong ids"
  | "refusal"
  | "no JSON";
/** Those that end without a whole answer. */
const withoutAnswer: ReadonlySet<Fault> = new Set([
  "429",
  "429 with a date",
  "500",
  "no answer",
  "reset",
  "reset halfway",
  "body cut off",
]);

export interface ScriptedServer {
  readonly url: string;
  /** Requests that came in. */
  readonly requests: number;
  /** Whole replies that went out: what a customer would pay for and got. By question, so that a second one shows. */
  readonly delivered: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<Fault, number>;
  /** Requests that are not over yet. */
  readonly open: number;
  /** Most at once. */
  readonly peak: number;
  /** Called when a request has come in. */
  onRequest: (count: number) => void;
  close(): Promise<void>;
}
export interface ServerOptions {
  readonly script: Script;
  readonly seed?: number;
  /** Share of requests that go wrong. The same question asked a fourth time goes well. */
  readonly faultRate?: number;
  readonly faults?: readonly Fault[];
  readonly latencyMs?: number;
}

interface Body {
  readonly messages: readonly Message[];
  readonly response_format?: { readonly json_schema?: { readonly name: string } };
}

/** A server that speaks chat completions and reads by a script. What goes wrong is decided by the question and how often it was asked, not by time. */
export async function startServer(options: ServerOptions): Promise<ScriptedServer> {
  const { script, seed = 1, faultRate = 0, faults = [], latencyMs = 0 } = options;
  const asked = new Map<string, number>();
  const delivered = new Map<string, number>();
  const seen = new Map<Fault, number>();
  let requests = 0;
  let open = 0;
  let peak = 0;

  const server = createServer((request, response) => {
    open++;
    peak = Math.max(peak, open);
    response.on("close", () => {
      open--;
    });
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString("utf8");
    const body = JSON.parse(text) as Body;
    requests++;
    self.onRequest(requests);
    const { fence } = readShown(body.messages);
    // The fence is new each time; the question is the same.
    const question = createHash("sha256").update(text.split(fence).join("")).digest("hex");
    const times = (asked.get(question) ?? 0) + 1;
    asked.set(question, times);
    const fault = faultOf(question, times);
    if (fault !== undefined) seen.set(fault, (seen.get(fault) ?? 0) + 1);
    if (latencyMs > 0) await new Promise((done) => setTimeout(done, latencyMs));
    if (fault !== undefined && withoutAnswer.has(fault)) return fail(fault, response);
    response.on("finish", () => delivered.set(question, (delivered.get(question) ?? 0) + 1));
    await send(replyTo(body, fault), response, fault === "slow bytes");
  }

  function faultOf(question: string, times: number): Fault | undefined {
    if (faults.length === 0 || times > 3) return undefined;
    const random = randomFrom(seed * 1e9 + Number.parseInt(question.slice(0, 8), 16) + times);
    return random() < faultRate ? oneOf(random, faults) : undefined;
  }

  function replyTo(body: Body, fault: Fault | undefined): string {
    const prompt = body.response_format?.json_schema?.name ?? "";
    const right = follow(script, { prompt }, body.messages);
    let content = right;
    let finish_reason = "stop";
    let refusal: string | null = null;
    if (fault === "reply cut off") {
      content = right.slice(0, below(randomFrom(right.length), right.length - 1));
      finish_reason = "length";
    } else if (fault === "no JSON") {
      content = "I would rather say it in my own words: there is a lighthouse.";
    } else if (fault === "wrong ids") {
      content = right.replace('"id":"c1"', '"id":"c99"').replace('"relevant":[', '"relevant":["99.9",');
    } else if (fault === "refusal") {
      content = "";
      refusal = "I cannot help with that.";
    }
    return JSON.stringify({
      id: "chatcmpl-1",
      object: "chat.completion",
      model: "an-echoed-name",
      choices: [{ index: 0, message: { role: "assistant", content, refusal }, finish_reason }],
      usage: { prompt_tokens: 900, completion_tokens: 60, total_tokens: 960 },
    });
  }

  const self: ScriptedServer = {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    },
    get requests() {
      return requests;
    },
    delivered,
    faults: seen,
    get open() {
      return open;
    },
    get peak() {
      return peak;
    },
    onRequest: () => {},
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return self;
}

async function send(body: string, response: ServerResponse, slowly: boolean): Promise<void> {
  const bytes = Buffer.from(body, "utf8");
  response.writeHead(200, { "content-type": "application/json", "content-length": bytes.length });
  if (slowly) {
    for (let from = 0; from < 200; from += 50) {
      response.write(bytes.subarray(from, from + 50));
      await new Promise((done) => setTimeout(done, 5));
    }
    response.end(bytes.subarray(200));
  } else {
    response.end(bytes);
  }
}

function fail(fault: Fault, response: ServerResponse): void {
  const error = (status: number, headers: Record<string, string>): void => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify({ error: { message: `scripted ${status}`, type: "scripted" } }));
  };
  if (fault === "429") error(429, { "retry-after": "0.02" });
  else if (fault === "429 with a date")
    error(429, { "retry-after": new Date(Date.now() - 1000).toUTCString() });
  else if (fault === "500") error(500, {});
  else if (fault === "reset") response.socket?.resetAndDestroy();
  else if (fault === "reset halfway") {
    response.writeHead(200, { "content-type": "application/json", "content-length": 500 });
    response.write('{"choices":[', () => response.socket?.destroy());
  } else if (fault === "body cut off") {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"choices":[{"message":{"content":"{');
  }
  // "no answer": nothing at all, until the client goes away.
}
