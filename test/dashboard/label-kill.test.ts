/** kill -9 of `goldie label`, the built program: every label that was acknowledged is in the file, and the next start has it. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { LabelTurn } from "../../src/dashboard/label-desk.ts";
import type { LabelLine } from "../../src/store/labels.ts";

const root = join(import.meta.dirname, "../..");
const goldie = join(root, JSON.parse(readFileSync(join(root, "package.json"), "utf8")).bin.goldie);
const folder = mkdtempSync(join(tmpdir(), "goldie-label-kill-"));
afterAll(() => rmSync(folder, { recursive: true }));

const queries = Array.from({ length: 30 }, (_, i) => `q${i}`);
const write = (name: string, rows: readonly unknown[]): void =>
  writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
write(
  "gold.jsonl",
  queries.map((id) => ({ id, query: `Question ${id}?`, relevant: ["d0"] })),
);
for (const [name, shift] of [
  ["a", 1],
  ["b", 2],
] as const)
  write(
    `${name}.jsonl`,
    queries.map((id, q) => ({
      id,
      hits: [...new Set(Array.from({ length: 8 }, (_, i) => `d${(q + i * shift) % 11}`))],
    })),
  );

interface Started {
  readonly child: ChildProcess;
  get(path: string): Promise<LabelTurn>;
  act(act: object): Promise<LabelTurn>;
}

async function start(): Promise<Started> {
  const child = spawn(process.execPath, [goldie, "label", "gold.jsonl", "a.jsonl", "b.jsonl", "--no-open"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await new Promise<string>((done, fail) => {
    let text = "";
    child.stdout!.on("data", (piece) => {
      text += piece;
      const found = /http:\S+/.exec(text)?.[0];
      if (found !== undefined) done(found);
    });
    child.on("exit", (code) => fail(new Error(`ended with ${code}: ${text}`)));
  });
  const opened = await fetch(address, { redirect: "manual" });
  const cookie = opened.headers.get("set-cookie")!.split(";")[0]!;
  const { origin } = new URL(address);
  const send = async (path: string, init: RequestInit = {}): Promise<LabelTurn> => {
    const reply = await fetch(`${origin}${path}`, {
      ...init,
      headers: { cookie, origin, "sec-fetch-site": "same-origin", "content-type": "application/json" },
    });
    if (!reply.ok) throw new Error(await reply.text());
    return (await reply.json()) as LabelTurn;
  };
  return {
    child,
    get: (path) => send(path),
    act: (act) => send("/api/label/act", { method: "POST", body: JSON.stringify({ n: 1, ...act }) }),
  };
}

test("kill -9 loses no label that was acknowledged", { timeout: 120_000 }, async () => {
  const acknowledged = new Map<string, string>();
  for (let round = 0; round < 2; round++) {
    const { child, get, act } = await start();
    const ended = new Promise((done) => child.on("exit", done));
    const before = await get("/api/label/next?by=ann0&n=1");
    expect(before.progress.annotators.reduce((sum, { labels }) => sum + labels, 0)).toBe(acknowledged.size);
    // Three annotators at once, as fast as it answers; then it is killed in the middle.
    const annotator = async (by: string): Promise<void> => {
      const { items } = await get(`/api/label/next?by=${by}&n=1`);
      let [next] = items;
      for (let i = 0; next !== undefined; i++) {
        // The gold lists documents, so grades are 0 and 1.
        const value = String(i % 2);
        const turn = await act({ item: next.item, by, value });
        acknowledged.set(`${by} ${next.item}`, value);
        next = turn.items[0];
        if (acknowledged.size === 20 * (round + 1)) child.kill("SIGKILL");
      }
    };
    const all = await Promise.allSettled(["ann0", "ann1", "ann2"].map(annotator));
    expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    await ended;
    const lines = readFileSync(join(folder, "hit-labels.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line.endsWith("}"))
      .map((line) => JSON.parse(line) as LabelLine & { doc: string });
    const kept = new Map(
      lines.map(({ by, query, doc, grade }) => [`${by} ${JSON.stringify([query, doc])}`, String(grade)]),
    );
    expect(acknowledged.size).toBeGreaterThanOrEqual(20 * (round + 1));
    for (const [thing, value] of acknowledged) expect(kept.get(thing)).toBe(value);
    // One that was written as it died counts from now on.
    for (const [thing, value] of kept) acknowledged.set(thing, value);
  }
});
