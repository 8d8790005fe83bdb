/** The built program: its address, its end, and what a kill leaves. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepare, root } from "../../scripts/_prepare.mjs";

const folder = mkdtempSync(join(tmpdir(), "goldie-view-process-"));
beforeAll(() => {
  prepare();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

interface Viewing {
  readonly url: string;
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

async function view(...words: string[]): Promise<Viewing> {
  const child = spawn(process.execPath, [join(root, "dist/cli/bin.js"), "view", ...words], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (piece) => {
    stderr += String(piece);
  });
  const ended = new Promise<{ code: number | null; stderr: string }>((done) =>
    child.once("exit", (code) => done({ code, stderr })),
  );
  let text = "";
  const url = await new Promise<string>((ready, fail) => {
    child.stdout.on("data", (piece) => {
      text += String(piece);
      const [, found] = /^dashboard: (\S+)$/m.exec(text) ?? [];
      if (found !== undefined) ready(found);
    });
    void ended.then(({ code }) => fail(new Error(`ended with ${code}: ${stderr}`)));
  });
  return { url, child, ended };
}

/** Follows progress, as every open page does. */
async function page({ url }: Viewing): Promise<{ readonly closed: Promise<unknown> }> {
  const opened = await fetch(url, { redirect: "manual" });
  const [cookie] = opened.headers.getSetCookie()[0]!.split(";");
  const stream = await fetch(`${new URL(url).origin}/api/progress`, { headers: { cookie: cookie! } });
  expect(stream.status).toBe(200);
  return { closed: stream.text().catch(() => "cut") };
}

test("Ctrl-C ends it with 0 and closes open pages; another signal with its own code", async () => {
  for (const [signal, code] of [
    ["SIGINT", 0],
    ["SIGTERM", 143],
  ] as const) {
    const viewing = await view();
    const { closed } = await page(viewing);
    viewing.child.kill(signal);
    expect(await viewing.ended).toEqual({ code, stderr: "" });
    await closed;
  }
});

test("a port that another dashboard has is refused; after its end it is free", async () => {
  const first = await view();
  const { port } = new URL(first.url);
  await expect(view("--port", port)).rejects.toThrow(`port ${port} is in use`);
  first.child.kill("SIGINT");
  await first.ended;
  const second = await view("--port", port);
  expect(new URL(second.url).port).toBe(port);
  second.child.kill("SIGINT");
  expect((await second.ended).code).toBe(0);
});
