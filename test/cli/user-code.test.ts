// Code of the user that ends the process, never settles or throws where nobody listens. Runs the build.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { prepare, root } from "../../scripts/_prepare.mjs";

const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const isWindows = process.platform === "win32";
let folder: string;
beforeAll(() => {
  prepare();
}, 120_000);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "goldie-user-code-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Four queries, one at a time; `retriever` is its source. */
function start(retriever: string, ...flags: readonly string[]) {
  const gold = ["q1", "q2", "q3", "q4"].map((id) => JSON.stringify({ id, query: id, relevant: [id] }));
  writeFileSync(join(folder, "gold.jsonl"), `${gold.join("\n")}\n`);
  writeFileSync(
    join(folder, "goldie.config.mjs"),
    `export default { gold: "gold.jsonl", concurrency: 1, retries: 0, retrievers: { main: ${retriever} } };\n`,
  );
  const child = spawn(process.execPath, [join(root, bin.goldie), "run", ...flags], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]).then(
    ([stdout, stderr, [code, signal]]) => ({ code: code ?? signal, stdout, stderr }),
  );
  return { child, ended };
}
const state = (): string => {
  const runs = join(folder, ".goldie/runs");
  const [id] = readdirSync(runs);
  return JSON.parse(readFileSync(join(runs, id!, "manifest.json"), "utf8")).state;
};

describe("code of the user", { timeout: 60_000 }, () => {
  test("that calls process.exit(0) does not end a command well", async () => {
    const { ended } = start('(_, { queryId }) => (queryId === "q3" ? process.exit(0) : [queryId])');
    expect(await ended).toEqual({
      code: 3,
      stdout: "",
      stderr: expect.stringContaining("goldie ended before the command was done"),
    });
  });

  test("that logs does not disturb the output", async () => {
    const { ended } = start(
      '(query, { queryId }) => (console.log("asked", query), console.table([1]), [queryId])',
      "--json",
    );
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ runs: [{ name: "main" }] });
    expect(stderr).toContain("asked q1");
  });

  test("that leaves nothing to wait for does not either", async () => {
    writeFileSync(join(folder, "package.json"), "{}");
    const { ended } = start("(await new Promise(() => {}))");
    expect(await ended).toMatchObject({
      code: 3,
      stdout: "",
      stderr: expect.stringContaining("never settled"),
    });
  });

  test.each([
    ["a rejection", 'Promise.reject(new Error("lost connection"))'],
    ["an error in a timer", 'setTimeout(() => { throw new Error("lost connection"); })'],
  ])("%s that nobody handles is named, and the answers are kept", async (_, stray) => {
    const { ended } = start(
      `async (_, { queryId }) => { if (queryId === "q3") { void ${stray}; await new Promise((done) => setTimeout(done, 20)); } return [queryId]; }`,
    );
    const { code, stdout, stderr } = await ended;
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain("uncaught error in the code of a retriever: lost connection");
    expect(stderr).toContain("answered 2 of 4");
    expect(stderr).toContain("goldie run --resume");
    expect(stderr).not.toContain("    at ");
    expect(state()).toBe("cancelled");
  });

  test.skipIf(isWindows)("a closed terminal stops a run as SIGTERM does (not on Windows)", async () => {
    const { child, ended } = start(
      '{ open: async () => process.stderr.write("open\\n"), retrieve: (_, { signal }) => new Promise((_, fail) => { const timer = setInterval(() => {}, 1000); signal.addEventListener("abort", () => { clearInterval(timer); fail(signal.reason); }); }), close: () => void process.stderr.write("closed\\n") }',
    );
    child.stderr.once("data", () => child.kill("SIGHUP"));
    expect(await ended).toMatchObject({ code: 129, stderr: expect.stringContaining("closed\n") });
    expect(state()).toBe("cancelled");
  });
});
