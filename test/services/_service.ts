/** What the checks of services share: a folder that is kept between runs, processes that end with the check, and counts. */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { root } from "../../scripts/_prepare.mjs";
import { cached, freePort, needs, remove, run, Skipped, scratch } from "../../scripts/_services.mjs";
import type { Hit } from "../../src/core/ranking.ts";
import type { Retriever } from "../../src/core/retriever.ts";
import { readAnswer } from "../../src/evaluate/input/read-answer.ts";
import { questions } from "../retrievers/_harbour.ts";

export { cached, freePort, needs, remove, run, Skipped, scratch };

/** Packages for one check, beside the others: some are hundreds of megabytes. */
// biome-ignore lint/suspicious/noExplicitAny: packages that may not be there have no types here.
export async function installed(service: string, name: string): Promise<any> {
  const folder = cached(service);
  if (!existsSync(join(folder, "node_modules", name))) {
    cpSync(join(root, "test/services", service, "package.json"), join(folder, "package.json"));
    run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
  }
  return createRequire(join(folder, "package.json"))(name);
}

/** A server that answers at `url`, for as long as `use` takes. */
export async function withServer<T>(
  program: string,
  args: readonly string[],
  cwd: string,
  url: string,
  use: () => Promise<T>,
): Promise<T> {
  const child = spawn(program, args, { cwd, stdio: "pipe" });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-4000);
    });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  try {
    await ready(child, url, () => said);
    return await use();
  } finally {
    // Some end with their input, others need a signal.
    child.stdin.end();
    child.kill("SIGTERM");
    const kill = setTimeout(() => child.kill("SIGKILL"), 10_000);
    await ended;
    clearTimeout(kill);
  }
}

const START_MS = 120_000;
async function ready(child: ChildProcess, url: string, said: () => string): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) break;
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`no answer at ${url}: ${said()}`);
}

export const K = 10;

/** Asks every question through the adapter and directly; the hits must be the same. Gives their number. */
export async function sameAsDirect(
  retriever: Retriever,
  direct: (query: string) => Promise<Hit[]>,
  filter?: unknown,
): Promise<number> {
  let hits = 0;
  for (const { id, query } of questions) {
    const signal = AbortSignal.timeout(30_000);
    const answer = readAnswer(id, await retriever.retrieve(query, { k: K, queryId: id, filter, signal }));
    const wanted = await direct(query);
    if (!isDeepStrictEqual(answer.hits, wanted))
      throw new Error(`${id}: ${JSON.stringify(answer.hits)} instead of ${JSON.stringify(wanted)}`);
    hits += wanted.length;
  }
  return hits;
}

/** Says how it went, for scripts/test-services.mjs. */
export async function check(name: string, body: () => Promise<string>): Promise<void> {
  const start = performance.now();
  const seconds = (): string => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  try {
    console.log(`ok       ${name}: ${await body()} (${seconds()})`);
  } catch (error) {
    if (error instanceof Skipped) return console.log(`skipped  ${name}: ${error.message}`);
    console.log(`FAILED   ${name}: ${error instanceof Error ? error.message : String(error)} (${seconds()})`);
    process.exitCode = 1;
  }
}
