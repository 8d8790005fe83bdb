/** `goldie gold generate --judge` with a model over HTTP: a fake server on this machine that speaks chat completions. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../src/calls/clock.ts";
import { main } from "../../src/cli/main.ts";
import { testEffects } from "../cli/_effects.ts";
import { type Loopback, listen } from "../retrievers/_loopback.ts";

const KEY = "a-key-that-nobody-may-see";
/** Each passage has words that no other has. */
const passages = [
  [
    "p1",
    "The car ferry between North Quay and Sallow Pier takes 35 minutes in fair weather.",
    "car ferry minutes",
  ],
  ["p2", "Dogs on the beach need a lead from May to September, and owners pay 80 pounds.", "dogs beach lead"],
  [
    "p3",
    "The library opens at ten on weekdays and lends instruments for three weeks.",
    "library instruments lends",
  ],
  [
    "p4",
    "The lighthouse keeper lights the lamp at dusk and writes the log by hand.",
    "lighthouse keeper lamp",
  ],
] as const;
const passageOf = (body: string): (typeof passages)[number] => {
  const found = passages.find(([, text]) => body.includes(text));
  if (found === undefined) throw new Error(`no passage in ${body}`);
  return found;
};

interface FakeReply {
  readonly status?: number;
  readonly content?: string | null;
  readonly refusal?: string;
  readonly finish?: string;
}
const asked = (id: string): string => `What about ${passages.find(([one]) => one === id)![2]}?`;
const questions = (...list: readonly object[]): FakeReply => ({
  content: JSON.stringify({ questions: list }),
});
const good = (id: string): FakeReply => questions({ question: asked(id), answer: `It is in ${id}.` });

let fake: Loopback;
let cwd: string;
let requests: { readonly id: string; readonly body: string; readonly key: string | undefined }[];
/** How the fake model answers, by passage. */
let answer: (id: string) => FakeReply;
const folders: string[] = [];

beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "goldie-generate-"));
  folders.push(cwd);
  writeFileSync(
    join(cwd, "corpus.jsonl"),
    passages.map(([id, text]) => `${JSON.stringify({ _id: id, text })}\n`).join(""),
  );
  requests = [];
  answer = good;
  fake = await listen((request, body, response) => {
    const [id] = passageOf(JSON.parse(body).messages[1].content);
    requests.push({ id, body, key: request.headers.authorization });
    const { status = 200, content = "", refusal = null, finish = "stop" } = answer(id);
    response.writeHead(status, { "content-type": "application/json" });
    const message = { role: "assistant", content, refusal };
    response.end(
      JSON.stringify(
        status === 200
          ? {
              id: "chatcmpl-1",
              object: "chat.completion",
              model: "fake",
              choices: [{ index: 0, message, finish_reason: finish }],
              usage: { prompt_tokens: 200, completion_tokens: 30, total_tokens: 230 },
            }
          : { error: { message: `the fake says ${status}`, type: "fake" } },
      ),
    );
  });
});
afterEach(() => fake.close());
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Waits between attempts are cut short; time limits are not. */
const sleep: typeof systemClock.sleep = (ms, signal) => systemClock.sleep(ms < 30_000 ? 1 : ms, signal);

async function generate(...more: readonly string[]) {
  const effects = testEffects({ cwd, sleep, env: { GOLDIE_API_KEY: KEY } });
  const before = requests.length;
  const argv = [
    "gold",
    "generate",
    "corpus.jsonl",
    "--judge",
    `${fake.url}/v1#fake`,
    "-o",
    "gold.jsonl",
    ...more,
  ];
  const code = await main(argv, effects);
  const now = requests.slice(before).map(({ id }) => id);
  return { code, stdout: effects.stdout.text, stderr: effects.stderr.text, asked: [...new Set(now)].sort() };
}
const rows = (): { query: string; relevant: string[]; answer?: string; tags: Record<string, string> }[] =>
  readFileSync(join(cwd, "gold.jsonl"), "utf8")
    .trim()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
const sources = (): string[] =>
  rows()
    .map(({ relevant }) => relevant[0]!)
    .sort();

describe("a model over HTTP", { timeout: 60_000 }, () => {
  test("writes a question and its answer for each passage; a second run asks nothing", async () => {
    const first = await generate();
    expect(first).toMatchObject({ code: 0, asked: ["p1", "p2", "p3", "p4"], stdout: "" });
    expect(first.stderr).toContain("kept 4 of 4 questions\n");
    expect(first.stderr).toContain(
      "4 calls, 800 tokens in and 120 out; replies are saved in .goldie/calls.jsonl",
    );
    expect(rows().find(({ relevant }) => relevant[0] === "p2")).toMatchObject({
      query: "What about dogs beach lead?",
      answer: "It is in p2.",
      tags: { synthetic: "yes", by: "model" },
    });
    const { body, key } = requests[0]!;
    expect(key).toBe(`Bearer ${KEY}`);
    expect(JSON.parse(body)).toMatchObject({
      model: "fake",
      messages: [{ role: "system" }, { role: "user" }],
      response_format: { type: "json_schema" },
    });
    const written = readFileSync(join(cwd, "gold.jsonl"), "utf8");
    const second = await generate();
    expect(second).toMatchObject({ code: 0, asked: [] });
    expect(second.stderr).toContain("(4 reused)");
    expect(readFileSync(join(cwd, "gold.jsonl"), "utf8")).toBe(written);
    expect(
      `${first.stderr}${second.stderr}${readFileSync(join(cwd, ".goldie/calls.jsonl"), "utf8")}`,
    ).not.toContain(KEY);
  });

  test("a server error costs only its passage, and the next run asks for that one", async () => {
    answer = (id) => (id === "p3" ? { status: 500 } : good(id));
    const first = await generate();
    expect(first.code).toBe(3);
    expect(first.stderr).toMatch(/no questions for one passage: HTTP 500: the fake says 500/);
    expect(first.stderr).toContain("run the same command again");
    expect(sources()).toEqual(["p1", "p2", "p4"]);
    answer = good;
    expect(await generate()).toMatchObject({ code: 0, asked: ["p3"] });
    expect(sources()).toEqual(["p1", "p2", "p3", "p4"]);
  });

  test("a busy server is asked again in the same run", async () => {
    const seen = new Set<string>();
    answer = (id) => {
      const isFirst = !seen.has(id);
      seen.add(id);
      return isFirst ? { status: 429 } : good(id);
    };
    expect(await generate()).toMatchObject({ code: 0 });
    expect(requests).toHaveLength(8);
    expect(sources()).toHaveLength(4);
  });

  test("a key that is refused stops it, writes no question, and is shown nowhere", async () => {
    answer = () => ({ status: 401 });
    const { code, stderr } = await generate("--concurrency", "1");
    expect(code).toBe(3);
    expect(requests).toHaveLength(1);
    expect(stderr).toContain("HTTP 401");
    expect(stderr).not.toContain(KEY);
    expect(stderr).toContain("there is nothing to write");
    expect(existsSync(join(cwd, "gold.jsonl"))).toBe(false);
  });

  test("a refusal and a reply that is cut off are failures, not passages without a question", async () => {
    answer = (id) =>
      id === "p1"
        ? { content: null, refusal: "I cannot help with that." }
        : id === "p2"
          ? { content: '{"questions":[{"question":"What ab', finish: "length" }
          : good(id);
    const first = await generate();
    expect(first.code).toBe(3);
    expect(first.stderr).toMatch(
      /no questions for 2 passages: the (model refused: I cannot help|reply was cut off)/,
    );
    expect(first.stderr).not.toContain("gave no question");
    expect(sources()).toEqual(["p3", "p4"]);
    answer = good;
    expect((await generate()).asked).toEqual(["p1", "p2"]);
    expect(sources()).toHaveLength(4);
  });

  test("rubbish is shown in part, not reused, and asked for again", async () => {
    answer = (id) => (id === "p4" ? { content: "There is a lighthouse, and that is all I say." } : good(id));
    const first = await generate();
    expect(first.code).toBe(3);
    expect(first.stderr).toMatch(/the reply is not the JSON that was asked for: There\s+is a\s+lighthouse/);
    expect(sources()).toEqual(["p1", "p2", "p3"]);
    answer = good;
    expect(await generate()).toMatchObject({ code: 0, asked: ["p4"] });
    expect(sources()).toHaveLength(4);
  });

  test("an empty list is a passage that nothing can be asked about; vague questions are dropped", async () => {
    answer = (id) =>
      id === "p1"
        ? questions()
        : id === "p2"
          ? questions({ question: "What does the passage say?", answer: "Much." })
          : good(id);
    const { code, stderr } = await generate();
    expect(code).toBe(0);
    expect(stderr).toContain("2 passages gave no question");
    expect(sources()).toEqual(["p3", "p4"]);
  });

  test("a refusal in the form of the answer is still one", async () => {
    answer = () => ({ ...good("p1"), refusal: "I would rather not." });
    const { code, stderr } = await generate();
    expect(code).toBe(3);
    expect(stderr).toContain("no questions for 4 passages: the model refused: ");
  });

  test("calls that all fail leave an earlier file as it is", async () => {
    writeFileSync(join(cwd, "gold.jsonl"), "{}\n");
    answer = () => ({ status: 400 });
    expect(await generate()).toMatchObject({ code: 3 });
    expect(readFileSync(join(cwd, "gold.jsonl"), "utf8")).toBe("{}\n");
  });

  test("a server that is not there is said once, and nothing is written as gold", async () => {
    await fake.close();
    const { code, stderr } = await generate();
    expect(code).toBe(3);
    expect(stderr).toContain("connection refused");
    expect(stderr).toContain("there is nothing to write");
    expect(existsSync(join(cwd, "gold.jsonl"))).toBe(false);
  });

  test("--dry-run asks nothing and writes nothing, --budget stops in time", async () => {
    const dry = await generate("--dry-run");
    expect(dry).toMatchObject({ code: 0, asked: [] });
    expect(dry.stderr).toContain("would make 4 calls");
    expect(existsSync(join(cwd, "gold.jsonl"))).toBe(false);
    const some = await generate("--budget", "calls=2");
    expect(some.code).toBe(3);
    expect(requests).toHaveLength(2);
    expect(sources()).toHaveLength(2);
    expect(await generate()).toMatchObject({ code: 0 });
    expect(requests).toHaveLength(4);
  });
});
